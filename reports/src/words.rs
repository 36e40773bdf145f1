//! The texts of pictures and pages besides those of the game itself, in every language. The texts of rules and events
//! stay as the rule systems word them.

use szala_kernel::picture::{Condition, Look};

use crate::messages::Language;

macro_rules! words {
    ($($(#[$attribute:meta])* $name:ident: $english:literal, $polish:literal;)*) => {
        /// The texts of pages and pictures; scripts use those with the same names.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Words {
            $(pub(crate) $name: &'static str,)*
        }

        const ENGLISH: Words = Words { $($name: $english,)* };
        const POLISH: Words = Words { $($name: $polish,)* };

        impl Words {
            /// All of them with their names.
            pub(crate) fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

words! {
    legend: "Legend", "Legenda";
    strength: "strength", "liczebność";
    losses: "losses", "straty";
    shots: "shots", "strzały";
    faces: "faces", "zwrócony na";
    captured: "captured", "zdobyty";
    owned_by: "belongs to the", "należy do strony:";
    nobodys: "nobody's", "niczyje";
    loss: "losses, a dot each", "straty, każda kropką";
    shot: "shots fired {in_this_time}, a stroke each", "strzały oddane {in_this_time}, każdy kreską";
    facing: "facing", "zwrot";
    strength_left: "strength left", "pozostała liczebność";
    game: "game", "rozgrywka";
    seed: "seed", "ziarno";
    against: "against", "przeciw";
    won_by: "won by the", "wygrana:";
    draw: "a draw", "remis";
    aborted: "broken off, without a result", "przerwana, bez wyniku";
    points: "victory points", "punkty zwycięstwa";
    even: "even", "po równo";
    stage: "{Time}", "{Time}";
    step: "step", "krok";
    of: "of", "z";
    lead: "lead", "przewaga";
    luck: "The luckiest rolls", "Najszczęśliwsze rzuty";
    chances: "Score that can be expected, from 0 to 100 %, by rollouts:",
        "Wynik, którego można oczekiwać, od 0 do 100 %, według symulacji:";
    luck_head: "Luck and choices", "Szczęście i decyzje";
    luck_note: "The variance of the score, divided by replaying games with some of their random sources redrawn and \
         the others as they were. Alone: what a source explains whatever the rest is; in all: with everything that \
         depends on it together with others, so that these add up to more than 100. Players who leave nothing to \
         chance have no share.",
        "Wariancja wyniku, podzielona przez rozgrywanie partii od nowa z częścią źródeł losowości wylosowaną na nowo, \
         a resztą jak była. Samo: co źródło wyjaśnia bez względu na resztę; łącznie: razem ze wszystkim, co zależy od \
         niego i od innych, więc suma przekracza 100. Gracze, którzy niczego nie losują, nie mają udziału.";
    chance_alone: "Of the variance of the score chance alone explains", "Sam los wyjaśnia z wariancji wyniku";
    choices_alone: "the players' choices alone", "same decyzje graczy";
    source: "Share of the variance, %", "Udział w wariancji, %";
    alone: "alone", "samo";
    in_all: "in all", "łącznie";
    changed: "games it changes, %", "partie, które zmienia, %";
    dice: "dice", "kości";
    lots: "chits and other lots", "żetony i inne losowania";
    secrets: "secret choices", "tajne decyzje";
    open_choices: "open choices", "jawne decyzje";
    all_chance: "all chance: dice and lots", "cały los: kości i losowania";
    all_choices: "all choices: secret and open", "wszystkie decyzje: tajne i jawne";
    gained: "Gained most, in points of the score:", "Najwięcej zyskali, w punktach wyniku:";
    set_up: "Set-up", "Rozstawienie";
    map: "Map", "Mapa";
    events: "Events", "Zdarzenia";
    counters: "Counters", "Żetony";
    counter: "Counter", "Żeton";
    place: "Where", "Gdzie";
    first: "First", "Początek";
    last: "Last", "Koniec";
    back: "Back", "Wstecz";
    forward: "Forward", "Dalej";
    stage_back: "{Time} back", "{Time} wstecz";
    stage_forward: "{Time} on", "{Time} dalej";
    play: "Play", "Odtwarzaj";
    pause: "Pause", "Zatrzymaj";
    speed: "Speed", "Tempo";
    slow: "slow", "wolno";
    medium: "medium", "średnio";
    fast: "fast", "szybko";
    position: "Position in the game", "Miejsce w rozgrywce";
    larger: "Larger map", "Większa mapa";
    smaller: "Smaller map", "Mniejsza mapa";
    theme: "Light or dark", "Jasno lub ciemno";
    help: "Help", "Pomoc";
    close: "Close", "Zamknij";
    keys: "Keys", "Klawisze";
    key_step: "one step back or on", "krok wstecz lub dalej";
    key_ends: "the beginning, the end", "początek, koniec";
    key_stage: "one {time} back or on", "{by_time} wstecz lub dalej";
    key_play: "play, pause", "odtwarzaj, zatrzymaj";
    key_zoom: "larger or smaller map", "większa lub mniejsza mapa";
    key_help: "this help", "ta pomoc";
    help_click:
        "Choose an event to see the position after it. Point at a counter, or choose a hex, to read who is there.",
        "Wybierz zdarzenie, aby zobaczyć pozycję po nim. Wskaż żeton lub wybierz pole, aby przeczytać, kto tam \
         stoi.";
    lower_sides: "on a lower side, or on the right", "na dolnym boku lub po prawej";
    small: "small letters", "małe litery:";
    capital: "capitals", "wielkie:";
    brackets: "in brackets", "w nawiasach:";
    nobody: "nobody is here", "nikogo tu nie ma";
    needs_script: "The map below shows the set-up. To step through the game, allow scripts for this file.",
        "Mapa pokazuje rozstawienie. Aby prześledzić grę, zezwól na skrypty w tym pliku.";
    games: "games", "partii";
    known_within: "each value is known within", "każda wartość znana z dokładnością";
    or_better: "or better, at 95 %", "lub lepiej, przy 95 %";
    presence: "presence at the ends of {of_times}, % of {of_times}", "obecność na koniec {of_times}, % {of_times}";
    held: "held at the ends of {of_times}, % of {of_times}", "utrzymanie na koniec {of_times}, % {of_times}";
    losses_taken: "losses taken there, a game", "straty poniesione tam, na partię";
    shots_fired: "shots fired from there, a game", "strzały oddane stamtąd, na partię";
}

/// Names that several systems use, by their English form, in Polish.
const POLISH_NAMES: [(&str, &str); 95] = [
    ("clear", "teren otwarty"),
    ("forest", "las"),
    ("hill", "wzgórze"),
    ("forest on a hill", "las na wzgórzu"),
    ("slope", "stok"),
    ("escarpment", "skarpa"),
    ("trench", "szaniec"),
    ("road", "droga"),
    ("camp", "obóz"),
    ("rally point", "punkt zbiórki"),
    ("infantry", "piechota"),
    ("cavalry", "kawaleria"),
    ("Cossacks", "Kozacy"),
    ("artillery", "artyleria"),
    ("commander", "dowódca"),
    ("limbered", "zaprzodkowana"),
    ("in a square", "w czworoboku"),
    ("side by side", "Linia"),
    ("in skirmish order", "w tyralierze"),
    ("in double time", "krok podwojony"),
    ("stopped", "zatrzymany"),
    ("guns silent", "działa milczą"),
    ("active", "aktywny"),
    ("contused", "kontuzjowany"),
    ("not set up", "nierozstawione"),
    ("out of the game", "poza grą"),
    ("in camp", "w obozie"),
    ("field", "pole"),
    ("gate", "brama"),
    ("village", "wieś"),
    ("marsh", "bagno"),
    ("marshy woods", "las na bagnach"),
    ("castle", "zamek"),
    ("wall", "mur"),
    ("path", "ścieżka"),
    ("valley", "dolina"),
    ("bridge", "most"),
    ("river", "rzeka"),
    ("canal", "kanał"),
    ("swamp", "bagno"),
    ("fortification", "fortyfikacja"),
    ("headquarters", "kwatera dowódcy"),
    ("within the fortification", "wewnątrz fortyfikacji"),
    ("face down", "zakryty"),
    ("riflemen", "strzelcy"),
    ("grenadiers", "grenadierzy"),
    ("kosynierzy", "kosynierzy"),
    ("skirmishers", "strzelcy (tyraliera)"),
    ("mounted rifles", "strzelcy konni"),
    ("barge", "barka"),
    ("breach", "wyłom"),
    ("without its horse", "bez konia"),
    ("aboard", "na barce"),
    ("taken up", "w akcji"),
    ("still to enter", "jeszcze nie na mapie"),
    ("lost", "stracone"),
    ("woods", "las"),
    ("wooden buildings", "zabudowania drewniane"),
    ("brick buildings", "zabudowania murowane"),
    ("turned over", "odwrócony"),
    ("rifles", "pluton strzelecki"),
    ("machine guns", "ciężkie karabiny maszynowe"),
    ("mortars", "moździerze"),
    ("barrage", "nakrycie artyleryjskie"),
    ("under fire", "pod ogniem"),
    ("pinned", "uziemiony"),
    ("with a marker of the odd stages", "z żetonem etapów nieparzystych"),
    ("seen to fire", "ujawniony ogniem"),
    ("a new commander", "nowy dowódca"),
    ("under way", "w ruchu"),
    ("not on the board", "poza planszą"),
    ("eliminated", "wyeliminowane"),
    ("open ground", "teren otwarty"),
    ("leader", "wódz"),
    ("phalanx", "falanga"),
    ("heavy infantry", "ciężka piechota"),
    ("legion infantry", "piechota legionowa"),
    ("medium infantry", "średnia piechota"),
    ("barbarian infantry", "piechota barbarzyńska"),
    ("light infantry", "lekka piechota"),
    ("heavy cavalry", "ciężka jazda"),
    ("Roman cavalry", "jazda rzymska"),
    ("lancers", "lansjerzy"),
    ("light cavalry", "lekka jazda"),
    ("elephants", "słonie"),
    ("chariots", "rydwany"),
    ("right half of a unit of two hexes", "prawa połowa jednostki dwuheksowej"),
    ("routed", "w ucieczce"),
    ("depleted", "wyczerpana"),
    ("missiles low", "mało pocisków"),
    ("no missiles", "bez pocisków"),
    ("rallied in this turn", "zebrana w tym etapie"),
    ("finished", "już nie działa"),
    ("in column", "w kolumnie"),
    ("engaged", "związana walką"),
];

/// How the name of a tray of units in flight begins; the stage follows.
const IN_FLIGHT: [&str; 2] = ["in flight until stage ", "w ucieczce do etapu "];

impl Language {
    pub(crate) const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Polish => &POLISH,
        }
    }

    /// A name that a rule system gives, translated where it is known.
    pub(crate) fn name(self, name: &str) -> &str {
        let known = POLISH_NAMES.iter().find(|(english, _)| self == Self::Polish && *english == name);
        known.map_or(name, |(_, polish)| polish)
    }

    pub(crate) fn look_name(self, look: &Look) -> &'static str {
        self.name(look.name)
    }

    pub(crate) fn condition_name(self, condition: &Condition) -> &'static str {
        self.name(condition.name)
    }

    pub(crate) fn tray_name(self, tray: &str) -> String {
        let [english, polish] = IN_FLIGHT;
        match tray.strip_prefix(english) {
            Some(stage) if self == Self::Polish => format!("{polish}{stage}"),
            _ => self.name(tray).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_there_in_both_languages() {
        for ((name, english), (_, polish)) in ENGLISH.all().into_iter().zip(POLISH.all()) {
            assert!(!english.is_empty() && !polish.is_empty(), "{name}");
        }
        assert_eq!(Language::Polish.name("forest"), "las");
        assert_eq!(Language::English.name("forest"), "forest");
        assert_eq!(Language::Polish.name("moor"), "moor", "what nobody has translated stays as it is");
        assert_eq!(Language::Polish.tray_name("in flight until stage 3"), "w ucieczce do etapu 3");
    }
}
