-- The words around the board: the players, who is to play, the next moves, and the game in a few words.
local page = require('ishi.board.page')

local M = {}

local PLAYERS = { { 'black', 'Black' }, { 'white', 'White' } }
local NAMES = { black = 'Black', white = 'White' }

-- The headers that describe the game, with a word before those that are only a value; and when and where it was played.
local GAME = { { 'result', '' }, { 'komi', 'komi ' }, { 'handicap', 'handicap ' }, { 'rules', '' } }
local OCCASION = { { 'date', '' }, { 'place', '' } }

-- Returns the next moves in words: that of the line, then those of the variations with their markers.
local function next_moves(following)
  local moves = {}
  for _, move in ipairs(following) do
    local place = move.location or 'pass'
    if move.continues then
      place = (move.number and move.number .. ' ' or '') .. place
    elseif move.marker then
      place = move.marker .. ' ' .. place
    end
    moves[#moves + 1] = place
  end
  return moves
end

-- The number of continuations in other games that are named.
local MAX_CONTINUATIONS = 5

-- Returns the result of the last search: the number of games with this position, and the moves that followed in them.
local function continuations_line(continuations, separator)
  local moves = {}
  for index, move in ipairs(continuations.moves) do
    if index > MAX_CONTINUATIONS then
      break
    end
    local decided = move.black + move.white
    local share = decided > 0 and (' (Black %.0f %%)'):format(100 * move.black / decided) or ''
    moves[index] = ('%s %d%s'):format(move.locations[1], move.games, share)
  end
  local games = ('found in %d %s'):format(continuations.games, continuations.games == 1 and 'game' or 'games')
  return #moves == 0 and games or games .. ': ' .. table.concat(moves, separator)
end

-- Returns the texts of headers in a line, without those that the record does not have.
local function describe(content, headers, first)
  local parts = { first }
  for _, header in ipairs(headers) do
    local text = content.headers[header[1]]
    if text and not (header[1] == 'handicap' and text == '0') then
      parts[#parts + 1] = header[2] .. text
    end
  end
  return #parts > 0 and { table.concat(parts, page.separator(content.format)) } or {}
end

-- Returns the players with their captures: for each the line, and the highlights of its stone.
local function players(content)
  return vim.tbl_map(function(player)
    local color, name = unpack(player)
    local sign, group = page.stone(content.format, color)
    local captures = content.captures[color]
    local words = { content.headers[color] or name }
    if captures > 0 then
      words[2] = ('%d %s'):format(captures, captures == 1 and 'capture' or 'captures')
    end
    return { sign .. ' ' .. table.concat(words, page.separator(content.format)), { 1, #sign + 1, group } }
  end, PLAYERS)
end

-- Who is to play, the moves that follow, those of the last search, and the result, komi and rules of the game, each in a line.
local function game(content)
  local separator = page.separator(content.format)
  local lines = {}
  local moves = next_moves(content.following)
  local to_play = NAMES[content.to_play]
  if to_play or #moves > 0 then
    local words = to_play and to_play .. ' to play' or 'next'
    lines[1] = words .. (#moves > 0 and ': ' .. table.concat(moves, separator) or '')
  end
  if content.continuations then
    lines[#lines + 1] = continuations_line(content.continuations, separator)
  end
  return vim.list_extend(lines, describe(content, GAME, content.count))
end

local function add_players_only(target, content)
  target:part()
  for _, player in ipairs(players(content)) do
    target:add(player[1], { player[2] })
  end
end

--- Adds the players with their captures, who is to play, the moves that follow, those of the last search, and the result, komi and
--- rules of the game.
---@param target ishi.Page
---@param content table The position.
function M.add_all(target, content)
  add_players_only(target, content)
  for _, line in ipairs(game(content)) do
    target:add(line, {})
  end
end

--- Adds the players in one row, if they have room beside each other.
---@param target ishi.Page
---@param content table The position.
---@param width integer The width of the window.
function M.add_players(target, content, width)
  local black, white = unpack(players(content))
  local row = black[1] .. '  '
  if vim.fn.strdisplaywidth(' ' .. row .. white[1]) > width then
    return add_players_only(target, content)
  end
  local from, to, group = unpack(white[2])
  target:part()
  target:add(row .. white[1], { black[2], { #row + from, #row + to, group } })
end

--- Adds what `add_all` adds after the players.
---@param target ishi.Page
---@param content table The position.
function M.add_game(target, content)
  target:paragraph(game(content))
end

--- Returns when and where the game was played, as far as the record says so.
---@param content table The position.
---@return string[]
function M.occasion(content)
  return describe(content, OCCASION)
end

return M
