-- The configuration of the language server for Neovim 0.11 and later. Change it with `vim.lsp.config('ishi', {…})`.
return {
  cmd = { 'ishi', 'lsp' },
  -- Of texts in Markdown, only those with games in code blocks are served.
  filetypes = { 'ishi', 'sgf', 'markdown' },
  root_markers = { 'ishi.toml', '.git' },
  -- Whether a buffer gets the server. The markers decide the folder; where there are none, a folder of records is one.
  root_dir = function(bufnr, on_dir)
    local server = require('ishi.server')
    if server.is_served(bufnr) then
      on_dir(server.games_folder(bufnr))
    end
  end,
  -- The commands of the plugin that a code lens may call, and whether Neovim can ask for the problems of all files.
  init_options = {
    commands = { 'ishi.showBoard' },
    pullsFolders = vim.lsp.buf.workspace_diagnostics ~= nil,
  },
  handlers = {
    ['workspace/diagnostic/refresh'] = function(...)
      return require('ishi.diagnostics').refresh(...)
    end,
  },
}
