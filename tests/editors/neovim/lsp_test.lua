-- Features of the language server in the editor, compared with the command line for the same file.
local t = require('harness')

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }

-- Diagnostics as comparable lines of text, whichever side they come from.
local function sorted(entries)
  local lines = {}
  for _, e in ipairs(entries) do
    lines[#lines + 1] = ('%05d:%04d-%05d:%04d %s %s'):format(
      e.line,
      e.column,
      e.endLine,
      e.endColumn,
      e.severity,
      e.code
    )
  end
  table.sort(lines)
  return lines
end

-- The editor counts bytes from 0, the command line characters from 1.
local function characters(bufnr, row, bytes)
  local line = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  return vim.fn.strchars(line:sub(1, bytes)) + 1
end

local function shown(bufnr, filter)
  local entries = {}
  for _, d in ipairs(vim.diagnostic.get(bufnr, filter)) do
    entries[#entries + 1] = {
      line = d.lnum + 1,
      column = characters(bufnr, d.lnum, d.col),
      endLine = d.end_lnum + 1,
      endColumn = characters(bufnr, d.end_lnum, d.end_col),
      severity = SEVERITIES[d.severity],
      code = d.code,
    }
  end
  return sorted(entries)
end

local function expected(path)
  local code, stdout, stderr = t.ishi({ 'check', '--show', 'hint', '--format', 'jsonl', path })
  t.ok(code == 0 or code == 1, 'ishi check failed: ' .. stderr)
  local entries = {}
  for line in stdout:gmatch('[^\n]+') do
    entries[#entries + 1] = vim.json.decode(line)
  end
  return sorted(entries)
end

-- The messages that the server shows to the user. It has no reason to, in this file.
local messages = {}
for _, method in ipairs({ 'window/showMessage', 'window/showMessageRequest' }) do
  local handler = vim.lsp.handlers[method]
  vim.lsp.handlers[method] = function(err, result, ...)
    messages[#messages + 1] = result.message
    return handler(err, result, ...)
  end
end

-- Each buffer for which diagnostics arrived, even an empty list of them.
local arrived = {}
vim.api.nvim_create_autocmd('DiagnosticChanged', {
  callback = function(args)
    arrived[args.buf] = true
  end,
})

-- Waits for the diagnostics of a buffer, and then until they have stopped changing.
local function settled(bufnr, want)
  vim.wait(60000, function()
    return arrived[bufnr] and vim.deep_equal(shown(bufnr), want)
  end, 20)
  t.idle(300)
  t.equal(shown(bufnr), want)
end

local examples = {}
for name, kind in vim.fs.dir(t.root .. '/examples') do
  local path = t.root .. '/examples/' .. name
  if kind == 'file' and vim.filetype.match({ filename = path }) == 'ishi' then
    examples[#examples + 1] = path
  end
end
table.sort(examples)

t.test('there are examples to open', function()
  t.ok(#examples >= 2, vim.inspect(examples))
  t.ok(vim.tbl_contains(examples, t.root .. '/examples/mistakes.ishi'), vim.inspect(examples))
end)

for _, path in ipairs(examples) do
  local name = vim.fs.basename(path)
  t.test('the editor shows what `ishi check` says of ' .. name, function()
    local want = expected(path)
    local bufnr = t.attach(path)
    settled(bufnr, want)
    local worst = shown(bufnr, { severity = { min = vim.diagnostic.severity.WARN } })
    if name == 'mistakes.ishi' then
      t.ok(#worst >= 5, 'an example full of mistakes has but ' .. #worst)
    else
      t.equal(worst, {}, 'a clean example is not clean')
    end
  end)
end

t.test('what is typed is checked', function()
  local path = t.file('typed.ishi', 'EVENT x\r\nB 1 Q16\r\nW 2 D4\r\n')
  local bufnr = t.attach(path)
  settled(bufnr, {})
  vim.cmd.normal('GoB 1 C3')
  t.write(path, table.concat(t.lines(bufnr), '\r\n') .. '\r\n')
  local want = expected(path)
  t.equal(#want, 1)
  t.ok(want[1]:find('duplicate%-move'), want[1])
  settled(bufnr, want)
  vim.cmd('silent undo')
  settled(bufnr, {})
end)

t.test('a game in SGF is checked as it is', function()
  local path = t.file('game.sgf', '(;FF[4]GM[1]SZ[9];B[aa]\n;W[aa])\n')
  local want = expected(path)
  t.equal(#want, 1)
  t.ok(want[1]:find('occupied%-point'), want[1])
  local bufnr = t.attach(path)
  t.equal(vim.bo[bufnr].filetype, 'sgf')
  settled(bufnr, want)
end)

t.test('characters outside ASCII do not shift a column', function()
  local path = t.file('wide.ishi', 'EVENT x\r\nBLACK 本因坊 𝄞\r\nB 1 Q16\r\nW 1 本Q16\r\nENDVAR 本因坊\r\n')
  local want = expected(path)
  t.ok(#want >= 2, vim.inspect(want))
  settled(t.attach(path), want)
end)

t.test('a file in Windows-1252 is checked as the command line checks it', function()
  local path = t.file('latin1.ishi', 'EVENT x\r\nBLACK Andr\233\r\nB 1 Q16\r\nCOM\r\nCaf\233\r\nENDCOM\r\nENDVAR\r\n')
  local want = expected(path)
  t.ok(#want >= 1, vim.inspect(want))
  settled(t.attach(path), want)
end)

t.test('an ishi.toml is followed when a record is written, and a mistake in it is shown', function()
  local path = t.file('followed.ishi', 'EVENT x\r\nB 1 Q16\r\nW 4 D4\r\n')
  local settings = vim.fs.dirname(path) .. '/ishi.toml'
  local bufnr = t.attach(path)
  settled(bufnr, expected(path))
  t.write(settings, '[check]\nmissing-move = "off"\n')
  vim.cmd('silent write')
  settled(bufnr, {})
  t.write(settings, '[check]\nmissing-mve = "off"\n')
  vim.cmd('silent write')
  t.wait(function()
    local diagnostic = vim.diagnostic.get(vim.fn.bufadd(settings))[1]
    return diagnostic and diagnostic.code == 'config' and diagnostic.lnum == 1
  end, 'the mistake')
  settled(bufnr, {})
  vim.fn.delete(settings)
  vim.cmd('silent write')
  settled(bufnr, expected(path))
  t.equal(vim.diagnostic.get(vim.fn.bufadd(settings)), {})
end)

t.test('events are found by the words of their headers', function()
  local bufnr = t.attach(t.file('found.ishi', 'EVENT Castle game\r\nBLACK Shusaku\r\nDATE 1846\r\n'))
  local symbols = t.request(bufnr, 'workspace/symbol', { query = '1846 shus' })
  t.equal(#symbols, 1)
  t.equal(symbols[1].name, 'Castle game · Shusaku – ? · DATE 1846')
end)

-- Applies the first quick fix for a place that has these words in its title.
local function fix(bufnr, row, column, words)
  vim.api.nvim_win_set_cursor(0, { row, column })
  local before = vim.api.nvim_buf_get_changedtick(bufnr)
  local titles, taken = {}, false
  vim.lsp.buf.code_action({
    apply = true,
    context = {
      only = { 'quickfix' },
      diagnostics = vim.lsp.diagnostic.from(vim.diagnostic.get(bufnr, { lnum = row - 1 })),
    },
    filter = function(action)
      titles[#titles + 1] = action.title
      local fits = not taken and action.title:find(words) ~= nil
      taken = taken or fits
      return fits
    end,
  })
  t.wait(function()
    return vim.api.nvim_buf_get_changedtick(bufnr) > before
  end, 'a quick fix; offered were ' .. vim.inspect(titles), 5000)
end

t.test('a quick fix corrects a misspelt keyword', function()
  local path = t.file('fix.ishi', 'EVENT x\r\nB 1 Q16\r\nW 2 D4\r\nVRA\r\nW 2 D16\r\nENDVAR\r\n')
  local bufnr = t.attach(path)
  local want = expected(path)
  t.ok(want[1] and want[1]:find('unknown%-keyword'), vim.inspect(want))
  settled(bufnr, want)
  fix(bufnr, 4, 0, '%f[%w]VAR%f[%W]')
  t.equal(t.lines(bufnr), { 'EVENT x', 'B 1 Q16', 'W 2 D4', 'VAR', 'W 2 D16', 'ENDVAR' })
  settled(bufnr, {})
end)

t.test('a quick fix turns a location round', function()
  local path = t.file('turned.ishi', 'EVENT x\r\nB 1 16Q\r\nW 2 D4\r\n')
  local bufnr = t.attach(path)
  settled(bufnr, expected(path))
  fix(bufnr, 2, 4, 'Q16')
  t.equal(t.lines(bufnr), { 'EVENT x', 'B 1 Q16', 'W 2 D4' })
  settled(bufnr, {})
end)

local GAME = table.concat({
  'EVENT Sample',
  'BLACK One',
  'B 1 Q16',
  'W 2 D4',
  '  VAR',
  '  W 2 D16',
  '  ',
  '  ENDVAR',
  'COM A title',
  'Some prose.',
  'ENDCOM',
  'B 3 Q3',
  '',
}, '\r\n')

local function labels(answer)
  local names = {}
  for _, item in ipairs(answer and (answer.items or answer) or {}) do
    names[#names + 1] = item.label
  end
  return names
end

t.test('completion offers ENDVAR inside a variation, and ENDCOM in a comment', function()
  local bufnr = t.attach(t.file('complete.ishi', GAME))
  local inside = labels(t.request(bufnr, 'textDocument/completion', { position = { line = 6, character = 2 } }))
  t.ok(vim.tbl_contains(inside, 'ENDVAR'), vim.inspect(inside))
  vim.api.nvim_buf_set_lines(bufnr, 9, 10, false, { 'Some prose.', 'END' })
  local comment = labels(t.request(bufnr, 'textDocument/completion', { position = { line = 10, character = 3 } }))
  t.ok(vim.tbl_contains(comment, 'ENDCOM'), vim.inspect(comment))
  t.ok(not vim.tbl_contains(comment, 'ENDVAR'), vim.inspect(comment))
end)

t.test('hover explains a keyword, in plain text or Markdown and without a picture', function()
  local bufnr = t.attach(t.file('hover.ishi', GAME))
  for _, position in ipairs({ { line = 0, character = 2 }, { line = 1, character = 2 }, { line = 4, character = 3 } }) do
    local hover = t.request(bufnr, 'textDocument/hover', { position = position })
    t.ok(hover and hover.contents, vim.inspect(hover))
    local text = table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), '\n')
    t.ok(#text > 10, text)
    t.ok(not text:find('data:image', 1, true), text)
  end
end)

t.test('the outline has the event and its moves', function()
  local bufnr = t.attach(t.file('outline.ishi', GAME))
  local symbols = t.request(bufnr, 'textDocument/documentSymbol')
  t.ok(symbols and #symbols > 0)
  local items = vim.lsp.util.symbols_to_items(symbols, bufnr, 'utf-16')
  t.ok(items[1].text:find('Sample', 1, true), items[1].text)
  t.ok(#items >= 4, vim.inspect(items))
end)

-- White takes a stone with move 4, and a variation begins there.
local CAPTURE = table.concat({
  'EVENT é',
  'B 1 A1',
  'W 2 B1',
  'B 3 Q16',
  'W 4 A2',
  'PRISONER #1',
  'MARK #1-3 b@B1',
  'VAR',
  'W 4 D4',
  'ENDVAR',
  '',
}, '\r\n')

t.test('the outline shows what moves do', function()
  local bufnr = t.attach(t.file('outline.ishi', CAPTURE))
  local symbols = t.request(bufnr, 'textDocument/documentSymbol')
  local move = symbols[1].children[4]
  t.equal({ move.name, move.detail, move.children[1].name }, { 'W 4 A2', '×1', 'Variation' })
  vim.lsp.buf.document_symbol()
  t.wait(function()
    return #vim.fn.getloclist(0) > 5
  end, 'the list of symbols')
end)

t.test('going to the definition of a reference leads to its move', function()
  t.attach(t.file('definition.ishi', CAPTURE))
  local function jump(row, column, want)
    vim.api.nvim_win_set_cursor(0, { row, column })
    vim.lsp.buf.definition()
    t.wait(function()
      return vim.deep_equal(vim.api.nvim_win_get_cursor(0), want)
    end, 'a jump to ' .. vim.inspect(want))
  end
  jump(6, 10, { 2, 0 })
  jump(7, 12, { 3, 0 })
  jump(10, 2, { 8, 0 })
end)

t.test('the references of a move are listed', function()
  t.attach(t.file('references.ishi', CAPTURE))
  vim.api.nvim_win_set_cursor(0, { 3, 2 })
  vim.lsp.buf.references({ includeDeclaration = false })
  local function entries()
    return vim.tbl_map(function(item)
      return { item.lnum, item.col }
    end, vim.fn.getqflist())
  end
  t.wait(function()
    return #entries() > 0
  end, 'the list of references')
  t.equal(entries(), { { 7, 6 }, { 7, 11 } })
  vim.cmd('cclose')
end)

t.test('the word under the cursor is highlighted with what belongs to it', function()
  local bufnr = t.attach(t.file('highlight.ishi', CAPTURE))
  vim.api.nvim_win_set_cursor(0, { 2, 4 })
  vim.lsp.buf.document_highlight()
  local function rows()
    local numbers = {}
    for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
        if (mark[4].hl_group or ''):find('^LspReference') then
          numbers[#numbers + 1] = mark[2] + 1
        end
      end
    end
    table.sort(numbers)
    return numbers
  end
  t.wait(function()
    return #rows() > 0
  end, 'highlights')
  t.equal(rows(), { 2, 6, 7 })
  vim.lsp.buf.clear_references()
end)

t.test('inlay hints show captures once they are enabled', function()
  local bufnr = t.attach(t.file('hints.ishi', CAPTURE))
  vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  local function hints()
    return vim.tbl_map(function(hint)
      return { hint.inlay_hint.position.line, hint.inlay_hint.label }
    end, vim.lsp.inlay_hint.get({ bufnr = bufnr }))
  end
  t.wait(function()
    return #hints() > 0
  end, 'inlay hints')
  t.equal(hints(), { { 4, '×1' }, { 9, 'Black to play' } })
  vim.lsp.inlay_hint.enable(false, { bufnr = bufnr })
end)

t.test('variations and comments fold', function()
  local bufnr = t.attach(t.file('fold.ishi', GAME))
  local first = {}
  for _, range in ipairs(t.request(bufnr, 'textDocument/foldingRange')) do
    first[range.startLine] = range.endLine
  end
  t.ok(first[4], 'the variation')
  t.ok(first[8], 'the comment')

  vim.wo.foldmethod = 'expr'
  vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
  t.wait(function()
    vim.cmd('silent! normal! zM')
    return vim.fn.foldlevel(6) > 0
  end, 'folds')
  t.ok(vim.fn.foldlevel(10) > 0)
  vim.cmd('setlocal foldmethod& foldexpr&')
end)

t.test('the server had nothing to complain about', function()
  t.equal(messages, {})
end)

t.test('stones that are gone are colored otherwise', function()
  if not (vim.lsp.semantic_tokens or {}).get_at_pos then
    return
  end
  local text = 'EVENT\nB 1 A1\nW 2 A2\nB 3 Q16\nW 4 B1\n'
  local bufnr = t.attach(t.file('captured.ishi', text))
  local function modifiers(row, column)
    local token = (vim.lsp.semantic_tokens.get_at_pos(bufnr, row, column) or {})[1]
    return token and vim.tbl_keys(token.modifiers)
  end
  t.wait(function()
    return modifiers(1, 4)
  end, 'the tokens')
  t.equal({ modifiers(1, 4), modifiers(2, 4) }, { { 'captured' }, {} })
  -- A change of the text is answered with what changes in the tokens.
  vim.api.nvim_buf_set_lines(bufnr, 4, 5, false, { 'W 4 C1' })
  t.wait(function()
    return vim.deep_equal(modifiers(1, 4), {})
  end, 'the stone to be alive')
end)
