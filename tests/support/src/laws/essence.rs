//! The content of a record without its numbers, and without which line is the main one: the measure for changes
//! that keep it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use ishi_record::record::{DatumKind, Event, MoveId, Owner, SequenceId, read};
use ishi_record::replay::{Cause, Stand, Visit, Walk};
use ishi_record::syntax::{Block, Following, LineKind, Reader, Source, Target};

/// The statements of an event with how often each is made. A move is named by all moves that lead to it.
pub type Essence = BTreeMap<String, usize>;

/// The moves from the start of an event to some place, in one number.
pub type Path = u64;

fn step(path: Path, what: impl Hash) -> Path {
    let mut hasher = DefaultHasher::new();
    (path, what).hash(&mut hasher);
    hasher.finish()
}

/// Returns the content of a text, event by event.
pub fn essence(text: &str) -> Essence {
    let mut essence = Essence::new();
    for (nth, source) in Reader::new(text, Following::NOTHING).enumerate() {
        let reading = read(&source);
        assert_eq!(reading.misfits, [], "{text}");
        Saying { source: &source, event: &reading.event, paths: paths(&reading.event), nth, out: &mut essence }.all();
    }
    essence
}

/// The path of each move.
pub fn paths(event: &Event) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    // The last move of each sequence so far.
    let mut last: Vec<Path> = vec![0; event.sequences.len()];
    let mut begun = vec![false; event.sequences.len()];
    begun[0] = true;
    let mut parents: Vec<Path> = Vec::new();
    for found in &event.moves {
        let sequence = found.sequence.0 as usize;
        if !begun[sequence] {
            begun[sequence] = true;
            last[sequence] = event.sequences[sequence].replaces.map_or(0, |id| parents[id.0 as usize]);
        }
        parents.push(last[sequence]);
        last[sequence] = step(last[sequence], (found.color, format!("{:?}", found.place)));
        paths.push(last[sequence]);
    }
    paths
}

struct Saying<'s, 't, 'o> {
    source: &'s Source<'t>,
    event: &'s Event,
    paths: Vec<Path>,
    nth: usize,
    out: &'o mut Essence,
}

impl Saying<'_, '_, '_> {
    fn say(&mut self, what: &str) {
        *self.out.entry(format!("{}: {what}", self.nth)).or_default() += 1;
    }

    fn path(&self, id: MoveId) -> Path {
        self.paths[id.0 as usize]
    }

    fn owner(&self, owner: Owner) -> String {
        let of = |id: SequenceId| self.event.sequence(id).replaces.map_or(0, |id| self.path(id));
        match owner {
            Owner::Event => "event".into(),
            Owner::Move(id) => format!("{:x}", self.path(id)),
            Owner::Diagram(id) => {
                let diagram = self.event.diagram(id);
                let above = self.event.moves.iter().enumerate().rev();
                let mut own =
                    above.filter(|(_, found)| found.sequence == diagram.sequence && found.line < diagram.line);
                let path = own.next().map_or_else(|| of(diagram.sequence), |(index, _)| self.paths[index]);
                format!("diagram {:?} at {path:x}", diagram.region)
            }
            Owner::Variation(id) => format!("variation instead of {:x}", of(id)),
        }
    }

    fn all(mut self) {
        for header in &self.event.headers {
            let text = format!("{} {}", header.keyword, header.text);
            self.say(&text);
        }
        for (index, found) in self.event.moves.iter().enumerate() {
            let text = format!("{} {:?} to {:x}", found.color, found.place, self.paths[index]);
            self.say(&text);
        }
        for remark in &self.event.remarks {
            let text = self.source.free_text(&self.source.lines[remark.line as usize]);
            let on = remark.on.map(|line| self.event.owner_at(line)).map(|owner| self.owner(owner));
            self.say(&format!("{on:?} remark {text}"));
        }
        let mut walk = Walk::new(self.event);
        while let Some(stop) = walk.next() {
            let Visit::Datum(index) = stop else { continue };
            let datum = &self.event.data[index];
            let owner = self.owner(datum.owner);
            match &datum.kind {
                DatumKind::Comment | DatumKind::User => {
                    let lines = &self.source.lines[datum.line as usize..datum.end as usize];
                    let text =
                        lines.iter().filter(|line| matches!(line.kind, LineKind::Text(Block::Com | Block::User)));
                    let text: Vec<&str> = text.map(|line| self.source.str(line.span)).collect();
                    let title = self.source.free_text(&lines[0]);
                    self.say(&format!("{owner} {title:?} {text:?}"));
                }
                DatumKind::Setup(stones) => {
                    for stone in self.event.stones(stones) {
                        self.say(&format!("{owner} {stone:?}"));
                    }
                }
                DatumKind::Mark(range)
                | DatumKind::Unmark(range)
                | DatumKind::Prisoner(range)
                | DatumKind::Hide(range) => {
                    let kind = std::mem::discriminant(&datum.kind);
                    for mark in self.event.marks(range) {
                        for target in self.targets(&walk, &datum.kind, mark.target) {
                            self.say(&format!("{owner} {kind:?} {:?} {target}", mark.sign));
                        }
                    }
                }
            }
        }
    }

    /// Returns the moves and points that a target refers to.
    fn targets(&self, walk: &Walk<'_>, kind: &DatumKind, target: Target) -> Vec<String> {
        let name = |id: MoveId| format!("move {:x}", self.path(id));
        match target {
            Target::All => vec!["all".into()],
            Target::Move(number) => vec![walk.numbered(number).map_or("nothing".into(), name)],
            Target::Moves(from, to) => walk.numbered_in(from, to).map(|(_, id)| name(id)).collect(),
            Target::Point(point) => {
                let played = walk.played().filter(|_| matches!(kind, DatumKind::Prisoner(_)));
                let captured = played.and_then(|played| {
                    played.captured.iter().chain(played.self_captured).find(|stone| stone.point == point).copied()
                });
                let stone = captured.or(Stand::of(walk).board.get(point));
                vec![match stone.map(Cause::of) {
                    Some(Cause::Move(id)) => name(id),
                    Some(Cause::Setup(_)) => format!("setup stone on {point}"),
                    None => format!("{point}"),
                }]
            }
        }
    }
}
