//! A fix lies within the text. One that is right in every case takes its diagnostic away, adds no error and leaves
//! comments alone; and when all of them are made, none is left. All fixes that a tool applies keep all words and moves.

use ishi_check::check::{Code, Diagnostic, FixKind, Severities, Severity, check, fix};
use ishi_text::apply;

use super::blocks;
use super::kept::{Before, Exception, assert_kept, removes};

pub fn hold(text: &str) {
    let severities = Severities::default();
    let found = check(text, &severities);
    for diagnostic in &found {
        for fix in &diagnostic.fixes {
            super::places::assert_applicable(text, &fix.edits);
            if fix.kind == FixKind::Auto {
                hold_for(text, &found, diagnostic, &apply(text, &fix.edits));
            }
        }
    }
    let fixed = fix(text, &severities, false);
    assert_eq!(user_text(&fixed.text), user_text(text), "the fixes change a comment");
    let again = fix(&fixed.text, &severities, false);
    assert_eq!(again.text, fixed.text, "fixes are left over of {text:?}");
    let sure = fixed.remaining.iter().find(|one| one.fix_kind() == Some(FixKind::Auto));
    assert!(sure.is_none(), "{sure:?} is left over of {text:?}");
    let before = Before::of(text);
    assert_kept(&before, &fixed.text, Exception::None, "--fix");
    let all = fix(text, &severities, true);
    assert_kept(&before, &all.text, Exception::None, "--unsafe-fixes");
    let removal = found.iter().flat_map(|one| &one.fixes).find(|fix| removes(&fix.title) && fix.is_applicable());
    assert!(removal.is_none(), "{removal:?} would be applied to {text:?}");
}

/// Tests a sure fix of one of the diagnostics.
fn hold_for(text: &str, found: &[Diagnostic], diagnostic: &Diagnostic, fixed: &str) {
    let own = diagnostic.code;
    assert_eq!(user_text(fixed), user_text(text), "the fix of {own} changes a comment");
    let left = check(fixed, &Severities::default());
    let count = |all: &[Diagnostic], code| all.iter().filter(|one| one.code == code).count();
    for &code in Code::ALL {
        let (before, after) = (count(found, code), count(&left, code));
        if code == own {
            assert!(after < before, "the fix of {code} does not take it away: {text:?} became {fixed:?}");
        } else if code.row().severity >= Severity::Warning {
            assert!(after <= before, "the fix of {own} brings {code}: {text:?} became {fixed:?}");
        }
    }
}

/// The bytes that are a user's own; some fixes are of line ends.
fn user_text(text: &str) -> String {
    let blocks: String = blocks(text).into_iter().map(|line| line + "\n").collect();
    blocks.replace('\r', "\n").replace("\n\n", "\n")
}
