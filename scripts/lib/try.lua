-- The configuration that `scripts/try` starts Neovim with: the shipped folder and nothing else, so that what
-- is seen is what the plugin does by itself.
vim.opt.runtimepath:prepend(vim.env.ISHI_ROOT .. '/editors/neovim')
vim.g.ishi = { cmd = { vim.env.ISHI, 'lsp' } }
vim.opt.swapfile = false
vim.opt.number = true
vim.opt.termguicolors = vim.env.COLORTERM ~= nil

if vim.fn.has('nvim-0.11') == 1 then
  -- From this version on, the text of a finding is shown only to those who ask for it.
  vim.diagnostic.config({ virtual_text = true })
end

-- scripts/try says what to press; scripts/picture takes pictures without that.
if vim.env.ISHI_TRY_HEADLESS == '0' then
  local keys = { ':w format', ':IshiBoard', ':help ishi', ':qa! quit' }
  if vim.fn.has('nvim-0.11') == 1 then
    keys = vim.list_extend({ 'gra fix', 'K explain', ']d next' }, keys)
  end
  vim.opt.winbar = 'Press ' .. table.concat(keys, '  ')
end

if vim.env.ISHI_TRY_HEADLESS ~= '1' then
  return
end

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }

local function out(text)
  io.stdout:write(text)
end

-- Ends the editor with a message, as a script would.
local function give_up(message)
  io.stderr:write('\ntry: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

-- Waits until the findings have come and have not changed for a while.
local function wait_for_findings(changes)
  local arrived = vim.wait(10000, function()
    return changes() > 0
  end, 20)
  local seen
  repeat
    seen = changes()
    vim.wait(300, function()
      return changes() > seen
    end, 20)
  until changes() == seen
  return arrived
end

local function main()
  local bufnr = vim.api.nvim_get_current_buf()
  local name = vim.fn.expand('%:t')
  if vim.bo.filetype ~= 'ishi' then
    give_up(name .. ' is not an Ishi record (file type: ' .. vim.bo.filetype .. ')')
  end
  if not wait_for_findings(function()
    return vim.g.ishi_try_changes or 0
  end) then
    give_up('the language server said nothing within ten seconds')
  end

  local findings = vim.diagnostic.get(bufnr)
  table.sort(findings, function(a, b)
    return a.lnum < b.lnum or (a.lnum == b.lnum and a.col < b.col)
  end)
  for _, d in ipairs(findings) do
    local line = vim.api.nvim_buf_get_lines(bufnr, d.lnum, d.lnum + 1, false)[1] or ''
    local column = vim.fn.strchars(line:sub(1, d.col)) + 1
    local message = d.message:gsub('%s+', ' ')
    out(('%s:%d:%d %s [%s] %s\n'):format(name, d.lnum + 1, column, SEVERITIES[d.severity], d.code, message))
  end

  vim.cmd('silent write')
  out('\n')
  local file = assert(io.open(vim.api.nvim_buf_get_name(bufnr), 'rb'))
  out(file:read('*a'))
  file:close()
  vim.cmd('qall!')
end

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  callback = function()
    vim.g.ishi_try_changes = (vim.g.ishi_try_changes or 0) + 1
  end,
})
vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    vim.schedule(function()
      local ok, problem = pcall(main)
      if not ok then
        give_up(problem)
      end
    end)
  end,
})
