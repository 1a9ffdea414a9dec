//! The rules that need the board. They share one walk.

use super::prisoners::Prisoners;
use super::references::References;
use super::replay::Replay;
use crate::check::sink::Sink;
use ishi_record::record::Reading;
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::Source;

/// The rules that need the board.
#[derive(Clone)]
pub(in crate::check) struct BoardRules<'s, 't> {
    references: References<'s, 't>,
    replay: Replay<'s, 't>,
    prisoners: Prisoners<'s, 't>,
}

impl<'s, 't> BoardRules<'s, 't> {
    pub(in crate::check) fn new(source: &'s Source<'t>, reading: &'s Reading) -> Self {
        Self {
            references: References::new(source, reading),
            replay: Replay::new(source, reading),
            prisoners: Prisoners::new(source, reading),
        }
    }

    pub(in crate::check) fn at(&mut self, stop: Visit, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        self.references.at(stop, walk, sink);
        self.replay.at(stop, walk, sink);
        self.prisoners.at(stop, walk, sink);
    }

    /// Reports diagnostics that are certain only after the last line.
    pub(in crate::check) fn end(self, sink: &mut Sink<'_>) {
        self.replay.end(sink);
        self.prisoners.end(sink);
    }

    /// Applies the rules during a walk. With `is_first_try`, returns as soon as a diagnostic may follow from a mistake
    /// elsewhere, because the event is then played again.
    pub(in crate::check) fn play(mut self, mut walk: Walk<'_>, is_first_try: bool, sink: &mut Sink<'_>) {
        while let Some(stop) = walk.next() {
            self.at(stop, &walk, sink);
            if is_first_try && sink.may_follow {
                return;
            }
        }
        self.end(sink);
    }
}
