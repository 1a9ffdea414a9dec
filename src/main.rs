//! The entry point of the program: the command line, with the language server as one of its commands.

use std::process::ExitCode;

use mimalloc::MiMalloc;

use ishi_server::ServerOptions;

/// The allocator of the program. Memory is often freed by another thread than the one that allocated it, and most of it
/// is short-lived: the allocator of the system then keeps memory for each thread, returns little, and takes longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ishi_cli::run(|session| {
        ishi_server::run(&ServerOptions {
            log_file: session.log_file,
            client_process: session.client_process,
            library_index: session.library_index,
        })
    })
}
