//! `ishi/find`: the games in which the position at the cursor arises.

use serde::Deserialize;
use serde_json::json;
use tower_lsp::lsp_types as lsp;

use super::content;
use super::method::RequestContext;
use crate::proto::{self, FindAnswer, FoundGame, ProgressReport};
use crate::session::{Finder, Limit, Outcome, Searched};
use ishi_archive::find::{BoardContinuation, Continuations, Following, Pattern, Query, Search};
use ishi_record::syntax::location;
use ishi_rpc::{Answer, Error, Result, failed};

/// How many games are listed at most. All are counted.
const MAX_GAMES: usize = 500;

/// How many games are sent at once.
const PART: usize = 50;

/// The params of `ishi/find`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindParams {
    #[serde(flatten)]
    place: lsp::TextDocumentPositionParams,
    #[serde(flatten)]
    conditions: Conditions,
    /// The URIs of the only open documents that are searched.
    documents: Option<Vec<String>>,
    /// Whether boards and hovers of the position show the moves that follow, until another search does.
    #[serde(default)]
    show: bool,
    partial_result_token: Option<lsp::NumberOrString>,
    work_done_token: Option<lsp::NumberOrString>,
}

/// The conditions under which the position is found.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
struct Conditions {
    /// The part of the board that matters.
    region: Option<Corners>,
    /// Whether the part may lie anywhere, and not only at the edges that it touches.
    anywhere: bool,
    symmetry: bool,
    color_swap: bool,
    variations: bool,
}

impl Default for Conditions {
    fn default() -> Self {
        Self { region: None, anywhere: false, symmetry: true, color_swap: true, variations: false }
    }
}

/// Two opposite corners of a part of a board.
#[derive(Debug, Deserialize)]
struct Corners {
    from: String,
    to: String,
}

/// `ishi/find`: the games in which the position at the cursor, or a part of it, arises, and the moves that follow it.
/// Null outside any document text.
pub(crate) fn find(cx: &RequestContext, params: FindParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let Conditions { ref region, anywhere, symmetry, color_swap, variations } = params.conditions;
    let offset = converter.offset(params.place.position);
    let Some((board, player)) = offset.and_then(|offset| view.analysis().position(offset)) else {
        return Ok(Answer::null());
    };
    let region = region.as_ref().map(|Corners { from, to }| {
        let corners = location(from).zip(location(to));
        corners.ok_or_else(|| Error::invalid_params("a region has two locations, such as A1 and J9"))
    });
    let pattern = Pattern::of_board(&board, region.transpose()?, player).map_err(|error| failed(error.to_string()))?;
    let pattern = if anywhere { pattern.anywhere() } else { pattern };
    let query = Query { symmetry, color_swap, variations, ..Query::of(pattern) };
    let search = Search::new(query).map_err(|error| failed(error.to_string()))?;

    let mut collected = Collected::new(cx, &params);
    let finder = Finder::new(&cx.connection, &search);
    let outcome = match &params.documents {
        Some(uris) => {
            finder.find_in_documents(uris, |searched| collected.add(searched, 100));
            Outcome::default()
        }
        None => finder.find(MAX_GAMES, |searched, percent| collected.add(searched, percent)),
    };
    let Collected { matching, continuations, .. } = &mut collected;
    let following = Following::new(search, *matching, std::mem::take(continuations));
    let moves = following.on(&board, player).map(|continuations| continuations.moves).unwrap_or_default();
    if params.show {
        cx.connection.last_search.set(following);
    }
    Ok(collected.finish(moves, outcome))
}

/// The games that were found until now.
struct Collected<'r> {
    cx: &'r RequestContext,
    params: &'r FindParams,
    /// The games that are not sent yet.
    games: Vec<FoundGame>,
    continuations: Continuations,
    matching: usize,
    searched: usize,
    unread: usize,
    percent: Option<u32>,
    /// The games as lines of a list.
    lines: Vec<String>,
}

impl<'r> Collected<'r> {
    fn new(cx: &'r RequestContext, params: &'r FindParams) -> Self {
        let (games, continuations) = (Vec::new(), Continuations::default());
        let (matching, searched, unread, lines) = (0, 0, 0, Vec::new());
        let collected = Self { cx, params, games, continuations, matching, searched, unread, percent: None, lines };
        collected.report(ProgressReport::Begin("Searching games"));
        collected
    }

    fn report(&self, report: ProgressReport) {
        if let Some(token) = &self.params.work_done_token {
            self.cx.connection.client.try_progress(token, &json!(proto::progress_value(report)));
        }
    }

    fn add(&mut self, searched: Searched, percent: u32) {
        let Searched { games, matching, continuations, count, unread } = searched;
        self.searched += count;
        self.unread += unread;
        self.continuations.merge(continuations);
        let room = MAX_GAMES.saturating_sub(self.matching);
        self.matching += matching;
        let listed = self.games.len();
        self.games.extend(games.into_iter().take(room));
        self.lines.extend(self.games[listed..].iter().map(proto::found_line));
        if let Some(token) = &self.params.partial_result_token
            && self.games.len() >= PART
            // Where there is no room now, they are sent with the next ones.
            && self.cx.connection.client.try_progress(token, &json!({"games": proto::found_games(&self.games)}))
        {
            self.games.clear();
        }
        if self.percent != Some(percent) {
            self.percent = Some(percent);
            self.report(ProgressReport::Report(Some(percent), format!("found in {} games", self.matching)));
        }
    }

    fn finish(self, moves: Vec<BoardContinuation>, outcome: Outcome) -> Answer {
        self.report(ProgressReport::End(format!("found in {} of {} games", self.matching, self.searched)));
        let heading = format!("# Found in {} of {} games", self.matching, self.searched);
        content::set_search(self.cx, format!("{heading}\n\n{}", self.lines.concat()));
        let incomplete = match outcome.limit {
            Some(Limit::Time) => Some("time"),
            Some(Limit::Files) => Some("files"),
            None if self.matching > MAX_GAMES => Some("games"),
            None => None,
        };
        Answer::of(&FindAnswer {
            games: proto::found_games(&self.games),
            continuations: proto::continuations(moves),
            found: self.matching,
            searched: self.searched,
            unread: self.unread,
            incomplete,
            problem: outcome.problem,
            scope: outcome.scope.map(|scope| scope.to_string()),
        })
    }
}
