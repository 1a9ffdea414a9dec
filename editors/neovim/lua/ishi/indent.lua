-- The 'indentexpr' of records: variations are indented, and the text of comments and user data stays as it is.
local lines = require('ishi.lines')

local M = {}

-- Returns the nearest line above that begins or ends a block of text: its number, 0 if there is none, and its first
-- word.
local function delimiter_above(number)
  vim.fn.cursor(number, 1)
  local row = vim.fn.search([[\c^\s*\%(COM\|ENDCOM\|USER\|ENDUSER\)\>]], 'bnW')
  return row, row > 0 and lines.first_word(vim.fn.getline(row)) or ''
end

-- Returns the line that begins the block whose end is a line.
local function start_of_block(number)
  local word = lines.first_word(vim.fn.getline(number))
  local start = number
  local above, delimiter = delimiter_above(number)
  -- Of several lines that look like the beginning of a block, the first is one, and the others are text.
  while above > 0 and lines.BLOCKS[delimiter] do
    if lines.BLOCKS[delimiter] == word then
      start = above
    end
    above, delimiter = delimiter_above(above)
  end
  return start
end

-- Returns the nearest line of data above a line that is none of text, and its first word.
local function data_above(number)
  local above = vim.fn.prevnonblank(number - 1)
  local word = lines.first_word(vim.fn.getline(above))
  if word == 'endcom' or word == 'enduser' then
    above = start_of_block(above)
  end
  return above, word
end

-- Returns the line of the VAR that an ENDVAR at a line would end, or nil.
local function start_of_variation(number)
  local depth = 0
  local above, word = data_above(number)
  while above > 0 do
    if word == 'var' and depth == 0 then
      return above
    end
    depth = depth + (word == 'endvar' and 1 or word == 'var' and -1 or 0)
    above, word = data_above(above)
  end
end

-- Returns the indentation of a line in a block of text: the text begins in the first column, because what is before it
-- is text, too. A line that is there already stays as it is.
local function in_text(number, opener)
  local is_new = vim.fn.mode():find('^[iR]') or vim.fn.getline(number) == ''
  return is_new and vim.fn.prevnonblank(number - 1) == opener and 0 or -1
end

---@return integer # The indentation of the line |v:lnum|; -1 keeps it.
function M.indentexpr()
  local number = vim.v.lnum
  local above = vim.fn.prevnonblank(number - 1)
  if above == 0 then
    return -1
  end
  local word = lines.first_word(vim.fn.getline(number))
  local delimiter, opener = delimiter_above(number)
  local closer = lines.BLOCKS[opener]
  if closer then
    return word == closer and vim.fn.indent(delimiter) or in_text(number, delimiter)
  end
  local start = word == 'endvar' and start_of_variation(number)
  if start then
    return vim.fn.indent(start)
  end
  local before, before_word = data_above(number)
  return vim.fn.indent(before) + (before_word == 'var' and vim.fn.shiftwidth() or 0)
end

return M
