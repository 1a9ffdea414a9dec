-- `:IshiBoard`, a window beside the record with the position at the cursor: opens and closes it.
--
-- There is one buffer, which any number of tab pages may show. It is wiped out with its last window, and with
-- it goes everything that keeps it up to date.
local buffer = require('ishi.board.buffer')
local drawing = require('ishi.board.drawing')
local follow = require('ishi.board.follow')
local following = require('ishi.following')
local highlights = require('ishi.board.highlights')
local keys = require('ishi.board.keys')
local layout = require('ishi.board.layout')
local panels = require('ishi.board.panel')
local record = require('ishi.record')
local words_window = require('ishi.board.words')

local M = {}

local NAME = 'ishi://board'
local WORDS_NAME = 'ishi://words'

---@type ishi.Panel?
local panel

-- Returns the window with the board in the current tab page.
local function window()
  return panel and panels.window_of(panel.bufnr)
end

--- Brings the board up to date, soon. Does nothing where there is none.
M.refresh = following.refresher(window, function(win)
  follow.follow(panel)
  -- The window of another tab page has another size.
  if vim.w[win].ishi_board_drawn ~= panel.drawn then
    drawing.draw(panel)
  end
end)

--- Requests the position again, because the server may have another answer, as after a search.
function M.reload()
  if panel then
    panel.requested = nil
    M.refresh()
  end
end

-- Fits the windows to a screen of another size.
local function on_resized()
  for _, bufnr in ipairs({ panel.bufnr, panel.words }) do
    for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
      vim.w[win].ishi_board_size = nil
      vim.w[win].ishi_board_drawn = nil
    end
  end
  panel.words_apart = false
  if window() then
    drawing.draw(panel)
  end
end

-- Closes the window of the words with the board, and does not open it again once the user has closed it alone.
local function on_closed(closed)
  local this = panel
  local bufnr = vim.api.nvim_win_is_valid(closed) and vim.api.nvim_win_get_buf(closed)
  if bufnr == this.words and this.words_apart and window() then
    this.words_closed = true
  end
  vim.schedule(function()
    if panel ~= this then
      return
    end
    words_window.close(this, function(tab)
      return panels.window_of(this.bufnr, tab) ~= nil
    end)
    if this.words_closed and this.words_apart and window() then
      drawing.draw(this)
    end
  end)
end

-- Forgets the board when its buffer is wiped out.
local function on_wiped(group)
  local words = panel.words
  panel = nil
  vim.api.nvim_del_augroup_by_id(group)
  -- Neovim can't close the windows of the words while it closes another window.
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(words) then
      vim.api.nvim_buf_delete(words, { force = true })
    end
  end)
end

local function create_autocommands()
  local group = vim.api.nvim_create_augroup('ishi_board', { clear = true })
  local function on(events, desc, callback, more)
    local options = vim.tbl_extend('error', { group = group, desc = desc, callback = callback }, more or {})
    vim.api.nvim_create_autocmd(events, options)
  end
  on({
    'BufEnter',
    'CursorMoved',
    'CursorMovedI',
    'LspAttach',
    'TextChanged',
    'TextChangedI',
    'TextChangedP',
    'WinClosed',
  }, 'Follow the cursor with the board', M.refresh)
  on('QuitPre', 'Close the board with its record', buffer.on_quit)
  on('VimResized', 'Fit the board to the screen', on_resized)
  on('WinClosed', 'Close the words with their board', function(args)
    on_closed(tonumber(args.match))
  end)
  on('ColorScheme', 'Draw black stones for the background', highlights.define)
  on('OptionSet', 'Draw the board for the colors of the screen and the width of its characters', function()
    highlights.define()
    -- All windows show an older drawing.
    panel.drawn = panel.drawn + 1
    M.refresh()
  end, { pattern = { 'background', 'ambiwidth', 'termguicolors' } })
  on('BufWipeout', 'Stop following the cursor', function()
    on_wiped(group)
  end, { buffer = panel.bufnr })
end

local function create()
  highlights.define()
  panel = panels.new(buffer.create(NAME), buffer.create(WORDS_NAME))
  vim.bo[panel.bufnr].bufhidden = 'wipe'
  local board = { draw = drawing.draw, wait = follow.wait, refresh = M.refresh, close = M.toggle }
  keys.map(panel.bufnr, panel, board)
  keys.map(panel.words, panel, board)
  create_autocommands()
end

local function open()
  if not panel then
    create()
  end
  layout.open(panel.bufnr, drawing.page(panel, nil))
  follow.follow(panel)
  M.refresh()
end

--- Opens the board in this tab page, unless it is there.
function M.show()
  if window() then
    M.refresh()
  else
    open()
  end
end

--- Opens the board in this tab page, or closes it.
function M.toggle()
  local win = window()
  if not win then
    if record.window() then
      open()
    else
      vim.notify('ishi: there is no record in this tab page to show the board of.', vim.log.levels.WARN)
    end
    return
  end
  local text = record.window()
  if text and win == vim.api.nvim_get_current_win() then
    vim.api.nvim_set_current_win(text)
  end
  vim.api.nvim_win_close(win, true)
end

return M
