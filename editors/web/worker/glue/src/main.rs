//! Usage: `ishi-worker-glue MODULE.wasm FOLDER`. Writes the JavaScript that loads a module, and the module that it loads.

mod order;

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("Usage: ishi-worker-glue MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    match write(module, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the rule is for the files of users")]
fn write(module: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true).generate(folder)?;
    let written = folder.join(format!("{}_bg.wasm", bindgen.stem()?));
    let ordered = order::by_likeness(&fs::read(&written)?)?;
    fs::write(&written, ordered)?;
    Ok(())
}
