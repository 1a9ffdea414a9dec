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
  for _, client in ipairs(require('ishi').clients(bufnr)) do
    vim.lsp.completion.enable(true, client.id, bufnr)
  end
end

-- Runs `apply`, which changes the buffer, and puts the cursor after what was inserted at it.
local function after_insertion(bufnr, apply)
  local win = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(win) ~= bufnr then
    return apply()
  end
  local namespace = vim.api.nvim_create_namespace('ishi_typing')
  local before = vim.api.nvim_win_get_cursor(win)
  -- By itself an extmark goes along with what is inserted at it.
  local mark = vim.api.nvim_buf_set_extmark(bufnr, namespace, before[1] - 1, before[2], {})
  apply()
  local row, column = unpack(vim.api.nvim_buf_get_extmark_by_id(bufnr, namespace, mark, {}))
  vim.api.nvim_buf_del_extmark(bufnr, namespace, mark)
  if row and vim.deep_equal(vim.api.nvim_win_get_cursor(win), before) then
    vim.api.nvim_win_set_cursor(win, { row + 1, column })
  end
end

local followed = setmetatable({}, { __mode = 'k' })

--- Makes `vim.lsp.on_type_formatting` (0.12) leave the cursor after what it inserts. It leaves the cursor before an insertion,
--- so that what is typed next would stand before the beginning of a move and not after it.
---@param client table
function M.follow_typing(client)
  if not vim.lsp.on_type_formatting or followed[client] then
    return
  end
  followed[client] = true
  local request = client.request
  client.request = function(self, method, params, handler, bufnr, ...)
    if method == 'textDocument/onTypeFormatting' and handler and bufnr then
      local apply = handler
      handler = function(...)
        local answer = { n = select('#', ...), ... }
        after_insertion(bufnr, function()
          apply(unpack(answer, 1, answer.n))
        end)
      end
    end
    return request(self, method, params, handler, bufnr, ...)
  end
end

return M
