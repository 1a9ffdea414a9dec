-- Sets the plugin up: commands, keys, and what happens when a record is opened, typed in and saved. See `:help ishi`.
local options = require('ishi.options')
local server = require('ishi.server')

local M = {}

-- The names of the ways to go through a record; what they do is in `ishi.walk`, which is loaded when one is used.
local WHERE = { 'next', 'previous', 'first', 'last', 'into', 'out', 'next-variation', 'previous-variation' }

--- Opens the board beside the record, or closes it.
function M.board()
  require('ishi.board').toggle()
end

--- Opens the tree of the moves, or closes it.
function M.tree()
  require('ishi.tree').toggle(require('ishi.board').refresh)
end

-- Brings the windows about the place of the cursor up to date.
local function refresh()
  require('ishi.board').refresh()
  require('ishi.tree').refresh()
end

-- Shows the board of a position: the command of the code lens above an event.
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
  require('ishi.walk').go(where, count, refresh)
end

-- Returns whether a write of this buffer is to be formatted: the buffer's own word, or else the option.
local function formats_on_save(bufnr)
  if vim.bo[bufnr].filetype ~= 'ishi' then
    return false
  end
  local value = vim.b[bufnr].ishi_format_on_save
  if value == nil then
    value = options.get().format_on_save
  end
  return options.is_on(value)
end

-- Writes the points that stand on lines of their own as moves, where that makes no error, and waits until it is done.
local function write_moves(bufnr)
  local client = server.is_attached(bufnr) and server.clients(bufnr)[1]
  if not client then
    return
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
    context = { only = { 'source.writeMoves.ishi' }, diagnostics = {} },
  }
  local function ask(method, argument)
    local answer = server.call(client, 'request_sync', method, argument, options.get().format_timeout_ms, bufnr)
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

-- Gives the server the end of the last line that Neovim adds when it writes ('fixendofline'). Otherwise a formatted record would get
-- both.
local function end_last_line(bufnr)
  local bo = vim.bo[bufnr]
  if bo.fixendofline and not bo.binary then
    bo.endofline = true
  end
end

-- Prepares a record, whenever it gets its file type.
local function prepare(bufnr)
  end_last_line(bufnr)
  if options.get().mappings then
    map_keys(bufnr)
  end
  require('ishi.typing').watch(bufnr)
  server.serve(bufnr)
end

local function define_commands()
  vim.api.nvim_create_user_command('IshiFormat', function(args)
    local range
    if args.range > 0 then
      local last = vim.api.nvim_buf_get_lines(0, args.line2 - 1, args.line2, false)[1] or ''
      range = { start = { args.line1, 0 }, ['end'] = { args.line2, #last } }
    end
    if not server.format({ range = range }) then
      local reason = server.is_served(0) and ':IshiInfo says why' or 'it has no name yet, see :file'
      vim.notify(('ishi: no language server is attached to this buffer: %s'):format(reason), vim.log.levels.WARN)
    end
  end, { range = true, desc = 'Format the Ishi record, or the lines of a range' })

  vim.lsp.commands['ishi.showBoard'] = show_board_at

  vim.api.nvim_create_user_command('IshiBoard', function()
    M.board()
  end, { bar = true, desc = 'Open or close the board beside the Ishi record' })

  vim.api.nvim_create_user_command('IshiPreview', function(args)
    local preview = require('ishi.preview')
    if args.bang then
      preview.stop(vim.api.nvim_get_current_buf())
    else
      preview.start(vim.api.nvim_get_current_buf())
    end
  end, { bang = true, bar = true, desc = 'Show the Ishi record as a page in a browser; with ! end that' })

  vim.api.nvim_create_user_command('IshiTree', function()
    M.tree()
  end, { bar = true, desc = 'Open or close the tree of the moves of the Ishi record' })

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

  vim.api.nvim_create_user_command('IshiFind', function(args)
    require('ishi.find').find(args.args)
  end, { nargs = '?', desc = 'List the games in which the position at the cursor arises' })

  vim.api.nvim_create_user_command('IshiCheckFolder', function()
    server.execute('ishi.checkFolder')
  end, { desc = 'Check all records in the folder; their problems become diagnostics' })

  vim.api.nvim_create_user_command('IshiFixFolder', function()
    server.execute('ishi.fixFolder')
  end, { desc = 'Fix what is certain in all records of the folder' })

  vim.api.nvim_create_user_command('IshiSgf', function(args)
    require('ishi.sgf').show(args.bang)
  end, { bang = true, desc = 'Show the SGF file as Ishi text; with ! as it is' })

  vim.api.nvim_create_user_command('IshiRestart', function()
    server.restart()
  end, { desc = 'Stop the Ishi language server and start it again' })
  vim.api.nvim_create_user_command('IshiStatus', function()
    server.status()
  end, { desc = 'What the language server does, and how long it takes' })
  vim.api.nvim_create_user_command('IshiInfo', 'checkhealth ishi', { desc = 'What the Ishi plugin runs, and how' })
end

-- Lets the text of an SGF file that is recovered from a swap file be written as SGF.
local function adopt_recovered(group)
  local function on(event, callback)
    vim.api.nvim_create_autocmd(event, {
      group = group,
      pattern = '*.[sS][gG][fF]',
      desc = 'Write a recovered text of an SGF file as SGF',
      callback = callback,
    })
  end
  local function adopt(bufnr)
    if vim.api.nvim_buf_is_valid(bufnr) and vim.bo[bufnr].modified then
      require('ishi.sgf').adopt(bufnr)
    end
  end
  -- `nvim -r` and `:recover` read the buffer from the swap file.
  on('BufReadPost', function(args)
    adopt(args.buf)
  end)
  -- If the user is asked about the swap file, the text replaces that of the file without any event, before the next key.
  on('SwapExists', function()
    local bufnr = vim.api.nvim_get_current_buf()
    vim.api.nvim_create_autocmd(vim.fn.exists('##SafeState') == 1 and 'SafeState' or 'CursorMoved', {
      group = group,
      once = true,
      callback = function()
        adopt(bufnr)
      end,
    })
  end)
end

-- Keeps `gq` and tags of a text in Markdown as they are without the server, which formats only records.
local function leave_to_markdown(bufnr)
  for _, name in ipairs({ 'formatexpr', 'tagfunc' }) do
    if vim.bo[bufnr][name]:find('vim.lsp', 1, true) then
      vim.bo[bufnr][name] = ''
    end
  end
end

-- Starts the server of a text in Markdown once a code block with a game is written in it.
local function watch_markdown(group)
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'InsertLeave' }, {
    group = group,
    desc = 'Start the Ishi language server once a text in Markdown has a game',
    callback = function(args)
      local bufnr = args.buf
      if vim.bo[bufnr].filetype ~= 'markdown' or server.was_asked(bufnr) then
        return
      end
      -- While one types, only the line of the cursor and the one before it change.
      local row = vim.api.nvim_win_get_cursor(0)[1]
      local is_typed = args.event == 'TextChangedI'
      if server.has_blocks(bufnr, is_typed and math.max(row - 2, 0) or 0, is_typed and row or -1) then
        server.serve_again(bufnr)
      end
    end,
  })
end

--- Sets the plugin up. What `vim.g.ishi` says is laid over the defaults, and `opts` over that. It may be
--- called again; servers that already run keep what they were started with.
---@param opts ishi.Options?
function M.setup(opts)
  options.set(opts)
  local group = vim.api.nvim_create_augroup('ishi', { clear = true })
  vim.api.nvim_create_autocmd('BufWritePre', {
    group = group,
    desc = 'Format an Ishi record before it is written',
    callback = function(args)
      if options.get().write_moves_on_save and vim.bo[args.buf].filetype == 'ishi' then
        write_moves(args.buf)
      end
      if formats_on_save(args.buf) then
        server.format({ bufnr = args.buf })
      end
    end,
  })
  define_commands()
  adopt_recovered(group)
  local sgf_as_text = options.get().sgf_as_text
  if sgf_as_text or package.loaded['ishi.sgf'] then
    require('ishi.sgf').setup(sgf_as_text)
  end

  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = { 'ishi', 'sgf', 'markdown' },
    desc = 'Prepare an Ishi record, and start its language server, which is that of SGF and of games in Markdown, too',
    callback = function(args)
      if args.match == 'ishi' then
        prepare(args.buf)
      else
        server.serve(args.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufReadPost', {
    group = group,
    desc = 'End the last line of an Ishi record that is read again',
    callback = function(args)
      if vim.bo[args.buf].filetype == 'ishi' then
        end_last_line(args.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group,
    desc = 'Prepare the client of the Ishi language server',
    callback = function(args)
      local client = vim.lsp.get_client_by_id(args.data.client_id)
      if client and client.name == 'ishi' then
        require('ishi.compat').end_completion(client)
        if vim.bo[args.buf].filetype == 'markdown' then
          leave_to_markdown(args.buf)
        end
      end
    end,
  })
  watch_markdown(group)
  for event, note in pairs({ BufFilePre = server.rename, BufFilePost = server.renamed }) do
    vim.api.nvim_create_autocmd(event, {
      group = group,
      desc = 'Open a renamed file for the Ishi language server',
      callback = function(args)
        note(args.buf)
      end,
    })
  end
  vim.api.nvim_create_autocmd({ 'BufFilePost', 'BufWritePost' }, {
    group = group,
    nested = true,
    desc = 'Start the Ishi language server once a record has got its name',
    callback = function(args)
      if vim.bo[args.buf].filetype == 'ishi' and not server.was_asked(args.buf) and server.is_served(args.buf) then
        vim.bo[args.buf].filetype = 'ishi'
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    desc = 'Forget a record',
    callback = function(args)
      server.forget(args.buf)
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
  server.enable()
  -- Records that were open before a plugin manager loaded this file late.
  vim.tbl_map(prepare, server.records())
end

return M
