-- Opens a record with the configuration of nvim-lspconfig, and waits for the server.
vim.lsp.enable('ishi')
vim.cmd.edit('mistakes.ishi')
vim.bo.filetype = 'ishi'
local found = vim.wait(60000, function()
  return #vim.diagnostic.get(0) > 0
end)
local client = vim.lsp.get_clients({ name = 'ishi', bufnr = 0 })[1]
if not found or client == nil or client.config.root_dir ~= vim.uv.cwd() then
  io.stderr:write('the server does not serve the record\n')
  vim.cmd.cquit()
end
vim.cmd.quitall({ bang = true })
