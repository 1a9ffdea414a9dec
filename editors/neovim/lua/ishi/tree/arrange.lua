-- The rows and columns in which the nodes of a tree are drawn: rows count the moves from the root, columns the lines of
-- play.
local M = {}

---@class ishi.Cell
---@field node table The node in the answer of the server.
---@field row integer From the root, which is 0.
---@field column integer From the main line, which is 0.
---@field parent ishi.Cell?
---@field children ishi.Cell[]

local function is_move(cell)
  return cell.node.kind == 'move'
end

-- Returns the move with which the line of a cell goes on.
local function next_of(cell)
  for _, child in ipairs(cell.children) do
    if is_move(child) then
      return child
    end
  end
end

-- Takes the first column after `above` that is free up to the row `last`, and those before it from the row `first` on.
-- `runs` has the columns of which the same rows are taken: by its first column the last one of a run, and the row from which on
-- it is taken. A line of play is at the end of a run, and what branches off from it comes next, so a run begins after
-- `above`. Runs that are passed become one, so all in all no more are passed than were made.
local function take(runs, above, first, last)
  local column, from = above + 1, first
  local run = runs[column]
  while run and run.from <= last do
    from = math.min(from, run.from)
    column = run.last + 1
    run = runs[column]
  end
  if run and run.last > column then
    runs[column + 1] = run
  end
  runs[above + 1] = { last = column, from = from }
  return column
end

--- Arranges the nodes of `ishi/tree`. What branches off last is placed first, so that no line crosses another one. No
--- recursion, because a record can be as deep as it is long.
---@param nodes table[]
---@return ishi.Cell[] cells In the order of the nodes.
function M.arrange(nodes)
  local cells, by_id = {}, {}
  for _, node in ipairs(nodes) do
    local parent = node.parent and by_id[node.parent]
    local cell = { node = node, row = parent and parent.row + 1 or 0, column = 0, parent = parent, children = {} }
    by_id[node.id] = cell
    cells[#cells + 1] = cell
    if parent then
      table.insert(parent.children, cell)
    end
  end
  local runs, open = {}, { cells[1] }
  while #open > 0 do
    local first = table.remove(open)
    local sequence = { first }
    local following = next_of(first)
    while following do
      sequence[#sequence + 1] = following
      following = next_of(following)
    end
    local above = first.parent and first.parent.column or -1
    local last = sequence[#sequence]
    -- A diagram after the last move is a row below it.
    local column = take(runs, above, first.row, last.row + math.min(#last.children, 1))
    for _, cell in ipairs(sequence) do
      cell.column = column
      local line = next_of(cell)
      for index = #cell.children, 1, -1 do
        if cell.children[index] ~= line then
          open[#open + 1] = cell.children[index]
        end
      end
    end
  end
  return cells
end

return M
