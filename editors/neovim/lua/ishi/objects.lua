-- Text objects: the move, variation, comment and event at the cursor. Each is whole lines.
local lines = require('ishi.lines')

local M = {}

-- The words of lines that belong to the move, diagram or variation before them.
local DATA = {
  mark = true,
  unmark = true,
  hide = true,
  prisoner = true,
  com = true,
  endcom = true,
  user = true,
  enduser = true,
  text = true,
  remark = true,
}

---@alias ishi.Range { [1]: integer, [2]: integer } The first and the last line, from 1.

local function text_of(bufnr, number)
  return vim.api.nvim_buf_get_lines(bufnr, number - 1, number, false)[1]
end

-- Returns whether a line is a move: `B 12 Q3`, or only a location.
local function is_move(read, bufnr, number)
  local word = read.words[number]
  if word == 'b' or word == 'w' then
    return true
  elseif word ~= '' and word ~= 'pass' then
    return false
  end
  local text = text_of(bufnr, number)
  return text:find('^%s*[BbWw]%d') ~= nil or lines.is_bare(text)
end

local function is_blank(bufnr, number)
  return not text_of(bufnr, number):find('%S')
end

-- Without the blank lines at the end, and the remarks there, which belong to what follows.
local function trimmed(read, bufnr, first, last)
  while last > first and (read.words[last] == 'remark' or is_blank(bufnr, last)) do
    last = last - 1
  end
  return { first, last }
end

-- Returns the move that a line belongs to.
local function move(read, bufnr, number, inner)
  local first = number
  while not is_move(read, bufnr, first) do
    if first == 1 or not (DATA[read.words[first]] or is_blank(bufnr, first)) then
      return nil
    end
    first = first - 1
  end
  if inner then
    return { first, first }
  end
  local last = first
  while last < #read.words and (DATA[read.words[last + 1]] or is_blank(bufnr, last + 1)) do
    last = last + 1
  end
  local range = trimmed(read, bufnr, first, last)
  return number <= range[2] and range or nil
end

-- Returns the comment that a line is in.
local function comment(read, _, number, inner)
  for _, block in ipairs(read.blocks) do
    if block.word == 'com' and block.closed and block.first <= number and number <= block.last then
      return inner and { block.first + 1, block.last - 1 } or { block.first, block.last }
    end
  end
end

-- Returns the variation that a line is in, the innermost or `count` steps further out.
local function variation(read, _, number, inner, count)
  local depth, first = 0, number
  if read.words[number] == 'endvar' then
    first = number - 1
  end
  while first >= 1 do
    if read.words[first] == 'endvar' then
      depth = depth + 1
    elseif read.words[first] == 'var' then
      if depth > 0 then
        depth = depth - 1
      elseif count > 1 then
        count = count - 1
      else
        break
      end
    end
    first = first - 1
  end
  if first < 1 then
    return nil
  end
  local last = first
  repeat
    local word = read.words[last]
    depth = depth + (word == 'var' and 1 or word == 'endvar' and -1 or 0)
    last = last + 1
  until depth == 0 or last > #read.words
  if depth > 0 then
    return nil
  end
  return inner and { first + 1, last - 2 } or { first, last - 1 }
end

-- Returns the event that a line is in: from its EVENT to the next one.
local function event(read, bufnr, number, inner)
  local first, last = 1, #read.words
  for at = number, 1, -1 do
    if read.words[at] == 'event' then
      first = at
      break
    end
  end
  for at = number + 1, #read.words do
    if read.words[at] == 'event' then
      last = at - 1
      break
    end
  end
  return inner and trimmed(read, bufnr, first, last) or { first, last }
end

--- The objects by the letter that follows `a` or `i`.
M.OBJECTS = {
  { 'm', 'move', move },
  { 'v', 'variation', variation },
  { 'c', 'comment', comment },
  { 'e', 'event', event },
}

--- Returns the lines of an object at a line.
---@param name string `move`, `variation`, `comment` or `event`.
---@param bufnr integer
---@param number integer The line, from 1.
---@param inner boolean Without its data, its VAR and ENDVAR, its COM and ENDCOM, or the blank lines after it.
---@param count integer How many variations outwards.
---@return ishi.Range?
function M.find(name, bufnr, number, inner, count)
  for _, object in ipairs(M.OBJECTS) do
    if object[2] == name then
      local range = object[3](lines.read(bufnr), bufnr, number, inner, count)
      return range and range[1] <= range[2] and range or nil
    end
  end
end

--- Selects an object at the cursor, for an operator or in Visual mode. Where there is none, the operator does nothing.
---@param name string
---@param inner boolean
function M.select(name, inner)
  local range = M.find(name, 0, vim.fn.line('.'), inner, vim.v.count1)
  if not range then
    vim.api.nvim_echo({ { ('ishi: there is no %s at the cursor'):format(name) } }, false, {})
    if vim.api.nvim_get_mode().mode:find('^no') then
      vim.api.nvim_feedkeys('\27', 'n', false)
    end
    return
  end
  if vim.fn.mode():find('^[vV\22]') then
    vim.cmd('normal! \27')
  end
  vim.cmd(('normal! %dGV%dG'):format(range[1], range[2]))
end

return M
