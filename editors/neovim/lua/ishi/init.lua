-- Starts the language server for Ishi records and formats them on save. See `:help ishi`.
local M = {}

---@class ishi.Options
---@field cmd? string[] The command that starts the language server.
---@field format_on_save? boolean Format a record before it is written. `vim.b.ishi_format_on_save` overrides it.
---@field format_timeout_ms? integer How long a save may wait for the formatter.
---@field settings? table The keys of `ishi.toml`, for records that have no such file.
---@field write_moves? boolean Enter writes a line of points, such as `d4`, as the moves that they are.
---@field write_moves_on_save? boolean The same for the whole record before it is written.
---@field sgf_as_text? boolean Show every SGF file that is opened as Ishi text.
---@field mappings? boolean Map keys in records: `]m [m ]v [v`, and text objects.
---@field board? ishi.BoardOptions
---@field _legacy? boolean For the tests: start the server the way Neovim 0.8 to 0.10 need it.

---@class ishi.BoardOptions
---@field place? string `auto`, `right`, `left`, `above`, `below` or `float`.
---@field width? number Columns, or a share of the screen below 1.
---@field height? number Rows, or a share of the screen below 1; above or below the record, and of a floating window.

---@type ishi.Options
local DEFAULTS = {
  cmd = { 'ishi', 'lsp' },
  format_on_save = true,
  format_timeout_ms = 2000,
  settings = {},
  write_moves = true,
  write_moves_on_save = false,
  sgf_as_text = false,
  mappings = false,
  board = { place = 'auto' },
}

local ROOT_MARKERS = { 'ishi.toml', '.git' }

-- The names of the ways to go through a record; what they do is in `ishi.walk`, which is loaded when one is used.
local WHERE = { 'next', 'previous', 'first', 'last', 'into', 'out', 'next-variation', 'previous-variation' }

---@type ishi.Options?
local options

-- The command that was reported as missing: one message for each command, not one for each buffer.
local reported

-- A switch that Vimscript may have set to 0 instead of `v:false`.
local function is_on(value)
  return value ~= nil and value ~= false and value ~= 0
end

local function record()
  return require('ishi.record')
end

--- Whether `setup()` has run.
function M.is_set_up()
  return options ~= nil
end

--- The options in force.
---@return ishi.Options
function M.options()
  return options or DEFAULTS
end

--- Whether Neovim's own way to configure language servers (0.11) is there and used.
function M.uses_lsp_enable()
  return vim.lsp.enable ~= nil and not M.options()._legacy
end

--- The command that will be run, which on 0.11 the user may have changed with `vim.lsp.config()`.
---@return string[]
function M.command()
  local config = M.uses_lsp_enable() and vim.lsp.config.ishi
  local command = config and config.cmd
  return type(command) == 'table' and command or M.options().cmd
end

--- The language server's clients of a buffer, or all of them.
---@param bufnr integer?
function M.clients(bufnr)
  -- The old name of this function goes away in the versions that have the new one.
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get({ name = 'ishi', bufnr = bufnr })
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

--- Whether a buffer gets the language server. One without a name does not: the server knows buffers by their names, and would
--- take two without one for the same.
---@param bufnr integer
function M.is_served(bufnr)
  return vim.bo[bufnr].buftype == '' and vim.api.nvim_buf_get_name(bufnr) ~= ''
end

-- The settings as the server reads them. An empty table would reach it as an empty list.
local function server_settings()
  local settings = options.settings
  if require('ishi.page').format() == 'ascii' then
    settings = vim.tbl_deep_extend('force', { hover = { board = 'ascii' } }, settings)
  end
  return next(settings) and { ishi = settings } or nil
end

-- Neovim 0.11 and later: what a record needs is in `lsp/ishi.lua`; the options are laid over it. Neovim starts
-- nothing, and says nothing, when the program is missing.
local function enable()
  local own = options.cmd
  vim.lsp.config('ishi', {
    cmd = not vim.deep_equal(own, DEFAULTS.cmd) and own or nil,
    settings = server_settings(),
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
  local root = marker and vim.fs.dirname(marker) or nil
  vim.lsp.start({
    name = 'ishi',
    cmd = options.cmd,
    root_dir = root,
    settings = server_settings(),
    init_options = { commands = { 'ishi.showBoard' } },
  }, {
    bufnr = bufnr,
    -- By itself Neovim 0.10 shares no server between records that have no root, so that a second
    -- `setup()` would give such a record a second server.
    reuse_client = function(client)
      return client.name == 'ishi' and client.config.root_dir == root
    end,
  })
end

-- When each record began to wait for its server, in milliseconds.
local asked = {}

local function now()
  return vim.loop.hrtime() / 1e6
end

-- Starts the server of a record, and reports a missing program on every version.
local function serve(bufnr)
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

-- The loaded records.
local function records()
  return vim.tbl_filter(function(bufnr)
    return vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'ishi'
  end, vim.api.nvim_list_bufs())
end

-- Whether a server is attached. One that was started just now gets the time that a save may take: who opens a record,
-- types a key and saves it is faster than a program starts on a busy machine.
local function is_attached(bufnr)
  local function attached()
    return #M.clients(bufnr) > 0
  end
  local rest = (asked[bufnr] or -math.huge) + M.options().format_timeout_ms - now()
  return attached() or (rest > 0 and vim.wait(rest, attached, 10))
end

--- Formats a record, or some of its lines, and waits until that is done.
---@param opts? { bufnr?: integer, range?: { start: integer[], end: integer[] } }
---@return boolean done False when no server is attached.
function M.format(opts)
  opts = opts or {}
  local bufnr = opts.bufnr or vim.api.nvim_get_current_buf()
  if not is_attached(bufnr) then
    return false
  end
  vim.lsp.buf.format({
    bufnr = bufnr,
    range = opts.range,
    async = false,
    timeout_ms = M.options().format_timeout_ms,
    filter = function(client)
      return client.name == 'ishi'
    end,
  })
  return true
end

--- Shows what the language server says of itself, in a window of its own that can't be edited.
function M.status()
  local client = M.clients()[1]
  if not client then
    vim.notify('ishi: no language server runs. See :IshiInfo', vim.log.levels.WARN)
    return
  end
  local function answered(err, result)
    if err then
      vim.notify('ishi: ' .. err.message, vim.log.levels.WARN)
      return
    end
    local lines = vim.split(vim.inspect(result), '\n')
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
    vim.bo.modifiable, vim.bo.filetype = false, 'lua'
  end
  record().call(client, 'request', 'ishi/status', {}, answered)
end

--- Stops the language server and starts it again, for all records.
function M.restart()
  reported = nil
  local stopping = {}
  for _, client in ipairs(M.clients()) do
    stopping[#stopping + 1] = client.id
    record().call(client, 'stop')
  end
  local function alive()
    return vim.tbl_filter(vim.lsp.get_client_by_id, stopping)
  end
  local timer, since = vim.loop.new_timer(), now()
  timer:start(
    0,
    20,
    vim.schedule_wrap(function()
      if timer:is_closing() then
        return
      end
      local left = alive()
      if #left == 0 then
        timer:close()
        for _, bufnr in ipairs(records()) do
          serve(bufnr)
          if M.uses_lsp_enable() then
            vim.api.nvim_exec_autocmds('FileType', { group = 'nvim.lsp.enable', buffer = bufnr })
          end
        end
      elseif now() - since > 2000 then
        -- It does not listen any more.
        for _, id in ipairs(left) do
          record().call(vim.lsp.get_client_by_id(id), 'stop', true)
        end
      end
    end)
  )
end

--- Opens the board beside the record, or closes it.
function M.board()
  require('ishi.board').toggle()
end

-- What a code lens above an event calls: the board of the place that it names.
local function show_board_at(command)
  local uri, position = unpack(command.arguments)
  local bufnr = vim.uri_to_bufnr(uri)
  local win = vim.fn.bufwinid(bufnr)
  if win == -1 then
    return
  end
  vim.api.nvim_set_current_win(win)
  vim.api.nvim_win_set_cursor(win, { math.min(position.line + 1, vim.api.nvim_buf_line_count(bufnr)), 0 })
  require('ishi.board').show()
end

--- Moves the cursor of the record, which is in the current window or else in another of the tab page, once the
--- server has answered.
---@param where string `next`, `previous`, `first`, `last`, `into`, `out`, `next-variation` or `previous-variation`.
---@param count integer? How many times.
function M.go(where, count)
  require('ishi.walk').go(where, count, require('ishi.board').refresh)
end

-- Whether a write of this buffer is to be formatted: the buffer's own word, or else the option.
local function formats_on_save(bufnr)
  if vim.bo[bufnr].filetype ~= 'ishi' then
    return false
  end
  local own = vim.b[bufnr].ishi_format_on_save
  if own == nil then
    own = options.format_on_save
  end
  return is_on(own)
end

-- Writes the points that stand on lines of their own as moves, where that makes no error, and waits until it is done.
local function write_moves(bufnr)
  local client = is_attached(bufnr) and M.clients(bufnr)[1]
  if not client then
    return
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
    context = { only = { 'source.writeMoves.ishi' }, diagnostics = {} },
  }
  local function ask(method, what)
    local answer = record().call(client, 'request_sync', method, what, options.format_timeout_ms, bufnr)
    return answer and type(answer.result) == 'table' and answer.result or {}
  end
  local action = ask('textDocument/codeAction', params)[1]
  if action and not action.edit then
    action = ask('codeAction/resolve', action)
  end
  if action and action.edit then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
end

-- The keys that the option `mappings` maps in a record.
local MAPPED = { [']m'] = 'next', ['[m'] = 'previous', [']v'] = 'next-variation', ['[v'] = 'previous-variation' }

local function map_keys(bufnr)
  for key, where in pairs(MAPPED) do
    vim.keymap.set('n', key, ('<Plug>(ishi-%s)'):format(where), { buffer = bufnr, desc = where })
  end
  for _, object in ipairs(require('ishi.objects').OBJECTS) do
    for _, prefix in ipairs({ 'a', 'i' }) do
      local to = ('<Plug>(ishi-%s-%s)'):format(prefix, object[2])
      vim.keymap.set({ 'o', 'x' }, prefix .. object[1], to, { buffer = bufnr, desc = object[2] })
    end
  end
end

-- Prepares a record, whenever it gets its file type.
local function prepare(bufnr)
  if options.mappings then
    map_keys(bufnr)
  end
  require('ishi.typing').watch(bufnr)
  serve(bufnr)
end

local function define_commands()
  vim.api.nvim_create_user_command('IshiFormat', function(args)
    local range
    if args.range > 0 then
      local last = vim.api.nvim_buf_get_lines(0, args.line2 - 1, args.line2, false)[1] or ''
      range = { start = { args.line1, 0 }, ['end'] = { args.line2, #last } }
    end
    if not M.format({ range = range }) then
      local reason = M.is_served(0) and ':IshiInfo says why' or 'it has no name yet, see :file'
      vim.notify(('ishi: no language server is attached to this buffer: %s'):format(reason), vim.log.levels.WARN)
    end
  end, { range = true, desc = 'Format the Ishi record, or the lines of a range' })

  vim.lsp.commands['ishi.showBoard'] = show_board_at

  vim.api.nvim_create_user_command('IshiBoard', function()
    M.board()
  end, { desc = 'Open or close the board beside the Ishi record' })

  vim.api.nvim_create_user_command('IshiGo', function(args)
    if not vim.tbl_contains(WHERE, args.args) then
      vim.notify(('ishi: the argument is one of %s'):format(table.concat(WHERE, ', ')), vim.log.levels.ERROR)
      return
    end
    M.go(args.args, args.count)
  end, {
    nargs = 1,
    count = 1,
    complete = function(start)
      return vim.tbl_filter(function(where)
        return vim.startswith(where, start)
      end, WHERE)
    end,
    desc = 'Go through the moves and variations of the Ishi record',
  })
  for _, where in ipairs(WHERE) do
    vim.keymap.set('n', ('<Plug>(ishi-%s)'):format(where), function()
      M.go(where, vim.v.count1)
    end)
  end

  for _, object in ipairs({ 'move', 'variation', 'comment', 'event' }) do
    for _, prefix in ipairs({ 'a', 'i' }) do
      vim.keymap.set({ 'o', 'x' }, ('<Plug>(ishi-%s-%s)'):format(prefix, object), function()
        require('ishi.objects').select(object, prefix == 'i')
      end)
    end
  end

  vim.api.nvim_create_user_command('IshiEvents', function(args)
    require('ishi.events').pick(args.args)
  end, { nargs = '*', desc = 'Go to an event of the records in the folder' })

  vim.api.nvim_create_user_command('IshiSgf', function(args)
    require('ishi.sgf').show(args.bang)
  end, { bang = true, desc = 'Show the SGF file as Ishi text; with ! as it is' })

  vim.api.nvim_create_user_command('IshiRestart', function()
    M.restart()
  end, { desc = 'Stop the Ishi language server and start it again' })
  vim.api.nvim_create_user_command('IshiStatus', function()
    M.status()
  end, { desc = 'What the language server does, and how long it takes' })
  vim.api.nvim_create_user_command('IshiInfo', 'checkhealth ishi', { desc = 'What the Ishi plugin runs, and how' })
end

--- Sets the plugin up. What `vim.g.ishi` says is laid over the defaults, and `opts` over that. It may be
--- called again; servers that already run keep what they were started with.
---@param opts ishi.Options?
function M.setup(opts)
  options = vim.tbl_deep_extend('force', DEFAULTS, vim.g.ishi or {}, opts or {})
  for _, switch in ipairs({ 'write_moves', 'write_moves_on_save', 'sgf_as_text', 'mappings' }) do
    options[switch] = is_on(options[switch])
  end
  local group = vim.api.nvim_create_augroup('ishi', { clear = true })
  vim.api.nvim_create_autocmd('BufWritePre', {
    group = group,
    desc = 'Format an Ishi record before it is written',
    callback = function(args)
      if options.write_moves_on_save and vim.bo[args.buf].filetype == 'ishi' then
        write_moves(args.buf)
      end
      if formats_on_save(args.buf) then
        M.format({ bufnr = args.buf })
      end
    end,
  })
  define_commands()
  if options.sgf_as_text or package.loaded['ishi.sgf'] then
    require('ishi.sgf').setup(options.sgf_as_text)
  end

  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = { 'ishi', 'sgf' },
    desc = 'Prepare an Ishi record, and start its language server, which is that of SGF files, too',
    callback = function(args)
      if args.match == 'ishi' then
        prepare(args.buf)
      else
        serve(args.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd({ 'BufFilePost', 'BufWritePost' }, {
    group = group,
    nested = true,
    desc = 'Start the Ishi language server once a record has got its name',
    callback = function(args)
      if vim.bo[args.buf].filetype == 'ishi' and not asked[args.buf] and M.is_served(args.buf) then
        vim.bo[args.buf].filetype = 'ishi'
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    desc = 'Forget a record',
    callback = function(args)
      asked[args.buf] = nil
    end,
  })
  vim.api.nvim_create_autocmd('CompleteChanged', {
    group = group,
    desc = 'Finish what is completed in an Ishi record',
    callback = function(args)
      if vim.bo[args.buf].filetype == 'ishi' then
        require('ishi.compat').finish_completion(args.buf)
      end
    end,
  })
  if M.uses_lsp_enable() then
    enable()
  end
  -- Records that were open before a plugin manager loaded this file late.
  vim.tbl_map(prepare, records())
end

return M
