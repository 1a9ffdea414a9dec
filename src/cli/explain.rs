//! `ishi explain`: what a rule means, with examples.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::report::style;
use super::rules::CodeParser;
use super::{Exit, Output};
use ishi_check::check::{Code, Family, Remedy, Row, example_of, fix_name, remedy_of, rule_page, rules_of, rules_page};

/// Explain a rule: what it reports, why that matters and how to fix it.
///
/// Without a code, all rules are listed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArguments {
    /// The code of the rule, which messages show in brackets
    #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
    code: Option<Code>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ExplainFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExplainFormat {
    /// Text for a terminal
    Text,
    /// Markdown, for documentation
    Markdown,
    /// JSON for other programs
    Json,
}

const EXAMPLES: &str = "\
Examples:
  ishi explain                         all rules, with their severities
  ishi explain duplicate-move          one of them, with a record before and after
  ishi explain --format json           the same for other programs";

pub(super) fn run(arguments: &ExplainArguments, output: &mut Output) -> Exit {
    match (arguments.format, arguments.code) {
        (ExplainFormat::Text, None) => output.styled(&table()),
        (ExplainFormat::Text, Some(code)) => output.styled(&one(code)),
        (ExplainFormat::Markdown, None) => output.raw(rules_page().as_bytes()),
        (ExplainFormat::Markdown, Some(code)) => output.raw(rule_page(code).as_bytes()),
        (ExplainFormat::Json, None) => {
            let rules: Vec<Rule> = Code::ALL.iter().map(|code| rule(code.row())).collect();
            output.raw(json(&rules).as_bytes());
        }
        (ExplainFormat::Json, Some(code)) => output.raw(json(&rule(code.row())).as_bytes()),
    }
    Exit::Clean
}

/// The column at which text for terminals is broken.
const WIDTH: usize = 80;

/// All rules, for a terminal.
fn table() -> String {
    let name_width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for family in Family::ALL {
        let _ = writeln!(out, "{}", family.title());
        for row in rules_of(family) {
            let style = style(row.severity);
            let severity = row.severity.name();
            let fix = if fix_name(row) == Some("auto") { "--fix" } else { "" };
            let _ = writeln!(out, "  {:<name_width$}  {style}{severity:<7}{style:#}  {fix:<5}  {}", row.name, row.what);
        }
        out.push('\n');
    }
    out.push_str("`ishi explain CODE` explains a rule. --fix: `ishi check --fix` fixes it where the fix is certain.\n");
    out
}

/// One rule, for a terminal.
fn one(code: Code) -> String {
    let row = code.row();
    let style = style(row.severity);
    let mut out = format!("{style}{}{style:#} ({} by default): {}\n\n", row.name, row.severity, row.what);
    out.push_str(&wrapped(row.why));
    let _ = write!(out, "\nSource:  {}\nFix:     {}\n", row.source, remedy_of(row));
    for (title, record) in [("Before:", row.before), ("After:", row.after)] {
        let _ = writeln!(out, "\n{title}");
        for line in example_of(row, record).lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// One rule for other programs.
#[derive(Serialize)]
struct Rule {
    code: &'static str,
    family: &'static str,
    severity: &'static str,
    what: &'static str,
    why: &'static str,
    source: &'static str,
    fix: Option<&'static str>,
    remedy: Option<&'static str>,
    before: &'static str,
    after: &'static str,
}

fn rule(row: &'static Row) -> Rule {
    Rule {
        code: row.name,
        family: row.family.title(),
        severity: row.severity.name(),
        what: row.what,
        why: row.why,
        source: row.source,
        fix: fix_name(row),
        remedy: match row.remedy {
            Remedy::None => None,
            Remedy::Manual(what) | Remedy::Suggested(what) | Remedy::Auto(what) => Some(what),
        },
        before: row.before,
        after: row.after,
    }
}

fn json(value: &impl Serialize) -> String {
    // Strings can always be written as JSON.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Text broken between words.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
    out
}
