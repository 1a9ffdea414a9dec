-- Having the folder on the runtime path is enough: this sets the plugin up with `vim.g.ishi`, unless the
-- user's own configuration has already called `require('ishi').setup()`.
if vim.g.loaded_ishi then
  return
end
vim.g.loaded_ishi = true

if vim.fn.has('nvim-0.8') == 0 then
  vim.api.nvim_echo({ { 'ishi: Neovim 0.8 or later is needed.', 'WarningMsg' } }, true, {})
  return
end

if not require('ishi.options').are_set() then
  require('ishi').setup()
end
