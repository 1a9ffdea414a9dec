//! The properties of a root in the terms of SGF, if the game is written in the dialect of a server.

use std::borrow::Cow;

use super::property::Prop;
use ishi_rules::{Ruleset, Scoring};
use ishi_sgf::Dialect;

/// Returns the properties of a root, each of which SGF defines: `KM[6.5]` for `KO[6.5]`. Properties that SGF can't
/// express stay. The properties have the same order.
pub(super) fn standard<'p, 'a>(properties: &'p [Prop<'a>]) -> Cow<'p, [Prop<'a>]> {
    let rules = properties.iter().find(|property| property.is("RU")).map(Prop::first);
    match dialect_of(properties.iter()) {
        Dialect::Standard => Cow::Borrowed(properties),
        dialect => {
            let seconds = seconds(properties.iter());
            properties.iter().map(|property| translated(property, dialect, rules, seconds)).collect()
        }
    }
}

/// Returns the properties of a list in the same way. `rules` is the text of RULES, if the list has no RU.
pub(super) fn standard_of_list<'p, 'a>(
    properties: &[Option<&'p Prop<'a>>],
    rules: Option<&str>,
) -> Vec<Option<Cow<'p, Prop<'a>>>> {
    let listed = || properties.iter().copied().flatten();
    let dialect = dialect_of(listed());
    if dialect == Dialect::Standard {
        return properties.iter().map(|property| property.map(Cow::Borrowed)).collect();
    }
    let rules = listed().find(|property| property.is("RU")).map(Prop::first).or(rules);
    let seconds = seconds(listed());
    let one = |property: &Prop<'a>| Cow::Owned(translated(property, dialect, rules, seconds));
    properties.iter().map(|property| property.map(one)).collect()
}

fn dialect_of<'p, 'a: 'p>(properties: impl Iterator<Item = &'p Prop<'a>>) -> Dialect {
    let properties: Vec<_> = properties.map(|property| (property.name(), property.first())).collect();
    Dialect::of(&properties.iter().map(|(name, value)| (&**name, *value)))
}

/// The seconds of a byo-yomi period.
fn seconds<'p, 'a: 'p>(mut properties: impl Iterator<Item = &'p Prop<'a>>) -> Option<&'p str> {
    properties.find(|property| property.is("LT")).map(|property| property.first().trim())
}

fn translated<'a>(property: &Prop<'a>, dialect: Dialect, rules: Option<&str>, seconds: Option<&str>) -> Prop<'a> {
    let value = property.first();
    let defined = dialect.property(&property.name(), value);
    let Some((defined, standard)) = defined.and_then(|defined| Some((defined, defined.standard?))) else {
        return property.clone();
    };
    match (dialect, defined.name) {
        (Dialect::Fox, "KM") => Prop::new(standard, fox_komi(value.trim(), rules).unwrap_or_else(|| value.to_owned())),
        (Dialect::Cyberoro, "LC") => match seconds.filter(|_| value.trim() != "0") {
            Some(seconds) => Prop::new(standard, format!("{}x{seconds} byo-yomi", value.trim())),
            None => property.clone(),
        },
        _ => Prop { id: standard.into(), values: property.values.clone() },
    }
}

/// Returns the property of a list at an index with the value of a property of SGF that replaces it, in the form of the
/// dialect of the list, without which the other properties would have another meaning. `None` if the dialect does not
/// define the property, or has no form for the value, or if SGF has a property of this name, too.
pub(super) fn respelled(
    properties: &[Option<&Prop<'static>>],
    index: usize,
    new: &Prop<'static>,
) -> Option<Prop<'static>> {
    let old = (*properties.get(index)?)?;
    let dialect = dialect_of(properties.iter().copied().flatten());
    let defined = dialect.property(&old.name(), old.first()).filter(|defined| defined.name != "LC")?;
    let standard = defined.standard.filter(|&name| name != defined.name)?;
    // The title of a game is its name, or else its event.
    let is_same = new.is(standard) || standard == "EV" && new.is("GN");
    let is_value = dialect.property(defined.name, new.first()).is_some();
    (is_same && is_value).then(|| Prop { id: old.id.clone(), values: new.values.clone() })
}

/// The points of a komi in hundredths. Under rules that count the area, Fox writes stones, each of which is two points,
/// but not always; a quarter can only be of a stone.
fn fox_komi(hundredths: &str, rules: Option<&str>) -> Option<String> {
    let number: u32 = hundredths.parse().ok()?;
    let (in_points, in_stones) = (f64::from(number) / 100.0, f64::from(number) / 50.0);
    let rules = rules.and_then(Ruleset::parse).filter(|rules| rules.scoring == Scoring::Area);
    let has_quarter = !number.is_multiple_of(50);
    let is_stones = rules.map_or(has_quarter, |rules| {
        has_quarter || rules.is_usual_komi(in_stones, 0) || !rules.is_usual_komi(in_points, 0)
    });
    Some(if is_stones { in_stones } else { in_points }.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fox_writes_komi_in_hundredths() {
        for (hundredths, rules, komi) in [
            ("375", Some("Chinese"), "7.5"),
            ("375", Some("chinese"), "7.5"),
            ("325", Some("Chinese"), "6.5"),
            ("350", Some("Chinese"), "7"),
            ("650", Some("Japanese"), "6.5"),
            ("650", Some("Korean"), "6.5"),
            ("650", Some("Chinese"), "6.5"),
            ("750", Some("Chinese"), "7.5"),
            ("650", None, "6.5"),
            ("375", None, "7.5"),
            ("50", Some("Japanese"), "0.5"),
        ] {
            assert_eq!(fox_komi(hundredths, rules).as_deref(), Some(komi), "{hundredths} {rules:?}");
        }
    }
}
