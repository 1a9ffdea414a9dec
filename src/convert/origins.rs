//! The nodes in SGF of the lines of a record.

use crate::sgf::NodeId;

/// The node of each line of a record that was converted from SGF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Where each line begins.
    pub(super) starts: Vec<u32>,
    pub(super) nodes: Vec<NodeId>,
}

impl Origins {
    /// The nodes, one for each line.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }
}
