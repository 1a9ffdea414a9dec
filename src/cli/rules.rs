//! The arguments for the rules that apply and their severities.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Error;
use ishi_check::check::{self, Code, Selector, Severity};
use ishi_config::{Check, PerFileIgnore};

#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Check only these rules, even those that are off by default; `ALL` is all rules
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = SelectorParser, hide_possible_values = true)]
    select: Vec<Selector>,

    /// Do not check these rules
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = SelectorParser, hide_possible_values = true)]
    ignore: Vec<Selector>,

    /// Report a rule as `error`, `warning`, `info` or `hint`, or turn it `off`
    #[arg(long, value_name = "CODE=LEVEL", value_delimiter = ',', value_parser = SeverityParser)]
    #[arg(hide_possible_values = true)]
    severity: Vec<(Code, Severity)>,

    /// Do not check these rules in files that match a pattern, with the syntax of a .gitignore
    #[arg(long, value_name = "PATTERN:CODE[,CODE]", value_parser = per_file_ignore)]
    per_file_ignores: Vec<PerFileIgnore>,
}

impl Selection {
    /// Applies the command line on top of the settings file.
    pub(super) fn adjust(&self, check: &mut Check) {
        let severities = &mut check.severities;
        for &(code, severity) in &self.severity {
            severities.set(code, severity);
        }
        if !self.select.is_empty() {
            severities.select(&self.select);
        }
        severities.ignore(&self.ignore);
        check.per_file_ignores.extend(self.per_file_ignores.iter().cloned());
    }
}

/// Reads `PATTERN:CODE[,CODE]`; the pattern is relative to the current folder.
fn per_file_ignore(text: &str) -> Result<PerFileIgnore, Error> {
    let (pattern, codes) = text.rsplit_once(':').ok_or("write it as PATTERN:CODE, such as '*.prb:missing-move'")?;
    let selectors = codes.split(',').map(str::parse).collect::<Result<_, check::Error>>()?;
    Ok(PerFileIgnore { pattern: pattern.parse()?, folder: PathBuf::from("."), selectors })
}

/// Reads a code, or `ALL`.
#[derive(Clone, Debug)]
struct SelectorParser;

impl TypedValueParser for SelectorParser {
    type Value = Selector;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Selector, clap::Error> {
        if value.eq_ignore_ascii_case("ALL") {
            return Ok(Selector::All);
        }
        CodeParser.parse_ref(command, argument, value).map(Selector::One)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let codes = Code::ALL.iter().map(|code| PossibleValue::new(code.name()));
        Some(Box::new(std::iter::once(PossibleValue::new("ALL")).chain(codes)))
    }
}

/// Reads `CODE=LEVEL`. Shells complete all of them.
#[derive(Clone, Debug)]
struct SeverityParser;

impl TypedValueParser for SeverityParser {
    type Value = (Code, Severity);

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        code_and_severity.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let assignments = Code::ALL.iter().flat_map(|code| Severity::ALL.map(|severity| format!("{code}={severity}")));
        Some(Box::new(assignments.map(PossibleValue::new)))
    }
}

fn code_and_severity(text: &str) -> Result<(Code, Severity), Error> {
    let (code, severity) = text.split_once('=').ok_or("write it as CODE=LEVEL, such as missing-move=error")?;
    Ok((code.parse()?, severity.parse()?))
}

/// Reads a code. The error of an unknown code names the nearest one instead of all; shells complete all of them.
#[derive(Clone, Debug)]
pub(super) struct CodeParser;

impl TypedValueParser for CodeParser {
    type Value = Code;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Code, clap::Error> {
        let name = value.to_string_lossy();
        name.parse().map_err(|_| {
            let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
            if let Some(argument) = argument {
                error.insert(ContextKind::InvalidArg, ContextValue::String(argument.to_string()));
            }
            error.insert(ContextKind::InvalidValue, ContextValue::String(name.to_string()));
            if let Some(nearest) = Code::nearest(&name) {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(nearest.to_string()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Code::ALL.iter().map(|code| PossibleValue::new(code.name()))))
    }
}
