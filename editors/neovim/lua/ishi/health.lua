-- `:checkhealth ishi`, which is also `:IshiInfo`.
local options = require('ishi.options')
local server = require('ishi.server')

local M = {}

-- Neovim 0.8 and 0.9 have these under longer names.
local report = require('vim.health')
local health = {}
for _, name in ipairs({ 'start', 'ok', 'info', 'warn', 'error' }) do
  health[name] = report[name] or report['report_' .. name]
end

local function check_program()
  local command = server.command()
  local path = vim.fn.exepath(command[1])
  if path == '' then
    health.error(('`%s` cannot be run'):format(command[1]), {
      'Install it, in the repository: cargo install --path . --locked',
      'Or name it: vim.g.ishi = { cmd = { "/path/to/ishi", "lsp" } }',
    })
    return
  end
  local version = vim.trim(vim.fn.system({ path, '--version' }))
  if vim.v.shell_error == 0 then
    health.ok(('%s (%s)'):format(path, version))
  else
    health.error(('%s --version failed: %s'):format(path, version))
  end
end

local function check_options()
  local current = options.get()
  health.info('Options: ' .. vim.inspect(current))
  local place = current.board.place
  if not vim.tbl_contains(require('ishi.board.layout').PLACES, place) then
    health.warn(("The board can't be at `%s`: see :help ishi-board-option"):format(place))
  end
end

local function check_clients()
  local clients = server.clients()
  if #clients == 0 then
    health.info('No server is running. One is started with the first Ishi record that is opened.')
  end
  for _, client in ipairs(clients) do
    local files = {}
    for bufnr in pairs(client.attached_buffers or {}) do
      files[#files + 1] = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
    end
    table.sort(files)
    health.ok(
      ('Server %d serves %s (root: %s)'):format(
        client.id,
        #files > 0 and table.concat(files, ', ') or 'no file',
        client.config.root_dir or 'none'
      )
    )
  end
end

function M.check()
  health.start('ishi')
  check_program()
  if not options.are_set() then
    health.warn('The plugin is not set up: is `plugin/ishi.lua` loaded?')
    return
  end
  health.info(
    server.uses_lsp_enable() and 'The server is started by vim.lsp.enable()'
      or 'The server is started by vim.lsp.start()'
  )
  check_options()
  check_clients()
end

return M
