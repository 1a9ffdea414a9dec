-- Workarounds for the language client of some versions of Neovim.
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

-- The clients whose answers to completion go through here.
local watched = setmetatable({}, { __mode = 'k' })

-- A proposal that fits nothing that is typed.
local NOTHING = { isIncomplete = true, items = { { label = ' ', filterText = '\1' } } }

-- An answer to completion for nvim-cmp. It keeps its last list until another one has come, also where the next answer has none. So a
-- proposal fits what is typed only until its last character, and no proposals are one that fits nothing.
local function for_cmp(result)
  local items = type(result) == 'table' and (result.items or result) or {}
  for _, item in ipairs(items) do
    local text = item.filterText or item.label
    local last = vim.fn.strchars(text) - 1
    item.filterText = last > 0 and vim.fn.strcharpart(text, 0, last) or text
  end
  return #items > 0 and result or NOTHING
end

--- Lets Enter end the line after a complete word, where nvim-cmp is to take its first proposal: that would be the word itself.
---@param client table
function M.end_completion(client)
  if watched[client] then
    return
  end
  watched[client] = true
  local request = client.request
  client.request = function(...)
    local arguments = { ... }
    -- A client of Neovim 0.11 is asked as an object, and before as a table of functions.
    local at = type(arguments[1]) == 'table' and 2 or 1
    local handler = arguments[at + 2]
    if arguments[at] == 'textDocument/completion' and handler and package.loaded.cmp then
      arguments[at + 2] = function(err, result, ...)
        return handler(err, not err and for_cmp(result) or result, ...)
      end
    end
    return request(unpack(arguments, 1, select('#', ...)))
  end
end

return M
