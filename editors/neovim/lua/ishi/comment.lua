-- The window in which the comment of a move is written: `:w` and `:wq` write it into the record.
local page = require('ishi.board.page')

local M = {}

local namespace = vim.api.nvim_create_namespace('ishi_comment')

local NAME = 'ishi://comment'
local MAX_ROWS = 10

local function window_config(count)
  local height = math.min(math.max(count + 2, 5), MAX_ROWS, vim.o.lines - 3)
  return {
    relative = 'editor',
    anchor = 'SW',
    row = vim.o.lines - vim.o.cmdheight - 1,
    col = 0,
    width = math.min(72, vim.o.columns - 2),
    height = height,
    border = page.border(),
  }
end

-- Returns the buffer for a comment, empty.
local function create_buffer(text)
  local old = vim.fn.bufnr('^' .. NAME .. '$')
  if old ~= -1 then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  local bufnr = vim.api.nvim_create_buf(false, false)
  vim.api.nvim_buf_set_name(bufnr, NAME)
  local bo = vim.bo[bufnr]
  bo.buftype, bo.bufhidden, bo.swapfile = 'acwrite', 'wipe', false
  bo.filetype = 'ishicomment'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n', { plain = true }))
  bo.modified = false
  return bufnr
end

-- Shows below the text why it was refused.
local function show_refusal(bufnr, win, reason)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local rows, width = { '' }, vim.api.nvim_win_get_width(win)
  for word in reason:gmatch('%S+') do
    if vim.fn.strdisplaywidth(rows[#rows] .. ' ' .. word) > width then
      rows[#rows + 1] = ''
    end
    rows[#rows] = rows[#rows] .. (rows[#rows] == '' and '' or ' ') .. word
  end
  local last = vim.api.nvim_buf_line_count(bufnr) - 1
  vim.api.nvim_buf_set_extmark(bufnr, namespace, last, 0, {
    virt_lines = vim.tbl_map(function(row)
      return { { row, 'WarningMsg' } }
    end, rows),
  })
  local height = math.min(last + 2 + #rows, MAX_ROWS, vim.o.lines - 3)
  vim.api.nvim_win_set_height(win, math.max(height, vim.api.nvim_win_get_height(win)))
end

--- Opens the window.
---@param text string What the comment says.
---@param write fun(text: string): string? Writes it into the record, or returns why that can't be.
function M.open(text, write)
  local origin = vim.api.nvim_get_current_win()
  local bufnr = create_buffer(text)
  local count = vim.api.nvim_buf_line_count(bufnr)
  local win = vim.api.nvim_open_win(bufnr, true, window_config(count))
  -- Closing the window goes back to the last one, which drawing the board may have changed. It happens at once, because
  -- keys may wait already.
  local function remember_origin()
    for _, each in ipairs({ origin, win }) do
      vim.cmd(('noautocmd call win_gotoid(%d)'):format(each))
    end
  end
  vim.wo[win].wrap, vim.wo[win].linebreak = true, true
  vim.wo[win].number, vim.wo[win].signcolumn, vim.wo[win].spell = false, 'no', false
  vim.wo[win].fillchars = 'eob: '
  vim.wo[win].winbar = ' Comment%= :wq writes it, :q! does not '
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    callback = function()
      local refusal = write(table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n'))
      if refusal then
        -- The text stays here, to be corrected.
        return show_refusal(bufnr, win, refusal)
      end
      vim.bo[bufnr].modified = false
      vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
      remember_origin()
    end,
  })
  vim.api.nvim_create_autocmd('QuitPre', { buffer = bufnr, callback = remember_origin })
  vim.api.nvim_win_set_cursor(win, { count, 0 })
  vim.cmd('startinsert!')
end

return M
