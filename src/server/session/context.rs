//! The context of a request: the snapshot and the session that its handler works with.

use std::sync::Arc;

use super::connection::Connection;
use crate::cancel::Cancellation;
use crate::server::capabilities::ClientCapabilities;
use crate::server::convert::Converter;
use crate::server::documents::{DocumentView, Refusal};
use crate::server::jsonrpc::{Error, Result, failed};

/// The arguments of every handler of a request, besides its params.
#[derive(Debug)]
pub(in crate::server) struct RequestContext {
    /// The document that the request is about, as it was when the request came.
    pub(in crate::server) view: std::result::Result<DocumentView, Refusal>,
    /// The capabilities of the client.
    pub(in crate::server) client: Arc<ClientCapabilities>,
    pub(in crate::server) connection: Arc<Connection>,
    /// The cancellation of the work, set when the client cancels the request.
    pub(in crate::server) cancellation: Cancellation,
}

impl RequestContext {
    /// Returns the document, and the converter for its positions.
    ///
    /// # Errors
    /// A document that is not open, or out of sync with the client.
    pub(in crate::server) fn document(&self) -> Result<(&DocumentView, Converter<'_>)> {
        let view = self.view.as_ref().map_err(|refusal| match refusal {
            Refusal::NotOpen => Error::invalid_params(refusal.to_string()),
            Refusal::OutOfSync | Refusal::Ambiguous | Refusal::TooLarge(_) => failed(refusal.to_string()),
        })?;
        Ok((view, Converter::new(view, self.client.unit)))
    }
}
