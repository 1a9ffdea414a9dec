-- `:IshiTree`, a window with the tree of the moves: the current move is marked and in the middle, keys walk, and Enter goes to a
-- move.
local arrange = require('ishi.tree.arrange')
local buffer = require('ishi.board.buffer')
local drawing = require('ishi.tree.drawing')
local following = require('ishi.following')
local help = require('ishi.board.help')
local highlights = require('ishi.board.highlights')
local keys = require('ishi.board.keys')
local layout = require('ishi.board.layout')
local page = require('ishi.board.page')
local panels = require('ishi.board.panel')
local record = require('ishi.record')

local M = {}

local NAME = 'ishi://tree'
-- A screen of fewer columns has no room for the tree between the record and the board, so it is below the record.
local LEAST_COLUMNS = 110
local WIDTH = 34

local namespace = vim.api.nvim_create_namespace('ishi_tree')

---@class ishi.TreePanel: ishi.View
---@field bufnr integer
---@field drawn ishi.TreePage?
---@field moved fun() Called when the cursor of the record has moved.

---@type ishi.TreePanel?
local panel

-- Returns the window with the tree in the current tab page.
local function window()
  return panel and panels.window_of(panel.bufnr)
end

local function write(lines)
  local bo = vim.bo[panel.bufnr]
  bo.modifiable = true
  vim.api.nvim_buf_set_lines(panel.bufnr, 0, -1, false, lines)
  bo.modifiable = false
  bo.modified = false
  vim.api.nvim_buf_clear_namespace(panel.bufnr, namespace, 0, -1)
end

local function show_message(message)
  panel.drawn = nil
  write({ ' ' .. message })
end

-- Puts the cursor on the current node, in the middle of the windows.
local function center(current)
  for _, win in ipairs(vim.fn.win_findbuf(panel.bufnr)) do
    vim.api.nvim_win_set_cursor(win, { current.line, current.from })
    local width = vim.api.nvim_win_get_width(win)
    vim.api.nvim_win_call(win, function()
      local left = vim.fn.virtcol('.') - math.floor(width / 2)
      vim.cmd('normal! zz')
      vim.fn.winrestview({ leftcol = math.max(0, left) })
    end)
  end
end

local function show(answer)
  local cells = arrange.arrange(answer.nodes)
  local current = cells[answer.current + 1]
  if not current then
    return show_message('The event has too many moves for its tree.')
  end
  local drawn = drawing.draw(cells, current, page.format())
  panel.drawn = drawn
  write(drawn.lines)
  for _, mark in ipairs(drawn.marks) do
    vim.api.nvim_buf_set_extmark(
      panel.bufnr,
      namespace,
      mark.line,
      mark.from,
      { end_col = mark.to, hl_group = mark.group }
    )
  end
  local title = answer.title:gsub('%%', '%%%%')
  for _, win in ipairs(vim.fn.win_findbuf(panel.bufnr)) do
    layout.set_local(win, 'winbar', (' %%<%s %%= g? '):format(title))
  end
  center(drawn.current)
end

-- Requests the tree at the cursor.
local function follow()
  local this = panel
  local is_open = function()
    return panel == this
  end
  following.follow(this, 'ishi/tree', {}, is_open, function(answer, message)
    if answer then
      show(answer)
    else
      show_message(message)
    end
  end)
end

--- Brings the tree up to date, soon. Does nothing where there is none.
M.refresh = following.refresher(window, follow)

-- Returns the node under the cursor, if there is one.
local function node_at_cursor()
  local line, byte = unpack(vim.api.nvim_win_get_cursor(0))
  for _, spot in ipairs(panel.drawn and panel.drawn.spots[line] or {}) do
    if byte >= spot.from - 1 and byte <= spot.to then
      return spot.node
    end
  end
end

-- Goes to the move under the cursor in the record, or from the current one to the record.
local function enter()
  local win, node = record.window(), node_at_cursor()
  if not win then
    return
  end
  local current = panel.drawn and panel.drawn.current
  if node and current and vim.deep_equal({ current.line, current.from }, vim.api.nvim_win_get_cursor(0)) then
    vim.api.nvim_set_current_win(win)
  elseif node then
    vim.api.nvim_win_call(win, function()
      vim.cmd("normal! m'")
      record.go_to(win, node)
      vim.cmd('normal! zv')
    end)
    M.refresh()
    panel.moved()
  end
end

local function close()
  local win, text = window(), record.window()
  if text and win == vim.api.nvim_get_current_win() then
    vim.api.nvim_set_current_win(text)
  end
  vim.api.nvim_win_close(win, true)
end

local function show_keys()
  local rows = vim.list_extend(keys.walks(), {
    { '<CR>', 'to the move under the cursor, then to the record' },
    { ':w', 'write the record' },
    { '? g?', 'these keys' },
    { 'q T', 'close the tree' },
  })
  help.open('Keys of the tree', rows)
end

local function create(moved)
  highlights.define()
  panel = { bufnr = buffer.create(NAME), moved = moved }
  local bufnr = panel.bufnr
  vim.bo[bufnr].bufhidden = 'wipe'
  keys.map_walks(bufnr)
  local function map(key, to, description)
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, desc = description })
  end
  map('<CR>', enter, 'To the move under the cursor')
  map('?', show_keys, 'Show the keys')
  map('g?', show_keys, 'Show the keys')
  map('q', close, 'Close the tree')
  map('T', close, 'Close the tree')
  local group = vim.api.nvim_create_augroup('ishi_tree', { clear = true })
  vim.api.nvim_create_autocmd({
    'BufEnter',
    'CursorMoved',
    'CursorMovedI',
    'LspAttach',
    'TextChanged',
    'TextChangedI',
    'TextChangedP',
  }, { group = group, desc = 'Follow the cursor with the tree', callback = M.refresh })
  vim.api.nvim_create_autocmd(
    'QuitPre',
    { group = group, desc = 'Close the tree with its record', callback = buffer.on_quit }
  )
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = bufnr,
    desc = 'Stop following the cursor',
    callback = function()
      panel = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

local function open(text, moved)
  if not panel then
    create(moved)
  end
  local here = vim.api.nvim_get_current_win()
  vim.api.nvim_win_call(text, function()
    local is_wide = vim.o.columns >= LEAST_COLUMNS
    local size = is_wide and WIDTH or math.floor(vim.api.nvim_win_get_height(text) / 2)
    vim.cmd(('noautocmd keepalt belowright %d%s'):format(size, is_wide and 'vsplit' or 'split'))
    local win = vim.api.nvim_get_current_win()
    layout.make_picture(win, panel.bufnr)
    layout.set_local(win, 'wrap', false)
    layout.set_local(win, 'sidescrolloff', 0)
    layout.set_local(win, 'winfixwidth', is_wide)
    layout.set_local(win, 'winfixheight', not is_wide)
    layout.set_local(win, 'winbar', ' Tree')
  end)
  vim.api.nvim_set_current_win(here)
  follow()
end

--- Opens the tree in this tab page, or closes it.
---@param moved fun() Called when the tree has moved the cursor of the record.
function M.toggle(moved)
  local text = record.window()
  if window() then
    close()
  elseif text then
    open(text, moved)
  else
    vim.notify('ishi: there is no record in this tab page to show the tree of.', vim.log.levels.WARN)
  end
end

return M
