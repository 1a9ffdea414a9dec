-- Drawing: fills the buffers of the board with the position of a panel, and fits their windows to it.
local highlights = require('ishi.board.highlights')
local keys = require('ishi.board.keys')
local layout = require('ishi.board.layout')
local page = require('ishi.page')
local panels = require('ishi.board.panel')
local points = require('ishi.board.points')
local words_window = require('ishi.board.words')

local M = {}

local namespace = vim.api.nvim_create_namespace('ishi_board')

--- Returns the page of the board, and adds the words of the position to a second page, or to the same one without a
--- second.
---@param panel ishi.Panel
---@param apart ishi.Page?
---@return ishi.Page
function M.page(panel, apart)
  local board = page.new()
  local shown = panel.content
  if panel.shows_keys then
    board:paragraph(keys.help(panel.point ~= nil), 'ishiBoardKey', 10)
  end
  if shown.message then
    board:paragraph({ shown.message }, 'ishiBoardMessage')
  else
    local rows, words = page.parts(shown.board)
    board:board(rows, shown.format, shown.stones)
    local problem = panels.current_problem(panel)
    if problem then
      (apart or board):paragraph({ problem }, 'ishiBoardMessage')
    end
    -- Where there is little room, what the author says comes first.
    page.add_words(apart or board, words, shown.comment, shown.format, apart ~= nil or layout.is_stacked())
  end
  return board
end

local function write(bufnr, content)
  local bo = vim.bo[bufnr]
  bo.modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, content.lines)
  bo.modifiable = false
  bo.modified = false
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, mark in ipairs(content.marks) do
    -- The column that is left free makes 1-based columns 0-based ones.
    vim.api.nvim_buf_set_extmark(bufnr, namespace, mark.line, mark.from, {
      end_col = mark.to,
      hl_group = mark.group,
      priority = highlights.PRIORITY[mark.group] or 100,
    })
  end
end

-- Scrolls to the top of the board, and where the window is too low for all of it to the row of the focus or of the
-- last move. In the current window the user scrolls.
local function reveal(win, content)
  if win == vim.api.nvim_get_current_win() then
    return
  end
  local row = 1
  for _, mark in ipairs(content.marks) do
    if mark.group == 'ishiBoardFocus' or mark.group == 'ishiBoardLast' and row == 1 then
      row = mark.line + 1
    end
  end
  vim.api.nvim_win_call(win, function()
    vim.fn.winrestview({ topline = 1, lnum = 1, col = 0 })
    if row > layout.height_of(win) then
      vim.fn.winrestview({ topline = row - math.floor(layout.height_of(win) / 2), lnum = row, col = 0 })
    end
  end)
end

-- Sets the titles of the windows of the board.
local function set_titles(panel)
  local title = (panel.content.title or 'Board'):gsub('%%', '%%%%')
  for _, win in ipairs(vim.fn.win_findbuf(panel.bufnr)) do
    layout.set_local(win, 'winbar', (' %%<%s %%= %sg? '):format(title, panel.point and 'placing ' or ''))
  end
end

--- Draws the position, in the window of this tab page if there is one.
---@param panel ishi.Panel
function M.draw(panel)
  panel.drawn = panel.drawn + 1
  local win = panels.window_of(panel.bufnr)
  -- The title takes a row, so it comes first.
  set_titles(panel)
  local words = page.new()
  local board = M.page(panel, words)
  if win then
    layout.fit(win, board, 0)
    local stays_apart = panel.words_apart and not panel.words_closed and layout.current_place() ~= 'float'
    panel.words_apart = stays_apart or words_window.need_window(panel, win, board, words)
  end
  if not panel.words_apart then
    board, words = M.page(panel), page.new()
    words_window.close(panel, function()
      return false
    end)
  end
  write(panel.bufnr, board)
  write(panel.words, words)
  if win then
    local is_missing = panel.words_apart and not panels.window_of(panel.words)
    layout.fit(win, board, is_missing and words_window.HEIGHT + 1 or 0)
    reveal(win, board)
    vim.w[win].ishi_board_drawn = panel.drawn
    if panel.point then
      points.go_to(win, panel.bufnr, panel.point)
    end
    if panel.words_apart then
      words_window.fit(panel, words)
    end
  end
end

return M
