-- A list of the events of all records in the folder, to go to one of them.
local record = require('ishi.record')
local server = require('ishi.server')

local M = {}

-- Returns the line of a location, from 1.
local function line_of(location)
  return location.range.start.line + 1
end

-- Returns the entry of an event in a list: its title, and its place.
local function listed(symbol)
  local path = vim.fn.fnamemodify(vim.uri_to_fname(symbol.location.uri), ':~:.')
  return ('%s  (%s:%d)'):format(symbol.name, path, line_of(symbol.location))
end

local function go_to(location)
  local path = vim.uri_to_fname(location.uri)
  if vim.api.nvim_buf_get_name(0) ~= path then
    vim.cmd.edit(vim.fn.fnameescape(path))
  end
  vim.cmd("normal! m'")
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_win_set_cursor(0, { math.min(line_of(location), last), 0 })
  vim.cmd('normal! zv')
end

--- Lists the events whose titles or headers have all these words, and goes to the one that is chosen.
---@param query string Empty for all of them.
function M.pick(query)
  local win = record.window()
  local client = win and server.clients(vim.api.nvim_win_get_buf(win))[1] or server.clients()[1]
  if not client then
    vim.notify('ishi: no language server runs. See :IshiInfo', vim.log.levels.WARN)
    return
  end
  local function list(err, symbols, scope)
    if err or type(symbols) ~= 'table' or #symbols == 0 then
      local reason = err and err.message
        or query == '' and 'there are no events'
        or ('no event has %s in its headers'):format(query)
      vim.notify('ishi: ' .. reason .. scope, vim.log.levels.WARN)
      return
    end
    local prompt = 'Event' .. scope
    vim.ui.select(symbols, { prompt = prompt, kind = 'ishi.event', format_item = listed }, function(symbol)
      if symbol then
        go_to(symbol.location)
      end
    end)
  end
  server.call(client, 'request', 'workspace/symbol', { query = query }, function(err, symbols)
    server.call(client, 'request', 'ishi/status', {}, function(_, status)
      list(err, symbols, status and (' (%s)'):format(status.workspace.scope) or '')
    end)
  end)
end

return M
