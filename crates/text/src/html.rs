//! Text in HTML.

/// Returns a text in which no character has a meaning in HTML, for the content of an element and the value of an
/// attribute in double or single quotes. Control characters and others that HTML forbids become spaces.
pub fn escape_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => html.push(' '),
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_no_element_and_no_attribute() {
        assert_eq!(escape_html("</b>\"'\u{0}&\u{ffff}"), "&lt;/b&gt;&quot;&#39; &amp; ");
    }
}
