//! Whatever stands between the frames of a client and wherever they are cut in pieces, each frame is answered, once and
//! in its place.

use serde_json::{Value, json};

use super::Choices;
use super::session::{request, talk};

/// The name of the one header that matters.
const HEADER: &str = "content-length:";

pub fn hold(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut input = Vec::new();
    // After a length that is too large nothing is certain any more.
    let mut is_certain = true;
    let mut expected = Vec::new();
    for nth in 0..32 {
        if choices.are_over() {
            break;
        }
        let kind = choices.below(6);
        if is_certain && kind > 2 {
            // The name of the header must not come about where two pieces of garbage meet.
            input.push(b'\n');
        }
        match kind {
            0 | 1 => {
                let id = json!(nth);
                input.extend(request(&id, "x/y", &json!(String::from_utf8_lossy(choices.bytes(40)))));
                if is_certain {
                    expected.push(id);
                }
            }
            2 => {
                let value = without_header(choices.bytes(12));
                let value = String::from_utf8_lossy(&value).replace(['\r', '\n'], "");
                is_certain &= value.trim().parse::<u64>().is_err();
                input.extend(format!("Content-Length: {value}\r\n\r\n").bytes());
            }
            3 => input.extend(without_header(choices.bytes(100))),
            4 => {
                let long = [without_header(choices.bytes(10)), vec![b'x'; choices.below(9000)]].concat();
                input.extend(without_header(&long));
            }
            _ => {
                let bytes = choices.bytes(60);
                is_certain &= !holds_header(bytes);
                input.extend(bytes);
            }
        }
    }
    let chunks = cut(&input, &mut choices);
    let answers: Vec<Value> =
        talk(chunks, None, |_| None).into_iter().map(|mut message| message["id"].take()).collect();
    let (own, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(Value::is_number);
    assert!(own.starts_with(&expected), "{expected:?} were asked, and {own:?} answered, in {:?}", show(&input));
    if is_certain {
        assert_eq!(own.len(), expected.len(), "{own:?} are answered, in {:?}", show(&input));
        assert!(others.iter().all(Value::is_null), "{others:?} were never asked, in {:?}", show(&input));
    }
}

fn cut(input: &[u8], choices: &mut Choices<'_>) -> Vec<Vec<u8>> {
    let size = *choices.of(&[usize::MAX, 1, 7, 64, 4096]);
    input.chunks(size).map(<[u8]>::to_vec).collect()
}

fn holds_header(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).to_ascii_lowercase().contains(HEADER)
}

fn without_header(bytes: &[u8]) -> Vec<u8> {
    if holds_header(bytes) { Vec::new() } else { bytes.to_vec() }
}

fn show(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}
