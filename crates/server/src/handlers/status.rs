//! `ishi/status`: a report on the server for troubleshooting: documents, pending requests, and times by method.

use serde_json::{Value, json};

use super::method::RequestContext;
use crate::proto;
use ishi_rpc::Answer;

/// Answers `ishi/status`.
pub(crate) fn status(cx: &RequestContext) -> Answer {
    let RequestContext { connection, client, .. } = cx;
    let meter = &connection.meter;
    let documents = connection.documents.uris().into_iter().map(|uri| match connection.documents.view(&uri) {
        Err(refusal) => json!({"uri": uri, "problem": refusal.to_string()}),
        Ok(view) => {
            let findings = view.snapshot().events().map(|event| event.findings());
            let count: usize = findings.map(|findings| findings.diagnostics.len() + findings.omitted).sum();
            json!({
                "uri": uri,
                "version": view.version,
                "bytes": view.document.text().len_bytes(),
                "lines": view.document.text().len_lines(),
                "events": view.snapshot().events().len(),
                "diagnostics": count,
            })
        }
    });
    Answer::of(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "positionEncoding": proto::encoding(client.unit),
        "uptime": meter.uptime().as_secs(),
        "memory": connection.memory(),
        "documents": documents.collect::<Value>(),
        "workspace": connection.workspace.sizes(),
        "pending": meter.running(),
        "times": meter.times(),
    }))
}
