-- Placing on the board, in its window: the cursor goes from point to point, and keys play there, mark and change.
-- What is changed is worked out by the server, and is text like any other: `u` in the record takes it back.
local page = require('ishi.page')
local record = require('ishi.record')
local server = require('ishi.server')

local M = {}

-- The server shows longer comments in part.
local MAX_COMMENT = 100000

local namespace = vim.api.nvim_create_namespace('ishi_placing')

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

-- Keys for what has to do with the place of the record's cursor and not with a point.
local COMMANDS = {
  { 'p', 'ishi.pass', 'pass' },
  { 'P', 'ishi.insertPass', 'insert a pass' },
  { 'A', 'ishi.addDiagram', 'add a diagram' },
  { 'D', 'ishi.delete', 'delete the move' },
  { 'V', 'ishi.deleteVariation', 'delete the variation' },
  { '+', 'ishi.promote', 'make it the main line' },
  { '-', 'ishi.demote', 'make it a variation' },
}

-- Setup stones. The same again takes one away.
local STONES = {
  { 'b', 'black', 'black setup stone' },
  { 'w', 'white', 'white setup stone' },
}

-- The keys that walk are taken by the points.
local WALKS = {
  { '<C-N>', 'next' },
  { '<C-P>', 'previous' },
  { '>', 'into' },
  { '<', 'out' },
}

local STEPS = {
  { { 'h', '<Left>' }, -1, 0 },
  { { 'l', '<Right>' }, 1, 0 },
  { { 'k', '<Up>' }, 0, -1 },
  { { 'j', '<Down>' }, 0, 1 },
}

--- The keys and what they do, for people: few rows, because the board is below them.
M.KEYS = {
  { 'h j k l', 'to another point' },
  { '<CR> p', 'play or go to the move, pass' },
  { 't s d c', 'triangle, square, diamond, check' },
  { 'a n e x', 'letter, number, label, no mark' },
  { 'C A', 'comment, diagram' },
  { 'b w', 'black or white setup stone' },
  { 'P', 'insert a pass' },
  { 'D V', 'delete the move, the variation' },
  { '+ -', 'to the main line, to a variation' },
  { '^N ^P', 'next, previous move' },
  { '> <', 'into, out of a variation' },
  { 'u ^R', 'undo, redo' },
  { '<Esc>', 'walk again' },
}

---@class ishi.Placing
---@field changed fun() Called when the record has changed.
---@field refused fun(reason: string?) Shows why something was not done; without a reason, nothing of the kind any more.

-- Changes ---------------------------------------------------------------------------------------------

-- Makes the next change of a record a step of its own to undo. Neovim does that by itself only in the buffer in which one types, and
-- does it whenever the option is set.
local function begin_undo_step(bufnr)
  vim.bo[bufnr].undolevels = vim.bo[bufnr].undolevels
end

-- Lets the server work out a change at the place of the cursor in a record's window, makes it, and goes to where it
-- leads.
---@return string? refusal
local function change(win, command, more, placing)
  local is_done, refusal
  local function refuse(reason)
    placing.refused(reason)
    is_done, refusal = true, reason
    return reason
  end
  placing.refused(nil)
  if not win or not vim.api.nvim_win_is_valid(win) then
    return refuse('there is no record in this tab page')
  end
  local bufnr = vim.api.nvim_win_get_buf(win)
  local place = record.place(win)
  record.execute(win, command, more, function(result, problem)
    if problem then
      return refuse(problem)
    end
    if not vim.api.nvim_win_is_valid(win) or record.place(win) ~= place then
      return refuse('the record was changed meanwhile')
    end
    if result.edit then
      begin_undo_step(bufnr)
      vim.lsp.util.apply_workspace_edit(result.edit, server.clients(bufnr)[1].offset_encoding)
    end
    if result.line then
      record.go_to(win, result)
    end
    placing.changed()
    is_done = true
  end)
  record.wait(function()
    return is_done
  end)
  return is_done and refusal or not is_done and refuse('the language server does not answer') or nil
end

-- Opens a window with the comment of the place where the record's cursor is.
local function write_comment(placing)
  local win = record.window()
  if not win then
    return placing.refused('there is no record in this tab page')
  end
  placing.refused(nil)
  local is_done, answer, problem
  record.ask(win, 'ishi/board', { format = page.format() }, function(...)
    is_done = true
    answer, problem = ...
  end)
  record.wait(function()
    return is_done
  end)
  local text = answer and answer.comment or ''
  if problem or not is_done then
    return placing.refused(problem or 'the language server does not answer')
  elseif vim.fn.strchars(text) > MAX_COMMENT then
    return placing.refused('the comment is too long for a window: change it in the record')
  end
  local bufnr = vim.api.nvim_win_get_buf(win)
  local cursor = vim.api.nvim_win_get_cursor(win)
  local mark = vim.api.nvim_buf_set_extmark(bufnr, namespace, cursor[1] - 1, cursor[2], {})
  require('ishi.comment').open(text, function(new)
    -- The cursor may have gone elsewhere meanwhile.
    if vim.api.nvim_win_is_valid(win) and vim.api.nvim_win_get_buf(win) == bufnr then
      local row, column = unpack(vim.api.nvim_buf_get_extmark_by_id(bufnr, namespace, mark, {}))
      vim.api.nvim_win_set_cursor(win, { row + 1, column })
    end
    return change(win, 'ishi.comment', { text = new }, placing)
  end)
end

-- Undoes or redoes a change of the record.
local function undo(command, placing)
  local win = record.window()
  if win then
    placing.refused(nil)
    vim.api.nvim_win_call(win, function()
      vim.cmd('silent ' .. command)
    end)
    placing.changed()
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

-- The nearest column and row of a place, as indices, if there is one. Between two points, a line or a closing bracket belongs to the one
-- before it, and a mark or an opening bracket to the one after it.
local function nearest(grid, line, character, sign)
  local row, column
  for index, each in ipairs(grid.rows) do
    row = each.line == line and index or row
  end
  local is_after = not ({ ['─'] = true, [' '] = true, [')'] = true, [']'] = true, ['|'] = true })[sign]
  local best = math.huge
  for index, at in ipairs(grid.columns) do
    local distance = math.abs(at - character) * 2 + (is_after == (at < character) and 1 or 0)
    if distance <= 3 and distance < best then
      column, best = index, distance
    end
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

--- The point where placing begins: the one that was clicked, the last one, or the middle of the board.
---@param bufnr integer
---@param mouse table? What `getmousepos()` returns.
---@param last ishi.Point? Where it ended last time.
---@return ishi.Point?
function M.start(bufnr, mouse, last)
  local grid = grid_of(bufnr)
  if not grid then
    return nil
  end
  if mouse then
    local character = character_at(bufnr, mouse.line, mouse.column - 1)
    local text = vim.api.nvim_buf_get_lines(bufnr, mouse.line - 1, mouse.line, false)[1] or ''
    local column, row = nearest(grid, mouse.line, character, vim.fn.strcharpart(text, character, 1))
    return column and row and { column = column, row = row } or nil
  end
  return last or { column = math.ceil(#grid.columns / 2), row = math.ceil(#grid.rows / 2) }
end

-- Keys ------------------------------------------------------------------------------------------------

--- Maps the keys in the board's buffer.
---@param bufnr integer
---@param point ishi.Point Where the cursor is; follows it.
---@param placing ishi.Placing
---@return string[] keys
function M.map(bufnr, point, placing)
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
      change(record.window(), command, vim.tbl_extend('error', { point = name }, more or {}), placing)
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
  for _, stone in ipairs(STONES) do
    map(stone[1], function()
      at_point('ishi.setup', { color = stone[2] })
    end, stone[3])
  end
  for _, command in ipairs(COMMANDS) do
    map(command[1], function()
      change(record.window(), command[2], {}, placing)
    end, command[3])
  end
  map('C', function()
    write_comment(placing)
  end, 'Comment')
  for _, walk in ipairs(WALKS) do
    map(walk[1], function()
      placing.refused(nil)
      require('ishi.walk').go(walk[2], vim.v.count1, placing.changed)
      record.wait(function()
        return not require('ishi.walk').is_waiting()
      end)
    end, walk[2])
  end
  map('u', function()
    undo('undo', placing)
  end, 'Undo')
  map('<C-R>', function()
    undo('redo', placing)
  end, 'Redo')

  return keys
end

return M
