//! How far long work has come.

use tower_lsp::lsp_types as lsp;

/// A report on long work.
#[derive(Clone, Debug)]
pub(in crate::server) enum ProgressReport {
    /// It begins.
    Begin(&'static str),
    /// How much of it is done, in percent where that is known, and in words.
    Report(Option<u32>, String),
    /// It is over, and this has come of it.
    End(String),
}

/// The params of `$/progress`.
pub(in crate::server) fn progress(token: &str, progress: ProgressReport) -> lsp::ProgressParams {
    let value = match progress {
        ProgressReport::Begin(title) => lsp::WorkDoneProgress::Begin(lsp::WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        }),
        ProgressReport::Report(percentage, message) => lsp::WorkDoneProgress::Report(lsp::WorkDoneProgressReport {
            cancellable: Some(true),
            message: Some(message),
            percentage,
        }),
        ProgressReport::End(message) => lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message: Some(message) }),
    };
    let token = lsp::NumberOrString::String(token.to_owned());
    lsp::ProgressParams { token, value: lsp::ProgressParamsValue::WorkDone(value) }
}
