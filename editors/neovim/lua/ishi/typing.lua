-- Writes typed points as moves: after Enter, the server writes each line above the cursor that has only a point as the
-- move that it is read as. Neovim 0.12 can do that by itself, but drops the answer if another key comes first.
local lines = require('ishi.lines')
local options = require('ishi.options')
local server = require('ishi.server')

local M = {}

local METHOD = 'textDocument/onTypeFormatting'

-- The server writes no more lines above the cursor than this.
local MAX_LINES = 1000

-- The number of requests about a line: an answer is dropped if the line was changed meanwhile, and the line sent again.
local MAX_ASKED = 3

local namespace = vim.api.nvim_create_namespace('ishi_typing')

-- The lines of a buffer that were begun with Enter and not asked about yet, as marks.
local begun = {}
-- The records that are watched.
local watched = {}
-- Whether the edit of an answer is being made.
local is_ours = false

-- Returns whether the lines that an answer is about are still those that the server was sent: `sent`, from the row
-- `top` on.
local function is_unchanged(bufnr, edits, sent, top)
  for _, edit in ipairs(edits) do
    local first, last = edit.range.start.line, edit.range['end'].line
    local now = vim.api.nvim_buf_get_lines(bufnr, first, last + 1, false)
    if first < top or not vim.deep_equal(now, vim.list_slice(sent, first - top + 1, last - top + 1)) then
      return false
    end
  end
  return true
end

-- Asks about the lines above a row, and then goes on with whether the answer came too late.
local function ask(bufnr, client, row, go_on)
  local top = math.max(0, row - MAX_LINES)
  local sent = vim.api.nvim_buf_get_lines(bufnr, top, row, false)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    position = { line = row, character = 0 },
    ch = '\n',
    options = { tabSize = vim.fn.shiftwidth(), insertSpaces = true },
  }
  server.call(client, 'request', METHOD, params, function(err, edits)
    if not vim.api.nvim_buf_is_loaded(bufnr) then
      return
    end
    local has_edits = type(edits) == 'table'
    local is_late = err ~= nil or has_edits and not is_unchanged(bufnr, edits, sent, top)
    if has_edits and not is_late then
      is_ours = true
      pcall(vim.lsp.util.apply_text_edits, edits, bufnr, client.offset_encoding)
      is_ours = false
    end
    go_on(is_late)
  end, bufnr)
end

-- Asks about what was typed since the last time: once for all lines of points directly above one another, and from above,
-- because the numbers of moves come from those before. After ENDVAR the server writes what was left in its variation.
local function ask_all(bufnr)
  local function row_of(mark)
    return vim.api.nvim_buf_get_extmark_by_id(bufnr, namespace, mark, {})[1] or 0
  end
  local function line_at(row)
    return row >= 0 and vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  end
  local function is_bare(row)
    return lines.is_bare(line_at(row))
  end
  local function is_asked_about(row)
    return is_bare(row) or lines.first_word(line_at(row)) == 'endvar'
  end
  local marks, is_begun = begun[bufnr] or {}, {}
  local asked_marks = vim.list_slice(marks)
  begun[bufnr] = nil
  for _, mark in ipairs(marks) do
    is_begun[row_of(mark)] = true
  end
  table.sort(marks, function(one, other)
    return row_of(one) > row_of(other)
  end)
  marks = vim.tbl_filter(function(mark)
    local row = row_of(mark)
    return is_asked_about(row - 1) and not (is_begun[row + 1] and is_bare(row - 1) and is_bare(row))
  end, marks)
  local client = server.clients(bufnr)[1]
  local mark, asked
  local function go_on(is_late)
    if not (is_late and asked < MAX_ASKED and is_asked_about(row_of(mark) - 1)) then
      mark, asked = table.remove(marks), 0
    end
    if mark and client then
      asked = asked + 1
      ask(bufnr, client, row_of(mark), go_on)
      return
    end
    for _, done in ipairs(asked_marks) do
      vim.api.nvim_buf_del_extmark(bufnr, namespace, done)
    end
  end
  go_on(false)
end

--- Watches what is typed into a record.
---@param bufnr integer
function M.watch(bufnr)
  if watched[bufnr] then
    return
  end
  watched[bufnr] = vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, _, _, last, new_last)
      local is_wanted = options.get().write_moves
      if not is_wanted or is_ours or new_last <= last or not vim.api.nvim_get_mode().mode:find('^i') then
        return
      end
      if not begun[bufnr] then
        begun[bufnr] = {}
        -- While keys are waiting, they come first.
        vim.schedule(function()
          if vim.api.nvim_buf_is_loaded(bufnr) then
            ask_all(bufnr)
          end
        end)
      end
      -- Text that is typed into the line comes after the mark.
      local mark = vim.api.nvim_buf_set_extmark(bufnr, namespace, new_last - 1, 0, { right_gravity = false })
      table.insert(begun[bufnr], mark)
    end,
    on_detach = function()
      begun[bufnr], watched[bufnr] = nil, nil
    end,
  })
end

return M
