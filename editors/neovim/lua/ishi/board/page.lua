-- The content of a window of the board: lines with their highlights.
local M = {}

-- A comment whose lines are this long was broken to fill lines, which may be broken elsewhere.
local FILLED = 50

-- The formats in which the server draws, with their characters. The characters from U+2500 to U+257F draw lines.
local STYLES = {
  text = {
    stones = { ['●'] = 'ishiBoardBlack', ['○'] = 'ishiBoardWhite' },
    black = '●',
    white = '○',
    following = { black = '•', white = '◦' },
    separator = ' · ',
    lines = '^\226[\148\149]',
    signs = { c = '√', d = '◊', s = '□', t = '▲' },
  },
  ascii = {
    stones = { ['#'] = 'ishiBoardBlack', O = 'ishiBoardWhite' },
    black = '#',
    white = 'O',
    following = { black = 'x', white = 'o' },
    separator = ', ',
    lines = '^[.+]$',
    signs = { c = '%', d = '*', s = '=', t = '^' },
  },
}

local BRACKETS = { ['('] = 'ishiBoardLast', ['['] = 'ishiBoardFocus', ['|'] = 'ishiBoardFocus' }
local CHARACTER = '()([%z\1-\127\194-\244][\128-\191]*)'

--- Returns the format of `ishi/board` that holds together on this screen. With `ambiwidth=double` lines and stones are
--- as wide as two letters.
---@return string
function M.format()
  return vim.fn.strdisplaywidth('●─') == 2 and 'text' or 'ascii'
end

--- The maximal width of the rows of a board: two columns for each of 19 lines, and the numbers at both sides.
M.BOARD_WIDTH = 43

--- Returns the sign of a stone, with its highlight group.
---@param format string
---@param color 'black' | 'white'
---@return string sign
---@return string group
function M.stone(format, color)
  local style = STYLES[format]
  return style[color], style.stones[style[color]]
end

--- Returns the sign that a stone is drawn with over its own sign on a board of wood, where stones differ by their colors.
---@param sign string
---@return string?
function M.wooden_stone(sign)
  return STYLES.text.stones[sign] and STYLES.text.black or STYLES.ascii.stones[sign] and sign
end

--- Returns the separator of the parts of a line.
---@param format string
---@return string
function M.separator(format)
  return STYLES[format].separator
end

--- Returns the border of a floating window: that of 'winborder' (Neovim 0.11) if it has one, and else lines that hold
--- together.
function M.border()
  if vim.fn.exists('+winborder') == 1 and vim.o.winborder ~= '' then
    return nil
  end
  return M.format() == 'ascii' and { '+', '-', '+', '|', '+', '-', '+', '|' } or 'single'
end

-- Returns the highlights of a row of the board: its number, then stones, marks and lines, then perhaps the number
-- again. Each is a first byte, the byte after the last one, and a group. `group_of` returns the group of a character of
-- the row, from 0: that of a next move, or of the stone that a mark of two characters hides.
local function row_marks(row, style, group_of)
  local left = row:match('^%s*%d+()')
  if not left then
    return { { 1, #row + 1, 'ishiBoardCoordinate' } }
  end
  local right = row:match('%s()%d+$') or #row + 1
  local marks = { { 1, left, 'ishiBoardCoordinate' }, { right, #row + 1, 'ishiBoardCoordinate' } }
  local bracket, since
  local index = -1
  local function close(at)
    if bracket then
      table.insert(marks, { since, at, bracket })
      bracket = nil
    end
  end
  for at, character in row:gmatch(CHARACTER) do
    index = index + 1
    if at >= left and at < right and character ~= ' ' then
      if BRACKETS[character] then
        close(at)
        bracket, since = BRACKETS[character], at
      elseif character == ')' or character == ']' then
        close(at + 1)
      else
        local drawn = character:find(style.lines) and 'ishiBoardLines' or group_of(index) or 'ishiBoardMark'
        table.insert(marks, { at, at + #character, style.stones[character] or drawn })
      end
    end
  end
  close(right)
  return marks
end

-- Returns the lines of a comment for the window: with the signs as the board shows them, and with each line joined to
-- the line before it, if that was full. The window breaks them anew.
local function commentary(text, style)
  local lines = vim.split(text, '\n', { plain = true })
  local longest = 0
  for _, line in ipairs(lines) do
    longest = math.max(longest, vim.fn.strchars(line))
  end
  local joined = {}
  local before
  for _, line in ipairs(lines) do
    local word = line:match('^%S+')
    local goes_on = word and before and longest >= FILLED and vim.fn.strchars(before .. ' ' .. word) > longest
    if goes_on then
      joined[#joined] = joined[#joined] .. ' ' .. line
    else
      joined[#joined + 1] = line
    end
    before = line:find('%S') and line
  end
  return vim.tbl_map(function(line)
    return (line:gsub('\\(%a)%f[%A]', function(sign)
      return style.signs[sign:lower()]
    end))
  end, joined)
end

---@class ishi.Page
---@field lines string[]
---@field marks table[] Highlights: `line` from 0, `from` and `to` in bytes, and `group`.
---@field board_lines { first: integer, last: integer }? The lines of the board, from 0.
---@field width integer The width of the widest row of the board.
---@field is_dense boolean? Whether the next part follows without an empty line.
local Page = {}
Page.__index = Page

---@return ishi.Page
function M.new()
  return setmetatable({ lines = {}, marks = {}, width = 0 }, Page)
end

--- Adds a line.
---@param line string
---@param marks table[] Highlights: the first byte, the byte after the last one, and the group.
function Page:add(line, marks)
  -- A column is left free, so that the text does not touch the border of the window.
  self.lines[#self.lines + 1] = line == '' and '' or ' ' .. line
  for _, mark in ipairs(marks) do
    self.marks[#self.marks + 1] = { line = #self.lines - 1, from = mark[1], to = mark[2], group = mark[3] }
  end
end

--- Adds an empty line, unless the page is empty or dense.
function Page:part()
  if #self.lines > 0 and not self.is_dense then
    self:add('', {})
  end
  self.is_dense = nil
end

--- Adds lines of text, with an empty one before them.
---@param text string[]
---@param group string?
---@param length integer? How much of each line has the group, if not all.
function Page:paragraph(text, group, length)
  if #text > 0 then
    self:part()
  end
  for _, line in ipairs(text) do
    self:add(line, group and line ~= '' and { { 1, length or #line + 1, group } } or {})
  end
end

-- Returns the group of the stone that the characters of a mark hide, by the number of the row and the character in it.
---@param letters string The row with the letters of the columns.
---@param row string
---@param groups table<string, string> The group of each stone, by its location.
local function hidden_stones(letters, row, groups, style)
  local number = row:match('^%s*(%d+)')
  return function(index)
    for _, at in ipairs({ index, index + 1 }) do
      local group = number and groups[letters:sub(at + 1, at + 1) .. number]
      if group then
        return not style.stones[vim.fn.strcharpart(row, at, 1)] and group or nil
      end
    end
  end
end

-- Puts the signs of the next moves on their points in a row, unless these have a mark, and returns the row with the group of each sign by
-- its character.
---@param letters string The row with the letters of the columns.
---@param row string
---@param following table<string, table> The next moves, by their locations.
local function with_next_moves(letters, row, following, style)
  local number = row:match('^%s*(%d+)')
  local groups, characters = {}, {}
  for _, character in row:gmatch(CHARACTER) do
    local at = #characters
    local move = number and following[letters:sub(at + 1, at + 1) .. number]
    if move and character:find(style.lines) then
      groups[at] = move.continues and 'ishiBoardNext' or 'ishiBoardVariation'
      character = style.following[move.color]
    end
    characters[at + 1] = character
  end
  return table.concat(characters), groups
end

--- Adds the rows of a board.
---@param rows string[]
---@param format string
---@param stones { black: string[], white: string[] } The locations of the stones.
---@param following table[] The moves that follow; of several at one point the first one counts.
function Page:board(rows, format, stones, following)
  self:part()
  local groups = {}
  for _, point in ipairs(stones.black) do
    groups[point] = 'ishiBoardBlack'
  end
  for _, point in ipairs(stones.white) do
    groups[point] = 'ishiBoardWhite'
  end
  local moves = {}
  for _, move in ipairs(following) do
    if move.location then
      moves[move.location] = moves[move.location] or move
    end
  end
  local style = STYLES[format]
  self.board_lines = { first = #self.lines, last = #self.lines + #rows - 1 }
  for _, row in ipairs(rows) do
    local drawn, next_groups = with_next_moves(rows[1], row, moves, style)
    local hidden = hidden_stones(rows[1], row, groups, style)
    self:add(
      drawn,
      row_marks(drawn, style, function(index)
        return next_groups[index] or hidden(index)
      end)
    )
    self.width = math.max(self.width, vim.fn.strdisplaywidth(row))
  end
end

--- Returns the number of rows that the page takes in a window.
---@param width integer The width of the window.
function Page:height(width)
  local rows = #self.lines
  for _, line in ipairs(self.lines) do
    -- In a window that is narrower than the board, a line that is not wider than a row is cut off like the rows.
    local needed = vim.fn.strdisplaywidth(line)
    if needed > self.width + 1 then
      rows = rows + math.ceil(needed / width) - 1
    end
  end
  return rows
end

--- Returns the rows of a board and the words below it, from the text that the server draws.
---@param text string
---@return string[] rows
---@return string[] words
function M.parts(text)
  local rows, words = {}, {}
  local is_row = true
  for _, line in ipairs(vim.split(text:gsub('\n+$', ''), '\n', { plain = true })) do
    is_row = is_row and line ~= ''
    if is_row then
      rows[#rows + 1] = line
    elseif (words[#words] or ''):find('[,;]$') then
      -- The server breaks what is too wide for a hover; the window does it by itself.
      words[#words] = words[#words] .. ' ' .. line
    elseif line ~= '' then
      words[#words + 1] = line
    end
  end
  return rows, words
end

--- Adds the comment of a position, if it has one.
---@param page ishi.Page
---@param comment string?
---@param format string
function M.add_comment(page, comment, format)
  page:paragraph(comment and commentary(comment, STYLES[format]) or {}, 'ishiBoardComment')
end

return M
