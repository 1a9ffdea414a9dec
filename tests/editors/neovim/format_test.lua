-- Format on save: what is on disk afterwards, where the cursor is, and what undo gives back.
local t = require('harness')

local UGLY =
  'event   Joseki\n   b  1   q16\n\nw 2 D4\nVAR\nw 2 d16\nCOM    \n  prose   stays  \nENDCOM\nENDVAR\nb 3   Q3\n'

-- Opens a file and makes a change, so that there is something to save.
local function change(path)
  local bufnr = t.attach(path)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd.normal('OREMARK   file  x')
  return bufnr
end

local function text_of(bufnr)
  local ending = vim.bo[bufnr].fileformat == 'dos' and '\r\n' or '\n'
  return table.concat(t.lines(bufnr), ending) .. ending
end

local function save()
  vim.cmd('silent write')
end

for _, case in ipairs({ { 'LF', '\n' }, { 'CRLF', '\r\n' } }) do
  local name, ending = case[1], case[2]
  t.test('a save formats the file, which ends its lines with ' .. name, function()
    local path = t.file('save.ishi', (UGLY:gsub('\n', ending)))
    local bufnr = change(path)
    local typed = text_of(bufnr)
    local want = t.formatted(typed)
    t.ok(want ~= typed, 'the sample is formatted already')
    save()
    t.equal(t.read(path), want)
    t.equal(text_of(bufnr), want)
    t.equal(vim.bo[bufnr].modified, false)
    -- Saving what is formatted changes nothing more.
    local tick = vim.api.nvim_buf_get_changedtick(bufnr)
    vim.cmd('silent write!')
    t.equal(t.read(path), want)
    t.ok(vim.api.nvim_buf_get_changedtick(bufnr) <= tick + 1)
  end)
end

t.test('bytes of Windows-1252 in a comment are saved as they were', function()
  local path = t.file('latin1.ishi', 'event  x\r\n  b 1 q16\r\nCOM\r\nCaf\233,   na\239ve\r\nENDCOM\r\n')
  local want = t.formatted(t.read(path))
  t.ok(want:find('Caf\233,   na\239ve', 1, true))
  local bufnr = t.attach(path)
  vim.bo[bufnr].modified = true
  save()
  t.equal(t.read(path), want)
end)

t.test('a file without the end of its last line gets one, and no empty line', function()
  local function read_again(bufnr, path, text)
    t.write(path, text)
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd('silent edit!')
    end)
  end
  for _, ending in ipairs({ '\n', '\r\n' }) do
    local text = ('EVENT x%sb 1  q16'):format(ending)
    local want = ('EVENT x%sB 1 Q16%s'):format(ending, ending)
    local path = t.file('noeol.ishi', text)
    local bufnr = t.attach(path)
    for _ = 1, 2 do
      save()
      t.equal(t.read(path), want)
      t.equal(t.lines(bufnr), { 'EVENT x', 'B 1 Q16' })
      -- Whether it is formatted already or not, and whether it was read again or not.
      read_again(bufnr, path, 'EVENT x' .. ending .. 'B 1 Q16')
      save()
      t.equal(t.read(path), want)
      vim.cmd.normal('Gob 3  c3')
      save()
      t.equal(t.read(path), want .. 'B 3 C3' .. ending)
      read_again(bufnr, path, text)
    end
    t.equal(vim.bo[bufnr].modified, false)
    -- Another program has written the file.
    vim.o.autoread = true
    vim.loop.fs_utime(t.write(path, text .. ' '), 1, 1)
    vim.cmd.checktime()
    t.idle(100)
    vim.bo[bufnr].modified = true
    save()
    t.equal(t.read(path), want)
    -- Who wants no end of the last line gets what the formatter says.
    read_again(bufnr, path, text)
    vim.bo[bufnr].fixendofline = false
    vim.bo[bufnr].endofline = false
    read_again(bufnr, path, text)
    save()
    t.equal(t.read(path), want)
  end
end)

t.test('what is saved under another name is formatted', function()
  local path = t.file('one.ishi', UGLY)
  local folder = vim.fs.dirname(path)
  local bufnr, client = t.attach(path)
  vim.cmd('silent saveas ' .. folder .. '/two.ishi')
  t.equal(t.read(folder .. '/two.ishi'), t.formatted(UGLY))
  t.equal(t.read(path), UGLY)
  -- It goes on under the new name.
  vim.api.nvim_buf_set_lines(bufnr, -1, -1, false, { 'w 4  c3', 'MARKK d4' })
  t.wait(function()
    local diagnostic = vim.diagnostic.get(bufnr)[1]
    return diagnostic and diagnostic.code == 'unknown-keyword'
  end, 'the diagnostic')
  save()
  t.equal(t.read(folder .. '/two.ishi'), t.formatted(UGLY .. 'w 4 c3\nMARKK d4\n'))
  vim.cmd('silent file ' .. folder .. '/three.ishi')
  vim.cmd.normal('Gob 5  c4')
  save()
  t.ok(t.read(folder .. '/three.ishi'):find('\nB 5 C4\n', 1, true), t.read(folder .. '/three.ishi'))
  t.equal(#vim.lsp.get_clients({ bufnr = bufnr }), 1)
  t.equal(t.request(bufnr, 'textDocument/documentSymbol') ~= nil, true)
  local open = vim.tbl_map(function(document)
    return vim.fs.basename(document.uri)
  end, client:request_sync('ishi/status', {}, 60000).result.documents)
  t.equal(open, { 'three.ishi' })
end)

t.test('the cursor stays with the text it was on', function()
  local bufnr = t.attach(t.file('cursor.ishi', UGLY))
  vim.bo[bufnr].modified = true
  for _, words in ipairs({ 'd16', 'prose', 'Q3' }) do
    vim.fn.setline(2, '     b  1   q16')
    vim.fn.cursor(1, 1)
    local row = vim.fn.search(words .. '\\c')
    t.ok(row > 0, words)
    save()
    t.ok(vim.api.nvim_get_current_line():lower():find(words:lower(), 1, true), vim.api.nvim_get_current_line())
  end
end)

t.test('one undo after a save gives back what was typed', function()
  local bufnr = t.attach(t.file('undo.ishi', UGLY))
  -- Keys as if typed, since a change made by a script would share its undo step with the formatting.
  local function press(keys)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'tx', false)
  end
  press('ggOREMARK   file  x<Esc>')
  local typed = text_of(bufnr)
  press(':silent write<CR>')
  local saved = text_of(bufnr)
  t.equal(saved, t.formatted(typed))
  t.ok(saved ~= typed)
  press('u')
  t.equal(text_of(bufnr), typed)
  press('<C-r>')
  t.equal(text_of(bufnr), saved)
  press('uu')
  t.equal(text_of(bufnr), UGLY)
end)

t.test('b:ishi_format_on_save turns it off for a buffer', function()
  for _, off in ipairs({ false, 0 }) do
    local path = t.file('off.ishi', UGLY)
    local bufnr = change(path)
    vim.b[bufnr].ishi_format_on_save = off
    local typed = text_of(bufnr)
    save()
    t.equal(t.read(path), typed)
  end
end)

t.test('format_on_save = false turns it off, and a buffer can ask for it', function()
  require('ishi').setup({ format_on_save = false })
  local path = t.file('off.ishi', UGLY)
  local bufnr = change(path)
  local typed = text_of(bufnr)
  save()
  t.equal(t.read(path), typed)
  vim.b[bufnr].ishi_format_on_save = true
  save()
  t.equal(t.read(path), t.formatted(typed))
  require('ishi').setup()
end)

t.test('other files are saved as they are', function()
  local path = t.file('main.go', 'package  main\n')
  local bufnr = t.open(path)
  vim.bo[bufnr].modified = true
  save()
  t.equal(t.read(path), 'package  main\n')
end)

t.test(':IshiFormat formats the record without saving it', function()
  local path = t.file('command.ishi', UGLY)
  local bufnr = t.attach(path)
  vim.cmd.IshiFormat()
  t.equal(text_of(bufnr), t.formatted(UGLY))
  t.equal(t.read(path), UGLY)
end)

t.test(':IshiFormat with a range touches only its lines', function()
  local bufnr = t.attach(t.file('range.ishi', UGLY))
  vim.cmd('2IshiFormat')
  local lines = t.lines(bufnr)
  t.equal(lines[1], 'event   Joseki')
  t.equal(lines[2], 'B 1 Q16')
  t.equal(lines[#lines], 'b 3   Q3')
end)

t.test('a file with mistakes in it loses nothing when saved', function()
  local text = 'EVENT x\nBM 1 q16\nB 1 Q16 R7\nCOM\nno end\nB 2 q3\nW\n#!\n'
  local path = t.file('mistakes.ishi', text)
  local bufnr = t.attach(path)
  vim.bo[bufnr].modified = true
  save()
  t.equal(t.read(path), t.formatted(text))
end)

t.test('a record that is saved before its server has started is formatted all the same', function()
  for _ = 1, 3 do
    local path = t.file('fast.ishi', UGLY)
    local editor = t.editor()
    editor.lua(
      [[
      vim.cmd.edit(vim.fn.fnameescape(...))
      assert(#vim.lsp.get_clients({ name = 'ishi' }) == 0)
      vim.cmd('silent write')
    ]],
      path
    )
    t.equal(t.read(path), t.formatted(UGLY))
  end
end)

local LONG = 'Black plays in the upper right corner, and White answers in the lower left corner, as they did yesterday.'

t.test('gq wraps comments and remarks, and joins no data', function()
  local text = {
    'EVENT x',
    'B 1  Q16',
    'w 2 D4',
    'MARK  #1',
    'COM A title that is longer than the lines of the comment',
    LONG,
    'Com is a word, ' .. LONG,
    '',
    'Short.',
    'Lines.',
    'ENDCOM',
    'REMARK ' .. LONG,
    'REMARK Another.',
    'REMARK ishi: allow ' .. ('ko '):rep(30),
    'MARK ' .. ('#1 '):rep(40),
    'VAR',
    '  B 3 C3',
    '  COM',
    '  ' .. LONG,
    '  ENDCOM',
    'ENDVAR',
    'USER program',
    LONG,
    LONG,
    'ENDUSER',
    'COM',
    'no end',
    'b 5 q3',
    'w 6 q4',
  }
  local bufnr = t.attach(t.file('wrap.ishi', table.concat(text, '\n') .. '\n'))
  vim.bo.textwidth = 60
  t.ok(vim.bo.formatexpr:find('ishi', 1, true), vim.bo.formatexpr)
  vim.cmd('normal! gggqG')
  local lines = t.lines(bufnr)
  t.equal(lines, {
    'EVENT x',
    'B 1 Q16',
    'W 2 D4',
    'MARK #1',
    'COM A title that is longer than the lines of the comment',
    'Black plays in the upper right corner, and White answers in',
    'the lower left corner, as they did yesterday. Com is a word,',
    'Black plays in the upper right corner, and White answers in',
    'the lower left corner, as they did yesterday.',
    '',
    'Short. Lines.',
    'ENDCOM',
    'REMARK Black plays in the upper right corner, and White',
    'REMARK answers in the lower left corner, as they did',
    'REMARK yesterday.',
    'REMARK Another.',
    (text[14]:gsub('%s+$', '')),
    (text[15]:gsub('%s+$', '')),
    'VAR',
    '  B 3 C3',
    '  COM',
    '  Black plays in the upper right corner, and White answers',
    '  in the lower left corner, as they did yesterday.',
    '  ENDCOM',
    'ENDVAR',
    'USER program',
    LONG,
    LONG,
    'ENDUSER',
    'COM',
    'no end',
    'B 5 Q3',
    'W 6 Q4',
  })
  -- One undo for one command.
  vim.cmd('silent undo')
  t.equal(t.lines(bufnr), text)
end)

t.test('gq never makes the end of a comment of a word in it', function()
  local text = { 'COM', 'Here stands the word', 'that ends it: endcom and more of it.', 'ENDCOM', 'B 1 Q16' }
  local bufnr = t.attach(t.file('wrap.ishi', table.concat(text, '\n') .. '\n'))
  vim.bo.textwidth = 36
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.cmd('normal! 2GgqG')
  vim.notify = notify
  t.equal(t.lines(bufnr), text)
  t.ok(messages[1] and messages[1]:find('ENDCOM', 1, true), vim.inspect(messages))
end)

t.test('gq in a comment needs no server, and a line of data is not broken while it is typed', function()
  local editor = t.editor()
  editor.lua(
    [[
    vim.notify = function() end
    require('ishi').setup({ cmd = { '/no/such/ishi', 'lsp' } })
    vim.cmd.edit(vim.fn.fnameescape(...))
    vim.bo.textwidth = 40
  ]],
    t.file('typed.ishi', 'EVENT x\nB 1 Q16\nCOM\n' .. LONG .. '\nENDCOM\n')
  )
  editor.keys('4Ggqq')
  editor.becomes({
    'EVENT x',
    'B 1 Q16',
    'COM',
    'Black plays in the upper right corner,',
    'and White answers in the lower left',
    'corner, as they did yesterday.',
    'ENDCOM',
  }, [[return vim.api.nvim_buf_get_lines(0, 0, -1, false)]])
  editor.keys('6GA And then the game went on.<Esc>2GoMARK ' .. ('#1 '):rep(20) .. '<Esc>')
  editor.becomes({
    'EVENT x',
    'B 1 Q16',
    'MARK ' .. ('#1 '):rep(20),
    'COM',
    'Black plays in the upper right corner,',
    'and White answers in the lower left',
    'corner, as they did yesterday. And then',
    'the game went on.',
    'ENDCOM',
  }, [[return vim.api.nvim_buf_get_lines(0, 0, -1, false)]])
end)

t.test('a save waits for no server that is turned off', function()
  if t.legacy then
    return
  end
  local path = t.file('off.ishi', UGLY)
  local editor = t.editor()
  local waited = editor.lua(
    [[
    vim.lsp.enable('ishi', false)
    local wait = vim.wait
    local waited = false
    vim.wait = function(...)
      waited = true
      return wait(...)
    end
    vim.cmd.edit(vim.fn.fnameescape(...))
    vim.cmd('silent write')
    return waited
  ]],
    path
  )
  t.equal({ waited, t.read(path) }, { false, UGLY })
end)
