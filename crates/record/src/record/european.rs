//! The words of results in German, French, Spanish, Italian, Dutch, Polish and Russian, in lower case.

use super::result_word::{Ending, Meaning};

/// The words, each with its meaning. No word has different meanings in two of the languages. One is in two parts,
/// because it is also a word of English that is not used here.
#[rustfmt::skip]
const WORDS: &[(&[&str], Meaning)] = &[
    (&["schwarz", "noir", "noirs", "negro", "negros", "negra", "negras", "nero", "neri", "zwart", "czarny", "czarne",
       "czarni", "czarnych", "чёрные", "черные", "чёрный", "черный", "чёрных", "черных"], Meaning::Black),
    (&["weiß", "weiss", "blanc", "blancs", "blanco", "blancos", "blanca", "blancas", "bianco", "bianchi", "wit",
       "biały", "białe", "biali", "białych", "белые", "белый", "белых"], Meaning::White),
    (&["gewinnt", "gewann", "gewonnen", "siegt", "siegte", "sieg", "gagne", "gagnent", "gagné", "victoire", "gana",
       "ganan", "ganó", "ganaron", "victoria", "vince", "vincono", "vinto", "vittoria", "wint", "overwinning",
       "wygrywa", "wygrywają", "wygrał", "wygrały", "wygrali", "wygrana", "zwycięstwo", "выиграли", "выиграл",
       "выигрывают", "победили", "победил", "побеждают", "победа"], Meaning::Wins),
    (&["verliert", "verlor", "verloren", "perd", "perdent", "perdu", "pierde", "pierden", "perdió", "perde",
       "perdono", "perso", "verliest", "verloor", "przegrywa", "przegrywają", "przegrał", "przegrały", "przegrali",
       "проиграли", "проиграл", "проигрывают"], Meaning::Loses),
    (&["aufgegeben", "abandonne", "abandonnent", "abandonné", "abandona", "abandonan", "abandonó", "rinde", "rinden",
       "rindió", "abbandona", "abbandonano", "abbandonato", "opgegeven", "poddaje", "poddają", "poddał", "poddały",
       "poddali", "сдались", "сдался", "сдаются", "сдаётся", "сдается"], Meaning::Resigns),
    (&["gibt", "gab", "geeft", "gaf"], Meaning::Gives),
    (&["auf", "op"], Meaning::Up),
    (&["aufgabe", "abandon", "abandono", "rendición", "rendicion", "abbandono", "resa", "opgave", "poddanie",
       "poddaniem", "rezygnację", "rezygnacja", "сдача", "сдачей", "сдаче", "сдачи"],
       Meaning::How(Ending::Resignation)),
    (&["zeit", "zeitüberschreitung", "zeitueberschreitung", "temps", "tiempo", "tempo", "tijd",
       "tijdsoverschrijding", "czas", "времени", "время"], Meaning::How(Ending::Time)),
    (&["forfait", "kampflos", "nichtantreten", "incomparecencia", "walkower", "walkowerem", "неявка", "неявке",
       "неявкой"], Meaning::How(Ending::Forfeit)),
    (&["remis", "unentschieden", "nul", "nulle", "égalité", "empate", "tablas", "patta", "pareggio", "parità",
       "remise", "gelijkspel", "ничья", "вничью"], Meaning::Draw),
    (&["unbekannt", "inconnu", "desconocido", "sconosciuto", "onbekend", "nieznany", "неизвестно"],
       Meaning::Unknown),
    (&["durch", "mit", "um", "nach", "par", "de", "des", "au", "por", "per", "di", concat!("do", "or"), "met",
       "przez", "na", "o",
       "по", "на", "с"], Meaning::By),
    (&["zug", "coup", "jugada", "mossa", "zet", "ruchu", "ходе"], Meaning::MoveWord),
    (&["hat", "haben", "für", "les", "le", "la", "ont", "las", "los", "el", "se", "ha", "han", "hanno", "il", "heeft",
       "się", "partie", "partida", "partita", "partij"], Meaning::Particle),
];

/// The meaning of a word.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    WORDS.iter().find(|(words, _)| words.contains(&word)).map(|&(_, meaning)| meaning)
}

#[cfg(test)]
mod tests {
    use crate::record::Outcome;

    #[test]
    fn results_of_europe_are_read() {
        for (text, expected) in [
            ("Weiß gewinnt durch Aufgabe", "W+R"),
            ("Weiss gewinnt mit 3,5 Punkten", "W+3.5"),
            ("Schwarz gibt auf", "W+R"),
            ("Schwarz gewinnt auf Zeit", "B+T"),
            ("Schwarz hat aufgegeben", "W+R"),
            ("Weiß verliert durch Zeitüberschreitung", "B+T"),
            ("Sieg für Schwarz", "B+"),
            ("Schwarz gewinnt kampflos", "B+F"),
            ("unentschieden", "Draw"),
            ("Noirs gagnent par abandon", "B+R"),
            ("Noir gagne de 0,5 point", "B+0.5"),
            ("Blanc abandonne", "B+R"),
            ("Les blancs ont gagné au temps", "W+T"),
            ("Victoire des Noirs par forfait", "B+F"),
            ("partie nulle", "Draw"),
            ("Negras ganan por abandono", "B+R"),
            ("Las blancas ganan por 2,5 puntos", "W+2.5"),
            ("Blanco gana por tiempo", "W+T"),
            ("negro se rinde", "W+R"),
            ("Empate", "Draw"),
            ("Il nero vince per abbandono", "B+R"),
            ("Bianco vince di 4,5 punti", "W+4.5"),
            ("Nero perde per tempo", "W+T"),
            (concat!("Zwart wint do", "or opgave"), "B+R"),
            ("Wit geeft op", "B+R"),
            ("Wit wint met 1,5 punten", "W+1.5"),
            ("Zwart wint op tijd", "B+T"),
            ("remise", "Draw"),
            ("Czarne wygrały przez poddanie", "B+R"),
            ("Białe wygrywają o 3,5 punktu", "W+3.5"),
            ("Czarny wygrał na czas", "B+T"),
            ("Czarne poddały się", "W+R"),
            ("Белые выиграли по времени", "W+T"),
            ("Чёрные сдались", "W+R"),
            ("Победа чёрных сдачей", "B+R"),
            ("Белые выиграли на 3,5 очка", "W+3.5"),
            ("ничья", "Draw"),
        ] {
            assert_eq!(Outcome::parse(text).map(|outcome| outcome.to_string()).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_does_not_name_a_winner_is_unknown() {
        for text in [
            "Weiß Aufgabe",
            "Schwarz gibt",
            "Schwarz gibt nach",
            "Weiß gewinnt nicht",
            "Noir temps",
            "Les Noirs n'ont pas gagné",
            "Negras ganan, blancas ganan",
            "White has not won",
            "Weiß gewinnt durch Aufgabe von Schwarz",
        ] {
            assert_eq!(Outcome::parse(text), None, "{text}");
        }
    }
}
