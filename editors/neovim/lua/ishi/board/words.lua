-- The window for the words of a position (its last move and its comment), where they have no room below the board.
local layout = require('ishi.board.layout')
local panels = require('ishi.board.panel')
local record = require('ishi.record')

local M = {}

--- With fewer rows below the board, the words get a window of their own, with at least so many rows if the record has
--- them left.
M.HEIGHT = 3
local RECORD_HEIGHT_ABOVE_WORDS = 4
-- A longer text may go on below the window.
local MAX_WORDS = 10
-- The least number of rows of a board that are shown if there is no room for all rows.
local LEAST_HEIGHT = 10

--- Returns whether the words of a position need a window of their own in this tab page: there is no room for them below
--- the board.
---@param panel ishi.Panel
---@param win integer The window of the board.
---@param board ishi.Page
---@param words ishi.Page
function M.need_window(panel, win, board, words)
  local text = record.window()
  if not text or panel.words_closed or layout.current_place() == 'float' or #words.lines == 0 then
    return false
  end
  local below = panels.window_of(panel.words)
  local room = layout.height_of(text) + (below and vim.api.nvim_win_get_height(below) + 1 or 0)
  local width = vim.api.nvim_win_get_width(win)
  -- Below a board beside the record the comment comes last.
  local least = layout.is_beside() and panel.content.comment and words:height(width) or M.HEIGHT
  local needed = board:height(width) + 1 + math.min(words:height(width), least, MAX_WORDS)
  if layout.is_beside() then
    return needed > layout.height_of(win) and room >= RECORD_HEIGHT_ABOVE_WORDS + 1 + M.HEIGHT
  end
  -- Above or below the record the board gives up rows for it, but not for the last move, which it shows itself.
  local is_worth_it = panel.content.comment or panels.current_problem(panel)
  local rows = room + vim.api.nvim_win_get_height(win)
  return is_worth_it and needed > rows - layout.RECORD_HEIGHT and rows >= layout.RECORD_HEIGHT + M.HEIGHT + LEAST_HEIGHT
end

--- Closes the windows with the words, except in the tab pages where they are wanted.
---@param panel ishi.Panel
---@param is_wanted fun(tab: integer): boolean
function M.close(panel, is_wanted)
  for _, win in ipairs(vim.fn.win_findbuf(panel.words)) do
    if not is_wanted(vim.api.nvim_win_get_tabpage(win)) then
      vim.api.nvim_win_close(win, true)
    end
  end
end

--- Opens a window for the words below the record, and makes it as high as they need, up to three fifths of what both have.
---@param panel ishi.Panel
---@param words ishi.Page
function M.fit(panel, words)
  local text = record.window()
  local win = panels.window_of(panel.words)
  if not text then
    return
  end
  if not win then
    vim.api.nvim_win_call(text, function()
      vim.cmd(('noautocmd keepalt belowright %dsplit'):format(M.HEIGHT))
      win = vim.api.nvim_get_current_win()
      layout.make_picture(win, panel.words)
    end)
    vim.w[win].ishi_board_size = nil
    layout.set_local(win, 'winfixheight', true)
  end
  local both = vim.api.nvim_win_get_height(win) + vim.api.nvim_win_get_height(text)
  local wanted = words:height(vim.api.nvim_win_get_width(win))
  layout.resize(win, 'height', math.max(wanted, M.HEIGHT), math.max(M.HEIGHT, math.floor(both * 3 / 5)))
  layout.set_local(win, 'wrap', true)
end

return M
