//! `textDocument/documentLink`: web addresses in comments and headers.

use linkify::{LinkFinder, LinkKind};
use memchr::memmem;

use crate::document::{EventView, Snapshot};
use ishi_record::syntax::{Block, FieldKind, Keyword, LineKind};
use ishi_text::Span;

/// An address in free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The span of the address, without a full stop or bracket after it.
    pub span: Span,
    /// The address as it is written.
    pub address: String,
}

/// How many links are listed at most, and the longest address in bytes.
const MAX_LINKS: usize = 10_000;
const MAX_ADDRESS: usize = 2000;

/// The web addresses (`http:` and `https:`) in titles, headers, remarks and comments, in order
/// (`textDocument/documentLink`).
///
/// Keywords are not links, although each has a section in the Standard: editors underline links, and most of a record
/// would be underlined. Hovers and the codes of diagnostics link to the Standard. User data is skipped, because only
/// its own program knows which parts of it are addresses.
pub fn links(snapshot: &Snapshot) -> Vec<Link> {
    snapshot.events().flat_map(of_event).take(MAX_LINKS).collect()
}

fn of_event(view: EventView<'_>) -> Vec<Link> {
    const SIGN: &[u8] = b"://";
    let text = view.text();
    let finder = memmem::Finder::new(SIGN);
    // Hardly any event has one, and then it need not be read again.
    if finder.find(text.as_bytes()).is_none() {
        return Vec::new();
    }
    let source = view.source(&text);
    let mut links = Vec::new();
    let mut search = LinkFinder::new();
    search.kinds(&[LinkKind::Url]);
    for line in &source.lines {
        if line.keyword() == Some(Keyword::User) || finder.find(source.str(line.span).as_bytes()).is_none() {
            continue;
        }
        let is_free = |kind: FieldKind| matches!(kind, FieldKind::Text | FieldKind::Ignored);
        let of_fields = source.fields(line).iter().filter(|field| is_free(field.kind)).map(|field| field.span);
        let of_prose = matches!(line.kind, LineKind::Text(Block::Com)).then_some(line.span);
        for span in of_fields.chain(of_prose) {
            for link in search.links(source.str(span)) {
                if links.len() < MAX_LINKS && link.as_str().len() <= MAX_ADDRESS && is_web(link.as_str()) {
                    let cursor = Span::new(link.start(), link.end()).shifted(span.start as usize + view.start());
                    links.push(Link { span: cursor, address: link.as_str().to_owned() });
                }
            }
        }
    }
    links
}

fn is_web(address: &str) -> bool {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
}
