-- The keys of the board's window: their mappings, and the list of them that `?` shows.
local panels = require('ishi.board.panel')
local placing = require('ishi.placing')
local points = require('ishi.board.points')
local record = require('ishi.record')

local M = {}

-- The keys that walk, and the steps of `ishi.walk` that they take.
local WALKS = {
  { 'j', '<Down>', 'next' },
  { 'k', '<Up>', 'previous' },
  { 'gg', '<Home>', 'first' },
  { 'G', '<End>', 'last' },
  { 'l', '<Right>', 'into' },
  { 'h', '<Left>', 'out' },
  { ']', '<Tab>', 'next-variation' },
  { '[', '<S-Tab>', 'previous-variation' },
}

-- The other keys, as the list shows them.
local OTHERS = {
  { 'i', 'place stones and marks' },
  { '<CR>', 'to the record' },
  { '? g?', 'these keys' },
  { 'q', 'close' },
}

---@class ishi.BoardKeys
---@field draw fun(panel: ishi.Panel) Draws the board.
---@field wait fun(panel: ishi.Panel): boolean Waits for a position.
---@field refresh fun() Requests the position again.
---@field close fun() Closes the board.

--- Returns the lines that list the keys.
---@param is_placing boolean Whether the keys place stones and marks.
---@return string[]
function M.help(is_placing)
  local rows = placing.KEYS
  if not is_placing then
    local does = {}
    for _, step in ipairs(require('ishi.walk').STEPS) do
      does[step.name] = step.does
    end
    rows = {}
    for _, key in ipairs(WALKS) do
      rows[#rows + 1] = { key[1] .. ' ' .. key[2], does[key[3]] }
    end
    vim.list_extend(rows, OTHERS)
  end
  return vim.tbl_map(function(row)
    return ('%-9s'):format(row[1]) .. ' ' .. row[2]
  end, rows)
end

-- Shows why the last key did nothing, or without a reason removes that message.
local function show_problem(panel, board, reason)
  if panels.is_open(panel) and (panel.problem or reason) then
    panels.set_problem(panel, reason)
    board.draw(panel)
  end
end

-- Ends placing, and maps the keys that walk again.
local function stop_placing(panel, board)
  for _, key in ipairs(panel.placing_keys) do
    vim.keymap.del('n', key, { buffer = panel.bufnr })
  end
  panel.last_point, panel.point, panel.placing_keys, panel.problem = panel.point, nil, {}, nil
  M.map(panel.bufnr, panel, board)
  board.draw(panel)
end

-- Begins to place stones and marks, at the point that was clicked if there is one.
local function start_placing(panel, board, mouse)
  if not board.wait(panel) then
    return
  end
  local point = points.start(panel.bufnr, mouse, panel.last_point)
  if not point then
    return
  end
  if panel.point then
    panel.point.column, panel.point.row = point.column, point.row
  else
    panel.point = point
    panel.placing_keys = placing.map(panel.bufnr, panel.point, {
      changed = board.refresh,
      refused = function(reason)
        show_problem(panel, board, reason)
      end,
    })
    vim.keymap.set('n', '<Esc>', function()
      stop_placing(panel, board)
    end, { buffer = panel.bufnr, nowait = true, desc = 'Walk again' })
    panel.placing_keys[#panel.placing_keys + 1] = '<Esc>'
  end
  board.draw(panel)
end

--- Maps the keys in a buffer of the board.
---@param bufnr integer
---@param panel ishi.Panel
---@param board ishi.BoardKeys
function M.map(bufnr, panel, board)
  local function map(key, to, description)
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, remap = true, desc = description })
  end
  for _, key in ipairs(WALKS) do
    local to = ('<Plug>(ishi-%s)'):format(key[3])
    map(key[1], to, key[3])
    map(key[2], to, key[3])
  end
  map('<CR>', function()
    local win = record.window()
    if win then
      vim.api.nvim_set_current_win(win)
    end
  end, 'To the record')
  map('i', function()
    start_placing(panel, board)
  end, 'Place stones and marks')
  map('<LeftRelease>', function()
    local mouse = vim.fn.getmousepos()
    if mouse.winid == vim.api.nvim_get_current_win() then
      start_placing(panel, board, mouse)
    end
  end, 'Place at the point')
  for _, key in ipairs({ '?', 'g?' }) do
    map(key, function()
      panel.shows_keys = not panel.shows_keys
      board.draw(panel)
      vim.fn.winrestview({ topline = 1, lnum = 1, col = 0 })
    end, 'Show the keys')
  end
  map('q', board.close, 'Close the board')
end

return M
