-- Points of the board: where they are in its buffer, and which of them is nearest to a click.
local M = {}

---@class ishi.Point
---@field column integer From the left, from 1.
---@field row integer From the top, from 1.

---@class ishi.Grid
---@field letters table<integer, string> The column of each character of a row, from 0.
---@field columns integer[] These characters, from left to right.
---@field rows { number: string, line: integer }[] From the top; lines from 1.

--- Records on which lines of a buffer the board is.
---@param bufnr integer
---@param lines { first: integer, last: integer }? From 0; none where there is no board.
function M.set_lines(bufnr, lines)
  vim.b[bufnr].ishi_board_lines = lines
end

-- Returns the points of the board in a buffer. Each character of a row is one column wide.
---@return ishi.Grid?
local function grid_of(bufnr)
  local lines = vim.b[bufnr].ishi_board_lines
  if not lines then
    return nil
  end
  local grid = { letters = {}, columns = {}, rows = {} }
  local letters, rows = lines.first, vim.api.nvim_buf_get_lines(bufnr, lines.first, lines.last + 1, false)
  for at, letter in rows[1]:gmatch('()(%u)') do
    grid.columns[#grid.columns + 1] = at - 1
    grid.letters[at - 1] = letter
  end
  for index = 2, #rows do
    grid.rows[#grid.rows + 1] = { number = rows[index]:match('%d+'), line = letters + index }
  end
  return #grid.rows > 0 and grid or nil
end

-- Returns the indices of the column and the row nearest to a character, if there are any. Between two points, a line or
-- a closing bracket belongs to the point before it, and a mark or an opening bracket to the point after it.
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

-- Returns the index, from 0, of the character that begins at a byte of a line.
local function character_at(bufnr, line, byte)
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1] or ''
  return vim.fn.strchars(text:sub(1, byte))
end

--- Returns the name of a point, such as Q16, if the buffer has a board.
---@param bufnr integer
---@param point ishi.Point
---@return string?
function M.name(bufnr, point)
  local grid = grid_of(bufnr)
  return grid and grid.letters[grid.columns[point.column]] .. grid.rows[point.row].number
end

--- Puts the cursor of a window on a point, and moves a point that is outside the board onto it.
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

--- Returns the point where placing begins: the one that was clicked, the last one, or the middle of the board.
---@param bufnr integer
---@param mouse table? What `getmousepos()` returns.
---@param last ishi.Point? The point where placing ended last time.
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

return M
