-- The plugin apart from what the server says: starting it, commands, health, help.
local t = require('harness')
local ishi = require('ishi')

t.test('the folder alone sets the plugin up', function()
  t.ok(ishi.is_set_up())
  t.equal(vim.fn.exists(':IshiFormat'), 2)
  t.equal(vim.fn.exists(':IshiInfo'), 2)
  t.equal(ishi.uses_lsp_enable(), not t.legacy)
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

t.test(':IshiInfo tells the program and what it serves', function()
  local _, version = t.ishi({ '--version' })
  t.attach(t.file('served.ishi', 'B 1 Q16\r\n'))
  vim.cmd.IshiInfo()
  local report = table.concat(t.lines(), '\n')
  t.ok(report:find(vim.trim(version), 1, true), report)
  t.ok(report:find('served.ishi', 1, true), report)
  t.ok(not report:find('ERROR', 1, true), report)
end)

t.test('settings reach the server', function()
  local function findings()
    for _, client in ipairs(vim.lsp.get_clients({ name = 'ishi' })) do
      client:stop(true)
    end
    t.wait(function()
      return #vim.lsp.get_clients({ name = 'ishi' }) == 0
    end, 'the servers to stop')
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

t.test('a program that is missing is told once, and nothing else happens', function()
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
  local own = {}
  for tag in t.read(doc .. '/tags'):gmatch('([^\t\n]+)\t[^\n]*') do
    own[tag] = true
  end
  t.ok(own['ishi'] and own[':IshiFormat'] and own[':IshiInfo'] and own['ishi.setup()'] and own['b:ishi_format_on_save'])
  t.ok(own[':IshiBoard'] and own[':IshiGo'] and own['ishi.board()'])
  for _, step in ipairs(require('ishi.walk').STEPS) do
    local mapping = ('<Plug>(ishi-%s)'):format(step.name)
    t.ok(own[mapping] and vim.fn.maparg(mapping, 'n') ~= '', 'no help for, or no ' .. mapping)
    t.ok(vim.tbl_contains(vim.fn.getcompletion('IshiGo ', 'cmdline'), step.name), 'no :IshiGo ' .. step.name)
  end
  for reference in text:gmatch('|([^%s|]+)|') do
    local known = own[reference] or #vim.fn.getcompletion(reference, 'help') > 0
    t.ok(known, 'a reference to nothing: ' .. reference)
  end
  for _, line in ipairs(vim.split(text, '\n')) do
    t.ok(vim.fn.strdisplaywidth(line) <= 78, 'too wide: ' .. line)
  end
  vim.opt.runtimepath:append(vim.fs.dirname(doc))
  vim.cmd.help(':IshiFormat')
  t.ok(vim.fn.getline('.'):find(':IshiFormat', 1, true))
end)
