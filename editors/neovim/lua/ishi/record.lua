-- The current record, which may be an SGF file, and what the language server returns for the position of its cursor.
local server = require('ishi.server')

local M = {}

local METHOD_NOT_FOUND = -32601
local REQUEST_FAILED = -32803
local INVALID_PARAMS = -32602

local function has_record(win)
  local filetype = vim.bo[vim.api.nvim_win_get_buf(win)].filetype
  return filetype == 'ishi' or filetype == 'sgf'
end

--- Returns whether a window shows an SGF file as it is, where many moves stand in one line.
---@param win integer
---@return boolean
function M.is_sgf(win)
  return vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'sgf'
end

-- The window of the record that was found last.
local last_found

--- Returns the window with the record that a command is about: the current one, or else the one before it, or else the
--- last one that a command was about, or else any of the tab page.
---@return integer? win
function M.window()
  local wins = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  local tab_wins = vim.api.nvim_tabpage_list_wins(0)
  if vim.tbl_contains(tab_wins, last_found) then
    table.insert(wins, last_found)
  end
  for _, win in ipairs(vim.list_extend(wins, tab_wins)) do
    if has_record(win) then
      last_found = win
      return win
    end
  end
end

--- Returns an identity of the cursor's place: the text, the line, and the word, or in SGF the column. As long as it is the same, the
--- server answers the same.
---@param win integer
---@return string
function M.place(win)
  local bufnr = vim.api.nvim_win_get_buf(win)
  local row, column = unpack(vim.api.nvim_win_get_cursor(win))
  if M.is_sgf(win) then
    return table.concat({ bufnr, vim.api.nvim_buf_get_changedtick(bufnr), row, column }, ' ')
  end
  local line = vim.api.nvim_buf_get_lines(bufnr, row - 1, row, false)[1] or ''
  local before_word = line:sub(1, column + 1):gsub('%S*$', '')
  return table.concat({ bufnr, vim.api.nvim_buf_get_changedtick(bufnr), row, #before_word }, ' ')
end

-- A value without the nulls of JSON, which Neovim hands over as `vim.NIL` from 0.12 on.
local function without_nulls(value)
  if value == vim.NIL then
    return nil
  end
  if type(value) == 'table' then
    for key, entry in pairs(value) do
      value[key] = without_nulls(entry)
    end
  end
  return value
end

-- Returns the byte of a line, from 0, that a character begins, as the server counts them.
local function byte_of(line, character, encoding)
  if encoding == 'utf-8' then
    return math.min(character, #line)
  end
  local is_in, byte = pcall(vim.str_byteindex, line, character, encoding == 'utf-16')
  return is_in and byte or #line
end

--- Puts the cursor where the server says: at the beginning of a line, or in SGF at a character of it.
---@param win integer The record's window.
---@param spot { line: integer, character: integer? }
function M.go_to(win, spot)
  local bufnr = vim.api.nvim_win_get_buf(win)
  local line = vim.api.nvim_buf_get_lines(bufnr, spot.line, spot.line + 1, false)[1] or ''
  local client = spot.character and server.clients(bufnr)[1]
  local column = client and byte_of(line, spot.character, client.offset_encoding) or #line:match('^%s*')
  vim.api.nvim_win_set_cursor(win, { spot.line + 1, column })
end

-- Sends a request with the place of the cursor among its params, which `params_of` makes of it. `answered` gets the result, or
-- else the problem in words; a request that the server gave up because of another is not answered at all.
local function send(win, method, params_of, answered)
  local bufnr = vim.api.nvim_win_get_buf(win)
  local client = server.clients(bufnr)[1]
  local sent, id
  if client then
    local params = params_of(vim.lsp.util.make_position_params(win, client.offset_encoding), bufnr)
    sent, id = server.call(client, 'request', method, params, function(err, result)
      if not err then
        answered(without_nulls(result))
      elseif err.code == METHOD_NOT_FOUND then
        answered(nil, ('The language server does not know the request %s. A newer `ishi` does.'):format(method))
      elseif err.code == REQUEST_FAILED or err.code == INVALID_PARAMS then
        answered(nil, err.message)
      -- The codes of a request that was cancelled, and of one whose text has changed meanwhile.
      elseif err.code ~= -32800 and err.code ~= -32801 then
        answered(nil, ('The language server failed: %s'):format(err.message))
      end
    end, bufnr)
  end
  if not sent then
    local reason = server.is_served(bufnr) and ':IshiInfo says why.' or 'It has no name yet: see :file'
    answered(nil, 'No language server is attached to this record. ' .. reason)
  end
  return function()
    if sent then
      server.call(client, 'cancel_request', id)
    end
  end
end

-- The time that a key waits for the server, in milliseconds.
local KEY_TIMEOUT = 5000

--- Waits until `is_done`, for a key that changes the record: the keys after it are for what the record is then.
---@param is_done fun(): boolean?
function M.wait(is_done)
  vim.wait(KEY_TIMEOUT, is_done, 2)
end

--- Sends a request about the place of the cursor.
---@param win integer The record's window.
---@param method string
---@param more table What the request takes besides the place.
---@param answered fun(result: table?, problem: string?)
---@return fun() withdraw Cancels the request.
function M.ask(win, method, more, answered)
  return send(win, method, function(place)
    return vim.tbl_extend('error', place, more)
  end, answered)
end

--- Sends a command about the place of the cursor, in the text as it is now.
---@param win integer The record's window.
---@param command string
---@param more table What the command takes besides the place.
---@param answered fun(result: table?, problem: string?) A refusal of the server is a problem.
function M.execute(win, command, more, answered)
  send(win, 'workspace/executeCommand', function(place, bufnr)
    place.textDocument.version = vim.lsp.util.buf_versions[bufnr]
    return { command = command, arguments = { vim.tbl_extend('error', place, more) } }
  end, answered)
end

return M
