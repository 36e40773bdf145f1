//! The texts of charts and reports, in English and in Polish: both versions of every text, side by side, in one place.
//! Names of sides, units, scenarios and reasons are data, which lexicons translate; messages are worded to fit a name
//! in any number and gender.

use crate::lexicon::Called;

/// A language of charts and pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Polish.
    Polish,
}

impl Language {
    /// The language code for documents.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Polish => "pl",
        }
    }

    /// A text in quotation marks.
    pub(crate) fn quoted(self, text: &str) -> String {
        match self {
            Self::English => format!("“{text}”"),
            Self::Polish => format!("„{text}”"),
        }
    }
}

/// Messages in both languages, as an enum of this name.
macro_rules! messages {
    ($all:ident: $($(#[$meta:meta])* $name:ident: $english:literal, $polish:literal;)+) => {
        /// A message with placeholders.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $all {
            $($(#[$meta])* $name,)+
        }

        /// The messages in their order, each in the order of the languages.
        pub(super) const TEXTS: &[[&str; 2]] = &[$([$english, $polish],)+];

        impl $all {
            fn text(self, language: Language) -> &'static str {
                TEXTS[self as usize][language as usize]
            }

            /// The message with its placeholders filled.
            pub(crate) fn say(self, language: Language, places: &[(&str, &str)]) -> String {
                self.say_of(language, &[], places)
            }

            /// The same with names of sides: a placeholder `of_side` takes the genitive of `side`, `to_side` the
            /// dative.
            pub(crate) fn say_of(
                self,
                language: Language,
                sides: &[(&str, &Called)],
                places: &[(&str, &str)],
            ) -> String {
                filled(self.text(language), sides, places)
            }
        }
    };
}

mod numbers;
mod studies;

pub(crate) use studies::StudyMessage;

messages! { Message:
    // Common to several charts.
    NoGames: "No games to show", "Brak partii do pokazania";
    NothingToShow: "Nothing to show", "Nie ma czego pokazać";
    Source: "{title}: {games}, {first} against {second}; 95 % intervals.",
        "{title}: {games}, {first} kontra {second}; przedziały 95 %.";
    SourceAnytime: "{title}: {games}, {first} against {second}; 95 % intervals that hold at any time.",
        "{title}: {games}, {first} kontra {second}; przedziały 95 % ważne w każdej chwili.";
    Mix: "mix", "mieszanka";
    Aborted: "Games without an end, left out: {games}.", "Partie bez końca, pominięte: {games}.";
    OneGame: "{count} game", "{count} partia";
    FewGames: "{count} games", "{count} partie";
    ManyGames: "{count} games", "{count} partii";
    Bounds: "({low} to {high})", "(od {low} do {high})";
    ShareOfGames: "share of games, %", "udział partii, %";
    Wins: "{side} win", "wygrane {of_side}";
    Draw: "draw", "remis";
    Stage: "{time}", "{time}";
    TitleChanges: "{count} changes", "zmiany: {count}";

    // How often each side wins.
    OutcomesFavour: "The scenario favours {side}: {win} of games won, {lose} lost",
        "Scenariusz sprzyja {to_side}: {win} partii wygranych, {lose} przegranych";
    OutcomesOpen: "No side is shown to be favoured: {first} win {win}, {second} {lose}",
        "Nie widać, by scenariusz komuś sprzyjał: wygrane {of_first} {win}, {of_second} {lose}";
    OutcomesHigher: "{side} score more in “{here}”, {more}, than in “{there}”, {less}",
        "Wynik {of_side} jest wyższy w „{here}”, {more}, niż w „{there}”, {less}";
    OutcomesAlike: "The score of {side} is not shown to differ: {here} in “{one}”, {there} in “{other}”",
        "Nie widać różnicy w wyniku {of_side}: {here} w „{one}”, {there} w „{other}”";
    OutcomesAbout: "How often each side wins; whiskers are intervals",
        "Jak często wygrywa każda strona; wąsy to przedziały";
    OutcomesAboutTwo: "How often each side wins; whiskers are intervals, and a score counts a draw as half a win",
        "Jak często wygrywa każda strona; wąsy to przedziały, a wynik liczy remis jako pół wygranej";

    // By how many victory points.
    MarginsLead: "{side} lead by {points} VP on average", "Średnia przewaga {of_side}: {points} PZ";
    MarginsOpen: "On average no side is shown to lead: {points} VP for {side}",
        "Nie widać, by ktoś średnio miał przewagę: {points} PZ na rzecz {of_side}";
    MarginsDiffer: "{side} lead by more in “{here}”, {more} VP on average, than in “{there}”, {less}",
        "Średnia przewaga {of_side} jest większa w „{here}”, {more} PZ, niż w „{there}”, {less}";
    MarginsTurn: "On average {side} lead in “{here}”, by {more} VP, and {other} in “{there}”, by {less}",
        "Średnia przewaga w „{here}” należy do {of_side}, {more} PZ, a w „{there}” do {of_other}, {less}";
    MarginsAlike: "The average lead of {side} is not shown to differ: {here} VP in “{one}”, {there} in “{other}”",
        "Nie widać różnicy w średniej przewadze {of_side}: {here} PZ w „{one}”, {there} w „{other}”";
    MarginsAbout: "Games by the lead of {side} in victory points at the end, coloured by who won; whiskers are \
         intervals, diamonds are means",
        "Partie według przewagi {of_side} w punktach zwycięstwa na końcu, kolory według zwycięzcy; wąsy \
         to przedziały, romby to średnie";
    MarginsAxis: "lead of {side} at the end, VP", "przewaga {of_side} na końcu, PZ";
    MarginsMean: "mean {points}", "średnia {points}";

    // How the chances change with the length.
    StagesChange: "{side} win {late} of the games that reach {time} {stage}, and {all} of all",
        "Wygrane {of_side}: {late} partii, które dochodzą do {of_time} {stage}, a {all} wszystkich";
    StagesSame: "Who wins is not shown to depend on how long a game lasts: {side} win {all}",
        "Nie widać, by zwycięstwo zależało od długości partii: wygrane {of_side} {all}";
    StagesAbout: "How the games ended that were still going on at the start of a {time}; bands are intervals",
        "Jak skończyły się partie, które trwały na początku {of_time}; pasma to przedziały";
    StagesAxis: "{time}, and games that reached it", "{time} i partie, które {to_time} doszły";

    // How games end.
    ReasonsMost: "{share} of games end thus: {reason}", "{share} partii kończy się tak: {reason}";
    ReasonsOpen: "No one end is shown to be the most frequent: {reason} {share}, {other} {less}",
        "Nie widać, które zakończenie jest najczęstsze: {reason} {share}, {other} {less}";
    ReasonsAbout: "How games end, coloured by who won them; whiskers are intervals",
        "Jak kończą się partie, kolory według zwycięzcy; wąsy to przedziały";

    // Which units last.
    SurvivalFirst: "{unit} is lost the most often; the chance of lasting through {time} {stage} is {share}",
        "Najczęściej ginie {unit}; szansa przetrwania {of_time} {stage} to {share}";
    SurvivalOpen: "Among those lost the most often are {unit} and {other}; the chances of lasting through {time} \
         {stage} are {share} and {more}",
        "Najczęściej giną między innymi {unit} i {other}; szanse przetrwania {of_time} {stage} to {share} i {more}";
    SurvivalAbout: "Chance of not having been lost by the end of a {time}, while games go on; the shortest-lived \
         are named, the others grey, bands are intervals",
        "Szansa przetrwania do końca {of_time}, dopóki partie trwają; nazwani są ginący najczęściej, inni szarzy, \
         pasma to przedziały";
    SurvivalAxis: "not lost, %", "ocalałe, %";
    SurvivalNone: "No unit is seen to be lost", "Nie widać, by ginął jakiś oddział";
    // Groups of units of one kind.
    SurvivalGroup: "{side} {group}", "{group} ({side})";
    SurvivalGroupFirst: "{unit} are lost the most often; the chance of one to last {stage} {of_times} on the map is \
         {share}",
        "Najczęściej giną: {unit}; szansa jednego oddziału na przetrwanie {stage} {of_times} na mapie to {share}";
    SurvivalGroupOpen: "Among those lost the most often are {unit} and {other}; the chances of one to last {stage} \
         {of_times} on the map are {share} and {more}",
        "Najczęściej giną między innymi: {unit} i {other}; szanse jednego oddziału na przetrwanie {stage} {of_times} \
         na mapie to {share} i {more}";
    SurvivalGroupAbout: "Chance of a unit not to have been lost in so many {of_times} on the map, counted from when it \
         came in, while games go on; the shortest-lived are named, the others grey, bands are intervals",
        "Szansa, że oddział przetrwał na mapie tyle {of_times}, licząc od wejścia, dopóki partie trwają; nazwane są \
         ginące najczęściej, inne szare, pasma to przedziały";
    SurvivalGroupAxis: "{of_times} on the map", "{of_times} na mapie";

    // How well the score is known.
    ConvergenceKnown: "After {games} the score of {side} is known to within {points} points: {score}",
        "Po rozegraniu ({games}) wynik {of_side} jest znany z dokładnością do {points} p.p.: {score}";
    ConvergenceAbout: "Score of {side} in the first games of the run, a draw counted as half a win; the band \
         holds at all numbers of games at once",
        "Wynik {of_side} w pierwszych partiach, remis liczony jako pół wygranej; pasmo jest ważne dla \
         wszystkich liczb partii naraz";
    ConvergenceAxis: "games, each step ten times as many", "partie, co krok dziesięć razy więcej";
    ScoreOf: "score of {side}, %", "wynik {of_side}, %";
    Even: "even", "równo";

    // Which rules apply.
    ClausesMost: "{hit} of {all} rules were at work in {games}; most often {rule}, {times} times a game",
        "{hit} z {all} reguł zadziałało ({games}); najczęściej {rule}: {times} razy na partię";
    ClausesAbout: "How often a rule is at work in a game: a roll, a modifier, a change or a finding told under \
         its number",
        "Jak często reguła działa w partii: rzut, modyfikator, zmiana lub ustalenie pod jej numerem";
    ClausesAxis: "times a game", "razy na partię";
    ClausesNever: "Never at work ({count}): {rules}.", "Ani razu ({count}): {rules}.";
    ClausesNeverDecisions: "Decisions on doubtful rules that were never at work: {count}.",
        "Rozstrzygnięcia wątpliwych reguł, które nie wystąpiły ani razu: {count}.";
    ClausesAll: "Every rule was at work at least once.", "Każda reguła zadziałała choć raz.";
    ClausesNote: "A rule that only forbids leaves no trace.", "Reguła, która tylko zabrania, nie zostawia śladu.";
    ClauseRule: "rule", "reguła";
    ClauseTimes: "times a game", "razy na partię";
    ClauseGames: "games in which", "partie, w których";
    ClauseSays: "what it is", "co to";

    // Exact chances.
    OddsLikely: "{chance}: {result}", "{chance}: {result}";
    OddsNone: "none of what may change", "nic z tego, co może się zmienić";
    OddsAbout: "Exact chances: {action}", "Dokładne szanse: {action}";
    OddsAxis: "chance, %", "szansa, %";
    OddsTable: "{title}: {result} in {low} to {high} of cases", "{title}: {result}, od {low} do {high} przypadków";
    OddsTableAbout: "Exact chances by {keys}", "Dokładne szanse; wiersze: {keys}";

    // The effects of changes.
    ForestSome: "{some} of {all} changes are shown to shift the {what}",
        "Zmiany, które widocznie przesuwają {what}: {some} z {all}";
    ForestNone: "None of {all} changes is shown to shift the {what}",
        "Żadna zmiana (z {all}) widocznie nie przesuwa: {what}";
    ForestScore: "score of {side}", "wynik {of_side}";
    ForestPoints: "points in a hundred games", "punkty na sto partii";
    ForestAbout: "Difference from the scenario as it is, in {unit}, each with its interval of 95 %; hollow \
         where it may be none",
        "Różnica wobec scenariusza bez zmian ({unit}), każda z przedziałem 95 %; puste, gdy może jej nie być";
    ForestNote: "The intervals hold one by one, not all at once.", "Przedziały są ważne pojedynczo, nie \
         wszystkie naraz.";

    // The effects of the ends of ranges.
    TornadoSome: "{some} of {all} values are shown to shift the {what}, {most} most",
        "Wartości, które widocznie przesuwają {what}: {some} z {all}, najbardziej {most}";
    TornadoNone: "None of {all} values is shown to shift the {what}",
        "Żadna wartość (z {all}) widocznie nie przesuwa: {what}";
    TornadoAbout: "Difference from the scenario as it is at the ends of each range, in {unit}; hollow where it \
         may be none",
        "Różnica wobec scenariusza bez zmian na krańcach każdego zakresu ({unit}); puste, gdy może jej nie być";
    TornadoNote: "The intervals of 95 % hold all at once.", "Przedziały 95 % są ważne wszystkie naraz.";

    // The effect of a parameter.
    CurveChanges: "The score of {side} goes from {here} at {from} to {there} at {to}",
        "Wynik {of_side} zmienia się od {here} przy {from} do {there} przy {to}";
    CurveSame: "{parameter} is not shown to change the score of {side}: {here} at {from}, {there} at {to}",
        "Nie widać, by {parameter} zmieniało wynik {of_side}: {here} przy {from}, {there} przy {to}";
    CurveAbout: "Score of {side} by {parameter}, a draw counted as half a win; whiskers are intervals of 95 %",
        "Wynik {of_side} według: {parameter}, remis liczony jako pół wygranej; wąsy to przedziały 95 %";
    MapOpen: "{some} of {all} combinations leave it open which side is favoured",
        "Kombinacje, w których nie wiadomo, komu sprzyja scenariusz: {some} z {all}";
    MapSplit: "{some} of {all} combinations favour {side}, the others the other side",
        "Kombinacje, które sprzyjają stronie „{side}”: {some} z {all}; pozostałe sprzyjają drugiej";
    MapFor: "All {all} combinations favour {side}",
        "Wszystkie kombinacje ({all}) sprzyjają {to_side}";
    MapAgainst: "All {all} combinations are against {side}",
        "Wszystkie kombinacje ({all}) są niekorzystne dla {of_side}";
    MapAbout: "Score of {side} in % by {first} (across) and {second} (down), a draw counted as half a win; \
         below it the interval of 95 %; framed where it contains 50",
        "Wynik {of_side} w % według: {first} (w poprzek) i {second} (w dół), remis liczony jako pół \
         wygranej; niżej przedział 95 %; w ramce, gdy zawiera 50";
    MapNow: "as it is", "jak jest";

    // The page of a report.
    PageSubtitle: "A program played both sides, many times, under the numbered rules of the game, to see whether \
         the scenario is fair.",
        "Program rozegrał obie strony, wiele razy, według numerowanych reguł gry, by sprawdzić, czy scenariusz \
         jest wyrównany.";
    PageContents: "Contents", "Spis treści";
    PageVerdict: "Verdict", "Werdykt";
    PageBeside: "What differs", "Co się różni";
    PageMethod: "Method and manifest", "Metoda i metryczka";
    PageTheme: "Light or dark", "Jasna lub ciemna";
    PageTo: "to", "do";
    PageDraws: "draws", "remisy";
    PageFigure: "Figure", "Wielkość";
    PageDifference: "Difference", "Różnica";
    PageBesideNote: "VP are victory points; the lead is those of {side} less those of the enemy.",
        "PZ to punkty zwycięstwa; przewaga to punkty {of_side} minus punkty przeciwnika.";
    PagePairedNote: "The difference is the second column less the first, over pairs of games with the same dice, \
         one game of each run ({pairs} pairs, of which {differing} differ).",
        "Różnica to druga kolumna minus pierwsza, liczona na parach partii o tych samych kościach, po \
         jednej z każdego przebiegu (par: {pairs}, różnych: {differing}).";
    PageRises: "{label}: the score of {side} rises, {value} points ({low} to {high}).",
        "{label}: wynik {of_side} rośnie, {value} p.p. (od {low} do {high}).";
    PageFalls: "{label}: the score of {side} falls, {value} points ({low} to {high}).",
        "{label}: wynik {of_side} spada, {value} p.p. (od {low} do {high}).";
    PageSame: "{label}: the score of {side} is not shown to change, {value} points ({low} to {high}).",
        "{label}: nie widać zmiany wyniku {of_side}, {value} p.p. (od {low} do {high}).";
    PageWhyHead: "Why", "Dlaczego";
    PageSee: "Maps and games", "Mapy i partie";
    PageRest: "In detail", "Szczegóły";
    PageMargins: "By how many points", "Różnica punktów";
    PageHow: "How it was counted", "Jak liczono";
    PageAgain: "To play it again", "Żeby rozegrać ponownie";
    PageFigures: "The figures", "Liczby";
    PageChanges: "What was changed", "Co zmieniono";
    PagePath: "Value", "Wartość";
    PageNow: "Is now", "Jest teraz";
    PageAllRows: "Show all rows", "Pokaż wszystkie wiersze";
    PageFewerRows: "Show fewer rows", "Pokaż mniej wierszy";
    PageDifferenceNote: "The difference is the second column less the first; the runs count as independent, so \
         its interval is too wide rather than too narrow.",
        "Różnica to druga kolumna minus pierwsza; przebiegi liczą się jako niezależne, więc jej przedział jest \
         raczej za szeroki niż za wąski.";
    PageEndings: "How games end", "Jak kończą się partie";
    PageReason: "End", "Zakończenie";
    PageGames: "games", "partie";
    PageShare: "share", "udział";
    PageStages: "When it is decided", "Kiedy zapada rozstrzygnięcie";
    PageUnits: "What becomes of the units", "Co się dzieje z oddziałami";
    PageUnitsNote: "How often in a game, on average; in columns with a %, in what share of the games it came to that.",
        "Ile razy na partię, średnio; w kolumnach z % w jakiej części partii do tego doszło.";
    PageUnit: "Unit", "Oddział";
    PageSide: "Side", "Strona";
    PageHeat: "Where it happens", "Gdzie to się dzieje";
    PageHeatNote: "From the first games of the run, played again: {games}. Both sides have the same scale.",
        "Z pierwszych partii przebiegu, rozegranych ponownie: {games}. Skala jest ta sama dla obu stron.";
    PageFilms: "Games to watch", "Partie do obejrzenia";
    PageFilmsNote: "Choose a game, then step with its buttons; on a keyboard the arrows step, Page Up and Page \
         Down go from {time} to {time}, the space bar plays.",
        "Wybierz partię, potem przechodź przyciskami; na klawiaturze strzałki przesuwają o krok, Page Up i Page \
         Down o {by_time}, spacja odtwarza.";
    PageNeedsScript: "Games are shown by a script, which this browser does not run.",
        "Partie pokazuje skrypt, którego ta przeglądarka nie uruchamia.";
    PageMissing: "Map, games and rules are not shown: {why}", "Mapy, partii i reguł nie pokazano: {why}";
    PageCorrelations: "What correlates with winning", "Co idzie w parze z wygraną";
    PageCorrelationsNote: "Correlations with the score of {side}, for {tested} quantities of the records, the \
         strongest first: near 1: more is better for them; near −1: more is worse; near 0: unrelated. Correlation \
         is not causation.",
        "Korelacje z wynikiem {of_side} dla wielkości z zapisów ({tested}), najsilniejsze najpierw: blisko \
         1 im więcej, tym lepiej; blisko −1 tym gorzej; blisko 0 bez znaczenia. To, co idzie w parze, \
         nie musi być przyczyną.";
    PageWhat: "Quantity", "Wielkość";
    PageMean: "mean", "średnia";
    PageHappens: "comes to that in", "dochodzi do tego w";
    PageScoreIf: "score if so, %", "wynik, jeśli tak, %";
    PageScoreIfNot: "if not, %", "jeśli nie, %";
    PageCorrelation: "correlation", "korelacja";
    PageConvergence: "How well the score is known", "Jak dokładnie znany jest wynik";
    PageClauses: "Rules at work", "Reguły w działaniu";
    PageNever: "Rules that were never at work", "Reguły, które ani razu nie zadziałały";
    PageAssumptions: "What is assumed", "Co założono";
    PageAssumptionsNote: "The rulebook's text leaves these values open; they were derived or chosen, and the \
         result depends on them.",
        "Tekst instrukcji nie rozstrzyga tych wartości; wyprowadzono je albo wybrano, a wynik od nich zależy.";
    PageAssumptionsHead: "{count} values and their sources", "Wartości i ich podstawy ({count})";
    PageValueOf: "Value of", "Wartość";
    PageValue: "Here", "Przyjęto";
    PageRange: "Plausible", "Możliwe";
    PageStanding: "Standing", "Podstawa";
    PageWhy: "Why", "Dlaczego";
    PageFair: "Fair", "Wyrównany";
    PageFavours: "Favours {side}", "Sprzyja {to_side}";
    PageUndecided: "Undecided", "Nierozstrzygnięty";
    PageDepends: "Depends on play", "Zależy od gry";
    PagePlayInterval: "As far as this search found, better play moves it between {low} and {high} %. The verdict rests \
         on this play interval, which a better search could only widen.",
        "Lepsza gra, jaką znaleziono, przesuwa go od {low} do {high} %. Na tym przedziale gry opiera się werdykt; \
         lepsze poszukiwanie mogłoby go tylko poszerzyć.";
    PagePlayWhose: "Better play of these could change it: {whose}.", "Może go zmienić lepsza gra: {whose}.";
    PagePlayStale: "The play interval of these mixes is stale, since rules, scenario or players are not those of the \
         search; the verdict is about these players only.",
        "Przedział gry tych mieszanek jest nieaktualny, bo reguły, scenariusz lub gracze nie są już te, co przy \
         poszukiwaniu; werdykt dotyczy tylko tych graczy.";
    PageMix: "mix of {count} players", "mieszanka (graczy: {count})";
    PageMixOfOne: "mix of 1 player", "mieszanka (1 gracz)";
    PagePlaySearch: "search of the play interval: day, games or seconds, seed, commit, rules and scenario (SHA-256)",
        "poszukiwanie przedziału gry: dzień, partie lub sekundy, ziarno, commit, reguły i scenariusz (SHA-256)";
    PageScore: "{side} score {score}, a draw counted as half a win. Fair would be {low} to {high} %.",
        "Wynik {of_side}: {score}, remis liczony jako pół wygranej. Wyrównany byłby od {low} do {high} %.";
    PageMore: "A verdict would take about {games} more.", "Do werdyktu potrzeba jeszcze około: {games}.";
    PageInterval: "{value} % ({low} to {high})", "{value} % (od {low} do {high})";
    PagePlayed: "{games}; players: {first} against {second}", "{games}; gracze: {first} kontra {second}";
    PagePlayedAnytime: "{games}; players: {first} against {second}; intervals that hold at any time",
        "{games}; gracze: {first} kontra {second}; przedziały ważne w każdej chwili";
    PageUnfinished: "The run is not finished: {games} of {due} games so far, which this page is about.",
        "Przebieg nie jest skończony: jest dopiero {games} z {due}, i tylko o nich tu mowa.";
    PageRead: "How to read this page", "Jak czytać tę stronę";
    PageReadScore: "Score", "Wynik";
    PageReadScoreIs: "The share of games won, with a draw as half a win. At 50 % both sides have the same \
         chances; above, {side} have the better ones.",
        "Odsetek wygranych, z remisem jako połową wygranej. Przy 50 % szanse są równe; powyżej 50 % lepsze są \
         szanse {of_side}.";
    PageReadBars: "Bar", "Pasek";
    PageReadBarsAre: "All games, parted into those that {first} won, draws, and those that {second} won.",
        "Wszystkie partie, w podziale na wygrane {of_first}, remisy i wygrane {of_second}.";
    PageReadIntervals: "Brackets, whiskers, bands", "Nawiasy, wąsy, pasma";
    PageReadIntervalsAre: "Where the true value may lie, as only so many games were played (intervals of 95 %). \
         More games make them narrower.",
        "Gdzie może leżeć prawdziwa wartość, skoro rozegrano tylko tyle partii (przedziały 95 %). Im więcej \
         partii, tym są węższe.";
    PageReadVerdict: "Verdict", "Werdykt";
    PageReadVerdictIs: "Fair: the whole interval of the score is within {points} points of 50 %; favours a side: \
         all of it is beyond; undecided: more games are needed; depends on play: with better players the verdict \
         could be another. The interval may be wider than in the charts, since it stays valid however often you \
         look at it.",
        "Wyrównany: cały przedział wyniku leży najwyżej {points} p.p. od 50 %; sprzyja stronie: cały leży dalej; \
         nierozstrzygnięty: potrzeba więcej partii; zależy od gry: przy lepszych graczach werdykt mógłby być inny. \
         Przedział bywa szerszy niż na wykresach, bo pozostaje ważny, ilekroć się na niego spojrzy.";
    PageReadPlayers: "Players", "Gracze";
    PageReadPlayersAre: "Programs. All figures are about the scenario as they play it; better players, or people, \
         may fare otherwise.",
        "Programy. Wszystkie liczby mówią o scenariuszu w ich rękach; lepszym graczom albo ludziom może pójść inaczej.";
    PageAborted: "Games without an end, counted nowhere else: {games}.",
        "Partie bez końca, nieliczone nigdzie indziej: {games}.";
    PageWins: "{side} win, %", "wygrane {of_side}, %";
    PageDrawn: "draws, %", "remisy, %";
    PageLead: "lead of {side}, VP", "przewaga {of_side}, PZ";
    PageDecisions: "decisions a game", "decyzje na partię";
    PageMethodVerdict: "A scenario is called fair when the whole confidence sequence of the first side's score \
         lies within {points} points of 50 %, and to favour a side when it lies wholly beyond; the chance that a \
         wrong verdict is ever given is at most 5 %.",
        "Scenariusz nazywamy wyrównanym, gdy cały ciąg ufności wyniku pierwszej strony leży nie dalej niż \
         {points} p.p. od 50 %, a sprzyjającym stronie, gdy leży cały poza tym pasmem; szansa, że kiedykolwiek \
         padnie błędny werdykt, wynosi najwyżej 5 %.";
    PageMethodIntervals: "Intervals are Wilson's for rates, Tango's for scores and Student's for means, or \
         confidence sequences where a run was stopped by what it showed. They hold one by one, not all at once.",
        "Przedziały: Wilsona dla udziałów, Tango dla wyników, Studenta dla średnich, a tam, gdzie przebieg \
         zatrzymano na podstawie tego, co pokazał, ciągi ufności. Każdy jest ważny z osobna, nie wszystkie naraz.";
    PageMethodPlayers: "All figures are properties of the scenario together with its players: better players may \
         change them.",
        "Wszystkie liczby opisują scenariusz razem z graczami: lepsi gracze mogą je zmienić.";
    PageMethodReplays: "Maps, rules at work and games to watch come from games of the run that were played again \
         from their seed and number, and are the same games.",
        "Mapy, reguły w działaniu i partie do obejrzenia pochodzą z partii przebiegu rozegranych ponownie według \
         ziarna i numeru, i są to te same partie.";
    PageMethodCause: "Correlation is not causation; ask for a cause with a what-if.",
        "Korelacja nie jest przyczyną; o przyczynę pyta się zmianą scenariusza.";
    PageCommand: "command", "polecenie";
    PageVersion: "version and commit", "wersja i commit";
    PageGame: "scenario", "scenariusz";
    PageUntil: "to stop when", "do zatrzymania, gdy";
    PagePlayers: "players", "gracze";
    PageSeed: "seed", "ziarno";
    PageNumbers: "games", "partie";
    PageFromTo: "{first} to {last}", "od {first} do {last}";
    PageHashRules: "rules, SHA-256", "reguły, SHA-256";
    PageHashScenario: "scenario, SHA-256", "scenariusz, SHA-256";
    PageHashPlayers: "players, SHA-256", "gracze, SHA-256";
    PageFilmMedian: "An ordinary game (no. {number})", "Zwyczajna partia (nr {number})";
    PageFilmComeback: "The greatest comeback (no. {number})", "Największe odrobienie strat (nr {number})";
    PageFilmQuickest: "The quickest win (no. {number})", "Najszybsza wygrana (nr {number})";
    PageFilmDraw: "A draw (no. {number})", "Remis (nr {number})";
    PageFilmUpset: "An upset (no. {number})", "Niespodzianka (nr {number})";
    PageFilmNumber: "Game {number}", "Partia {number}";
    PageStandsAssumed: "assumed", "założona";
    PageStandsDerived: "derived", "wyprowadzona";
    PageStandsText: "text", "z tekstu";

    // What a designer cares about besides fairness.
    ButDraws: "drawish", "remisowy";
    ButWalkovers: "one-sided", "jednostronny";
    ButLong: "drawn out", "rozwlekły";
    PageBut: "{word}, but {other}", "{word}, ale {other}";
    PageAlso: "{word}; also {other}", "{word}; także {other}";
    PageOpen: "undecided whether {other}", "nie wiadomo, czy {other}";
    MindsDraws: "Draws: {share} of games", "Remisy: {share} partii";
    MindsWalkovers: "Walk-overs, won in the first half of the time: {share} of games",
        "Łatwe zwycięstwa, w pierwszej połowie czasu: {share} partii";
    MindsWalkoversBy: "Walk-overs, won in the first half of the time or by {points} VP and more: {share} of games",
        "Łatwe zwycięstwa, w pierwszej połowie czasu albo różnicą co najmniej {points} PZ: {share} partii";
    MindsLong: "Played until time was up: {share} of games", "Grane do końca czasu: {share} partii";
    MindsWithin: "no more than {most} %", "nie więcej niż {most} %";
    MindsBeyond: "more than {most} %", "więcej niż {most} %";
    MindsUndecided: "undecided whether more than {most} %", "nie wiadomo, czy więcej niż {most} %";

    // Why a score is as it is.
    WhyHead: "In words", "W słowach";
    WhyDraws: "{share} of games are drawn; the reason in {of_draws} of these: {reason}.",
        "Remisem kończy się {share} partii; powód w {of_draws} z nich: {reason}.";
    WhyDecides: "What decides most is this ending: {reason}. {share} of games end so, {side} score {score} in them, \
         and that moves the score by {adds} points from 50 %.",
        "Najwięcej rozstrzyga zakończenie: {reason}. Kończy się tak {share} partii, wynik {of_side} to w nich {score}, \
         a to przesuwa wynik o {adds} p.p. od 50 %.";
    WhyEnds: "Most games end so: {reason}, {share}; no ending is shown to move the score from 50 %.",
        "Najczęstsze zakończenie: {reason}, {share}; nie widać, by któreś przesuwało wynik od 50 %.";
    WhyWithout: "Without {rule} the score of {side} would change by {change} points, from {with} to {without} in \
         pairs.",
        "Bez {rule} wynik {of_side} zmieniłby się o {change} p.p., w parach z {with} na {without}.";
    WhyWithoutSame: "Without {rule} the score of {side} is not shown to differ: {change} points.",
        "Bez {rule} nie widać zmiany wyniku {of_side}: {change} p.p.";
    WhyLead: "On points {side} lead by {points} VP on average.",
        "Na punkty przewaga {of_side} wynosi średnio {points} PZ.";
    WhyLeadStage: "On points {side} lead by {points} VP on average, most of it in {time} {stage}: {gained} VP.",
        "Na punkty przewaga {of_side} wynosi średnio {points} PZ; najwięcej powstaje w czasie: {time} {stage}, \
         {gained} PZ.";
    WhyEvent: "What goes with winning most: {what}. It happens in {share} of games; {side} score {if_so} in these, and \
         {if_not} in the others.",
        "Z wygraną najsilniej łączy się: {what}. Zdarza się w {share} partii; wynik {of_side} to w nich {if_so}, a w \
         pozostałych {if_not}.";
    WhyIt: "it", "tego";
    WhyEventOnly: "This is association only: what it is worth was not played.",
        "To tylko współwystępowanie: nie rozegrano, ile to znaczy.";
    WhyWins: "What wins its side most: {unit} ({whose}), {points} VP a game.",
        "Największy zysk dla swojej strony: {unit} ({whose}), {points} PZ na partię.";
    WhyCosts: "What costs its side most: {unit} ({whose}), {points} VP a game.",
        "Największy koszt dla swojej strony: {unit} ({whose}), {points} PZ na partię.";
    WhyNote: "What was switched off was played: pairs of games with the same dice, {games} for each change.",
        "Co wyłączono, rozegrano: pary partii z tymi samymi kośćmi, po {games} na zmianę.";
    WhyNotPlayed: "Nothing was switched off to see its worth: {why}.", "Niczego nie wyłączono na próbę: {why}.";
    PartsScore: "The score changes by {all} points. By how games end, the largest part is {reason}: {part} points.",
        "Wynik zmienia się o {all} p.p. Według zakończeń największą część daje {reason}: {part} p.p.";
    PartsTime: "By when games end, the largest part is {time} {stage}: {part} points.",
        "Według czasu zakończenia największą część daje {time} {stage}: {part} p.p.";
    PartsStage: "The lead changes by {all} VP. The largest part is made in {time} {stage}: {part} VP.",
        "Przewaga zmienia się o {all} PZ. Największa część powstaje w czasie: {time} {stage}, {part} PZ.";
    PartsUnit: "By unit, the largest part of the change of the lead comes through {unit} ({whose}): {part} VP.",
        "Według oddziałów największą część zmiany przewagi daje {unit} ({whose}): {part} PZ.";
}

/// A text with its placeholders filled.
fn filled(text: &str, sides: &[(&str, &Called)], places: &[(&str, &str)]) -> String {
    let mut said = String::new();
    let text = text.replace(" %", "\u{a0}%");
    let mut rest = text.as_str();
    // Inserted text is never scanned again: the name of a unit may be any text.
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').expect("a place is closed");
        let plain = places.iter().find(|(place, _)| *place == name).map(|(_, value)| *value);
        let declined = || sides.iter().find_map(|(place, called)| called.form(name, place));
        let value = plain.or_else(declined);
        said.push_str(before);
        said.push_str(value.expect("every place has a value"));
        rest = behind;
    }
    said.push_str(rest);
    said
}

#[cfg(test)]
mod tests;
