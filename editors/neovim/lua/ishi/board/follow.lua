-- Following the cursor: requests the position at the cursor of the record, and draws the answer.
local drawing = require('ishi.board.drawing')
local following = require('ishi.following')
local page = require('ishi.board.page')
local panels = require('ishi.board.panel')
local record = require('ishi.record')

local M = {}

-- Returns whether the words that the server writes below a board begin with the last move, the captures and whose turn
-- it is.
local function begins_with_state(answer)
  local captures = answer.captures
  return answer.toPlay ~= nil or answer.scene.last ~= nil or captures.black + captures.white > 0
end

local function show(panel, content)
  if not vim.deep_equal(panel.content, content) then
    panel.content = content
    drawing.draw(panel)
  end
end

--- Requests the position at the cursor, unless the last request was for the same place, and cancels an older request.
---@param panel ishi.Panel
function M.follow(panel)
  local format = page.format()
  local is_open = function()
    return panels.is_open(panel)
  end
  local more = { format = format, width = page.BOARD_WIDTH }
  following.follow(panel, 'ishi/board', more, is_open, function(answer, message)
    if answer and answer.reason then
      -- The event has no board.
      local title = answer.title ~= '' and answer.title .. '. ' or ''
      answer, message = nil, title .. answer.reason .. '.'
    end
    show(panel, answer and {
      title = answer.title,
      board = answer.board,
      stones = answer.stones,
      captures = answer.captures,
      to_play = answer.toPlay,
      begins_with_state = begins_with_state(answer),
      following = answer.scene.following,
      continuations = answer.scene.continuations,
      headers = answer.headers,
      count = answer.count and answer.count.text,
      comment = answer.comment,
      format = format,
    } or { message = message })
  end)
end

--- Waits for the position and returns whether there is one. Where the record has just been opened, or another one is
--- current, its position may not have arrived yet.
---@param panel ishi.Panel
---@return boolean
function M.wait(panel)
  if panel.content.message then
    record.wait(function()
      -- Without an answer there may not have been a server yet.
      if not panel.requested then
        M.follow(panel)
      end
      return not panel.content.message or panel.requested ~= nil and panel.cancel == nil
    end)
  end
  return panels.is_open(panel) and not panel.content.message
end

return M
