-- The window that lists the keys of the board.
local page = require('ishi.board.page')

local M = {}

-- The columns of the keys, before what they do.
local KEYS_WIDTH = 11

local namespace = vim.api.nvim_create_namespace('ishi_help')

--- Opens a floating window in the middle of the screen. The key that opened it closes it again, and so do `q`, Escape and
--- leaving it.
---@param title string
---@param rows { [1]: string, [2]: string }[] The keys, and what they do.
function M.open(title, rows)
  local lines, width = {}, vim.fn.strdisplaywidth(title)
  for _, row in ipairs(rows) do
    lines[#lines + 1] = (' %-' .. KEYS_WIDTH .. 's%s '):format(row[1], row[2])
    width = math.max(width, vim.fn.strdisplaywidth(lines[#lines]))
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].filetype = 'ishihelp'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  for line = 0, #lines - 1 do
    vim.api.nvim_buf_set_extmark(bufnr, namespace, line, 0, { end_col = KEYS_WIDTH, hl_group = 'ishiBoardKey' })
  end
  -- The border takes two rows, the title one, the command line and the last status line as well.
  local height = math.min(#lines + 1, vim.o.lines - vim.o.cmdheight - 3)
  width = math.min(width, vim.o.columns - 2)
  local win = vim.api.nvim_open_win(bufnr, true, {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height - 3) / 2)),
    col = math.max(0, math.floor((vim.o.columns - width - 2) / 2)),
    width = width,
    height = height,
    border = page.border(),
  })
  vim.wo[win].wrap, vim.wo[win].number, vim.wo[win].relativenumber = false, false, false
  vim.wo[win].signcolumn, vim.wo[win].foldcolumn, vim.wo[win].list, vim.wo[win].spell = 'no', '0', false, false
  vim.wo[win].cursorline, vim.wo[win].fillchars = false, 'eob: '
  vim.wo[win].winbar = (' %s%%= q '):format(title)
  local function close()
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
  end
  for _, key in ipairs({ '?', 'g?', 'q', '<Esc>', '<CR>' }) do
    vim.keymap.set('n', key, close, { buffer = bufnr, nowait = true, desc = 'Close the list of keys' })
  end
  vim.api.nvim_create_autocmd('WinLeave', { buffer = bufnr, once = true, callback = vim.schedule_wrap(close) })
end

return M
