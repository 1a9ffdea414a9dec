//! Detection of the encoding of a file.
//!
//! A file of games often has nothing outside of ASCII but two names, which are too short for detectors of web pages.
//! So the characters that each encoding would give are judged by how frequent they are in names and in texts about Go.

#![expect(clippy::cast_precision_loss, reason = "a sample has a few thousand bytes")]

use std::sync::LazyLock;

use chardetng::EncodingDetector;

use super::encoding::{Damage, Encoding};

/// The most likely encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) encoding: Encoding,
    /// Whether no other encoding explains the bytes nearly as well.
    pub(super) is_certain: bool,
}

/// The number of bytes after which a sample ends at the next blank. Names of ten games are enough.
const MAX_SAMPLE: usize = 1200;

/// By how much the best reading must be more probable than the next one to be certain, as a logarithm: some 150 times.
const MARGIN: f64 = 5.0;

/// The same, if the sequences of letters suggest the same reading.
const MARGIN_OF_BOTH: f64 = 2.5;

/// With fewer letters outside of ASCII than these, their sequences say little: not more than this logarithm.
const ENOUGH: usize = 4;
const FEW_MARGIN: f64 = 1.0;

/// By how much the encoding that a file names is more probable than others, as a logarithm.
const NAMED: f64 = 5.0;

/// The probability of a byte that is damaged, as a logarithm.
const DAMAGE: f64 = -14.0;

/// The probability of a character in a reading that may be right, as a logarithm: of ideographs, which are many, and of
/// letters.
const PLAUSIBLE_IDEOGRAPH: f64 = -10.5;
const PLAUSIBLE_LETTER: f64 = -7.0;

/// Returns the most likely encoding of `bytes`, which are not valid UTF-8, or are valid in the encoding `named` that
/// the file names.
pub(super) fn guess(bytes: &[u8], named: Option<Encoding>) -> Guess {
    if is_nearly_utf8(bytes) {
        return Guess { encoding: Encoding::UTF_8, is_certain: true };
    }
    let sample = sample(bytes);
    let readings = readings(&sample, named);
    let Some(best) = readings.first() else { return Guess { encoding: Encoding::WINDOWS_1252, is_certain: false } };
    let rival = readings.iter().find(|reading| reading.text != best.text);
    let margin = rival.map_or(f64::INFINITY, |rival| best.score - rival.score);
    let (ascii, others): (Vec<char>, Vec<char>) = best.text.chars().partition(char::is_ascii);
    let least = if best.encoding.has_sequences() { PLAUSIBLE_IDEOGRAPH } else { PLAUSIBLE_LETTER };
    let is_plausible = best.score >= least * others.len() as f64 + ASCII * ascii.len() as f64;
    if best.script != Script::Latin && is_plausible {
        return Guess { encoding: best.encoding, is_certain: margin >= MARGIN };
    }
    // Nearly all letters of an encoding for Latin are plausible, so the sequences of letters decide, unless they are
    // only a few and rare ones.
    let encoding = by_sequences(bytes);
    let same = readings.iter().find(|reading| reading.encoding == encoding);
    let is_same = same.is_some_and(|reading| reading.text == best.text);
    let is_near = others.len() >= ENOUGH || same.is_some_and(|reading| best.score - reading.score <= FEW_MARGIN);
    let encoding = if is_same || best.script == Script::Latin && !is_near { best.encoding } else { encoding };
    Guess { encoding, is_certain: is_same && is_plausible && margin >= MARGIN_OF_BOTH }
}

/// How many characters outside of ASCII a text must have for each place that is damaged.
const WHOLE: usize = 8;

/// Whether bytes are UTF-8 but for a few places that are damaged.
pub(super) fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        // All bytes of a character but the first one are continuation bytes.
        let starts = chunk.valid().bytes().filter(|byte| *byte >= 0xc0).count();
        (whole, damaged) = (whole + starts, damaged + usize::from(!chunk.invalid().is_empty()));
    }
    damaged * WHOLE <= whole
}

/// The text in an encoding, if only a few places are damaged. `few` places are a few however short the text is.
pub(super) fn read_few_damaged(bytes: &[u8], encoding: Encoding, few: usize) -> Option<(String, Vec<Damage>)> {
    // In an encoding with one byte a character no byte is damaged: the encoding does not have it.
    let most = few.max(bytes.len() / WHOLE);
    let (text, damaged) = encoding.has_sequences().then(|| encoding.read_damaged(bytes, most))??;
    let most = damaged.len() * (WHOLE + 1);
    let is_few = damaged.len() <= few || text.chars().filter(|one| !one.is_ascii()).take(most).count() == most;
    is_few.then_some((text, damaged))
}

/// The encoding that the sequences of letters suggest.
fn by_sequences(bytes: &[u8]) -> Encoding {
    let mut detector = EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    Encoding::of(detector.guess(None, chardetng::Utf8Detection::Deny))
}

/// The bytes outside of ASCII with their neighbours, up to a bound. No character is cut, because after the first byte
/// of a character at most two bytes are ASCII.
fn sample(bytes: &[u8]) -> Vec<u8> {
    const NEIGHBOURS: usize = 3;
    let mut sample = Vec::new();
    let mut end = 0;
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        // A blank or a sign such as `,` is not the second byte of a character.
        let is_after_blank = || at > 0 && bytes[at - 1] < b'0';
        if sample.len() > MAX_SAMPLE && (at >= end || is_after_blank()) || sample.len() > 8 * MAX_SAMPLE {
            sample.truncate(sample.len() - end.saturating_sub(at));
            break;
        }
        let start = at.saturating_sub(NEIGHBOURS).max(end);
        if start > end {
            sample.push(b'\n');
        }
        let next = (at + 1 + NEIGHBOURS).min(bytes.len());
        sample.extend_from_slice(&bytes[start..next]);
        end = next;
    }
    sample
}

/// The writing for which the characters of an encoding are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Simplified,
    Traditional,
    Japanese,
    Korean,
    Cyrillic,
    Greek,
    Latin,
    /// Any of the others.
    Any,
}

use Script::{Any, Cyrillic, Greek, Japanese, Korean, Latin, Simplified, Traditional};

/// The encodings that are compared: their names, their scripts, and how rare they are, as a logarithm.
const CANDIDATES: [(&str, Script, f64); 17] = [
    ("utf-8", Any, 0.0),
    ("gb18030", Simplified, 0.0),
    ("big5", Traditional, 0.0),
    ("shift-jis", Japanese, 0.0),
    ("euc-jp", Japanese, 0.0),
    ("euc-kr", Korean, 0.0),
    ("windows-1251", Cyrillic, -2.0),
    ("koi8-r", Cyrillic, -3.0),
    ("koi8-u", Cyrillic, -4.0),
    ("ibm866", Cyrillic, -5.0),
    ("iso-8859-5", Cyrillic, -5.0),
    ("windows-1253", Greek, -3.0),
    ("windows-1252", Latin, 0.0),
    ("windows-1250", Latin, 0.0),
    ("iso-8859-2", Latin, -3.0),
    ("windows-1254", Latin, -1.0),
    ("windows-1257", Latin, -3.0),
];

/// A sample as a text in one of the encodings.
struct SampleReading {
    encoding: Encoding,
    script: Script,
    text: String,
    /// The logarithm of the probability of the text.
    score: f64,
}

/// The readings of a sample, the most probable one first.
fn readings(sample: &[u8], named: Option<Encoding>) -> Vec<SampleReading> {
    let reading = |(name, script, prior): (&str, Script, f64)| {
        let encoding = Encoding::for_label(name)?;
        let (text, damaged) = encoding.read_damaged(sample, sample.len())?;
        let whole = text.chars().filter(|one| !one.is_ascii()).count() - damaged.len();
        // In an encoding with one byte a character no byte is damaged: the encoding does not have it.
        let is_readable = damaged.is_empty() || encoding.has_sequences() && damaged.len() <= whole.max(2) && whole > 0;
        let bonus = if named == Some(encoding) { NAMED } else { 0.0 };
        is_readable.then(|| SampleReading { encoding, script, score: score(&text, script) + prior + bonus, text })
    };
    let mut readings: Vec<SampleReading> = CANDIDATES.into_iter().filter_map(reading).collect();
    readings.sort_by(|one, other| other.score.total_cmp(&one.score));
    readings
}

/// The probability of an ASCII character, as a logarithm. It counts because in some encodings a character has a byte of
/// ASCII.
const ASCII: f64 = -3.7;

/// By how much a letter of ASCII after an ideograph is less probable, as a logarithm.
const IN_WORD: f64 = 2.0;

fn is_ideographic(script: Script) -> bool {
    matches!(script, Simplified | Traditional | Japanese | Korean)
}

/// The logarithm of the probability of a text in a script.
fn score(text: &str, script: Script) -> f64 {
    let mut before = ' ';
    let mut score = 0.0;
    for one in text.chars() {
        score += match one {
            // An ideograph is not a part of a word of Latin.
            'a'..='z' if !before.is_ascii() && is_ideographic(script) => ASCII - IN_WORD,
            _ if one.is_ascii() => ASCII,
            '\u{fffd}' => DAMAGE,
            _ => character(one, before, script),
        };
        before = one;
    }
    score
}

/// The logarithm of the probability of a character outside of ASCII after another one.
fn character(one: char, before: char, script: Script) -> f64 {
    match script {
        Simplified | Traditional | Korean => ideograph(one, script).ln(),
        Japanese => match one {
            'ぁ'..='ん' | 'ァ'..='ヶ' | 'ー' => (0.2f64 / 170.0).ln(),
            '、' | '。' | '・' | '\u{3000}' => (0.02f64 / 4.0).ln(),
            // Two of these are as long as one of the others.
            '｡'..='ﾟ' => (0.003f64 / 63.0).ln(),
            _ => ideograph(one, script).ln(),
        },
        Cyrillic | Greek | Latin => letter(one, before, script),
        Any => {
            const SCRIPTS: [Script; 7] = [Simplified, Traditional, Japanese, Korean, Cyrillic, Greek, Latin];
            let each = SCRIPTS.map(|script| character(one, before, script));
            each.into_iter().fold(f64::NEG_INFINITY, f64::max) - (SCRIPTS.len() as f64).ln()
        }
    }
}

/// The probability of a character of Chinese, Japanese or Korean. The national standards have the frequent characters
/// first.
fn ideograph(one: char, script: Script) -> f64 {
    let (common, encoding) = match script {
        Simplified => (&COMMON_SIMPLIFIED, encoding_rs::GB18030),
        Traditional => (&COMMON_TRADITIONAL, encoding_rs::BIG5),
        Japanese => (&COMMON_JAPANESE, encoding_rs::EUC_JP),
        _ => (&COMMON_KOREAN, encoding_rs::EUC_KR),
    };
    if common.binary_search(&one).is_ok() {
        return 0.6 / common.len() as f64;
    }
    let mut buffer = [0; 4];
    let (bytes, _, is_missing) = encoding.encode(one.encode_utf8(&mut buffer));
    let [first, second] = *bytes else { return 1e-7 };
    match (script, first) {
        _ if is_missing => 1e-7,
        (Simplified | Korean, _) if second < 0xa1 => 0.002 / 20_000.0,
        (Simplified, 0xb0..=0xd7) => 0.33 / 3755.0,
        (Simplified, 0xd8..=0xf7) => 0.02 / 3008.0,
        (Simplified, 0xa1..=0xa9) => 0.04 / 700.0,
        (Traditional, 0xa4..=0xc6) => 0.35 / 5401.0,
        (Traditional, 0xc9..=0xf9) => 0.02 / 7652.0,
        (Traditional, 0xa1..=0xa3) => 0.03 / 400.0,
        (Japanese, 0xb0..=0xcf) => 0.17 / 2965.0,
        (Japanese, 0xd0..=0xf4) => 0.015 / 3390.0,
        (Japanese, _) => 0.01 / 500.0,
        (Korean, 0xb0..=0xc8) => 0.35 / 2350.0,
        (Korean, 0xca..=0xfd) => 0.02 / 4888.0,
        (Korean, 0xa1..=0xaf) => 0.01 / 1000.0,
        _ => 1e-7,
    }
}

/// The logarithm of the probability of a letter or a sign after another character.
fn letter(one: char, before: char, script: Script) -> f64 {
    let lower = one.to_lowercase().next().unwrap_or(one);
    let of = |letters: &str, mass: f64| letters.contains(lower).then(|| mass / letters.chars().count() as f64);
    let letter = match script {
        Cyrillic => of("оеаинтсрвлкмдпу", 0.7).or_else(|| of("ябгзычйжхшюцщэфьъёієїґ", 0.25)),
        Greek => of("αοιετσνηρπκλμ", 0.7).or_else(|| of("υγδθφβχξζψωςάέήίόύώϊϋ", 0.25)),
        // The letters that have the same byte in several encodings, those of western and of central Europe.
        _ => of("áâäçéëíîóôöúüýß", 0.4)
            .or_else(|| of("àèêåæøñã", 0.25))
            .or_else(|| of("čšžřěůłćęąńőűăţş", 0.25))
            .or_else(|| of("õûùïòìðþœÿığśżźťďňđŕĺľėųūįāēīņļķģ", 0.2)),
    };
    let probability = letter.unwrap_or(match one {
        '„' | '“' | '”' | '’' | '–' | '«' | '»' | '…' | '№' | '\u{a0}' | '°' | '½' => 0.02 / 12.0,
        _ if one.is_alphabetic() => 0.002 / 60.0,
        _ => 0.0005 / 60.0,
    });
    if !one.is_alphabetic() {
        return probability.ln();
    }
    let is_in_word = before.is_alphabetic();
    let case = match (is_in_word, one.is_uppercase()) {
        (false, true) => 0.7,
        (false, false) => 0.3,
        (true, false) => 0.95,
        (true, true) if before.is_uppercase() => 0.2,
        (true, true) => 0.02,
    };
    // In Latin a letter outside of ASCII seldom follows another one; in other alphabets a letter of ASCII never does.
    let neighbour = match script {
        _ if !is_in_word => 1.0,
        Latin if !before.is_ascii() => 0.06,
        Cyrillic | Greek if before.is_ascii() => 0.01,
        _ => 0.9,
    };
    (probability * case * neighbour).ln()
}

/// A list of characters, sorted.
type Characters = LazyLock<Vec<char>>;

fn sorted(characters: &str) -> Vec<char> {
    let mut characters: Vec<char> = characters.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    characters
}

// Frequent characters of names, and of texts about Go.
#[rustfmt::skip]
static COMMON_SIMPLIFIED: Characters = LazyLock::new(|| sorted(
    "王李张刘陈杨黄赵周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪田任姜范方石\
     姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文聂古柯时俞牛芮檀连党伟芳娜秀英敏静丽强磊军洋勇艳杰\
     娟涛明超兰霞平刚桂红玉梅华建国志海云飞鹏宇浩然博天子一东春晓辉斌波宁俊辰昊睿轩婷雪琳佳欣怡雨慧晨瑞凤峰亮健利成新生胜学祥才发\
     良中福庆荣清永世广义兴家振宏德立业忠信仁大小山润楠莹颖柳丹锦鑫旭帅淑珍琴凯畅坤冰倩洁阳围棋黑对局比赛第届杯名人本因坊战决半轮\
     界日先手负目贴执番联元座十最冠挑职网络北京上城市快道场会的是不了在有我他这们个来说和地为得以后可下好看二三四五六七八九"));
#[rustfmt::skip]
static COMMON_TRADITIONAL: Characters = LazyLock::new(|| sorted(
    "王李張劉陳楊黃趙周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏鍾汪田任姜范方石\
     姚譚廖鄒熊金陸孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎莊賴龔游詹簡施洪溫柯紀阮古文聯淑美雅怡家志宗佳冠俊建宏宜欣佩柏翰承庭\
     信宇彥詩慧玲惠芳婷君雯靜儀華偉豪傑明銘哲嘉瑋郁婉如珊琪玉珍秀英雄鳳貴麗嬌春梅蘭月娟雲琴峰海平誠國榮勝輝德成中天子一東山大小士\
     立賢義仁忠永安泰慶福祥圍棋黑對局比賽第屆盃名人本因坊戰決半輪世界日先手負目貼執番元座十最強挑職業網路北京臺台城市快道場會的是不\
     了在有我他這們個來說和地為得以後可下好看二三四五六七八九"));
#[rustfmt::skip]
static COMMON_JAPANESE: Characters = LazyLock::new(|| sorted(
    "田中山本井上村木小林川佐藤鈴高橋伊渡辺加吉松清水斎池石前岡長谷近坂遠青福西三原和島野後竹内金柴宮安武江大森菅平今千葉秀樹子美恵\
     一郎二正太明健智裕光真由香里直人幸男雄司介輔哉也翔洋次信之夫博昭義治孝修康貴浩弘史代久悟学拓篤陽花結翼春零涼桃知舞七夏稔聡淳幹\
     亮崎部工浜黒白丸古関口杉浦永新星保横尾桑澤沢勲趙張栩依紀基許家元囲碁因坊名棋聖戦第期局番勝負段九目半天王座十院手合会決先国日京\
     東都府県市"));
#[rustfmt::skip]
static COMMON_KOREAN: Characters = LazyLock::new(|| sorted(
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현변염준영수경은희호상미숙자순동\
     재혁태훈철석기용형종승환창규선연예아나라리혜빈건시후도람별인보옥광춘바둑대회제국결명왕위세계중일본단급흑패집반불사가의는을를에\
     다고로과"));

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of two names each: nothing else of a short file is outside of ASCII.
    #[test]
    fn two_names_are_enough_where_no_other_reading_is_likely() {
        for (name, names) in [
            ("gb18030", ["聂卫平", "马晓春"]),
            ("gb18030", ["常昊", "周鹤洋"]),
            ("big5", ["林海峰", "王立誠"]),
            ("big5", ["周俊勳", "張栩"]),
            ("shift-jis", ["高尾紳路", "井山裕太"]),
            ("shift-jis", ["趙治勲", "小林光一"]),
            ("euc-jp", ["依田紀基", "山下敬吾"]),
            ("euc-jp", ["石田芳夫", "武宮正樹"]),
            ("euc-kr", ["조훈현", "이창호"]),
            ("euc-kr", ["이세돌", "박정환"]),
            ("windows-1251", ["Динерштейн", "Шикшин"]),
            ("koi8-r", ["Динерштейн", "Шикшин"]),
            ("windows-1252", ["Müller", "Schröder"]),
        ] {
            let encoding = Encoding::for_label(name).unwrap();
            let text = format!("(;GM[1]SZ[19]PB[{}]PW[{}];B[pd];W[dp])", names[0], names[1]);
            let bytes = encoding.encode(&text).unwrap();
            assert_eq!(guess(&bytes, None), Guess { encoding, is_certain: true }, "{names:?}");
            // A wrong name says nothing against that encoding.
            assert_eq!(guess(&bytes, Some(Encoding::UTF_8)), Guess { encoding, is_certain: true }, "{names:?}");
        }
    }

    #[test]
    fn what_may_be_read_in_two_ways_is_not_certain() {
        // A Chinese character, or a Korean one; two letters of French, or of Czech; no text at all.
        let high_bytes: Vec<u8> = (0x80..=0xff).collect();
        for bytes in [&b"PB[\xb0\xa1]"[..], b"PB[Andr\xe8] PW[Agn\xe8s]", &high_bytes] {
            assert!(!guess(bytes, None).is_certain, "{bytes:?}");
        }
    }

    #[test]
    fn a_few_damaged_bytes_leave_a_text_in_its_encoding() {
        for (name, text) in [
            ("utf-8", "PB[王小明]PW[김민수]C[黑棋下得很好，白棋也不错]"),
            ("utf-8", "PB[Дмитрий]PW[Алексей]"),
            ("gb18030", "PB[王小明]PW[张三丰]C[黑棋下得很好，白棋也不错，大家都说好]"),
            ("shift-jis", "PB[小林光一]PW[趙治勲]C[黒番、白番、とてもおもしろい碁でした]"),
        ] {
            let encoding = Encoding::for_label(name).unwrap();
            let mut bytes = encoding.encode(text).unwrap();
            // Not the beginning of a character in any of these encodings.
            bytes.splice(3..3, *b"\xff");
            assert_eq!(guess(&bytes, None), Guess { encoding, is_certain: true }, "{text}");
        }
        let cut = "PB[王小明]C[好\u{597d}".as_bytes();
        assert_eq!(guess(&cut[..cut.len() - 1], None).encoding, Encoding::UTF_8);
    }
}
