-- SGF files as text: what is on the disk afterwards, undo, and files that another program changes.
local t = require('harness')

-- A file as people have it: in GB18030, with white space that means nothing and text around the game.
local SGF = 'from a club\r\n( ;FF[4]CA[GB2312]\r\n PB[\198\229] SZ[9]\r\n;B[ee]C[one \198\229]\r\n\r\n;W [cc]\r\n)\r\n'

local function changed(from, to)
  local text, count = SGF:gsub(vim.pesc(from), (to:gsub('%%', '%%%%')))
  t.equal(count, 1)
  return text
end

-- Opens a file of its own as text.
local function show(bytes)
  local path = t.file('game [1].sgf', bytes or SGF)
  t.open(path)
  vim.cmd.IshiSgf()
  return path, vim.api.nvim_get_current_buf()
end

-- Replaces words in the text.
local function replace(from, to)
  vim.cmd(('silent %%s/%s/%s/'):format(from, to))
end

local function text()
  return table.concat(t.lines(), '\n')
end

-- Runs something and returns the messages that it shows.
local function messages(work)
  local shown = {}
  local notify = vim.notify
  vim.notify = function(message)
    shown[#shown + 1] = message
  end
  work()
  vim.notify = notify
  return table.concat(shown, '\n')
end

t.test('an SGF file is edited as text, and only what is edited changes', function()
  local path, bufnr = show()
  t.equal(vim.bo.filetype, 'ishi')
  t.equal(vim.bo.modified, false)
  t.ok(text():find('^EVENT\nBLACK 棋\n') and text():find('\nCOM\none 棋\nENDCOM\nW 2 C7$'), text())
  replace('one', 'two')
  vim.cmd('silent write')
  t.equal(t.read(path), changed('one', 'two'))
  t.equal(vim.bo.modified, false)
  vim.cmd('silent undo')
  t.ok(text():find('one 棋', 1, true), 'undone after the write')
  t.equal(vim.bo.modified, true)
  vim.cmd('silent write')
  t.equal(t.read(path), SGF)
  -- There is nothing before the text that was read.
  vim.cmd('silent! undo 0')
  t.ok(text():find('^EVENT\n'), text())
  t.equal(vim.api.nvim_get_current_buf(), bufnr)
end)

t.test('the text is read again by :edit, and undo gives the changes back', function()
  local path = show()
  replace('one', 'two')
  t.ok(not pcall(vim.cmd, 'edit'), 'changes are not thrown away')
  vim.cmd('silent edit!')
  t.ok(text():find('one 棋', 1, true))
  t.equal(vim.bo.modified, false)
  vim.cmd('silent undo')
  t.ok(text():find('two 棋', 1, true), text())
  t.write(path, changed('one', 'three'))
  vim.cmd('silent edit!')
  t.ok(text():find('three 棋', 1, true))
end)

t.test('the text of an SGF file has a server for records', function()
  local _, bufnr = show('(;SZ[9];B[aa];W[ba];B[ee])')
  t.wait(function()
    return vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
  end, 'the server')
  replace('B 3 E5', 'B 3 B9')
  t.wait(function()
    return vim.tbl_contains(
      vim.tbl_map(function(diagnostic)
        return diagnostic.code
      end, vim.diagnostic.get(bufnr)),
      'occupied-point'
    )
  end, 'the diagnostic')
end)

t.test('the server follows when a file is shown as text and as it is', function()
  local bufnr = t.attach(t.file('game.sgf', '(;SZ[9];B[aa];W[aa];XYZZY)'))
  local function wait_for_diagnostic(code, what)
    t.wait(function()
      local diagnostics = vim.diagnostic.get(bufnr)
      return #diagnostics == 1 and diagnostics[1].code == code
    end, what)
  end
  t.wait(function()
    return #vim.diagnostic.get(bufnr) > 0
  end, 'the diagnostics of the file')
  vim.cmd.IshiSgf()
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, { 'EVENT x', 'XYZZY' })
  wait_for_diagnostic('unknown-keyword', 'the diagnostic of a record')
  vim.bo.modified = false
  vim.cmd('IshiSgf!')
  t.wait(function()
    return vim.tbl_contains(
      vim.tbl_map(function(each)
        return each.code
      end, vim.diagnostic.get(bufnr)),
      'occupied-point'
    )
  end, 'the diagnostics of the file')
end)

t.test('what is written is formatted', function()
  local path, bufnr = show()
  t.wait(function()
    return vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
  end, 'the server')
  replace('W 2 C7', 'w   2  d7')
  vim.cmd('silent write')
  t.ok(text():find('W 2 D7', 1, true), text())
  t.equal(t.read(path), changed('cc', 'dc'))
end)

t.test('the text is written to other files', function()
  local path = show()
  local folder = vim.fs.dirname(path)
  replace('one', 'two')
  vim.cmd('silent write ' .. vim.fn.fnameescape(folder .. '/other.sgf'))
  t.equal(t.read(folder .. '/other.sgf'), changed('one', 'two'))
  vim.cmd('silent write ' .. vim.fn.fnameescape(folder .. '/other.ishi'))
  t.equal(t.read(folder .. '/other.ishi'), text() .. '\n')
  t.equal(t.read(path), SGF)
  t.equal(vim.bo.modified, true)
  t.ok(not pcall(vim.cmd, 'silent write ' .. vim.fn.fnameescape(folder .. '/other.sgf')), 'it exists')
  vim.cmd('silent saveas ' .. vim.fn.fnameescape(folder .. '/third.sgf'))
  t.equal(t.read(folder .. '/third.sgf'), changed('one', 'two'))
  replace('two', 'four')
  vim.cmd('silent write')
  t.equal(t.read(folder .. '/third.sgf'), changed('one', 'four'))
end)

t.test('what can not be written leaves the file and the text as they are', function()
  local big5 = SGF:gsub('GB2312', 'Big5'):gsub('\198\229', '\164\164\164\229')
  local path = show(big5)
  t.ok(text():find('BLACK 中文', 1, true), text())
  replace('one', '😀')
  local _, problem = pcall(vim.cmd, 'write')
  t.ok(tostring(problem):find('has no `😀`', 1, true), problem)
  t.equal(t.read(path), big5)
  t.equal(vim.bo.modified, true)
  t.ok(text():find('😀', 1, true))
end)

t.test('what other programs will not find is reported once, and nothing of it is lost', function()
  local path = show()
  replace('W 2 C7', 'REMARK mine\\rW 2 C7')
  local function save()
    return messages(function()
      vim.cmd('silent write')
    end)
  end
  local shown = save()
  t.ok(shown:find('other programs do not show remarks', 1, true), shown)
  t.equal(save(), '')
  local before = text()
  vim.cmd('silent edit!')
  t.equal(text(), before)
  replace('REMARK mine\\n', '')
  t.equal(save(), '')
  t.equal(t.read(path), SGF)
end)

t.test('a line that SGF cannot say is named before anything is written', function()
  local path = show()
  replace('W 2 C7', 'W 2 Z99')
  local line = vim.fn.search('Z99', 'n')
  local _, problem = pcall(vim.cmd, 'write')
  t.ok(tostring(problem):find(("line %d, `W 2 Z99`: it can't be read as a move"):format(line), 1, true), problem)
  t.equal(t.read(path), SGF)
  t.equal(vim.bo.modified, true)
  replace('Z99', 'C7')
  vim.cmd('silent write')
  t.equal(t.read(path), SGF)
end)

t.test('a file without a game is shown as it is, and so is any file on demand', function()
  local path = t.file('page.sgf', '<html></html>\n')
  local shown = messages(function()
    t.open(path)
    vim.cmd.IshiSgf()
    t.idle(100)
  end)
  t.ok(shown:find('no game in it could be read', 1, true), shown)
  t.equal(t.lines(), { '<html></html>' })
  t.equal(vim.bo.filetype, 'sgf')

  show('(;SZ[9];B[aa])\n')
  vim.cmd('IshiSgf!')
  t.equal(t.lines(), { '(;SZ[9];B[aa])' })
  t.equal(vim.bo.filetype, 'sgf')
  t.open(t.file('a.ishi', 'EVENT x\n'))
  shown = messages(function()
    vim.cmd.IshiSgf()
  end)
  t.ok(shown:find('not an SGF file', 1, true), shown)
end)

-- An editor that shows SGF files as text by itself.
local function editor(path)
  local child = t.editor()
  child.lua([[require('ishi').setup({ sgf_as_text = true })]])
  child.lua([[vim.o.shortmess = vim.o.shortmess .. 'A'; vim.cmd.edit(vim.fn.fnameescape(...))]], path)
  child.becomes('ishi', [[return vim.bo.filetype]])
  return child
end

-- An editor with swap files in a folder.
local function editor_with_swap(folder, sgf_as_text)
  local child = t.editor()
  child.lua([[require('ishi').setup({ sgf_as_text = ... })]], sgf_as_text)
  child.lua([[vim.o.updatecount, vim.o.swapfile, vim.o.directory = 200, true, ...]], folder .. '//')
  return child
end

-- Recovers what an editor had not written when it was killed, and returns the editor that has recovered it. `as_text` is whether it was
-- the text of a record.
local function recovered(path, as_text, sgf_as_text, recover)
  local folder = vim.fs.dirname(path) .. '/swap'
  vim.fn.mkdir(folder)
  local crashing = editor_with_swap(folder, sgf_as_text)
  crashing.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], path)
  crashing.lua(as_text and [[vim.cmd.IshiSgf()]] or [[vim.cmd('IshiSgf!')]])
  crashing.lua([[vim.cmd('silent %s/one/two/'); vim.cmd.preserve()]])
  crashing.crash()
  local child = editor_with_swap(folder, sgf_as_text)
  child.lua(recover, path, vim.fn.glob(folder .. '/*', true, true)[1])
  child.becomes(true, [[return vim.bo.modified and vim.fn.search('two', 'nw') > 0]])
  return child
end

local RECOVER = {
  -- `nvim -r` does this.
  { 'by :recover', [[vim.cmd('silent recover ' .. vim.fn.fnameescape(select(2, ...)))]] },
  -- The answer of a user who is asked.
  {
    'where the user is asked',
    [[
      vim.api.nvim_create_autocmd('SwapExists', { command = "let v:swapchoice = 'r'" })
      vim.cmd('silent edit ' .. vim.fn.fnameescape((...)))
    ]],
  },
}

for _, way in ipairs(RECOVER) do
  for _, sgf_as_text in ipairs({ false, true }) do
    local when = way[1] .. (sgf_as_text and ', with sgf_as_text' or '')
    t.test('a text that is recovered after a crash is written as SGF, ' .. when, function()
      local path = t.file('game.sgf', SGF)
      local child = recovered(path, true, sgf_as_text, way[2])
      child.becomes('ishi', [[return vim.bo.filetype]])
      child.lua([[vim.cmd('silent write')]])
      t.equal(t.read(path), changed('one', 'two'))
      t.equal(child.lua([[return vim.bo.modified]]), false)
      child.lua([[vim.cmd('silent %s/two/three/'); vim.cmd('silent write')]])
      t.equal(t.read(path), changed('one', 'three'))
    end)
  end

  t.test('SGF that is recovered after a crash stays what it is, ' .. way[1], function()
    local path = t.file('game.sgf', '(;SZ[9];B[ee]C[one])\n')
    local child = recovered(path, false, false, way[2])
    t.equal(child.lua([[return vim.bo.filetype]]), 'sgf')
    child.lua([[vim.cmd('silent write!')]])
    t.equal(t.read(path), '(;SZ[9];B[ee]C[two])\n')
  end)
end

t.test('SGF files are shown as text by themselves where that is wanted', function()
  local path = t.file('game.SGF', SGF)
  local child = editor(path)
  child.keys('/one<CR>cwtwo<Esc>:w<CR>')
  t.wait(function()
    return t.read(path) == changed('one', 'two')
  end, 'the file')
  child.keys(':IshiSgf!<CR>')
  child.becomes('sgf', [[return vim.bo.filetype]])
  child.keys(':IshiSgf<CR>')
  child.becomes('ishi', [[return vim.bo.filetype]])
end)

t.test('a file that another program has changed is read again or asked about', function()
  local path = show()
  -- Without a screen Neovim takes the default for the answer and asks nobody.
  local confirm, asked, answer = vim.fn.confirm, {}, nil
  vim.fn.confirm = function(question)
    asked[#asked + 1] = question:match('^[W%d]+:') or question:match('^%u+:')
    return answer
  end
  local function comes_back()
    vim.api.nvim_exec_autocmds('FocusGained', {})
  end
  local function comment()
    return vim.fn.getline(vim.fn.search('^COM$', 'nw') + 1)
  end
  -- Without changes the new text is read, as Neovim does with any file.
  t.write(path, changed('one', 'another'))
  comes_back()
  t.equal(comment(), 'another 棋')
  vim.o.autoread = false
  answer = 1
  t.write(path, changed('one', 'not read'))
  comes_back()
  comes_back()
  t.equal({ comment(), asked }, { 'another 棋', { 'W11:' } }, 'asked once')
  vim.o.autoread = true
  -- With changes the user is asked, and again before they are written.
  replace('another', 'mine')
  t.write(path, changed('one', 'theirs'))
  comes_back()
  t.equal({ comment(), asked }, { 'mine 棋', { 'W11:', 'W12:' } })
  answer = 2
  vim.cmd('silent write')
  t.equal(t.read(path), changed('one', 'theirs'))
  t.equal({ comment(), vim.bo.modified, #asked, asked[3] }, { 'mine 棋', true, 3, 'WARNING:' })
  answer = 1
  vim.cmd('silent write')
  t.equal(t.read(path), changed('one', 'mine'))
  t.equal(vim.bo.modified, false)
  -- What was written here is not a change of another program.
  comes_back()
  t.equal(#asked, 4)
  t.write(path, changed('one', 'lost'))
  replace('mine', 'ours')
  vim.cmd('silent write!')
  t.equal({ t.read(path), #asked }, { changed('one', 'ours'), 4 })
  -- The new text is read on demand.
  t.write(path, changed('one', 'newest'))
  replace('ours', 'old')
  answer = 2
  comes_back()
  t.equal({ comment(), vim.bo.modified }, { 'newest 棋', false })
  -- A file that is gone is written anew.
  os.remove(path)
  local shown = messages(comes_back)
  t.ok(shown:find('E211', 1, true), shown)
  replace('newest', 'again')
  vim.cmd('silent write')
  t.ok(t.read(path):find('C[again \198\229]', 1, true), t.read(path))
  vim.fn.confirm = confirm
end)
