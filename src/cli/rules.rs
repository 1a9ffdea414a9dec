//! The arguments that say which rules apply, and how gravely.

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::check::{Code, Severities, Severity};

#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Check only these rules, also where they are off otherwise
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = CodeParser, hide_possible_values = true)]
    select: Vec<Code>,

    /// Do not check these rules
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = CodeParser, hide_possible_values = true)]
    ignore: Vec<Code>,

    /// Report a rule as `error`, `warning`, `info` or `hint`, or turn it `off`
    #[arg(long, value_name = "CODE=LEVEL", value_delimiter = ',', value_parser = code_and_severity)]
    severity: Vec<(Code, Severity)>,
}

impl Selection {
    /// Changes the severities of the settings file as the command line says.
    pub(super) fn adjust(&self, severities: &mut Severities) {
        for &(code, severity) in &self.severity {
            severities.set(code, severity);
        }
        if !self.select.is_empty() {
            for &code in Code::ALL {
                let severity = match (self.select.contains(&code), severities.of(code), code.row().severity) {
                    (false, _, _) => Severity::Off,
                    (true, Severity::Off, Severity::Off) => Severity::Warning,
                    (true, Severity::Off, default) => default,
                    (true, chosen, _) => chosen,
                };
                severities.set(code, severity);
            }
        }
        for &code in &self.ignore {
            severities.set(code, Severity::Off);
        }
    }
}

fn code_and_severity(text: &str) -> Result<(Code, Severity), String> {
    let (code, severity) = text.split_once('=').ok_or("write it as CODE=LEVEL, such as missing-move=error")?;
    Ok((code.parse()?, severity.parse()?))
}

/// Reads a code. An unknown one is answered with the code nearest to it rather than with the whole list, which
/// shells still get to know for their completions.
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
            error.insert(ContextKind::SuggestedValue, ContextValue::String(Code::nearest(&name).to_string()));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Code::ALL.iter().map(|code| PossibleValue::new(code.name()))))
    }
}
