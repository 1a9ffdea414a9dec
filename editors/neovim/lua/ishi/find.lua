-- `:IshiFind`, a quickfix list of the games in which the position at the cursor arises.
local record = require('ishi.record')
local server = require('ishi.server')

local M = {}

-- The number of continuations that are named.
local FOLLOWING = 5

-- A game in words.
local function described(game)
  local players = ('%s – %s'):format(game.black or '?', game.white or '?')
  local parts = { (game.black or game.white) and players or game.title or '?' }
  for _, part in ipairs({ game.date or '', game.result or '' }) do
    if part ~= '' then
      table.insert(parts, part)
    end
  end
  table.insert(parts, ('move %d'):format(game.move))
  if game.next and game.next.location then
    table.insert(parts, ('then %s %s'):format(game.next.color == 'black' and 'B' or 'W', game.next.location))
  end
  return table.concat(parts, '  ')
end

-- An entry of the list. In SGF the place is a character of a line, unless the game comes from an index.
local function entry(game, encoding)
  local line = game.line or 0
  local item = { filename = vim.uri_to_fname(game.uri), lnum = line + 1, col = 1 }
  if (game.character or 0) > 0 then
    local place = { line = line, character = game.character }
    local location = { uri = game.uri, range = { start = place, ['end'] = place } }
    item = vim.lsp.util.locations_to_items({ location }, encoding)[1] or item
  end
  item.text = described(game)
  return item
end

-- Returns a title with the number of games and the most frequent continuations.
local function title(answer)
  local following = {}
  for index, row in ipairs(answer.continuations) do
    if index <= FOLLOWING then
      table.insert(following, ('%s %d'):format(row.location, row.games))
    end
  end
  local text = ('Found in %d of %d games'):format(answer.found, answer.searched)
  if #following > 0 then
    text = ('%s, next %s'):format(text, table.concat(following, ', '))
  end
  return answer.scope and ('%s · %s'):format(text, answer.scope) or text
end

--- Lists the games with the position at the cursor of the record.
---@param corners string Two corners of the part that matters, such as `k10,t19`; empty for the whole board.
function M.find(corners)
  local win = record.window()
  if not win then
    vim.notify('ishi: there is no record in this tab page', vim.log.levels.WARN)
    return
  end
  local more = { show = true }
  if corners ~= '' then
    local from, to = corners:upper():match('^(%a%d+)[%s,-]+(%a%d+)$')
    if not from then
      vim.notify('ishi: write two corners, such as `k10,t19`', vim.log.levels.ERROR)
      return
    end
    more.region = { from = from, to = to }
  end
  local client = server.clients(vim.api.nvim_win_get_buf(win))[1]
  return record.ask(win, 'ishi/find', more, function(answer, problem)
    problem = problem or (answer and answer.problem) or (not answer and 'there is no position at this place') or nil
    if problem then
      vim.notify('ishi: ' .. problem, vim.log.levels.WARN)
    end
    if not answer then
      return
    end
    require('ishi.board').reload()
    local items = vim.tbl_map(function(game)
      return entry(game, client.offset_encoding)
    end, answer.games)
    vim.fn.setqflist({}, ' ', { title = title(answer), items = items })
    if #items > 0 then
      vim.cmd('botright copen')
    else
      vim.notify(('ishi: %s'):format(title(answer)), vim.log.levels.INFO)
    end
  end)
end

return M
