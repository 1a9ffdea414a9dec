-- The language server of records: which it is, and when it is started and stopped.
local options = require('ishi.options')
local page = require('ishi.board.page')
-- It has to see all requests of a client.
require('ishi.diagnostics')

local M = {}

local ROOT_MARKERS = { 'ishi.toml', '.git' }

-- The command that was reported as missing: one message for each command, not one for each buffer.
local reported

--- Returns whether Neovim's own way to configure language servers (0.11) is there and used.
function M.uses_lsp_enable()
  return vim.lsp.enable ~= nil and not options.get()._legacy
end

--- Returns the command that will be run, which on 0.11 the user may have changed with `vim.lsp.config()`.
---@return string[]
function M.command()
  local config = M.uses_lsp_enable() and vim.lsp.config.ishi
  local command = config and config.cmd
  return type(command) == 'table' and command or options.get().cmd
end

--- Returns the language server's clients of a buffer, or all of them.
---@param bufnr integer?
function M.clients(bufnr)
  -- The old name of this function goes away in the versions that have the new one.
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get({ name = 'ishi', bufnr = bufnr })
end

--- Calls a function of a client, all of which Neovim 0.11 has made methods.
function M.call(client, name, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[name](client, ...)
  end
  return client[name](...)
end

-- Says once what to do when there is no `ishi` to run.
local function binary_is_there()
  local program = M.command()[1]
  if vim.fn.executable(program) == 1 then
    return true
  end
  if reported ~= program then
    reported = program
    -- Short enough not to ask for a key press at the start.
    vim.notify(
      ('ishi: cannot run `%s`, so there is only highlighting. See :IshiInfo'):format(program),
      vim.log.levels.WARN
    )
  end
  return false
end

-- The words that name the notation of a code block in Markdown.
local NOTATIONS = { ishi = true, sgf = true, goban = true }

-- Returns whether a line may open a code block with a game, in any lists and quotes. The server decides.
local function opens_game(line)
  for _, fence in ipairs({ '```+', '~~~+' }) do
    if NOTATIONS[line:match('^[%s>*+%-%d.)]*' .. fence .. '[%s{]*%.?(%a+)')] then
      return true
    end
  end
  return false
end

--- Returns whether some lines of a text in Markdown may open a code block with a game.
---@param bufnr integer
---@param first integer? The first line, from 0.
---@param last integer? The line after the last one.
function M.has_blocks(bufnr, first, last)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, first or 0, last or -1, false)) do
    if opens_game(line) then
      return true
    end
  end
  return false
end

--- Returns whether a buffer gets the language server. One without a name does not: the server knows buffers by their
--- names, and would take two without one for the same. Nor does a text in Markdown without a game.
---@param bufnr integer
function M.is_served(bufnr)
  local has_name = vim.bo[bufnr].buftype == '' and vim.api.nvim_buf_get_name(bufnr) ~= ''
  return has_name and (vim.bo[bufnr].filetype ~= 'markdown' or M.has_blocks(bufnr))
end

-- When each record began to wait for its server, in milliseconds.
local asked = {}

-- The extensions of the formats of games.
local GAME_ENDINGS = { ishi = true, prb = true, sgf = true, gib = true, ngf = true, ugf = true, ugi = true }

-- The maximal number of entries of a folder that are read.
local MAX_ENTRIES = 1000

-- Returns whether there is a game in a folder, but for the one with this name. A folder that contains the home
-- folder does not count.
local function has_games(folder, but)
  local home = vim.fs.normalize(vim.loop.os_homedir() or '')
  local is_above_home = vim.startswith(home .. '/', (folder:gsub('/*$', '/')))
  if is_above_home or folder == vim.fs.normalize(vim.loop.os_tmpdir()) then
    return false
  end
  local count = 0
  for name, kind in vim.fs.dir(folder) do
    count = count + 1
    if count > MAX_ENTRIES then
      return false
    end
    if kind == 'file' and name ~= but and GAME_ENDINGS[(name:match('%.(%a+)$') or ''):lower()] then
      return true
    end
  end
  return false
end

--- Returns the root folder of a buffer that is not below any of the markers: the folder of its file, if there are other
--- games in it, or the outermost of the folders above that have games, too.
---@param bufnr integer
---@return string?
function M.games_folder(bufnr)
  local path = vim.fs.normalize(vim.api.nvim_buf_get_name(bufnr))
  local markers = M.uses_lsp_enable() and vim.lsp.config.ishi.root_markers or ROOT_MARKERS
  local names = {}
  for _, marker in ipairs(markers) do
    vim.list_extend(names, type(marker) == 'table' and marker or { marker })
  end
  local folder = vim.fs.dirname(path)
  if vim.fn.isdirectory(folder) == 0 or vim.fs.find(names, { upward = true, path = folder })[1] then
    return nil
  end
  if not has_games(folder, vim.fs.basename(path)) then
    return nil
  end
  local above = vim.fs.dirname(folder)
  while above ~= folder and has_games(above) do
    folder, above = above, vim.fs.dirname(above)
  end
  return folder
end

local function now()
  return vim.loop.hrtime() / 1e6
end

--- Starts the server of a buffer that has its file type already.
---@param bufnr integer
function M.serve_again(bufnr)
  M.serve(bufnr)
  if M.uses_lsp_enable() then
    vim.api.nvim_exec_autocmds('FileType', { group = 'nvim.lsp.enable', buffer = bufnr })
  end
end

-- Starts the server for all buffers that have one, once the clients with these ids have stopped. A client that does not
-- respond is ended.
local function start_after(ids)
  local timer, since = vim.loop.new_timer(), now()
  timer:start(
    0,
    20,
    vim.schedule_wrap(function()
      if timer:is_closing() then
        return
      end
      local left = vim.tbl_filter(vim.lsp.get_client_by_id, ids)
      if #left == 0 then
        timer:close()
        for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
          local filetype = vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype
          if filetype == 'ishi' or filetype == 'sgf' or filetype == 'markdown' then
            M.serve_again(bufnr)
          end
        end
      elseif now() - since > 2000 then
        for _, id in ipairs(left) do
          M.call(vim.lsp.get_client_by_id(id), 'stop', true)
        end
      end
    end)
  )
end

-- The maximal number of times that a server which ends by itself is started again in a period, in milliseconds.
local MAX_REVIVALS = 5
local REVIVAL_PERIOD = 180000

-- The times of these starts, in milliseconds.
local revivals = {}

-- Starts the server again if it was not asked to end: it has crashed, or was killed.
local function on_exit(code, signal, id)
  local is_asked_for = code == 0 and (signal == 0 or signal == vim.loop.constants.SIGTERM)
  if is_asked_for then
    return
  end
  revivals = vim.tbl_filter(function(at)
    return now() - at < REVIVAL_PERIOD
  end, revivals)
  if #revivals >= MAX_REVIVALS then
    vim.schedule(function()
      vim.notify('ishi: the language server keeps ending. :IshiRestart starts it again.', vim.log.levels.WARN)
    end)
    return
  end
  revivals[#revivals + 1] = now()
  start_after({ id })
end

-- Returns the settings as the server reads them. An empty table would reach it as an empty list.
local function server_settings()
  local settings = options.get().settings
  if page.format() == 'ascii' then
    settings = vim.tbl_deep_extend('force', { hover = { board = 'ascii' } }, settings)
  end
  return next(settings) and { ishi = settings } or nil
end

--- Neovim 0.11 and later: enables the server for all records. What a record needs is in `lsp/ishi.lua`; the options are laid
--- over it. Neovim starts nothing, and says nothing, when the program is missing.
function M.enable()
  if not M.uses_lsp_enable() then
    return
  end
  vim.lsp.config('ishi', {
    cmd = options.own_command(),
    settings = server_settings(),
    on_exit = on_exit,
  })
  vim.lsp.enable('ishi')
end

-- Neovim 0.8 to 0.10: start a server for a record, or share one that runs, by hand.
local function start(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  local marker = vim.fs.find(ROOT_MARKERS, {
    upward = true,
    path = path ~= '' and vim.fs.dirname(path) or vim.fn.getcwd(),
  })[1]
  local root = marker and vim.fs.dirname(marker) or M.games_folder(bufnr)
  vim.lsp.start({
    name = 'ishi',
    cmd = options.get().cmd,
    root_dir = root,
    settings = server_settings(),
    init_options = { commands = { 'ishi.showBoard' } },
    on_exit = on_exit,
  }, {
    bufnr = bufnr,
    -- By itself Neovim 0.10 shares no server between records that have no root, so that a second
    -- `setup()` would give such a record a second server.
    reuse_client = function(client)
      return client.name == 'ishi' and client.config.root_dir == root
    end,
  })
end

--- Starts the server of a record, and reports a missing program on every version.
---@param bufnr integer
function M.serve(bufnr)
  if not M.is_served(bufnr) or not binary_is_there() then
    return
  end
  -- The user may have turned it off.
  local is_off = M.uses_lsp_enable() and vim.lsp.is_enabled and not vim.lsp.is_enabled('ishi')
  asked[bufnr] = is_off and -math.huge or now()
  -- Neovim 0.11 starts it by itself.
  if not M.uses_lsp_enable() then
    start(bufnr)
  end
end

--- Returns whether the server of a record was to be started.
---@param bufnr integer
function M.was_asked(bufnr)
  return asked[bufnr] ~= nil
end

-- The URIs of buffers that are getting another name.
local renamed = {}

--- Notes that a buffer gets another name.
---@param bufnr integer
function M.rename(bufnr)
  renamed[bufnr] = M.clients(bufnr)[1] and vim.uri_from_bufnr(bufnr) or nil
end

--- Opens a buffer for its server under its new name. By itself Neovim does that after the next write only, which is too late to format
--- what is written.
---@param bufnr integer
function M.renamed(bufnr)
  local old = renamed[bufnr]
  renamed[bufnr] = nil
  if not old or old == vim.uri_from_bufnr(bufnr) then
    return
  end
  for _, client in ipairs(M.clients(bufnr)) do
    M.call(client, 'notify', 'textDocument/didClose', { textDocument = { uri = old } })
    vim.lsp.buf_detach_client(bufnr, client.id)
    vim.lsp.buf_attach_client(bufnr, client.id)
  end
end

--- Forgets a record that was unloaded.
---@param bufnr integer
function M.forget(bufnr)
  asked[bufnr], renamed[bufnr] = nil, nil
end

--- Returns the loaded records.
---@return integer[]
function M.records()
  return vim.tbl_filter(function(bufnr)
    return vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'ishi'
  end, vim.api.nvim_list_bufs())
end

--- Returns whether a server is attached. One that was started just now gets the time that a save may take: who opens a
--- record, types a key and saves it is faster than a program starts on a busy machine.
---@param bufnr integer
function M.is_attached(bufnr)
  local function attached()
    return #M.clients(bufnr) > 0
  end
  local rest = (asked[bufnr] or -math.huge) + options.get().format_timeout_ms - now()
  return attached() or (rest > 0 and vim.wait(rest, attached, 10))
end

--- Formats a record, or some of its lines, and waits until that is done.
---@param opts? { bufnr?: integer, range?: { start: integer[], end: integer[] } }
---@return boolean done False when no server is attached.
function M.format(opts)
  opts = opts or {}
  local bufnr = opts.bufnr or vim.api.nvim_get_current_buf()
  if not M.is_attached(bufnr) then
    return false
  end
  vim.lsp.buf.format({
    bufnr = bufnr,
    range = opts.range,
    async = false,
    timeout_ms = options.get().format_timeout_ms,
    filter = function(client)
      return client.name == 'ishi'
    end,
  })
  return true
end

--- Sends a request that is about no record, and says so where no language server runs, or where it refuses.
---@param method string
---@param params table
---@param answered? fun(result: any)
local function ask(method, params, answered)
  local client = M.clients()[1]
  if not client then
    vim.notify('ishi: no language server runs. See :IshiInfo', vim.log.levels.WARN)
    return
  end
  M.call(client, 'request', method, params, function(err, result)
    if err then
      vim.notify('ishi: ' .. err.message, vim.log.levels.WARN)
    elseif answered then
      answered(result)
    end
  end)
end

--- Shows what the language server says of itself, in a window of its own that can't be edited.
function M.status()
  ask('ishi/status', {}, function(result)
    local lines = vim.split(vim.inspect(result), '\n')
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
    vim.bo.modifiable, vim.bo.filetype = false, 'lua'
  end)
end

--- Runs a command of the language server, which shows its result in a message.
---@param name string
function M.execute(name)
  ask('workspace/executeCommand', { command = name, arguments = {} })
end

--- Stops the language server and starts it again, for all records.
function M.restart()
  reported, revivals = nil, {}
  local stopping = {}
  for _, client in ipairs(M.clients()) do
    stopping[#stopping + 1] = client.id
    M.call(client, 'stop')
  end
  start_after(stopping)
end

return M
