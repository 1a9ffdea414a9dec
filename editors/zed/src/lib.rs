//! The extension for Zed: starts `ishi lsp`, the program on the user's `PATH`.

use zed_extension_api::{self as zed, LanguageServerId, Result, Worktree, serde_json, settings::LspSettings};

struct Ishi;

impl zed::Extension for Ishi {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, server: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)?.binary;
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path
            .or_else(|| worktree.which("ishi"))
            .ok_or("`ishi` is not on the PATH: install it, or set `lsp.ishi.binary.path` to the program")?;
        Ok(zed::Command { command, args: arguments.unwrap_or_else(|| vec!["lsp".into()]), env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?.settings;
        Ok(settings.map(|settings| serde_json::json!({ "ishi": settings })))
    }
}

zed::register_extension!(Ishi);
