-- What Neovim's own language client leaves undone in some versions.
local M = {}

--- Makes Neovim 0.11 finish what CTRL-X CTRL-O inserts: expand a snippet, write the text in the case of the record. Neovim 0.12
--- always does it, and 0.11 only where completion is enabled. It is enabled when a proposal is shown, and no earlier, because the
--- first call decides whether completion comes up by itself, and that is up to the user.
---@param bufnr integer
function M.finish_completion(bufnr)
  if vim.fn.has('nvim-0.11') == 0 or vim.fn.has('nvim-0.12') == 1 then
    return
  end
  for _, client in ipairs(require('ishi.server').clients(bufnr)) do
    vim.lsp.completion.enable(true, client.id, bufnr)
  end
end

return M
