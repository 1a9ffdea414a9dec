//! `ishi explain`: what a rule means, with examples.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::report::style;
use super::rules::CodeParser;
use super::{Exit, Output};
use ishi::check::{Code, Family, Remedy, Row, STANDARD_URL};

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
        (ExplainFormat::Markdown, None) => output.raw(page().as_bytes()),
        (ExplainFormat::Markdown, Some(code)) => output.raw(section(code.row(), 1).as_bytes()),
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
        for row in rows(family) {
            let style = style(row.severity);
            let severity = row.severity.name();
            let fix = if fix_kind(row) == Some("auto") { "--fix" } else { "" };
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
    let _ = write!(out, "\nSource:  {}\nFix:     {}\n", row.source, remedy(row));
    for (title, record) in [("Before:", row.before), ("After:", row.after)] {
        let _ = writeln!(out, "\n{title}");
        for line in example(row, record).lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// The page of the documentation.
fn page() -> String {
    let mut out = String::from(
        "<!-- Written by `scripts/generate` from the catalogue of rules. -->\n\
         \n\
         # Diagnostics\n\n\
         Every diagnostic has a code that never changes. A code can be given another severity (`error`, `warning`,\n\
         `info`, `hint`, `off`) under `[check]` in `ishi.toml`, under `ishi.check` in an editor, or with `--severity`\n\
         on the command line. A line `REMARK ishi: allow CODE` in a record suppresses the code for the next event, \
         setup, move or diagram; `allow all` suppresses all codes.\n\n",
    );
    let _ = writeln!(out, "“Standard” is the [Standard Format of Ishi Press]({STANDARD_URL}) of 1990.\n");
    for family in Family::ALL {
        let _ = writeln!(out, "## {}\n", family.title());
        out.push_str("| code | severity | fix | what it reports |\n|---|---|---|---|\n");
        for row in rows(family) {
            let _ = writeln!(
                out,
                "| [`{name}`](#{name}) | {} | {} | {} |",
                row.severity,
                fix_kind(row).unwrap_or(""),
                row.what.replace('|', "\\|"),
                name = row.name
            );
        }
        out.push('\n');
        for row in rows(family) {
            out.push_str(&section(row, 3));
            out.push('\n');
        }
    }
    out.push_str("## By section of the Standard\n\n");
    for (section, codes) in by_section() {
        let codes: Vec<String> = codes.iter().map(|name| format!("[`{name}`](#{name})")).collect();
        let _ = writeln!(out, "- {section}: {}", codes.join(", "));
    }
    out
}

/// The names of the rules that rest on each section of the Standard, by section.
fn by_section() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut sections: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in Code::ALL.iter().map(|code| code.row()) {
        for section in row.sections() {
            sections.entry(section).or_default().push(row.name);
        }
    }
    sections
}

/// One rule of the page, under a heading of the given level.
fn section(row: &Row, level: usize) -> String {
    let capital = |text: &str| {
        let mut chars = text.chars();
        chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
    };
    format!(
        "{hashes} {name}\n\n{what} ({severity} by default). {why}\n\n- Source: {source}\n- Fix: {remedy}\n\n\
         Before:\n\n```\n{before}```\n\nAfter:\n\n```\n{after}```\n",
        hashes = "#".repeat(level),
        name = row.name,
        what = capital(row.what),
        severity = row.severity,
        why = row.why,
        source = row.source,
        remedy = remedy(row),
        before = example(row, row.before),
        after = example(row, row.after),
    )
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
        fix: fix_kind(row),
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

fn rows(family: Family) -> impl Iterator<Item = &'static Row> {
    Code::ALL.iter().map(|code| code.row()).filter(move |row| row.family == family)
}

fn fix_kind(row: &Row) -> Option<&'static str> {
    match row.remedy {
        Remedy::None | Remedy::Manual(_) => None,
        Remedy::Suggested(_) => Some("suggested"),
        Remedy::Auto(_) => Some("auto"),
    }
}

fn remedy(row: &Row) -> String {
    match row.remedy {
        Remedy::None => "by hand; only the author knows what was meant".to_owned(),
        Remedy::Manual(what) => format!("{what} (a quick fix in an editor)"),
        Remedy::Suggested(what) => format!("{what} (`--fix --unsafe-fixes`, or a quick fix in an editor)"),
        Remedy::Auto(what) => format!("{what} (`--fix`)"),
    }
}

/// A record as it is shown: line by line, and with the line ends themselves where they are what the rule is about.
fn example(row: &Row, record: &str) -> String {
    if row.before.contains('\r') || row.after.contains('\r') {
        record.replace('\r', "␍").replace('\n', "␊\n")
    } else {
        record.replace('\0', "␀")
    }
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
