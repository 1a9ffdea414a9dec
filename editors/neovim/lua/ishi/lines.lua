-- The lines of a record as far as their first words show what they are. It needs no server.
local M = {}

--- Which block a keyword begins, and which word ends it.
M.BLOCKS = { com = 'endcom', user = 'enduser' }

--- Returns the first word of a line, in lower case; empty where there is none or where it is more than letters.
---@param line string
---@return string
function M.first_word(line)
  return (line:match('^%s*(%a+)%f[%z%s]') or ''):lower()
end

--- Returns whether a line may be nothing but points, such as `d4` or `q16 pass`. The server knows which ones are moves.
---@param line string
---@return boolean
function M.is_bare(line)
  for word in line:gmatch('[^%s,;]+') do
    local is_point = #word <= 4 and word:find('^%a%w*$') and word:find('%d')
    if not is_point and word:lower() ~= 'pass' then
      return false
    end
  end
  return line:find('%w') ~= nil
end

---@class ishi.Lines
---@field words string[] The first word of each line of data; `text` for a line within a block.
---@field blocks { first: integer, last: integer, word: string, closed: boolean }[] Comments and user data, with the
---lines that begin and end them.

--- Reads all lines of a record.
---@param bufnr integer
---@return ishi.Lines
function M.read(bufnr)
  local read = { words = {}, blocks = {} }
  local open
  for number, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    local word = M.first_word(line)
    if not open then
      read.words[number] = word
      if M.BLOCKS[word] then
        open = { first = number, last = number, word = word, closed = false }
        table.insert(read.blocks, open)
      end
    elseif word == M.BLOCKS[open.word] then
      read.words[number] = word
      open.last, open.closed = number, true
      open = nil
    else
      read.words[number] = 'text'
      open.last = number
    end
  end
  return read
end

return M
