-- The plugin apart from what the server says: starting it, commands, health, help.
local t = require('harness')
local ishi = require('ishi')

t.test('the folder alone sets the plugin up', function()
  t.ok(require('ishi.options').are_set())
  t.equal(vim.fn.exists(':IshiFormat'), 2)
  t.equal(vim.fn.exists(':IshiInfo'), 2)
  t.equal(require('ishi.server').uses_lsp_enable(), not t.legacy)
  t.equal(vim.lsp.is_enabled('ishi'), not t.legacy)
end)

t.test('a record gets the server, a program does not', function()
  t.attach(t.file('record.ishi', 'B 1 Q16\r\n'))
  t.attach(t.file('problem.prb', 'EVENT Problem\r\n'))
  t.attach(t.file('record.go', 'REMARK record\r\nEVENT x\r\n'))
  local program = t.open(t.file('main.go', '//go:build linux\npackage main\n'))
  t.equal(vim.bo[program].filetype, 'go')
  t.idle()
  t.equal(vim.lsp.get_clients({ bufnr = program }), {})
end)

t.test('records share one server, and its root is where ishi.toml is', function()
  local first = t.file('a.ishi', 'B 1 Q16\r\n')
  local folder = vim.fs.dirname(first)
  t.write(folder .. '/ishi.toml', '')
  vim.fn.mkdir(folder .. '/games')
  local second = t.write(folder .. '/games/b.ishi', 'B 1 Q16\r\n')
  local _, one = t.attach(first)
  local _, two = t.attach(second)
  t.equal(one.id, two.id)
  t.equal(vim.uv.fs_realpath(one.config.root_dir), vim.uv.fs_realpath(folder))
end)

t.test('setting up again gives no record a second server', function()
  local bufnr = t.attach(t.file('a.ishi', 'B 1 Q16\r\n'))
  ishi.setup()
  ishi.setup()
  t.idle()
  t.equal(#vim.lsp.get_clients({ bufnr = bufnr }), 1)
end)

t.test(':IshiInfo shows the program and what it serves', function()
  local _, version = t.ishi({ '--version' })
  t.attach(t.file('served.ishi', 'B 1 Q16\r\n'))
  vim.cmd.IshiInfo()
  local report = table.concat(t.lines(), '\n')
  t.ok(report:find(vim.trim(version), 1, true), report)
  t.ok(report:find('served.ishi', 1, true), report)
  t.ok(not report:find('ERROR', 1, true), report)
end)

t.test(':IshiInfo warns of a place where the board can not be', function()
  for place, is_known in pairs({ float = true, top = false }) do
    ishi.setup({ board = { place = place } })
    vim.cmd.IshiInfo()
    local report = table.concat(t.lines(), '\n')
    t.equal(report:find('ishi-board-option', 1, true) == nil, is_known, report)
  end
  ishi.setup()
end)

-- The messages that are shown while `work` runs.
local function messages_of(work)
  local messages, notify = {}, vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  local ok, problem = pcall(work)
  vim.notify = notify
  t.ok(ok, problem)
  return messages
end

t.test('an option that there is not is reported once, with what may be meant', function()
  local function reported(opts)
    return messages_of(function()
      ishi.setup(opts)
      ishi.setup(opts)
    end)
  end
  for given, meant in pairs({
    format_onsave = 'format_on_save',
    formatOnSave = 'format_on_save',
    cmandd = 'see :help ishi-options',
    sttngs = 'settings',
    mappngs = 'mappings',
    timeout = 'see :help ishi-options',
  }) do
    local says = meant:find('help') and meant or ('did you mean %s?'):format(meant)
    t.equal(reported({ [given] = true }), { ('ishi: unknown option %s (%s)'):format(given, says) })
  end
  t.equal(
    reported({ board = { place = 'left', heihgt = 3 }, cmdd = {} }),
    { 'ishi: unknown option board.heihgt (did you mean board.height?), cmdd (did you mean cmd?)' }
  )
  local options = {
    cmd = { vim.env.ISHI, 'lsp' },
    format_on_save = true,
    format_timeout_ms = 2000,
    settings = { check = { ko = 'off' } },
    write_moves = true,
    write_moves_on_save = 0,
    sgf_as_text = false,
    mappings = false,
    board = { place = 'auto', width = 40, height = 0.5, wood = true },
  }
  t.equal(reported(options), {})
  -- In `vim.g.ishi`, too, and a user sees it at the start.
  local editor = t.editor()
  local messages = editor.lua([[
    local messages = {}
    vim.notify = function(message) table.insert(messages, message) end
    vim.g.ishi = vim.tbl_extend('force', vim.g.ishi, { write_move = false })
    require('ishi').setup()
    return messages
  ]])
  t.equal(messages, { 'ishi: unknown option write_move (did you mean write_moves?)' })
  -- The help lists all of them.
  local help = t.read(t.root .. '/editors/neovim/doc/ishi.txt')
  for name in pairs(options) do
    t.ok(help:find('\n' .. name .. ' = ', 1, true), name)
  end
  ishi.setup()
end)

t.test('nvim-cmp is not left with the list of the word before', function()
  local bufnr, client = t.attach(t.file('cmp.ishi', 'EVENT x\nB 1 Q16\n'))
  local function asked(line)
    vim.api.nvim_buf_set_lines(bufnr, 2, 3, false, { line })
    local answer
    local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) }, position = { line = 2, character = #line } }
    require('ishi.server').call(client, 'request', 'textDocument/completion', params, function(err, result)
      answer = { err, result }
    end, bufnr)
    t.wait(function()
      return answer
    end, 'the answer')
    t.equal(answer[1], nil)
    return answer[2]
  end
  local before = asked('W 2 D')
  t.ok(before.isIncomplete and #before.items > 1, vim.inspect(before))
  t.equal(asked('W 2 D4'), nil)
  -- It keeps its last list until another one has come, and takes the first entry that fits the text before the cursor.
  package.loaded.cmp = {}
  local kept, complete = asked('W 2 D'), asked('W 2 D4')
  package.loaded.cmp = nil
  local function fitting(list, text)
    local labels = {}
    for _, item in ipairs(list.items) do
      if text == '' or #vim.fn.matchfuzzy({ item.filterText or item.label }, text) > 0 then
        labels[#labels + 1] = item.label
      end
    end
    return labels
  end
  t.equal({ fitting(before, 'D4'), fitting(kept, 'D4'), fitting(complete, 'D4') }, { { 'D4', 'D14' }, {}, {} })
  -- The others are offered as before, until they are complete.
  local others = vim.tbl_filter(function(label)
    return label ~= 'D1'
  end, fitting(before, 'D1'))
  t.equal({ #complete.items, fitting(kept, 'D1'), fitting(kept, 'D') }, { 1, others, fitting(before, 'D') })
  t.equal(fitting(asked('W 2 D'), ''), fitting(before, ''))
end)

-- Stops the servers of all folders.
local function stop_all()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ishi' })) do
    client:stop(true)
  end
  t.wait(function()
    return #vim.lsp.get_clients({ name = 'ishi' }) == 0
  end, 'the servers to stop')
end

t.test('settings reach the server', function()
  local function findings()
    -- Neovim attaches the records that are open once everything else is done.
    local is_done = false
    vim.schedule(function()
      is_done = true
    end)
    t.wait(function()
      return is_done
    end, 'what was scheduled')
    stop_all()
    local bufnr = t.attach(t.file('a.ishi', 'EVENT x\r\nXYZZY\r\nB 0 Q16\r\n'))
    t.wait(function()
      return #vim.diagnostic.get(bufnr) > 0
    end, 'diagnostics')
    t.idle()
    return vim.tbl_map(function(d)
      return d.code
    end, vim.diagnostic.get(bufnr))
  end
  t.equal(findings(), { 'unknown-keyword', 'invalid-move-number' })
  ishi.setup({ settings = { check = { ['unknown-keyword'] = 'off' } } })
  t.equal(findings(), { 'invalid-move-number' })
  ishi.setup({ settings = { check = { ['unknown-keyword'] = 'error' } } })
  t.equal(findings(), { 'unknown-keyword', 'invalid-move-number' })
end)

t.test('a program that is missing is reported once, and nothing else happens', function()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ishi' })) do
    client:stop(true)
  end
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  ishi.setup({ cmd = { '/no/such/ishi', 'lsp' } })
  for n = 1, 3 do
    local bufnr = t.open(t.file(n .. '.ishi', 'EVENT x\r\n'))
    t.equal(vim.bo[bufnr].filetype, 'ishi')
    t.equal(vim.b[bufnr].current_syntax, 'ishi')
    t.idle(100)
    t.equal(vim.lsp.get_clients({ bufnr = bufnr }), {})
    -- A save goes through as ever.
    vim.cmd('silent write')
  end
  t.equal(#messages, 1, 'one message: ' .. vim.inspect(messages))
  t.ok(messages[1]:find('/no/such/ishi', 1, true) and messages[1]:find(':IshiInfo', 1, true), messages[1])

  vim.cmd.IshiFormat()
  t.ok(messages[2] and messages[2]:find('no language server', 1, true), 'IshiFormat says why it does nothing')
  vim.cmd.IshiInfo()
  local report = table.concat(t.lines(), '\n')
  t.ok(report:find('/no/such/ishi', 1, true) and report:find('ERROR', 1, true), report)
  t.ok(report:find('vim.g.ishi', 1, true), 'and what to do about it')

  vim.notify = notify
  ishi.setup()
end)

t.test('the help file has its tags, and every reference leads somewhere', function()
  local doc = vim.fs.dirname(t.file('x', '')) .. '/doc'
  vim.fn.mkdir(doc)
  local text = t.read(t.root .. '/editors/neovim/doc/ishi.txt')
  t.write(doc .. '/ishi.txt', text)
  vim.cmd.helptags(vim.fn.fnameescape(doc))
  -- The folder may be one that can't be written to, and |:helptags| is not run for a folder on the runtime path.
  local shipped = t.read(t.root .. '/editors/neovim/doc/tags')
  t.equal(shipped, t.read(doc .. '/tags'), 'run :helptags editors/neovim/doc')
  local tags = {}
  for tag in shipped:gmatch('([^\t\n]+)\t[^\n]*') do
    tags[tag] = true
  end
  t.ok(
    tags['ishi']
      and tags[':IshiFormat']
      and tags[':IshiInfo']
      and tags['ishi.setup()']
      and tags['b:ishi_format_on_save']
  )
  t.ok(tags[':IshiBoard'] and tags[':IshiGo'] and tags['ishi.board()'])
  for _, step in ipairs(require('ishi.walk').STEPS) do
    local mapping = ('<Plug>(ishi-%s)'):format(step.name)
    t.ok(tags[mapping] and vim.fn.maparg(mapping, 'n') ~= '', 'no help for, or no ' .. mapping)
    t.ok(vim.tbl_contains(vim.fn.getcompletion('IshiGo ', 'cmdline'), step.name), 'no :IshiGo ' .. step.name)
  end
  for reference in text:gmatch('|([^%s|]+)|') do
    local exists = tags[reference] or #vim.fn.getcompletion(reference, 'help') > 0
    t.ok(exists, 'a reference to nothing: ' .. reference)
  end
  for _, line in ipairs(vim.split(text, '\n')) do
    t.ok(vim.fn.strdisplaywidth(line) <= 78, 'too wide: ' .. line)
  end
  for topic, line in pairs({ ishi = '*ishi*', [':IshiFormat'] = '*:IshiFormat*', [':IshiRestart'] = '*:IshiRestart*' }) do
    vim.cmd.help(topic)
    t.ok(vim.fn.getline('.'):find(line, 1, true), topic)
  end
end)

t.test('a buffer without a name gets the server when it gets a name', function()
  local function unnamed(lines)
    vim.cmd.enew()
    vim.bo.filetype = 'ishi'
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    t.idle(200)
    local bufnr = vim.api.nvim_get_current_buf()
    t.equal(vim.lsp.get_clients({ bufnr = bufnr }), {})
    vim.bo[bufnr].bufhidden = 'hide'
    return bufnr
  end
  vim.o.hidden = true
  local one = unnamed({ 'EVENT  one', 'b 1  q16' })
  local other = unnamed({ 'EVENT  other', 'COM', 'x', 'ENDCOM', 'b 1  d4' })
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.cmd.IshiFormat()
  vim.notify = notify
  t.ok(messages[1] and messages[1]:find('has no name', 1, true), vim.inspect(messages))
  t.equal(t.lines(other)[5], 'b 1  d4')

  local folder = vim.fs.dirname(t.file('x', ''))
  local function is_served(bufnr)
    t.wait(function()
      return #vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' }) > 0
    end, 'the server')
    vim.api.nvim_set_current_buf(bufnr)
    vim.cmd.IshiFormat()
  end
  vim.cmd('silent write ' .. folder .. '/other.ishi')
  is_served(other)
  t.equal(t.lines(other), { 'EVENT other', 'COM', 'x', 'ENDCOM', 'B 1 D4' })
  t.equal(t.lines(one), { 'EVENT  one', 'b 1  q16' })
  vim.api.nvim_set_current_buf(one)
  vim.cmd('silent file ' .. folder .. '/one.ishi')
  is_served(one)
  t.equal(t.lines(one), { 'EVENT one', 'B 1 Q16' })
  t.equal(t.lines(other), { 'EVENT other', 'COM', 'x', 'ENDCOM', 'B 1 D4' })
end)

t.test(':IshiRestart gives every record a new server', function()
  local path = t.file('a.ishi', 'EVENT x\r\nXYZZY\r\n')
  local one, before = t.attach(path)
  local two = t.attach(t.write(vim.fs.dirname(path) .. '/b.ishi', 'EVENT x\r\nPLUGH\r\n'))
  vim.cmd.IshiRestart()
  for _, bufnr in ipairs({ one, two }) do
    t.wait(function()
      local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
      return client and client.id ~= before.id and vim.diagnostic.get(bufnr)[1]
    end, 'a new server')
  end
  t.equal(vim.lsp.get_client_by_id(before.id), nil)
  t.equal(#vim.lsp.get_clients({ name = 'ishi' }), 1)
end)

-- The programs that this editor has started, but for other editors.
local function servers()
  return vim.tbl_filter(function(pid)
    return (vim.api.nvim_get_proc(pid) or {}).name == vim.fs.basename(vim.env.ISHI)
  end, vim.api.nvim_get_proc_children(vim.fn.getpid()))
end

t.test('a server that was killed comes back for records and for SGF files, but not for ever', function()
  stop_all()
  local path = t.file('a.ishi', 'EVENT x\nXYZZY\n')
  local game = t.write(vim.fs.dirname(path) .. '/b.sgf', '(;SZ[9];B[aa];W[aa])')
  local one, two = t.attach(path), t.attach(game)
  local notify, messages = vim.notify, {}
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  local function kill()
    local pids = servers()
    t.equal(#pids, 1)
    vim.loop.kill(pids[1], 'sigkill')
    t.wait(function()
      return not vim.tbl_contains(servers(), pids[1]) and #vim.diagnostic.get(one) == 0
    end, 'the end of the server')
  end
  local function is_back()
    for _, bufnr in ipairs({ one, two }) do
      t.wait(function()
        local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
        return client and client.initialized and vim.diagnostic.get(bufnr)[1]
      end, 'a new server')
    end
  end
  for _ = 1, 5 do
    kill()
    is_back()
  end
  -- One that ends again and again is left alone.
  kill()
  t.wait(function()
    return table.concat(messages, '\n'):find(':IshiRestart starts it again', 1, true)
  end, 'the message')
  t.idle(300)
  t.equal(servers(), {})
  vim.cmd.IshiRestart()
  is_back()
  -- One that was asked to end stays away.
  vim.lsp.get_clients({ name = 'ishi' })[1]:stop()
  t.wait(function()
    return #servers() == 0
  end, 'the end of the server')
  t.idle(300)
  t.equal(servers(), {})
  vim.notify = notify
end)

t.test('stones that were taken or set up look different by themselves', function()
  t.attach(t.file('a.ishi', 'EVENT x\n'))
  local function look(group)
    return vim.api.nvim_get_hl(0, { name = group, link = false })
  end
  for _, scheme in ipairs({ 'default', 'habamax', 'morning' }) do
    vim.cmd.colorscheme(scheme)
    local location = look('ishiLocation')
    for _, modifier in ipairs({ 'captured', 'setup', 'error' }) do
      local highlight = look(('@lsp.mod.%s.ishi'):format(modifier))
      t.ok(next(highlight) and not vim.deep_equal(highlight, location), modifier .. ' in ' .. scheme)
    end
  end
  -- What somebody has chosen stays.
  vim.cmd.highlight('@lsp.mod.captured.ishi gui=strikethrough')
  t.open(t.file('b.ishi', 'EVENT x\n'))
  t.equal(look('@lsp.mod.captured.ishi'), { strikethrough = true })
  vim.cmd.highlight('clear @lsp.mod.captured.ishi')
  vim.cmd.colorscheme('default')
end)
