//! The identity of each assist, by which an editor asks for the one that was chosen.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! assist_ids {
    ($($variant:ident = $name:literal,)*) => {
        /// A change of a record that an editor offers at a place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum AssistId {
            $(#[doc = concat!("The assist `", $name, "`.")] #[serde(rename = $name)] $variant,)*
        }

        impl AssistId {
            /// All of them, in the order of the menu.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name, as documents and an editor's `data` have it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

assist_ids! {
    Promote = "promote",
    Demote = "demote",
    VariationUp = "variation-up",
    VariationDown = "variation-down",
    DeleteVariation = "delete-variation",
    TurnRest = "turn-rest",
    RenumberFromHere = "renumber-from-here",
    RenumberGoingOn = "renumber-going-on",
    RenumberFromOne = "renumber-from-one",
    InsertPasses = "insert-passes",
    SplitEvent = "split-event",
    MergeEvents = "merge-events",
    RemarkToComment = "remark-to-comment",
    CommentToRemark = "comment-to-remark",
    LabelsLowerCase = "labels-lower-case",
    LabelsUpperCase = "labels-upper-case",
    LabelsDigits = "labels-digits",
    LabelsTriangles = "labels-triangles",
    LabelsSquares = "labels-squares",
    Comment = "comment",
    UserData = "user-data",
    Variation = "variation",
    InsertPrisoners = "insert-prisoners",
    RemovePrisoners = "remove-prisoners",
    AddHandicap = "add-handicap",
    BoardSize9 = "board-size-9",
    BoardSize13 = "board-size-13",
    BoardSize19 = "board-size-19",
    ToggleDead = "toggle-dead",
    RotateRight = "rotate-right",
    RotateLeft = "rotate-left",
    Rotate180 = "rotate-180",
    MirrorLeftRight = "mirror-left-right",
    MirrorTopBottom = "mirror-top-bottom",
    SwapColors = "swap-colors",
}

impl fmt::Display for AssistId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AssistId {
    type Err = UnknownAssist;

    fn from_str(name: &str) -> Result<Self, UnknownAssist> {
        Self::ALL.iter().copied().find(|id| id.name() == name).ok_or(UnknownAssist)
    }
}

/// A name that no assist has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAssist;
