//! The texts of the charts of luck and balance, and of the pages of a sweep, a sensitivity analysis and a search for
//! balance.

use super::{Language, filled};
use crate::lexicon::Called;

messages! { StudyMessage:
    // The luck of a game.
    LuckFor: "Luck favoured {side}: {net} points of the score in all",
        "Szczęście sprzyjało {to_side}: łącznie {net} p.p. wyniku";
    LuckOpen: "Luck is not shown to have favoured a side: {net} points for {side}",
        "Nie widać, by szczęście komuś sprzyjało: {net} p.p. na rzecz {of_side}";
    LuckAbout: "Score that {side} could expect, roll by roll, by rollouts; the band holds the intervals of 95 %; \
         numbered are the rolls that gained most, discs for {first}, squares for {second}",
        "Wynik, jakiego mogła oczekiwać strona „{side}”, rzut po rzucie, według symulacji; pasmo to przedziały 95 \
         %; numery mają rzuty, które dały najwięcej, koła stronie „{first}”, kwadraty stronie „{second}”";
    LuckSource: "{title}: game {number} of seed {seed}, {first} against {second}; rollouts from each position: \
         {rollouts}.",
        "{title}: partia {number} z ziarna {seed}, {first} kontra {second}; symulacji z każdej pozycji: {rollouts}.";
    LuckRoll: "{time} {stage}: {roll}", "{time} {stage}: {roll}";
    LuckGain: "+{points}", "+{points}";

    // What decides a run.
    SharesFound: "Chance alone explains {chance} of the variance of the score, the choices of the players alone \
         {choices}",
        "Sam los wyjaśnia {chance} wariancji wyniku, same decyzje graczy {choices}";
    SharesAbout: "What each source of randomness explains, in % of the variance of the score: alone, and in all \
         with everything that depends on it together with others; hollow where it may be none",
        "Co wyjaśnia każde źródło losowości, w % wariancji wyniku: samo i łącznie ze wszystkim, co zależy od niego \
         i od innych; puste, gdy może to być zero";
    SharesUnit: "share of the variance of the score, %", "udział w wariancji wyniku, %";

    // Cost against distance.
    FrontHolds: "Answers that hold with the players who searched: {some} of {all}; the cheapest costs {cost}, and \
         {side} score {score}",
        "Rozwiązania potwierdzone z graczami, którzy szukali: {some} z {all}; najtańsze kosztuje {cost}, a wynik \
         {of_side} to {score}";
    FrontNone: "No answer is shown to hold with the players who searched; tried: {all}",
        "Żadne rozwiązanie nie potwierdziło się z graczami, którzy szukali; sprawdzone: {all}";
    FrontShort: "Nothing in the palette suffices; the nearest are shown",
        "Nic z palety nie wystarcza; pokazano najbliższe";
    FrontReached: "The scenario reaches the goal as it is: {side} score {score}",
        "Scenariusz spełnia cel bez zmian: wynik {of_side} to {score}";
    FrontAbout: "How far the score of {side} is from {target}, by what the changes cost; shaded: the goal. \
         Numbered: answers in fresh games, filled where they hold, hollow where it is not decided, crossed where \
         they are refuted. Grey: the nearest that the search found at each cost, not checked",
        "Jak daleko wynik {of_side} leży od {target}, według kosztu zmian; cień to cel. Z numerami: rozwiązania w \
         nowych partiach, pełne, gdy potwierdzone, puste, gdy nierozstrzygnięte, skreślone, gdy obalone. Szare: \
         najbliższe, jakie znalazło szukanie przy danym koszcie, niesprawdzone";
    FrontNote: "The intervals of answers hold all at once, at 95 %, those of the search one by one, at 99 %.",
        "Przedziały rozwiązań są ważne wszystkie naraz (95 %), te z szukania pojedynczo (99 %).";
    FrontAxis: "score less the target, points", "wynik minus cel, p.p.";
    FrontCost: "cost", "koszt";
    FrontAnswer: "{changes} (cost {cost})", "{changes} (koszt {cost})";

    // Strength and pace.
    PaceTitle: "How strong players are, and how fast", "Siła i szybkość graczy";
    PaceAbout: "The mean score of each player against the panel of the other side, by the games that it plays a second \
         on one core. Discs: {first}; squares: {second}; numbered below",
        "Średni wynik każdego gracza przeciw panelowi drugiej strony, według liczby partii na sekundę na jednym \
         rdzeniu. Koła: {first}; kwadraty: {second}; numery poniżej";
    PaceNote: "{title}: {games} in all, with 95 % intervals. Paces are those of the machine that played.",
        "{title}: łącznie {games}, przedziały 95 %. Szybkość dotyczy maszyny, na której grano.";
    PaceScore: "mean score, %", "średni wynik, %";
    PaceAxis: "games a second and core", "partie na sekundę i rdzeń";
    PaceOfOne: "{score}, {pace} a second", "{score}, {pace} na sekundę";

    Holds: "holds", "potwierdzone";
    Refuted: "refuted", "obalone";
    NotDecided: "not decided", "nierozstrzygnięte";
    Matters: "matters", "ma wpływ";
    Negligible: "no measurable effect", "bez mierzalnego wpływu";

    // A plan.
    PlanAnswered: "An even chance of an answer by {half}, nine in ten by {nearly}",
        "Pół szansy na odpowiedź: {half}, dziewięć na dziesięć: {nearly}";
    PlanHalf: "An even chance of an answer by {half}; nine in ten take more than {most}",
        "Pół szansy na odpowiedź: {half}; dziewięć na dziesięć: więcej niż {most}";
    PlanOpen: "No even chance of an answer: more likely than not {most} leave it open",
        "Mniej niż pół szansy na odpowiedź: {most} raczej nie rozstrzygnie";
    PlanAbout: "The chance that the question is answered by this many games, as the pilot sees it; shaded: where nine \
         runs in ten end",
        "Szansa, że tyle partii da odpowiedź, według próby; cień: tu kończy się dziewięć przebiegów na dziesięć";
    PlanSource: "{title}: a pilot of {games}, {first} against {second}.",
        "{title}: próba, {games}, {first} kontra {second}.";
    PlanAxis: "chance of an answer by then, %", "szansa na odpowiedź do tej chwili, %";
    PlanGames: "games, and their time", "partie i ich czas";

    // The names of edits.
    EditSet: "{what} (is {now})", "{what} (jest {now})";
    EditRemove: "without {name}", "bez: {name}";
    EditVariant: "variant {name}", "wariant {name}";

    // Common to the pages.
    Short: "In short", "W skrócie";
    Seeded: "{played}; seed {seed}", "{played}; ziarno {seed}";
    HowPaired: "All variants play the same games: each number has the same dice wherever they are rolled for the \
         same thing, so that what differs is the change and not luck. Dice are keyed by what they decide, and \
         `szala run` with this seed plays other games.",
        "Wszystkie warianty grają te same partie: każdy numer ma te same kości wszędzie tam, gdzie rzuca się o to \
         samo, więc różni je zmiana, a nie szczęście. Kości zależą od tego, o czym rozstrzygają, a `szala run` z \
         tym ziarnem gra inne partie.";
    HowPlayers: "All of it is about these players: better play may use a change otherwise (`szala whatif --robust`).",
        "Wszystko dotyczy tych graczy: lepsza gra może wykorzystać zmianę inaczej (`szala whatif --robust`).";
    HowScore: "The score is the share of games won, with a draw as half a win.",
        "Wynik to odsetek wygranych, z remisem jako połową wygranej.";
    Value: "Value", "Wartość";
    IsNow: "is", "jest";
    Tried: "tried", "sprawdzono";
    Games: "games", "partie";
    ScoreMore: "score more", "wynik, zmiana";
    WinsMore: "{side} win more, %", "wygrane {of_side}, zmiana, %";
    DrawsMore: "draws more, %", "remisy, zmiana, %";
    LeadMore: "lead more, VP", "przewaga, zmiana, PZ";
    Finding: "finding", "ustalenie";

    // A sweep.
    SweepHead: "What a range of values does", "Co daje zakres wartości";
    SweepNow: "As it is, {side} score {score}.", "Bez zmian wynik {of_side} to {score}.";
    SweepNone: "None of the other values tried is shown to change the score of {side} (tried: {all}).",
        "Żadna z pozostałych sprawdzonych wartości nie zmienia widocznie wyniku {of_side} (sprawdzono: {all}).";
    SweepSome: "Other values that are shown to change the score of {side}: {some} of {all}; the lowest is {low} at \
         {least}, the highest {high} at {most}.",
        "Inne wartości, które widocznie zmieniają wynik {of_side}: {some} z {all}; najniższy to {low} przy {least}, \
         najwyższy {high} przy {most}.";
    SweepFair: "Fair within {points} points: {fair} of {all}.",
        "Wyrównane w granicach {points} p.p.: {fair} z {all}.";
    SweepLead: "lead, VP", "przewaga, PZ";
    SweepVerdict: "verdict", "werdykt";
    SweepStopped: "stopped", "zatrzymane";
    SweepFairWord: "fair", "wyrównany";
    SweepFavours: "favours {side}", "sprzyja {to_side}";
    SweepAsIs: "as it is", "bez zmian";
    SweepFixed: "Intervals are of 95 %, and hold one by one.", "Przedziały są 95-procentowe, każdy ważny z osobna.";
    SweepAnytime: "Intervals of 95 % that hold at any time, since the sweep could stop early.",
        "Przedziały 95 % ważne w każdej chwili, bo przebieg mógł stanąć wcześniej.";
    SweepHope: "Stopped cells cannot be fair within {points} points; the chance that any was stopped wrongly is at \
         most 5 %.",
        "Zatrzymane komórki nie mogą być wyrównane w granicach {points} p.p.; szansa, że którąś zatrzymano błędnie, \
         wynosi najwyżej 5 %.";

    // Adapted play.
    AdaptedHead: "The change when play adapts to it", "Zmiana, gdy gra się do niej dostosuje";
    AdaptedFound: "When play adapts to it, the change moves the score of {side} by {change} points ({low} to {high}, \
         as far as better play was found): {so}.",
        "Gdy gra się do niej dostosuje, zmiana przesuwa wynik {of_side} o {change} p.p. (od {low} do {high}, na ile \
         znaleziono lepszą grę): {so}.";
    AdaptedMore: "they score more with every player found", "wynik rośnie przy wszystkich znalezionych graczach";
    AdaptedLess: "they score less with every player found", "wynik spada przy wszystkich znalezionych graczach";
    AdaptedOpen: "its sign depends on play", "jej znak zależy od gry";
    AdaptedUnshown: "these games do not show its sign", "te partie nie pokazują jej znaku";
    AdaptedScore: "score of {side}, %", "wynik {of_side}, %";
    AdaptedChanged: "changed", "po zmianie";
    AdaptedChange: "change, points", "zmiana, p.p.";
    AdaptedFixed: "at fixed play", "gra bez dostosowania";
    AdaptedPlay: "at adapted play", "gra dostosowana";
    AdaptedEnds: "play interval at adapted play", "przedział gry dostosowanej";
    AdaptedHow: "For each variant a search looked for the best mixes of players of both sides, from all players known \
         beside the scenario; mixes that were up to date were not searched for again. At fixed play the same players \
         play both variants.",
        "Dla każdego wariantu szukanie wybrało najlepsze mieszanki graczy obu stron, zaczynając od wszystkich graczy \
         znanych przy scenariuszu; aktualnych mieszanek nie szukano ponownie. Bez dostosowania oba warianty grają \
         ci sami gracze.";
    AdaptedHowEnds: "The play interval of each score ends where the best players found, trained against the mixes, \
         could move it. That of the change is the lower end of one less the upper end of the other, which is \
         conservative.",
        "Przedział gry każdego wyniku kończy się tam, dokąd mogli go przesunąć najlepsi znalezieni gracze, uczeni \
         przeciw mieszankom. Przedział zmiany to dolny koniec jednego minus górny koniec drugiego, co jest ostrożne.";
    AdaptedSearch: "search as it is: day, games or seconds, seed, commit, rules and scenario (SHA-256)",
        "szukanie bez zmian: dzień, partie lub sekundy, ziarno, commit, zasady i scenariusz (SHA-256)";
    AdaptedSearchChanged: "search of the change: games or seconds, seed",
        "szukanie po zmianie: partie lub sekundy, ziarno";

    // Sensitivity.
    SensitivityHead: "Which values matter", "Które wartości mają znaczenie";
    SensitivityFound: "Values shown to change the score of {side}: {some} of {all}; no measurable effect, less than \
         {points} points: {little}; not decided: {open}.",
        "Wartości, które widocznie zmieniają wynik {of_side}: {some} z {all}; bez mierzalnego wpływu, poniżej \
         {points} p.p.: {little}; nierozstrzygnięte: {open}.";
    SensitivityEnds: "What each end changes", "Co zmienia każdy kraniec";
    SensitivityPairs: "Pairs of values that do more together, or less, than each alone: {some} of {all}.",
        "Pary wartości, które razem dają więcej lub mniej niż każda z osobna: {some} z {all}.";
    SensitivityNoPairs: "No interaction of the strongest values is shown (pairs: {all}): none is larger than {widest} \
         points.",
        "Nie widać współdziałania najsilniejszych wartości (par: {all}): żadne nie przekracza {widest} p.p.";
    SensitivityNoneSeen: "No interaction of the strongest values was seen (pairs: {all}); these games do not say how \
         large one could be.",
        "Nie zaobserwowano współdziałania najsilniejszych wartości (par: {all}); te partie nie mówią, jak duże \
         mogłoby być.";
    SensitivityPairsHead: "Pairs", "Pary";
    SensitivityFrom: "from low to high of", "od dołu do góry";
    SensitivityWith: "with low to high of", "razem z";
    SensitivitySpread: "With all {count} uncertain values drawn at random from their ranges, about nine scenarios \
         in ten score {low} to {high} % for {side}; the standard deviation is {deviation} points, the noise of few \
         games removed ({scenarios} scenarios, {games}).",
        "Gdy wszystkie niepewne wartości ({count}) losuje się z ich zakresów, w mniej więcej dziewięciu \
         scenariuszach na dziesięć wynik {of_side} leży od {low} do {high} %; odchylenie standardowe to {deviation} \
         p.p., po odjęciu szumu z małej liczby partii (scenariusze: {scenarios}, {games}).";
    SensitivityShares: "What explains that", "Co to wyjaśnia";
    SensitivityShare: "share of the variance, %", "udział w wariancji, %";
    SensitivityNoShare: "No single value is shown to explain a part of it.",
        "Nie widać, by pojedyncza wartość wyjaśniała część tego.";
    NotTried: "Not tried, since the scenario cannot be played with it alone",
        "Nie sprawdzono, bo scenariusza nie da się z tym rozegrać";
    SensitivityHow: "Each value was set to the ends of its range, and an end that was clear stopped early. A value \
         matters when the interval of its change leaves zero out; it has no measurable effect when the whole \
         interval lies within {points} points. The intervals of each column hold together, at 95 %, however early \
         an end stopped.",
        "Każdą wartość ustawiano na krańcach jej zakresu, a kraniec, który był jasny, zatrzymywano wcześniej. \
         Wartość ma wpływ, gdy przedział jej zmiany nie zawiera zera; nie ma mierzalnego wpływu, gdy cały przedział \
         mieści się w {points} p.p. Przedziały każdej kolumny są ważne razem, na poziomie 95 %, ilekolwiek partii \
         miał kraniec.";
    SensitivityHowPairs: "Pairs were tried in a fractional factorial design: {cells} cells, {games}, of which every \
         one tells something about all pairs.",
        "Pary sprawdzono w ułamkowym układzie czynnikowym (komórki: {cells}, {games}), w którym każda partia mówi \
         coś o wszystkich parach.";

    // Balance.
    BalanceHead: "What would make it fair", "Co by go wyrównało";
    BalanceWanted: "Wanted: {side} score {low} to {high} %{draws}. As it is: {score} %, and {drawn} % of games are \
         drawn.",
        "Cel: wynik {of_side} od {low} do {high} %{draws}. Bez zmian: {score} %, a remisem kończy się {drawn} % \
         partii.";
    BalanceDraws: ", at most {most} % draws", ", najwyżej {most} % remisów";
    BalanceReached: "The scenario reaches the goal as it is; there is nothing to search for.",
        "Scenariusz spełnia cel bez zmian; nie ma czego szukać.";
    BalanceShort: "Nothing in the palette suffices: no change of up to {most} edits was found that reaches the \
         goal. The nearest follow.",
        "Nic z palety nie wystarcza: nie znaleziono zmiany (do {most} edycji naraz), która spełnia cel. Niżej \
         najbliższe.";
    BalanceFound: "Answers found: {all}; in fresh games {holds} are shown to hold with the players who searched, \
         {everywhere} with all who checked; not decided: {open}; refuted: {refuted}.",
        "Znalezione rozwiązania: {all}; w nowych partiach potwierdzone z graczami, którzy szukali: {holds}, ze \
         wszystkimi, którzy sprawdzali: {everywhere}; nierozstrzygnięte: {open}; obalone: {refuted}.";
    BalancePlayers: "players", "gracze";
    ScoreIs: "score, %", "wynik, %";
    BalanceWas: "score was, %", "wynik był, %";
    BalanceDrawsWere: "draws were, %", "remisy były, %";
    BalanceDrawsAre: "draws, %", "remisy, %";
    BalanceDecisions: "decisions more", "decyzje, zmiana";
    BalanceGoal: "goal", "cel";
    BalanceEndings: "How games end: {endings}.", "Jak kończą się partie: {endings}.";
    BalanceEnding: "{reason} [{rule}] {before} to {after} %", "{reason} [{rule}] z {before} na {after} %";
    BalanceUnplayable: "Edits of the palette that cannot be made alone: {count}.",
        "Edycje z palety, których nie da się wprowadzić osobno: {count}.";
    BalanceHow: "The search tried {edits} edits alone and together, {candidates} candidates in all, in {games} (a \
         grid of all combinations: {grid}). What could not reach the goal stopped early. Scores of answers are of \
         fresh games that the search did not see; their intervals hold together, at 95 %.",
        "Sprawdzono edycje ({edits}) osobno i razem, łącznie kandydatów: {candidates}, {games} (siatka wszystkich \
         połączeń: {grid}). Co nie mogło spełnić celu, zatrzymano wcześniej. Wyniki rozwiązań pochodzą z nowych \
         partii, których szukanie nie widziało; ich przedziały są ważne razem, na poziomie 95 %.";
    BalanceHowAll: "Read all rows of an answer: one that holds with one pair of players and is refuted with another \
         depends on play.",
        "Czytaj wszystkie wiersze rozwiązania: jeśli z jednymi graczami jest potwierdzone, a z innymi obalone, \
         zależy od gry.";
}
