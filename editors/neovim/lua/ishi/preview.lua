-- `:IshiPreview`, the record as a page in a browser: the program serves it, and gets the text and the cursor from here.
local options = require('ishi.options')

local M = {}

-- How long edits and moves of the cursor are collected, in milliseconds.
local PAUSE = 30

-- The previews that run, by their buffers.
local running = {}

-- Returns the place of the cursor in a window of the buffer, as LSP counts it.
local function place(bufnr)
  local win = vim.fn.bufwinid(bufnr)
  if win == -1 then
    return {}
  end
  local line, column = unpack(vim.api.nvim_win_get_cursor(win))
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1] or ''
  local _, utf16 = vim.str_utfindex(text, math.min(column, #text))
  -- In a record a line is one thing, wherever in it the cursor is.
  return { line = line - 1, character = vim.bo[bufnr].filetype == 'ishi' and #text or utf16 }
end

-- Sends the cursor, and the text if it has changed since it was sent.
local function send(bufnr)
  local preview = running[bufnr]
  if not preview or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local message = place(bufnr)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  if preview.tick ~= tick then
    preview.tick = tick
    message.text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') .. '\n'
  elseif vim.deep_equal(message, preview.place) then
    return
  end
  preview.place = { line = message.line, character = message.character }
  if next(message) then
    vim.fn.chansend(preview.job, vim.json.encode(message) .. '\n')
  end
end

-- Sends what has changed, soon.
local function send_soon(bufnr)
  local preview = running[bufnr]
  if preview and not preview.is_waiting then
    preview.is_waiting = true
    vim.defer_fn(function()
      preview.is_waiting = false
      send(bufnr)
    end, PAUSE)
  end
end

--- Ends the preview of a buffer.
---@param bufnr integer
function M.stop(bufnr)
  local preview = running[bufnr]
  if preview then
    running[bufnr] = nil
    vim.api.nvim_del_augroup_by_id(preview.group)
    vim.fn.jobstop(preview.job)
  end
end

--- Shows a buffer in a browser, which follows it until the buffer is unloaded.
---@param bufnr integer
function M.start(bufnr)
  local preview = running[bufnr]
  if preview then
    vim.notify('ishi: the preview runs: ' .. (preview.address or 'it starts'))
    return
  end
  local path = vim.api.nvim_buf_get_name(bufnr)
  -- Without a file the text comes from here only.
  local file = vim.fn.filereadable(path) == 1 and path or '-'
  preview = { tick = -1 }
  local problems = {}
  local ok, job = pcall(vim.fn.jobstart, { options.get().cmd[1], 'preview', file }, {
    on_stdout = function(_, lines)
      if not preview.address and lines[1] ~= '' then
        preview.address = lines[1]
        vim.notify('ishi: the preview is at ' .. preview.address)
      end
    end,
    on_stderr = function(_, lines)
      vim.list_extend(problems, lines)
    end,
    on_exit = function(_, code)
      if running[bufnr] == preview then
        M.stop(bufnr)
        vim.notify(
          ('ishi: the preview has ended with code %d: %s'):format(code, table.concat(problems, ' ')),
          vim.log.levels.WARN
        )
      end
    end,
  })
  if not ok or job <= 0 then
    vim.notify(('ishi: `%s preview` does not run. See :IshiInfo'):format(options.get().cmd[1]), vim.log.levels.ERROR)
    return
  end
  preview.job = job
  preview.group = vim.api.nvim_create_augroup('ishi_preview_' .. bufnr, {})
  running[bufnr] = preview
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
    group = preview.group,
    buffer = bufnr,
    callback = function()
      send_soon(bufnr)
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = preview.group,
    buffer = bufnr,
    callback = function()
      M.stop(bufnr)
    end,
  })
  send(bufnr)
end

return M
