-- Drawing: fills the buffers of the board with the position of a panel, and fits their windows to it.
local around = require('ishi.board.around')
local highlights = require('ishi.board.highlights')
local layout = require('ishi.board.layout')
local page = require('ishi.board.page')
local panels = require('ishi.board.panel')
local points = require('ishi.board.points')
local words_window = require('ishi.board.words')

local M = {}

local namespace = vim.api.nvim_create_namespace('ishi_board')

-- The number of rows that are kept for the words below a board with the players above it, unless these words have a
-- window of their own.
local ROWS_BELOW = 4

-- Returns whether there is room for the players above the board, whatever the words below it are.
local function has_room_above(win, players, board)
  local width = vim.api.nvim_win_get_width(win)
  local needed = players:height(width) + 1 + board:height(width) + (layout.is_beside() and 0 or ROWS_BELOW)
  return needed <= layout.available_height(win)
end

--- Returns the page of the board, and adds the words of the position to a second page, or to the same one without a
--- second.
---@param panel ishi.Panel
---@param win integer? The window of the board.
---@param apart ishi.Page?
---@return ishi.Page
function M.page(panel, win, apart)
  local shown = panel.content
  if shown.message then
    local board = page.new()
    board:paragraph({ shown.message }, 'ishiBoardMessage')
    return board
  end
  local rows, words = page.parts(shown.board)
  if shown.begins_with_state then
    -- The players and the title have it.
    table.remove(words, 1)
  end
  local function add_board(target)
    target:board(rows, shown.format, shown.stones, shown.following)
    return target
  end
  local players = page.new()
  around.add_all(players, shown)
  local are_above = win ~= nil and has_room_above(win, players, add_board(page.new()))
  local board = add_board(are_above and players or page.new())
  local rest = apart or board
  vim.list_extend(words, around.occasion(shown))
  -- On a screen that is narrow as well as low, the players have a row, and the comment follows without an empty line.
  local place = are_above and 'above' or layout.is_stacked() and 'row' or apart and 'before' or 'after'
  if place == 'row' then
    rest.is_dense = true
    around.add_players(rest, shown, win and vim.api.nvim_win_get_width(win) or vim.o.columns)
    rest.is_dense = true
  end
  local problem = panels.current_problem(panel)
  if problem then
    rest:paragraph({ problem }, 'ishiBoardMessage')
  end
  if place == 'before' then
    around.add_all(rest, shown)
  end
  local is_comment_first = apart ~= nil or layout.is_stacked()
  if not is_comment_first then
    rest:paragraph(words)
  end
  page.add_comment(rest, shown.comment, shown.format)
  if place == 'row' then
    around.add_game(rest, shown)
  end
  if is_comment_first then
    rest:paragraph(words)
  end
  if place == 'after' then
    around.add_all(rest, shown)
  end
  return board
end

-- Makes a line of the board as wide as the board, and wooden.
local function panel_line(bufnr, line, width)
  local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1]
  local missing = width + 1 - vim.fn.strdisplaywidth(text)
  vim.api.nvim_buf_set_extmark(bufnr, namespace, line, 1, { end_col = #text, hl_group = 'ishiWood', priority = 80 })
  if missing > 0 then
    vim.api.nvim_buf_set_extmark(bufnr, namespace, line, #text, {
      virt_text = { { (' '):rep(missing), 'ishiWood' } },
      virt_text_pos = 'overlay',
    })
  end
end

-- Highlights a part of the board on wood. Stones are drawn as discs, which differ by their colors.
local function highlight_on_wood(bufnr, mark)
  local text = vim.api.nvim_buf_get_text(bufnr, mark.line, mark.from, mark.line, mark.to, {})[1]
  local stone = page.wooden_stone(text)
  local group = highlights.on_wood(mark.group, stone ~= nil)
  vim.api.nvim_buf_set_extmark(bufnr, namespace, mark.line, mark.from, {
    end_col = mark.to,
    hl_group = group,
    priority = highlights.PRIORITY[mark.group] or 100,
    virt_text = stone and { { stone, group } } or nil,
    virt_text_pos = 'overlay',
    hl_mode = 'combine',
  })
end

local function write(bufnr, content)
  local bo = vim.bo[bufnr]
  bo.modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, content.lines)
  bo.modifiable = false
  bo.modified = false
  points.set_lines(bufnr, content.board_lines)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local wood = highlights.is_wooden() and content.board_lines or { first = 0, last = -1 }
  for line = wood.first, wood.last do
    panel_line(bufnr, line, content.width)
  end
  -- The column that is left free makes 1-based columns 0-based ones.
  for _, mark in ipairs(content.marks) do
    if mark.line >= wood.first and mark.line <= wood.last then
      highlight_on_wood(bufnr, mark)
    else
      vim.api.nvim_buf_set_extmark(bufnr, namespace, mark.line, mark.from, {
        end_col = mark.to,
        hl_group = mark.group,
        priority = highlights.PRIORITY[mark.group] or 100,
      })
    end
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
  local board = M.page(panel, win, words)
  if win then
    layout.fit(win, board, 0)
    local stays_apart = panel.words_apart and not panel.words_closed and layout.current_place() ~= 'float'
    panel.words_apart = stays_apart or words_window.need_window(panel, win, board, words)
  end
  if not panel.words_apart then
    board, words = M.page(panel, win), page.new()
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
