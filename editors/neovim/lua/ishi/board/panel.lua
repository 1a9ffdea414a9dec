-- The state of the board: its buffers, the position that they show, and where the cursor is while one places stones.
local record = require('ishi.record')

local M = {}

---@class ishi.Panel: ishi.View
---@field bufnr integer The buffer of the board.
---@field words integer The buffer of the words that have no room below the board.
---@field words_apart boolean Whether the words are in a window of their own.
---@field words_closed boolean Whether the user has closed that window.
---@field content table The position in view: the answer of the server, or a message.
---@field problem { reason: string, place: string }? Why the last key did nothing, and where the record's cursor was.
---@field point ishi.Point? Where the cursor is while one places stones and marks.
---@field last_point ishi.Point? Where the cursor was when one last stopped placing.
---@field placing_keys string[] The keys that are mapped while one places.
---@field drawn integer How often the board was drawn.

--- Returns the state of a board that has not been drawn.
---@param bufnr integer
---@param words integer
---@return ishi.Panel
function M.new(bufnr, words)
  return {
    bufnr = bufnr,
    words = words,
    words_apart = false,
    words_closed = false,
    content = { message = '' },
    placing_keys = {},
    drawn = 0,
  }
end

--- Returns the window that shows a buffer in a tab page, by default the current one.
---@param bufnr integer
---@param tab integer?
---@return integer? win
function M.window_of(bufnr, tab)
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(tab or 0)) do
    if vim.api.nvim_win_get_buf(win) == bufnr then
      return win
    end
  end
end

--- Returns whether the board still exists: an answer may arrive after its last window was closed.
---@param panel ishi.Panel
function M.is_open(panel)
  return vim.api.nvim_buf_is_valid(panel.bufnr)
end

--- Records why the last key did nothing, or without a reason that it did something.
---@param panel ishi.Panel
---@param reason string?
function M.set_problem(panel, reason)
  local win = record.window()
  panel.problem = reason and { reason = reason, place = win and record.place(win) }
end

--- Returns why the last key did nothing, until the record or its cursor changes.
---@param panel ishi.Panel
---@return string?
function M.current_problem(panel)
  local win = record.window()
  local problem = panel.problem
  return problem and problem.place == (win and record.place(win)) and problem.reason or nil
end

return M
