-- The buffers of the board: scratch buffers whose `:w` writes the record.
local record = require('ishi.record')

local M = {}

-- Writes the record to its file or to another one, as `:w` in its own window does.
local function save(target)
  local win = record.window()
  if not win then
    return vim.notify('ishi: there is no record in this tab page to write.', vim.log.levels.WARN)
  end
  local bang = vim.v.cmdbang == 1 and '!' or ''
  local is_done, problem = pcall(vim.api.nvim_win_call, win, function()
    vim.cmd(('write%s %s'):format(bang, target and vim.fn.fnameescape(target) or ''))
  end)
  if not is_done then
    vim.api.nvim_err_writeln((tostring(problem):gsub('^.-Vim%b():', '')))
  end
end

--- Creates a buffer that can't be edited.
---@param name string
---@return integer bufnr
function M.create(name)
  -- A session that was restored has an empty buffer of this name.
  local old = vim.fn.bufnr('^' .. name .. '$')
  if old ~= -1 then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].buftype = 'acwrite'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = 'ishiboard'
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    nested = true,
    desc = 'Write the record',
    callback = function(args)
      save(args.match ~= name and args.match or nil)
    end,
  })
  return bufnr
end

return M
