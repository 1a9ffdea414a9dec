-- Walking through the moves and the variations of a record.
local record = require('ishi.record')

local M = {}

-- The tree of an event as it is walked through. Nodes are numbered from 0, the position before the first move.
---@class ishi.Tree
---@field nodes table[] Node `n` in the answer of the server, at `n + 1`.
---@field following integer[][] The moves after each node. The first goes on with its line, the others begin variations.
---@field at integer The current node: a move, or 0.
---@field side string? `before` on the line that begins the variation of `at`, `after` on a diagram that stands after it.

-- Returns the move after a node that the cursor is above, on the line that begins its variation.
local function announced(tree, at, line)
  local following = tree.following[at]
  if not following[1] or tree.nodes[following[1] + 1].line > line then
    return nil
  end
  for _, move in ipairs(following) do
    if tree.nodes[move + 1].line > line then
      return move
    end
  end
end

---@param answer table The answer of the server to `ishi/tree`.
---@param line integer? The line of the cursor, from 0; none in SGF, where no line begins a variation above its moves.
---@return ishi.Tree? tree None when the place of the cursor was left out because there are too many nodes.
local function read(answer, line)
  if not answer.current then
    return nil
  end
  local tree = { nodes = answer.nodes, following = {}, at = answer.current }
  for _, node in ipairs(answer.nodes) do
    tree.following[node.id] = {}
    if node.kind == 'move' then
      table.insert(tree.following[node.parent], node.id)
    end
  end
  local current = answer.nodes[answer.current + 1]
  if current.kind == 'diagram' then
    tree.at, tree.side = current.parent, 'after'
  else
    local move = line and announced(tree, answer.current, line)
    if move then
      tree.at, tree.side = move, 'before'
    end
  end
  return tree
end

-- Returns the move and those that may be played instead of it, and which of them it is.
local function alternatives(tree, move)
  local parent = tree.nodes[move + 1].parent
  local moves = parent and tree.following[parent] or { move }
  for index, candidate in ipairs(moves) do
    if candidate == move then
      return moves, index
    end
  end
end

-- Returns the first move of the variation that a node is in; none in the main line.
local function head(tree, at)
  while at ~= 0 do
    local _, index = alternatives(tree, at)
    if index > 1 then
      return at
    end
    at = tree.nodes[at + 1].parent
  end
end

-- Returns the move `offset` places further among the alternatives at the cursor, or among those to its variation.
local function sibling(tree, offset)
  local moves, index = alternatives(tree, tree.at)
  if #moves == 1 then
    local first = head(tree, tree.at)
    if not first then
      return nil
    end
    moves, index = alternatives(tree, first)
  end
  return moves[index + offset]
end

---@class ishi.Step
---@field name string
---@field does string The description of the step for users.
---@field to fun(tree: ishi.Tree): integer? The node that it leads to.
---@field otherwise string? The message if there is no such node.
---@field far boolean? Whether it is a jump, to come back from with CTRL-O.

--- The steps through a tree, in the order in which a user learns them.
---@type ishi.Step[]
M.STEPS = {
  {
    name = 'next',
    does = 'next move',
    otherwise = 'this is the last move of its line',
    to = function(tree)
      return tree.side == 'before' and tree.at or tree.following[tree.at][1]
    end,
  },
  {
    name = 'previous',
    does = 'previous move',
    otherwise = 'this is the beginning',
    to = function(tree)
      return tree.side == 'after' and tree.at or tree.nodes[tree.at + 1].parent
    end,
  },
  {
    name = 'first',
    does = 'before the first move',
    far = true,
    to = function()
      return 0
    end,
  },
  {
    name = 'last',
    does = 'last move of the line',
    far = true,
    to = function(tree)
      local at = tree.at
      while tree.following[at][1] do
        at = tree.following[at][1]
      end
      return at
    end,
  },
  {
    name = 'into',
    does = 'into the variation on the move',
    otherwise = 'there is no variation on this move',
    far = true,
    to = function(tree)
      if tree.side == 'before' then
        return tree.at
      end
      local moves, index = alternatives(tree, tree.at)
      return index == 1 and moves[2] or nil
    end,
  },
  {
    name = 'out',
    does = 'out of the variation',
    otherwise = 'not in a variation',
    far = true,
    to = function(tree)
      local first = head(tree, tree.at)
      return first and alternatives(tree, first)[1]
    end,
  },
  {
    name = 'next-variation',
    does = 'next variation',
    otherwise = 'there is no further variation here',
    far = true,
    to = function(tree)
      return sibling(tree, 1)
    end,
  },
  {
    name = 'previous-variation',
    does = 'previous variation',
    otherwise = 'there is no variation before this',
    far = true,
    to = function(tree)
      return sibling(tree, -1)
    end,
  },
}

local function step_named(name)
  for _, step in ipairs(M.STEPS) do
    if step.name == name then
      return step
    end
  end
end

-- Goes as far as it can, at most `count` times. Says whether it could go at all.
local function take(tree, step, count)
  local went = false
  for _ = 1, count do
    local node = step.to(tree)
    if not node or (went and node == tree.at) then
      break
    end
    tree.at, tree.side, went = node, nil, true
  end
  return went
end

local function move_cursor(win, node, far)
  vim.api.nvim_win_call(win, function()
    if far then
      vim.cmd("normal! m'")
    end
    record.go_to(win, node)
    vim.cmd('normal! zv')
  end)
end

local function say(text)
  vim.api.nvim_echo({ { 'ishi: ' .. text } }, false, {})
end

-- The steps that wait for the tree, from which place they start, and the number of their last request.
-- A key that is pressed faster than the server answers still makes one step for each press.
local waiting = { place = nil, steps = {}, request = 0 }

--- Returns whether a step waits for the server.
---@return boolean
function M.is_waiting()
  return #waiting.steps > 0
end

--- Moves the cursor in the record's window, once the server has sent the tree.
---@param name string One of the names in `STEPS`.
---@param count integer? How many times.
---@param moved fun()? Called when the cursor has moved.
function M.go(name, count, moved)
  local step = assert(step_named(name), 'there is no way to go called ' .. name)
  local win = record.window()
  if not win then
    return say('there is no record in this tab page')
  end
  local place = record.place(win)
  if waiting.place ~= place then
    waiting = { place = place, steps = {}, request = 0 }
  end
  local these = waiting
  table.insert(these.steps, { step, count or 1 })
  these.request = these.request + 1
  local request = these.request

  record.ask(win, 'ishi/tree', {}, function(answer, problem)
    -- A later press asks again, and from another place the steps would lead to a wrong move.
    if these ~= waiting or request ~= these.request then
      return
    end
    waiting = { steps = {}, request = 0 }
    if problem then
      return say(problem)
    end
    if not vim.api.nvim_win_is_valid(win) or record.place(win) ~= place then
      return
    end
    local line = not record.is_sgf(win) and vim.api.nvim_win_get_cursor(win)[1] - 1 or nil
    local tree = answer and read(answer, line)
    if not tree then
      return say(answer and 'the event has too many moves to walk through' or 'there is nothing to walk through')
    end
    local went, far = false, false
    for _, entry in ipairs(these.steps) do
      if take(tree, entry[1], entry[2]) then
        went, far = true, far or entry[1].far
      else
        say(entry[1].otherwise)
      end
    end
    if went then
      move_cursor(win, tree.nodes[tree.at + 1], far)
      if moved then
        moved()
      end
    end
  end)
end

return M
