-- Views that follow the cursor of the record: each requests what it shows for the place of the cursor.
local page = require('ishi.board.page')
local record = require('ishi.record')

local M = {}

-- Delay in milliseconds after which moving and typing are answered with one picture.
local DELAY = 30

---@class ishi.View
---@field requested string? The place of the last request. An answer about another place is out of date.
---@field cancel fun()? Cancels that request.

--- Requests what a view shows at the cursor, unless the last request was for the same place, and cancels an older request.
---@param view ishi.View
---@param method string
---@param more table What the request takes besides the place.
---@param is_open fun(): boolean Whether there still is a view for the answer.
---@param show fun(answer: table?, message: string?) Called with the answer, or with the reason why there is none.
function M.follow(view, method, more, is_open, show)
  local win = record.window()
  if not win then
    view.requested = nil
    return show(nil, 'There is no record in this tab page.')
  end
  local place = record.place(win) .. page.format()
  if place == view.requested then
    return
  end
  if view.cancel then
    view.cancel()
  end
  view.requested = place
  view.cancel = record.ask(win, method, more, function(answer, problem)
    if not is_open() or view.requested ~= place then
      return
    end
    view.cancel = nil
    if problem then
      -- The next event requests it again.
      view.requested = nil
    end
    show(answer, not answer and (problem or 'There is no event here.') or nil)
  end)
end

--- Returns a function that brings a view up to date, soon and once for all calls until then.
---@param window fun(): integer? The window of the view in the current tab page. Without one nothing is done.
---@param update fun(win: integer)
---@return fun()
function M.refresher(window, update)
  local is_scheduled = false
  return function()
    if is_scheduled or not window() then
      return
    end
    is_scheduled = true
    vim.defer_fn(function()
      is_scheduled = false
      local win = window()
      if win then
        update(win)
      end
    end, DELAY)
  end
end

return M
