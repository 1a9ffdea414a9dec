-- The keys of the board's window: their mappings, and the list of them that `?` shows.
local help = require('ishi.board.help')
local panels = require('ishi.board.panel')
local placing = require('ishi.board.placing')
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
  { 'i', 'place stones and marks, as a click does' },
  { '<CR>', 'to the record' },
  { ':w', 'write the record' },
  { '? g?', 'these keys' },
  { 'T', 'open or close the tree of moves' },
  { 'q', 'close the board' },
}

---@class ishi.BoardKeys
---@field draw fun(panel: ishi.Panel) Draws the board.
---@field wait fun(panel: ishi.Panel): boolean Waits for a position.
---@field refresh fun() Requests the position again.
---@field close fun() Closes the board.

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

--- Maps the keys that walk in a buffer.
---@param bufnr integer
function M.map_walks(bufnr)
  for _, key in ipairs(WALKS) do
    for _, lhs in ipairs({ key[1], key[2] }) do
      local to = ('<Plug>(ishi-%s)'):format(key[3])
      vim.keymap.set('n', lhs, to, { buffer = bufnr, nowait = true, remap = true, desc = key[3] })
    end
  end
end

--- Returns the keys that walk and what they do, for the list of keys.
---@return { [1]: string, [2]: string }[]
function M.walks()
  local does = {}
  for _, step in ipairs(require('ishi.walk').STEPS) do
    does[step.name] = step.does
  end
  return vim.tbl_map(function(key)
    return { key[1] .. ' ' .. key[2], does[key[3]] }
  end, WALKS)
end

-- Opens the list of the keys that are mapped now.
local function show_keys(is_placing)
  if is_placing then
    help.open('Keys that place stones and marks', placing.KEYS)
  else
    help.open('Keys of the board', vim.list_extend(M.walks(), OTHERS))
  end
end

--- Maps the keys in a buffer of the board.
---@param bufnr integer
---@param panel ishi.Panel
---@param board ishi.BoardKeys
function M.map(bufnr, panel, board)
  local function map(key, to, description)
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, remap = true, desc = description })
  end
  M.map_walks(bufnr)
  map('T', '<Cmd>IshiTree<CR>', 'Open or close the tree')
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
      show_keys(panel.point ~= nil)
    end, 'Show the keys')
  end
  map('q', board.close, 'Close the board')
end

return M
