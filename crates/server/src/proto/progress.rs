//! Reports on the progress of long work.

use tower_lsp::lsp_types as lsp;

/// A report on long work.
#[derive(Clone, Debug)]
pub(crate) enum ProgressReport {
    /// The work begins, with a title.
    Begin(&'static str),
    /// The part of the work that is done, in percent if known, and in words.
    Report(Option<u32>, String),
    /// The work has ended, with a result in words.
    End(String),
}

/// The params of `$/progress`.
pub(crate) fn progress(token: &str, progress: ProgressReport) -> lsp::ProgressParams {
    let token = lsp::NumberOrString::String(token.to_owned());
    lsp::ProgressParams { token, value: lsp::ProgressParamsValue::WorkDone(progress_value(progress)) }
}

/// The value of `$/progress`.
pub(crate) fn progress_value(progress: ProgressReport) -> lsp::WorkDoneProgress {
    match progress {
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
    }
}
