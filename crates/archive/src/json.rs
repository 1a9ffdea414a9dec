//! Games as JSON objects that have everything needed to replay the games.
//!
//! The keys are stable: new keys may be added. If the meaning of a key changes, the `version` of the schema changes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

use super::game::{Game, GamePart, Problem};
use super::info::GameInfo;
use ishi_board::{Color, Point};
use ishi_record::record::{DatumKind, DiagramId, Event, MoveTarget, Owner, Region, SequenceId, Step};
use ishi_record::replay::{Shown, View, Visit, Walk, marks_of};
use ishi_record::syntax::{Keyword, Sign};

/// The version of the schema.
const VERSION: u32 = 1;

/// Returns the JSON Schema of a line of the export.
pub fn schema() -> Value {
    // The schema describes serialized objects, in which a key without a value is left out.
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Line<'static>>();
    schema.insert("title".to_owned(), "A game, as `ishi export --to jsonl` writes it on one line".into());
    schema.insert("version".to_owned(), VERSION.into());
    schema.to_value()
}

/// A line of the export: a game, or the reason why it can't be read.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Line<'g> {
    Game(Box<GameLine<'g>>),
    Unread(Box<UnreadLine<'g>>),
}

/// A game that can't be read.
#[derive(Serialize, JsonSchema)]
struct UnreadLine<'g> {
    /// The path of the file.
    file: &'g str,
    /// The number of the game in the file, from 1.
    event: usize,
    /// The line of the file on which it begins, from 1.
    line: usize,
    /// The headers of another game than Go, or of a game on a board that a record can't have.
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<HeaderObject<'g>>,
    /// The reason why it can't be read.
    parse_error: &'g str,
}

#[derive(Serialize, JsonSchema)]
struct GameLine<'g> {
    /// The path of the file.
    file: &'g str,
    /// The number of the game in the file, from 1.
    event: usize,
    /// The line of the file on which it begins, from 1.
    line: usize,
    /// The number of lines of the board in each direction.
    size: u8,
    /// The headers of the game.
    headers: HeaderObject<'g>,
    #[serde(flatten)]
    tree: TreeObject,
    /// For a game in SGF that sets up positions after moves: the continuation of the game from each of these positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<TreeObject>,
    /// The problems that `ishi check` finds in the game.
    problems: Vec<ProblemObject>,
}

/// The headers of a game.
#[derive(Serialize, JsonSchema)]
struct HeaderObject<'g> {
    /// The title of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<PlayerObject<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<PlayerObject<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<DateObject<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<NumberObject<'g, f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<NumberObject<'g, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesObject<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultObject<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timelimit: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorder: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'g str>,
    /// The properties of a game in SGF that correspond to no header of a record, such as `EV` and `RO`. If a property
    /// has several values, the others have keys with numbers: `WR`, `WR 2`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sgf: BTreeMap<&'g str, &'g str>,
}

/// A player.
#[derive(Serialize, JsonSchema)]
struct PlayerObject<'g> {
    /// The header as it is written.
    text: &'g str,
    /// The name.
    name: &'g str,
    /// The rank: `3k`, `5d`, or `9p` for professionals.
    rank: Option<String>,
}

/// The days on which the game may have been played.
#[derive(Serialize, JsonSchema)]
struct DateObject<'g> {
    /// The header as it is written.
    text: &'g str,
    /// The first day: `1846-09-11`.
    from: Option<String>,
    /// The last day.
    to: Option<String>,
}

/// A number.
#[derive(Serialize, JsonSchema)]
struct NumberObject<'g, T> {
    /// The header as it is written.
    text: &'g str,
    /// The number, if the text is one.
    value: Option<T>,
}

/// The rules.
#[derive(Serialize, JsonSchema)]
struct RulesObject<'g> {
    /// The header as it is written.
    text: &'g str,
    /// The ruleset that the header names, if it is known.
    name: Option<&'g str>,
}

/// The result.
#[derive(Serialize, JsonSchema)]
struct ResultObject<'g> {
    /// The header as it is written.
    text: &'g str,
    /// The result as SGF writes it, if the text is understood: `B+3.5`, `W+R`, `Draw`, `Void`, `?`.
    sgf: Option<String>,
    /// The winner, `B` or `W`.
    winner: Option<char>,
    /// The number of points by which the winner has won.
    margin: Option<f64>,
    /// The way in which the game ended: `points`, `resignation`, `time`, `forfeit`, `draw`, `void` or `open`.
    ending: Option<&'g str>,
}

/// A position with the moves that follow.
#[derive(Serialize, JsonSchema)]
struct TreeObject {
    #[serde(flatten)]
    data: DataObject,
    /// The moves of the main line.
    moves: Vec<MoveObject>,
    /// The variations in the order of the file, in which `ishi show --variation` counts them from 1. Variations are not
    /// nested: a move has the numbers of the variations that replace it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationObject>,
}

/// The data of a position: setup, comment, marks and diagrams.
#[derive(Default, Serialize, JsonSchema)]
struct DataObject {
    /// The stones that are put on the board here, before the next move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setup: Vec<StoneObject>,
    /// The comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// The marks on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkObject>,
    /// The diagrams that follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagrams: Vec<DiagramObject>,
}

#[derive(Serialize, JsonSchema)]
struct MoveObject {
    /// The number of the move, if the record gives it.
    number: Option<u32>,
    /// `B` or `W`.
    color: char,
    /// The point, as in `Q16`, or `pass`; null if it can't be read or is off the board.
    location: Option<String>,
    #[serde(flatten)]
    data: DataObject,
    /// The numbers of the variations that replace this move, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<u32>,
}

#[derive(Serialize, JsonSchema)]
struct VariationObject {
    /// The marker of the variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    marker: String,
    #[serde(flatten)]
    data: DataObject,
    /// The moves, which begin before the move that the variation replaces.
    moves: Vec<MoveObject>,
}

#[derive(Serialize, JsonSchema)]
struct StoneObject {
    /// `B` or `W`.
    color: char,
    /// The point.
    location: String,
}

#[derive(Serialize, JsonSchema)]
struct MarkObject {
    /// The point.
    location: String,
    /// `number`, `check`, `diamond`, `square`, `triangle` or `label`.
    sign: &'static str,
    /// The number, or the label of one or two characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A diagram, as it is drawn.
#[derive(Serialize, JsonSchema)]
struct DiagramObject {
    /// Two opposite corners of the part of the board that is shown; null for the whole board.
    region: Option<[String; 2]>,
    /// The stones that are shown.
    stones: Vec<StoneObject>,
    #[serde(flatten)]
    data: DataObject,
}

#[derive(Serialize, JsonSchema)]
struct ProblemObject {
    /// The line of the file, from 1.
    line: usize,
    /// The rule.
    code: &'static str,
    /// `error`, `warning`, `info` or `hint`.
    severity: &'static str,
    /// The problem.
    message: String,
}

/// The reason why a game can't be read, with its headers if they need no board.
type UnreadGame<'g> = (&'g str, Option<&'g GameInfo>);

/// Returns a game with its problems, or the reason why it can't be read with its headers, as JSON on one line. `place`
/// is the number of the game in its file and the line on which it begins, both from 1.
pub fn line(file: &str, place: (usize, usize), read: Result<(&Game<'_>, Vec<Problem>), UnreadGame<'_>>) -> String {
    let (event, line) = place;
    let object = match read {
        Err((parse_error, info)) => {
            let headers = info.map(headers);
            Line::Unread(Box::new(UnreadLine { file, event, line, headers, parse_error }))
        }
        Ok((game, problems)) => {
            let mut trees = game.parts().iter().map(tree);
            let problems = problems.into_iter().map(|problem| ProblemObject {
                line: problem.line,
                code: problem.diagnostic.code.name(),
                severity: problem.diagnostic.severity.name(),
                message: problem.diagnostic.message,
            });
            Line::Game(Box::new(GameLine {
                file,
                event,
                line,
                size: game.info.size.get(),
                headers: headers(&game.info),
                // A game has at least one part.
                tree: trees.next().unwrap_or_else(TreeObject::nothing),
                parts: trees.collect(),
                problems: problems.collect(),
            }))
        }
    };
    // Strings, numbers and lists of them can always be written as JSON.
    serde_json::to_string(&object).unwrap_or_default()
}

fn headers(info: &GameInfo) -> HeaderObject<'_> {
    let text = |keyword| info.text(keyword);
    let player = |keyword, color| {
        let player = info.player(color)?;
        let rank = player.rank.map(|rank| rank.to_string());
        Some(PlayerObject { text: text(keyword)?, name: &player.name, rank })
    };
    HeaderObject {
        title: info.title.as_deref(),
        black: player(Keyword::Black, Color::Black),
        white: player(Keyword::White, Color::White),
        date: text(Keyword::Date).map(|text| DateObject {
            text,
            from: info.date.map(|date| date.from.to_string()),
            to: info.date.map(|date| date.to.to_string()),
        }),
        place: text(Keyword::Place),
        komi: text(Keyword::Komi).map(|text| NumberObject { text, value: info.komi }),
        handicap: text(Keyword::Handicap).map(|text| NumberObject { text, value: info.handicap }),
        rules: text(Keyword::Rules).map(|text| RulesObject { text, name: info.rules.map(|rules| rules.name) }),
        result: text(Keyword::Result).map(|text| ResultObject {
            text,
            sgf: info.outcome.as_ref().map(ToString::to_string),
            winner: info.winner().map(Color::letter),
            margin: info.margin(),
            ending: info.ending(),
        }),
        timelimit: text(Keyword::Timelimit),
        recorder: text(Keyword::Recorder),
        source: text(Keyword::Source),
        analysis: text(Keyword::Analysis),
        sgf: info.others.iter().map(|(name, text)| (&**name, &**text)).collect(),
    }
}

impl TreeObject {
    fn nothing() -> Self {
        Self { data: DataObject::default(), moves: Vec::new(), variations: Vec::new() }
    }
}

fn tree(part: &GamePart<'_>) -> TreeObject {
    let event = &part.reading.event;
    let mut reader = TreeReader { part, drawn: Drawn::of(event) };
    let (data, moves) = reader.sequence(SequenceId(0), Owner::Event);
    let variations = (1..).zip(&event.sequences[1..]).map(|(index, sequence)| {
        let id = SequenceId(index);
        let (data, moves) = reader.sequence(id, Owner::Variation(id));
        VariationObject { marker: sequence.marker.to_string(), data, moves }
    });
    TreeObject { data, moves, variations: variations.collect() }
}

struct TreeReader<'p> {
    part: &'p GamePart<'p>,
    drawn: Drawn,
}

impl TreeReader<'_> {
    /// The data before the first move of a sequence, and its moves.
    fn sequence(&mut self, id: SequenceId, owner: Owner) -> (DataObject, Vec<MoveObject>) {
        let part = self.part;
        let event = &part.reading.event;
        let mut before = self.data(owner);
        let mut moves: Vec<MoveObject> = Vec::new();
        let is_on_board = |place: MoveTarget| place.point().is_none_or(|point| event.board_size.contains(point));
        for step in event.steps(id) {
            match *step {
                Step::Move(id) => {
                    let played = &event[id];
                    moves.push(MoveObject {
                        number: event.number(id),
                        color: played.color.letter(),
                        location: played.place.location().filter(|_| is_on_board(played.place)),
                        data: self.data(Owner::Move(id)),
                        variations: event.variations(id).map(|variation| variation.0).collect(),
                    });
                }
                Step::Diagram(id) => {
                    let data = self.data(Owner::Diagram(id));
                    let diagram = DiagramObject {
                        region: match event.diagram(id).region {
                            Region::Board => None,
                            Region::Square(size) => Some(["A1".to_owned(), size.corner().to_string()]),
                            Region::Corners(one, other) => Some([one, other].map(|point| point.to_string())),
                        },
                        stones: self.drawn.diagrams.remove(&id).unwrap_or_default(),
                        // The stones that a diagram sets up are among the stones that it shows.
                        data: DataObject { setup: Vec::new(), ..data },
                    };
                    moves.last_mut().map_or(&mut before, |last| &mut last.data).diagrams.push(diagram);
                }
            }
        }
        (before, moves)
    }

    /// The data of an item, without its diagrams.
    fn data(&mut self, owner: Owner) -> DataObject {
        let part = self.part;
        let event = &part.reading.event;
        let mut data =
            DataObject { marks: self.drawn.marks.remove(&owner).unwrap_or_default(), ..DataObject::default() };
        if event.data.is_empty() {
            return data;
        }
        for datum in event.data_of(owner) {
            match &datum.kind {
                DatumKind::Setup(stones) => {
                    data.setup.extend(event.stones(stones).iter().map(|stone| stone_object(stone.color, stone.point)));
                }
                DatumKind::Comment => {
                    let text = part.comment(datum);
                    match &mut data.comment {
                        Some(comment) => comment.extend(["\n", &text]),
                        None => data.comment = Some(text),
                    }
                }
                _ => {}
            }
        }
        data
    }
}

fn stone_object(color: Color, point: Point) -> StoneObject {
    StoneObject { color: color.letter(), location: point.to_string() }
}

/// The marks and diagrams of an event as they are drawn, for which it is played.
#[derive(Default)]
struct Drawn {
    marks: BTreeMap<Owner, Vec<MarkObject>>,
    diagrams: BTreeMap<DiagramId, Vec<StoneObject>>,
}

impl Drawn {
    fn of(event: &Event) -> Self {
        let mut drawn = Self::default();
        let has_marks = event.data.iter().any(|datum| matches!(datum.kind, DatumKind::Mark(_)));
        if !has_marks && event.diagrams.is_empty() {
            return drawn;
        }
        if event.data_of(Owner::Event).any(|datum| matches!(datum.kind, DatumKind::Mark(_))) {
            drawn.marks.insert(Owner::Event, View::of(event, Owner::Event).marks.into_iter().map(mark).collect());
        }
        let mut walk = Walk::new(event);
        while let Some(visit) = walk.next() {
            let owner = match visit {
                Visit::Move(id) => Owner::Move(id),
                Visit::Begin(id) => Owner::Variation(id),
                Visit::Diagram(id) => {
                    let view = View::of_walk(&walk, Owner::Diagram(id));
                    let size = event.board_size;
                    let shown = view.board.stones().filter(|stone| view.region.contains(stone.point, size));
                    drawn.diagrams.insert(id, shown.map(|stone| stone_object(stone.color, stone.point)).collect());
                    drawn.marks.insert(Owner::Diagram(id), view.marks.into_iter().map(mark).collect());
                    continue;
                }
                Visit::End(_) | Visit::Datum(_) => continue,
            };
            if has_marks && event.data_of(owner).any(|datum| matches!(datum.kind, DatumKind::Mark(_))) {
                drawn.marks.insert(owner, marks_of(&walk, owner).into_iter().map(mark).collect());
            }
        }
        drawn
    }
}

fn mark((point, shown): (Point, Shown)) -> MarkObject {
    let (sign, text) = match shown {
        Shown::Number(number) => ("number", Some(number.to_string())),
        Shown::Sign(Sign::Number) => ("number", None),
        Shown::Sign(Sign::Check) => ("check", None),
        Shown::Sign(Sign::Diamond) => ("diamond", None),
        Shown::Sign(Sign::Square) => ("square", None),
        Shown::Sign(Sign::Triangle) => ("triangle", None),
        Shown::Sign(sign @ Sign::Label(_)) => ("label", Some(sign.label())),
    };
    MarkObject { location: point.to_string(), sign, text }
}
