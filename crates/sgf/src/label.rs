//! Changes of the charsets that the games of a text name.

use super::charset::Charset;
use super::tree::Collection;
use ishi_text::{Edit, Span};

/// How long the name of a charset may be, in bytes.
const MAX_LABEL: usize = 40;

/// The edits after which the games of a text name UTF-8 in CA: all that name another charset, and those that name none
/// and have characters outside of ASCII. A value that is not the name of a charset stays.
pub fn name_utf8(games: &Collection<'_>) -> Vec<Edit> {
    let roots = games.games();
    let starts = roots.iter().map(|&root| games.span(root).start as usize);
    let ends = starts.skip(1).chain([games.text().len()]);
    let edit = |(&root, end)| {
        let start = games.span(root).start as usize;
        let Some(label) = games.property(root, "CA") else {
            // A game inside another one is recognised by the name of its first property, which has to stay the first.
            let first = games.properties(root).next().map(|property| property.span().end as usize);
            let at = first.unwrap_or(start + usize::from(games.text()[start..].starts_with(';')));
            return (!games.text()[start..end].is_ascii()).then(|| Edit::insert(at, "CA[UTF-8]"));
        };
        let (&value, name) = (label.value_spans().first()?, label.raw_values().next()?.trim());
        let is_name = name.len() <= MAX_LABEL && !name.contains(['[', '(', ')', ';', '\n', '\r']);
        let is_other = Charset::named(name) != Some(Charset::UTF_8);
        (is_name && is_other).then(|| Edit::replace(Span::new(value.start as usize, value.end as usize), "UTF-8"))
    };
    roots.iter().zip(ends).filter_map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use ishi_text::apply;

    #[test]
    fn games_name_utf8() {
        for (text, expected) in [
            ("(;FF[4]CA[GB2312]PB[聂])(;PB[a])", "(;FF[4]CA[UTF-8]PB[聂])(;PB[a])"),
            ("(;PB[聂])", "(;PB[聂]CA[UTF-8])"),
            ("(;GM[1]PB[聂];B[aa])\n(;B[aa]C[é])", "(;GM[1]CA[UTF-8]PB[聂];B[aa])\n(;B[aa]CA[UTF-8]C[é])"),
            ("(;CA[utf8]PB[é])", "(;CA[utf8]PB[é])"),
            ("(PB[é])", "(PB[é]CA[UTF-8])"),
            ("(;;C[é])", "(;CA[UTF-8];C[é])"),
            ("(;CA[GB;PB[é]", "(;CA[GB;PB[é]"),
            ("é", "é"),
        ] {
            assert_eq!(apply(text, &name_utf8(&parse(text))), expected);
        }
    }
}
