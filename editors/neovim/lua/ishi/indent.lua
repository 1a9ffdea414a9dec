-- The 'indentexpr' of records: variations are indented, and the text of comments and user data stays as it is.
local lines = require('ishi.lines')

local M = {}

-- The word of the nearest line above that begins or ends a block.
local function delimiter_above(number)
  vim.fn.cursor(number, 1)
  local found = vim.fn.search([[\c^\s*\%(COM\|ENDCOM\|USER\|ENDUSER\)\>]], 'bnW')
  return found > 0 and lines.first_word(vim.fn.getline(found)) or ''
end

---@return integer # The indentation of the line |v:lnum|; -1 keeps it.
function M.indentexpr()
  local number = vim.v.lnum
  local before = vim.fn.prevnonblank(number - 1)
  if before == 0 or lines.BLOCKS[delimiter_above(number)] then
    return -1
  end
  local steps = lines.first_word(vim.fn.getline(before)) == 'var' and 1 or 0
  if lines.first_word(vim.fn.getline(number)) == 'endvar' then
    steps = steps - 1
  end
  return math.max(0, vim.fn.indent(before) + steps * vim.fn.shiftwidth())
end

return M
