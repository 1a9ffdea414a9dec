//! Characters of East Asian texts in one form, so that the tables of words need each word only once.

use std::borrow::Cow;

/// Traditional and Japanese characters of headers, each with the simplified character.
const SIMPLIFIED: &[(char, char)] = &[
    ('黒', '黑'),
    ('勝', '胜'),
    ('點', '点'),
    ('貼', '贴'),
    ('時', '时'),
    ('間', '间'),
    ('盤', '盘'),
    ('負', '负'),
    ('認', '认'),
    ('輸', '输'),
    ('贏', '赢'),
    ('獲', '获'),
    ('棄', '弃'),
    ('権', '权'),
    ('權', '权'),
    ('無', '无'),
    ('違', '违'),
    ('規', '规'),
    ('則', '则'),
    ('敗', '败'),
    ('戦', '战'),
    ('戰', '战'),
    ('効', '效'),
    ('計', '计'),
    ('終', '终'),
    ('結', '结'),
    ('兩', '两'),
    ('両', '两'),
    ('賽', '赛'),
    ('決', '决'),
    ('掛', '挂'),
    ('対', '对'),
    ('對', '对'),
    ('進', '进'),
    ('國', '国'),
    ('見', '见'),
    ('週', '周'),
    ('後', '后'),
    ('個', '个'),
    ('讓', '让'),
    ('譲', '让'),
    ('職', '职'),
    ('業', '业'),
    ('餘', '余'),
    ('歴', '历'),
    ('曆', '历'),
    ('過', '过'),
    ('斷', '断'),
    ('級', '级'),
    ('長', '长'),
];

/// Returns a text with full-width letters, digits and signs in their usual form, and with simplified Chinese
/// characters. All other characters stay.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { text.chars().map(fold).collect::<String>().into() }
}

fn fold(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        '\u{3000}' | '\u{a0}' => ' ',
        '、' => ',',
        '。' => '.',
        '\u{2212}' => '-',
        '〜' => '~',
        _ => SIMPLIFIED.iter().find(|(other, _)| *other == character).map_or(character, |&(_, simple)| simple),
    }
}

/// Whether a character is of a script that has no spaces between words, or joins its particles to words.
pub(super) fn is_east_asian(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')
}

/// The meaning of the longest word of a table that a text begins with, and the text after it.
pub(super) fn longest_word<'t, T: Copy>(text: &'t str, table: &[(&str, T)]) -> Option<(T, &'t str)> {
    let longest = table.iter().filter(|(word, _)| text.starts_with(word)).max_by_key(|(word, _)| word.len())?;
    Some((longest.1, &text[longest.0.len()..]))
}

/// The text after the longest of some words that it begins with.
pub(super) fn after_word<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let word = words.iter().filter(|word| text.starts_with(**word)).max_by_key(|word| word.len())?;
    Some(&text[word.len()..])
}
