-- Placing on the board, in its window: the cursor goes from point to point, and keys play there, mark and change.
-- What is changed is worked out by the server, and is text like any other: `u` in the record takes it back.
local record = require('ishi.record')

local M = {}

-- The marks that a key sets. The same mark again takes it away.
local MARKS = {
  { 't', 'triangle', 'triangle' },
  { 's', 'square', 'square' },
  { 'd', 'diamond', 'diamond' },
  { 'c', 'check', 'check mark' },
  { 'a', 'letter', 'next letter' },
  { 'n', 'number', 'next number' },
  { 'x', 'erase', 'remove the mark' },
}

local STEPS = {
  { { 'h', '<Left>' }, -1, 0 },
  { { 'l', '<Right>' }, 1, 0 },
  { { 'k', '<Up>' }, 0, -1 },
  { { 'j', '<Down>' }, 0, 1 },
}

--- The keys and what they do, for people.
M.KEYS = { { 'h j k l', 'to another point' }, { '<CR>', 'play, or go to the move' } }
for _, mark in ipairs(MARKS) do
  M.KEYS[#M.KEYS + 1] = { mark[1], mark[3] }
end
vim.list_extend(M.KEYS, {
  { 'e', 'label' },
  { 'p', 'pass' },
  { 'C', 'comment' },
  { 'D', 'delete the move' },
  { 'u <C-R>', 'undo, redo' },
  { '<Esc>', 'walk again' },
})

-- Says why something was not done; `:messages` says it again.
local function say(text)
  vim.api.nvim_echo({ { 'ishi: ' .. text } }, true, {})
end

-- Changes ---------------------------------------------------------------------------------------------

-- Lets the server work out a change at the place of the record's cursor, makes it, and goes to where it leads.
local function change(command, more, changed)
  local win = record.window()
  if not win then
    return say('there is no record in this tab page')
  end
  local bufnr = vim.api.nvim_win_get_buf(win)
  local place = record.place(win)
  record.execute(win, command, more, function(result, problem)
    if problem then
      return say(problem)
    end
    if not vim.api.nvim_win_is_valid(win) or record.place(win) ~= place then
      return say('the record was changed meanwhile')
    end
    if result.edit then
      vim.lsp.util.apply_workspace_edit(result.edit, record.client(bufnr).offset_encoding)
    end
    if result.line then
      local line = vim.api.nvim_buf_get_lines(bufnr, result.line, result.line + 1, false)[1] or ''
      vim.api.nvim_win_set_cursor(win, { result.line + 1, #line:match('^%s*') })
    end
    changed()
  end)
end

-- Undoes or redoes a change of the record.
local function undo(command, changed)
  local win = record.window()
  if win then
    vim.api.nvim_win_call(win, function()
      vim.cmd('silent ' .. command)
    end)
    changed()
  end
end

-- Points ----------------------------------------------------------------------------------------------

---@class ishi.Grid
---@field letters table<integer, string> The column of each character of a row, from 0.
---@field columns integer[] These characters, from left to right.
---@field rows { number: string, line: integer }[] From the top; lines from 1.

-- The points of the board in a buffer. Each character of a row is one column wide.
---@return ishi.Grid?
local function grid_of(bufnr)
  local grid = { letters = {}, columns = {}, rows = {} }
  for number, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    if #grid.columns == 0 then
      if line:find('^%s+%u[%u ]*$') then
        for at, letter in line:gmatch('()(%u)') do
          grid.columns[#grid.columns + 1] = at - 1
          grid.letters[at - 1] = letter
        end
      end
    else
      local row = line:match('^%s*(%d+)')
      if not row then
        break
      end
      grid.rows[#grid.rows + 1] = { number = row, line = number }
    end
  end
  return #grid.rows > 0 and grid or nil
end

-- The nearest column and row of a place, as indices, if there is one.
local function nearest(grid, line, character)
  local row, column
  for index, each in ipairs(grid.rows) do
    row = each.line == line and index or row
  end
  for index, at in ipairs(grid.columns) do
    column = math.abs(at - character) <= 1 and (column == nil or at == character) and index or column
  end
  return column, row
end

-- The character that a byte of a line begins, from 0.
local function character_at(bufnr, line, byte)
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1] or ''
  return vim.fn.strchars(text:sub(1, byte))
end

---@class ishi.Point
---@field column integer From the left, from 1.
---@field row integer From the top, from 1.

-- The name of a point, such as Q16.
local function name_of(grid, point)
  return grid.letters[grid.columns[point.column]] .. grid.rows[point.row].number
end

--- Puts the cursor of a window on a point, the nearest that there is.
---@param win integer
---@param bufnr integer
---@param point ishi.Point
function M.go_to(win, bufnr, point)
  local grid = grid_of(bufnr)
  if grid then
    point.column = math.max(1, math.min(point.column, #grid.columns))
    point.row = math.max(1, math.min(point.row, #grid.rows))
    local line = grid.rows[point.row].line
    local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1]
    vim.api.nvim_win_set_cursor(win, { line, vim.fn.byteidx(text, grid.columns[point.column]) })
  end
end

--- The point where placing begins: the one that was clicked, the one in brackets, or the middle of the board.
---@param bufnr integer
---@param mouse table? What `getmousepos()` returns.
---@return ishi.Point?
function M.start(bufnr, mouse)
  local grid = grid_of(bufnr)
  if not grid then
    return nil
  end
  if mouse then
    local column, row = nearest(grid, mouse.line, character_at(bufnr, mouse.line, mouse.column - 1))
    return column and row and { column = column, row = row } or nil
  end
  return { column = math.ceil(#grid.columns / 2), row = math.ceil(#grid.rows / 2) }
end

-- Keys ------------------------------------------------------------------------------------------------

--- Maps the keys in the board's buffer.
---@param bufnr integer
---@param point ishi.Point Where the cursor is; follows it.
---@param changed fun() Called when the record has changed.
---@return string[] keys
function M.map(bufnr, point, changed)
  local keys = {}
  local function map(key, to, does)
    keys[#keys + 1] = key
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, desc = does })
  end
  local function named()
    local grid = grid_of(bufnr)
    return grid and name_of(grid, point)
  end
  local function at_point(command, more)
    local name = named()
    if name then
      change(command, vim.tbl_extend('error', { point = name }, more or {}), changed)
    end
  end

  for _, step in ipairs(STEPS) do
    for _, key in ipairs(step[1]) do
      map(key, function()
        point.column = point.column + step[2] * vim.v.count1
        point.row = point.row + step[3] * vim.v.count1
        M.go_to(0, bufnr, point)
      end, 'To another point')
    end
  end
  map('<CR>', function()
    at_point('ishi.play')
  end, 'Play here')
  for _, mark in ipairs(MARKS) do
    map(mark[1], function()
      at_point('ishi.mark', { mark = mark[2] })
    end, mark[3])
  end
  map('e', function()
    vim.ui.input({ prompt = 'Label: ' }, function(label)
      if label and label ~= '' then
        at_point('ishi.mark', { mark = 'label', label = label })
      end
    end)
  end, 'Label')
  map('p', function()
    change('ishi.pass', {}, changed)
  end, 'Pass')
  map('C', function()
    vim.ui.input({ prompt = 'Comment: ' }, function(text)
      if text then
        change('ishi.comment', { text = text }, changed)
      end
    end)
  end, 'Comment')
  map('D', function()
    change('ishi.delete', {}, changed)
  end, 'Delete the move')
  map('u', function()
    undo('undo', changed)
  end, 'Undo')
  map('<C-R>', function()
    undo('redo', changed)
  end, 'Redo')

  return keys
end

return M
