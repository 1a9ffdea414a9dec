-- Following the cursor: requests the position at the cursor of the record, and draws the answer.
local drawing = require('ishi.board.drawing')
local page = require('ishi.page')
local panels = require('ishi.board.panel')
local record = require('ishi.record')

local M = {}

-- Whether the words that the server writes below a board begin with the last move, the captures and whose turn it is.
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
  local win = record.window()
  if not win then
    panel.requested = nil
    return show(panel, { message = 'There is no record in this tab page.' })
  end
  local format = page.format()
  local place = record.place(win) .. format
  if place == panel.requested then
    return
  end
  if panel.cancel then
    panel.cancel()
  end
  panel.requested = place
  panel.cancel = record.ask(win, 'ishi/board', { format = format, width = page.BOARD_WIDTH }, function(answer, problem)
    if not panels.is_open(panel) or panel.requested ~= place then
      return
    end
    panel.cancel = nil
    if problem then
      -- The next event requests the position again.
      panel.requested = nil
      show(panel, { message = problem })
    elseif answer then
      show(panel, {
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
      })
    else
      show(panel, { message = 'There is no event here.' })
    end
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
