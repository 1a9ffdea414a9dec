//! The title and the headers of two copies.

use super::merger::{Merger, NewLines, Order};
use ishi_record::syntax::Keyword;

/// The headers that a game may have several times.
const ADDED: [Keyword; 3] = [Keyword::Analysis, Keyword::Recorder, Keyword::Source];

impl Merger<'_, '_> {
    /// Merges the titles. Returns the new EVENT line, if it changes.
    pub(super) fn title(&mut self) -> Option<String> {
        let line = self.second.event.definition?;
        self.keep(line..line + 1);
        let [first, second] = [self.first, self.second].map(|part| part.event.title.trim().to_owned());
        if second.is_empty() || second == first {
            return None;
        }
        if first.is_empty() {
            return Some(self.text(line).to_owned());
        }
        let kept = self.text(line).to_owned();
        self.contradict(self.event_line(), "EVENT".to_owned(), [first, second], &kept);
        None
    }

    /// Merges the headers.
    pub(super) fn headers(&mut self) {
        let place = self.first.end_of_headers();
        for header in &self.second.event.headers {
            let texts_of_first =
                self.first.event.headers.iter().filter(|header_of_first| header_of_first.keyword == header.keyword);
            let texts_of_first: Vec<&str> =
                texts_of_first.map(|header| header.text.trim()).filter(|text| !text.is_empty()).collect();
            let text = header.text.trim();
            self.keep(header.line..header.line + 1);
            if header.keyword == Keyword::Boardsize || text.is_empty() || texts_of_first.contains(&text) {
                continue;
            }
            match texts_of_first.last().filter(|_| !ADDED.contains(&header.keyword)) {
                None => {
                    let lines = vec![NewLines::Kept(header.line..header.line + 1, 0)];
                    self.insert(place, Order::Header, lines);
                }
                Some(text_of_first) => {
                    let texts = [(*text_of_first).to_owned(), text.to_owned()];
                    let kept = self.text(header.line).to_owned();
                    self.contradict(self.event_line(), header.keyword.to_string(), texts, &kept);
                }
            }
        }
    }
}
