//! COM, USER and VAR and their ends.

use std::ops::Range;

use crate::check::{Code, Fix, FixKind, Related, Sink};
use crate::rewrite::lines::{after_last_text, delete, indent, insert, trimmed, whole};
use ishi_record::record::{Misfit, Reading};
use ishi_record::syntax::{Block, BlockFault, Keyword, Line, LineKind, Source};
use ishi_text::{Edit, Span};

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    for &fault in &source.faults {
        match fault {
            BlockFault::Unclosed { block, line, end } => unclosed_block(source, block, line, end, sink),
            BlockFault::Nested { block, outer, line } => nested(source, block, outer, line, sink),
            BlockFault::Unmatched { block, line } => {
                let code = match block {
                    Block::Com => Code::UnmatchedEndcom,
                    Block::User => Code::UnmatchedEnduser,
                };
                unmatched(source, code, block.opener(), line, sink);
            }
        }
    }
    for &misfit in &reading.misfits {
        match misfit {
            Misfit::Endvar(line) => unmatched(source, Code::UnmatchedEndvar, Keyword::Var, line as usize, sink),
            Misfit::UnclosedVar(line, end) => unclosed_variation(source, line as usize, end as usize, sink),
            Misfit::Var(line) => {
                let span = source.lines[line as usize].word;
                sink.report(Code::MisplacedVar, span, |diagnostic| {
                    diagnostic.message =
                        "there is no move here for this variation to replace; put it after a B or W line".into();
                });
            }
            Misfit::EmptyVariation(line, end) => empty_variation(source, line as usize..end as usize, sink),
            _ => {}
        }
    }
}

fn what(block: Block) -> &'static str {
    match block {
        Block::Com => "comment",
        Block::User => "block of user data",
    }
}

/// A keyword in the case of the word at `like`.
pub(in crate::check) fn in_case_of(source: &Source<'_>, like: Span, keyword: Keyword) -> String {
    let word = source.str(like);
    let letters = || word.chars().filter(char::is_ascii_alphabetic);
    let name = keyword.name();
    if letters().all(|letter| letter.is_ascii_lowercase()) {
        name.to_ascii_lowercase()
    } else if letters().skip(1).any(|letter| letter.is_ascii_lowercase()) {
        name[..1].to_owned() + &name[1..].to_ascii_lowercase()
    } else {
        name.to_owned()
    }
}

fn start_of(source: &Source<'_>, line: usize) -> Span {
    source.lines.get(line).map_or(Span::empty(source.text.len()), |line| trimmed(source, line))
}

fn unclosed_block(source: &Source<'_>, block: Block, line: usize, end: usize, sink: &mut Sink<'_>) {
    let code = match block {
        Block::Com => Code::UnclosedCom,
        Block::User => Code::UnclosedUser,
    };
    let word = source.lines[line].word;
    sink.report(code, word, |diagnostic| {
        let closer = block.closer();
        diagnostic.message = format!("this {} has no {closer}; insert {closer} where it ends", what(block));
        let end = after_last_text(source, line, end);
        if end < source.lines.len() {
            let message = format!("it is read as ending before this line, where {closer} belongs");
            diagnostic.related.push(Related { span: start_of(source, end), message });
        }
        let text = indent(source, line).to_owned() + &in_case_of(source, word, closer);
        diagnostic.fixes.push(Fix {
            title: format!("insert {closer} where the {} ends", what(block)),
            kind: FixKind::Suggested,
            edits: vec![insert(source, end, &[text])],
        });
    });
}

fn nested(source: &Source<'_>, block: Block, outer: usize, line: usize, sink: &mut Sink<'_>) {
    let code = match block {
        Block::Com => Code::NestedCom,
        Block::User => Code::NestedUser,
    };
    let word = source.lines[line].word;
    sink.report(code, word, |diagnostic| {
        let (opener, closer) = (block.opener(), block.closer());
        diagnostic.message =
            format!("{opener} inside a {}, which can't be nested; end the outer one with {closer} first", what(block));
        diagnostic.related.push(Related {
            span: source.lines[outer].word,
            message: format!("the outer {} begins here", what(block)),
        });
        // Where the outer block has an end of its own too, the inner pair of lines is what is too much.
        let is_text = |line: &&Line| line.kind == LineKind::Text(block);
        let inner_end = line + 1 + source.lines[line + 1..].iter().take_while(is_text).count();
        let rest = source.lines.get(inner_end + 1..).unwrap_or_default();
        let between = rest.iter().take_while(is_text).count();
        let outer_is_closed = source.lines.get(inner_end).and_then(Line::keyword) == Some(closer)
            && rest.get(between).and_then(Line::keyword) == Some(closer);
        let written =
            |keyword| indent(source, outer).to_owned() + &in_case_of(source, source.lines[outer].word, keyword);
        let end_outer = insert(source, after_last_text(source, outer, line), &[written(closer)]);
        if outer_is_closed {
            let go_on = insert(source, inner_end + 1, &[written(opener)]);
            let title = format!("insert {closer} before this {opener}, and {opener} after its end");
            diagnostic.fixes.push(Fix::suggested(title, vec![end_outer, go_on]));
            let lines = vec![delete(source, line..line + 1), delete(source, inner_end..inner_end + 1)];
            diagnostic.fixes.push(Fix::removal(format_args!("the inner {opener} and {closer}"), lines));
        } else {
            diagnostic.fixes.push(Fix::suggested(format!("insert {closer} before this {opener}"), vec![end_outer]));
        }
    });
}

fn unmatched(source: &Source<'_>, code: Code, opener: Keyword, line: usize, sink: &mut Sink<'_>) {
    let word = source.lines[line].word;
    sink.report(code, word, |diagnostic| {
        let name = source.str(word).to_ascii_uppercase();
        diagnostic.message =
            format!("{name} without {opener}: nothing is open here; remove the line, or insert the missing {opener}");
        let unmatched = &source.lines[line];
        diagnostic.fixes.push(if source.fields(unmatched).is_empty() {
            Fix::removal("the line", vec![delete(source, line..line + 1)])
        } else {
            // What stands after the word may be of use without it.
            Fix::removal(format_args!("`{}`", source.str(word)), vec![Edit::delete(word)])
        });
    });
}

fn unclosed_variation(source: &Source<'_>, line: usize, end: usize, sink: &mut Sink<'_>) {
    let word = source.lines[line].word;
    sink.report(Code::UnclosedVar, word, |diagnostic| {
        diagnostic.message = "this variation has no ENDVAR; insert ENDVAR where it ends".into();
        let end = after_last_text(source, line, end);
        if end < source.lines.len() {
            let message = "it is read as ending before this line, where ENDVAR belongs".into();
            diagnostic.related.push(Related { span: start_of(source, end), message });
        }
        let text = indent(source, line).to_owned() + &in_case_of(source, word, Keyword::Endvar);
        diagnostic.fixes.push(Fix {
            title: "insert ENDVAR where the variation ends".into(),
            kind: FixKind::Suggested,
            edits: vec![insert(source, end, &[text])],
        });
    });
}

fn empty_variation(source: &Source<'_>, lines: Range<usize>, sink: &mut Sink<'_>) {
    let span = trimmed(source, &source.lines[lines.start]);
    sink.report(Code::EmptyVariation, span, |diagnostic| {
        diagnostic.message = "this variation has neither move nor diagram; add one, or remove it".into();
        let inside = &source.lines[lines.start + 1..lines.end];
        let is_prose = |line: &Line| matches!(line.keyword(), Some(Keyword::Com | Keyword::User | Keyword::Remark));
        if inside.iter().any(is_prose) {
            // Text is not moved automatically; only its author knows where it belongs.
            return;
        }
        let whole = whole(source, lines.start..lines.end + 1);
        diagnostic.fixes.push(Fix::removal("the variation", vec![Edit::delete(whole)]));
    });
}
