-- Drawing a tree as text: a row for each number of moves from the root, a cell for each node.
local page = require('ishi.board.page')

local M = {}

-- The numbers of rows and columns around the current node that are drawn. A screen has fewer.
local ROWS, COLUMNS = 100, 30
-- The width of a cell: a bracket, a stone, a blank, a location, the sign of a comment, and a bracket.
local CELL = 9
local NUMBER = 4

local SIGNS = {
  text = { line = '─', corner = '└', diagram = '□' },
  ascii = { line = '-', corner = '`', diagram = '=' },
}

-- Returns the text of a node, with the width of a cell at most.
local function text_of(node, format)
  if node.kind == 'root' then
    return 'start'
  elseif node.kind == 'diagram' then
    return SIGNS[format].diagram .. ' fig.'
  end
  return page.stone(format, node.color) .. ' ' .. (node.location or 'pass')
end

-- A row that is filled from the left, with the highlights of its parts.
local function new_row(label)
  local row = { text = label, width = #label, marks = {} }
  --- Adds a text at a column of the screen, after `fill` in the columns before it.
  function row.add(column, text, fill, group, fill_group)
    local function append(part, part_group)
      if part_group and part ~= '' then
        table.insert(row.marks, { from = #row.text, to = #row.text + #part, group = part_group })
      end
      row.text = row.text .. part
    end
    append(fill:rep(math.max(0, column - row.width)), fill_group)
    append(text, group)
    row.width = math.max(row.width, column) + vim.fn.strdisplaywidth(text)
  end
  return row
end

-- Returns the cells to draw by their rows, and the last row.
local function cells_by_row(cells, current)
  local rows, last = {}, 0
  for _, cell in ipairs(cells) do
    if math.abs(cell.row - current.row) <= ROWS and math.abs(cell.column - current.column) <= COLUMNS then
      rows[cell.row] = rows[cell.row] or {}
      table.insert(rows[cell.row], cell)
      last = math.max(last, cell.row)
    end
  end
  for _, row in pairs(rows) do
    table.sort(row, function(one, other)
      return one.column < other.column
    end)
  end
  return rows, last
end

local function draw_row(row, current, format, spots)
  local signs = SIGNS[format]
  local number = row[1] and row[1].node.number
  local drawn = new_row((' %' .. NUMBER .. 's '):format(number or ''))
  if number then
    drawn.marks[1] = { from = 0, to = NUMBER + 1, group = 'ishiBoardCoordinate' }
  end
  local first = math.max(0, current.column - COLUMNS)
  local start = drawn.width
  for _, cell in ipairs(row) do
    local column = start + (cell.column - first) * CELL
    local branches = cell.parent and cell.column > cell.parent.column
    if branches and cell.parent.column >= first then
      -- Only a diagram may begin where its line has no further move.
      local corner = start + (cell.parent.column - first) * CELL + 1
      if drawn.width <= corner then
        drawn.add(corner, signs.corner, ' ', 'ishiBoardLines')
      end
    end
    local is_current = cell == current
    local fill = branches and signs.line or ' '
    local before = is_current and '[' or branches and signs.line or ' '
    drawn.add(column, before, fill, is_current and 'ishiBoardFocus' or 'ishiBoardLines', 'ishiBoardLines')
    local text = text_of(cell.node, format)
    local _, stone = page.stone(format, cell.node.color or 'black')
    local byte = #drawn.text
    drawn.add(0, text, ' ', is_current and 'ishiBoardFocus' or cell.node.kind == 'move' and stone or nil)
    if cell.node.comment then
      drawn.add(0, '"', ' ', 'ishiBoardComment')
    end
    if is_current then
      drawn.add(0, ']', ' ', 'ishiBoardFocus')
    end
    table.insert(spots, { node = cell.node, from = byte, to = #drawn.text })
  end
  return drawn
end

---@class ishi.TreeSpot
---@field node table The node in the answer of the server.
---@field from integer The first byte of its text, from 0.
---@field to integer The byte after the last one.

---@class ishi.TreePage
---@field lines string[]
---@field marks table[] Highlights: `line` from 0, `from` and `to` in bytes, and `group`.
---@field spots ishi.TreeSpot[][] The nodes of each line.
---@field current { line: integer, from: integer } Where the current node is: a line from 1 and a byte from 0.

--- Draws the part of a tree that is around the current node.
---@param cells ishi.Cell[]
---@param current ishi.Cell
---@param format string
---@return ishi.TreePage
function M.draw(cells, current, format)
  local rows, last = cells_by_row(cells, current)
  local drawn = { lines = {}, marks = {}, spots = {}, current = { line = 1, from = 0 } }
  for row = math.max(0, current.row - ROWS), last do
    local spots = {}
    local line = draw_row(rows[row] or {}, current, format, spots)
    table.insert(drawn.lines, line.text)
    table.insert(drawn.spots, spots)
    for _, mark in ipairs(line.marks) do
      table.insert(drawn.marks, { line = #drawn.lines - 1, from = mark.from, to = mark.to, group = mark.group })
    end
    for _, spot in ipairs(spots) do
      if spot.node == current.node then
        drawn.current = { line = #drawn.lines, from = spot.from }
      end
    end
  end
  return drawn
end

return M
