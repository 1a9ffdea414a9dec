//! What the handler of a request is given.

use std::sync::Arc;

use super::connection::Connection;
use crate::cancel::Cancellation;
use crate::server::capabilities::ClientCapabilities;
use crate::server::convert::Converter;
use crate::server::documents::{DocumentView, Refusal};
use crate::server::jsonrpc::{Error, Result, failed};

/// What the handler of a request is given.
#[derive(Debug)]
pub(in crate::server) struct RequestContext {
    /// The document that the request is about, as it was when the request came.
    pub(in crate::server) view: std::result::Result<DocumentView, Refusal>,
    /// What the client can do.
    pub(in crate::server) client: Arc<ClientCapabilities>,
    pub(in crate::server) connection: Arc<Connection>,
    /// Cancelled when the client does not wait for the answer any more.
    pub(in crate::server) cancellation: Cancellation,
}

impl RequestContext {
    /// Returns the document, and what converts its places.
    ///
    /// # Errors
    /// A document that is not open, or not in step with the client.
    pub(in crate::server) fn document(&self) -> Result<(&DocumentView, Converter<'_>)> {
        let view = self.view.as_ref().map_err(|refusal| match refusal {
            Refusal::NotOpen => Error::invalid_params(refusal.to_string()),
            Refusal::OutOfStep | Refusal::Ambiguous | Refusal::TooLarge(_) => failed(refusal.to_string()),
        })?;
        Ok((view, Converter::new(view, self.client.unit)))
    }
}
