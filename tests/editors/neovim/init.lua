-- The whole configuration of the Neovim under test: the shipped folder, the program that was built, and
-- one test file, which runs once the editor has started as it does for a user.
vim.opt.runtimepath:prepend(vim.env.ISHI_ROOT .. '/editors/neovim')
vim.opt.swapfile = false
package.path = vim.env.ISHI_ROOT .. '/tests/editors/neovim/?.lua;' .. package.path

vim.g.ishi = {
  cmd = { vim.env.ISHI, 'lsp' },
  _legacy = vim.env.ISHI_LEGACY == '1',
}

-- An editor that a test has started to type into runs no tests of its own.
if not vim.env.ISHI_TEST then
  return
end
vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    vim.schedule(function()
      require('harness').run(vim.env.ISHI_TEST)
    end)
  end,
})
