//! The pages that describe rules, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::catalogue::{Code, Family, Remedy, Row, STANDARD_URL};

/// Returns the page of all rules, which is part of the documentation.
pub fn rules_page() -> String {
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
        for row in rules_of(family) {
            let _ = writeln!(
                out,
                "| [`{name}`](#{name}) | {} | {} | {} |",
                row.severity,
                fix_name(row).unwrap_or(""),
                row.what.replace('|', "\\|"),
                name = row.name
            );
        }
        out.push('\n');
        for row in rules_of(family) {
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

/// Returns the page of one rule.
pub fn rule_page(code: Code) -> String {
    section(code.row(), 1)
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
         Before:\n\n{fence}\n{before}{fence}\n\nAfter:\n\n{fence}\n{after}{fence}\n",
        // An example may have a code block itself.
        fence = if row.before.contains("```") { "````" } else { "```" },
        hashes = "#".repeat(level),
        name = row.name,
        what = capital(row.what),
        severity = row.severity,
        why = row.why,
        source = row.source,
        remedy = remedy_of(row),
        before = example_of(row, row.before),
        after = example_of(row, row.after),
    )
}

/// Returns the rules of a family.
pub fn rules_of(family: Family) -> impl Iterator<Item = &'static Row> {
    Code::ALL.iter().map(|code| code.row()).filter(move |row| row.family == family)
}

/// Returns the kind of the fix that `ishi check` can apply, by its name.
pub fn fix_name(row: &Row) -> Option<&'static str> {
    match row.remedy {
        Remedy::None | Remedy::Manual(_) => None,
        Remedy::Suggested(_) => Some("suggested"),
        Remedy::Auto(_) => Some("auto"),
    }
}

/// Describes how the problem is fixed.
pub fn remedy_of(row: &Row) -> String {
    match row.remedy {
        Remedy::None => "by hand; only the author knows what was meant".to_owned(),
        Remedy::Manual(what) => format!("{what} (a quick fix in an editor)"),
        Remedy::Suggested(what) => format!("{what} (`--fix --unsafe-fixes`, or a quick fix in an editor)"),
        Remedy::Auto(what) => format!("{what} (`--fix`)"),
    }
}

/// A record as it is shown: line by line, and with the line ends themselves where they are what the rule is about.
pub fn example_of(row: &Row, record: &str) -> String {
    if row.before.contains('\r') || row.after.contains('\r') {
        record.replace('\r', "␍").replace('\n', "␊\n")
    } else {
        record.replace('\0', "␀")
    }
}
