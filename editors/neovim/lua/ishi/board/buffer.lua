-- The buffers of the board and of the tree: scratch buffers whose `:w` writes the record, and whose windows close with it.
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

local function is_view(win)
  return vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'ishiboard'
end

--- Closes the board and the tree with the last other window of their tab page, which they do not keep open.
function M.on_quit()
  local here = vim.api.nvim_get_current_win()
  if is_view(here) then
    return
  end
  local views = {}
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local floats = vim.api.nvim_win_get_config(win).relative ~= ''
    if is_view(win) then
      views[#views + 1] = win
    elseif win ~= here and not floats then
      return
    end
  end
  for _, win in ipairs(views) do
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
  end
end

return M
