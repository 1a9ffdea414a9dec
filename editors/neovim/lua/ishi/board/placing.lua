-- Placing on the board, in its window: keys move the cursor from point to point, play there, mark and change the record.
-- The server returns the edits, and `u` in the record undoes them.
local page = require('ishi.board.page')
local points = require('ishi.board.points')
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

-- Commands at the record's cursor, which need no point.
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

-- The usual keys of these steps move from point to point while one places.
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
---@field refused fun(reason: string?) Shows why something was not done; without a reason, removes that message.

-- Changes ---------------------------------------------------------------------------------------------

-- Makes the next change of a record a step of its own to undo. Neovim does that by itself only in the buffer in which one types, and
-- does it whenever the option is set.
local function begin_undo_step(bufnr)
  vim.bo[bufnr].undolevels = vim.bo[bufnr].undolevels
end

-- Requests the edits of a command at the cursor of a record's window, applies them, and goes to the line in the answer.
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

-- Keys ------------------------------------------------------------------------------------------------

--- Maps the keys in the board's buffer.
---@param bufnr integer
---@param point ishi.Point Where the cursor is; updated when it moves.
---@param placing ishi.Placing
---@return string[] keys
function M.map(bufnr, point, placing)
  local keys = {}
  local function map(key, to, does)
    keys[#keys + 1] = key
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, desc = does })
  end
  local function at_point(command, more)
    local name = points.name(bufnr, point)
    if name then
      change(record.window(), command, vim.tbl_extend('error', { point = name }, more or {}), placing)
    end
  end

  for _, step in ipairs(STEPS) do
    for _, key in ipairs(step[1]) do
      map(key, function()
        point.column = point.column + step[2] * vim.v.count1
        point.row = point.row + step[3] * vim.v.count1
        points.go_to(0, bufnr, point)
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
