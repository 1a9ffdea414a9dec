-- The queries for the tree-sitter grammar, with the parser that was compiled for the test.
local t = require('harness')

local function show(lines)
  vim.cmd.enew()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.filetype = 'ishi'
end

t.test('tree-sitter: a record has the old highlighting where there is no parser', function()
  show({ 'EVENT x' })
  t.equal(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], nil)
  t.equal(vim.b.current_syntax, 'ishi')
end)

local site = vim.fs.dirname(t.file('x', '')) .. '/site'
vim.fn.mkdir(site .. '/parser', 'p')
vim.uv.fs_symlink(vim.env.ISHI_PARSER, site .. '/parser/ishi.so')
vim.opt.runtimepath:append(site)

-- The captures that give a piece of a line its color.
local function captures(row, piece)
  local column = assert(vim.fn.getline(row):find(piece, 1, true), piece)
  local names = {}
  for _, capture in ipairs(vim.treesitter.get_captures_at_pos(0, row - 1, column - 1)) do
    if not vim.tbl_contains({ 'spell', 'nospell' }, capture.capture) then
      names[#names + 1] = capture.capture
    end
  end
  return names
end

t.test('tree-sitter: colors', function()
  show({
    'EVENT A title',
    'BLACK Ada',
    'B 1 Q16',
    'w 2 pass',
    [[MARK All #1-2 \t@Q16 a@D4]],
    'VAR b',
    '  B12 D4',
    '  COM Title',
    [[  prose \c]],
    '  ENDCOM dropped',
    'ENDVAR',
    'REMARK ishi: allow ko',
    'VRA',
  })
  t.ok(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()])
  vim.treesitter.get_parser(0):parse(true)
  for _, case in ipairs({
    { 1, 'EVENT', 'keyword.directive' },
    { 1, 'A title', 'markup.heading' },
    { 2, 'BLACK', 'property' },
    { 2, 'Ada', 'string' },
    { 3, 'B', 'keyword' },
    { 3, '1', 'number' },
    { 3, 'Q16', 'variable' },
    { 4, 'w', 'type' },
    { 4, 'pass', 'constant.builtin' },
    { 5, 'All', 'constant.builtin' },
    { 5, '#1-2', 'number' },
    { 5, [[\t]], 'string.special' },
    { 5, '@', 'punctuation.delimiter' },
    { 5, 'a@', 'character' },
    { 6, 'b', 'label' },
    { 7, 'B', 'keyword' },
    { 7, '12', 'number' },
    { 8, 'Title', 'markup.heading' },
    { 9, 'prose', 'string' },
    { 9, [[\c]], 'string.special' },
    { 10, 'ENDCOM', 'keyword' },
    { 10, 'dropped', 'comment' },
    { 12, 'REMARK', 'comment' },
    { 12, 'ishi', 'keyword.directive' },
    { 13, 'VRA', 'comment.error' },
  }) do
    local names = captures(case[1], case[2])
    t.equal(names[#names], case[3], ('%q in line %d'):format(case[2], case[1]))
  end
end)

t.test('tree-sitter: every query is one', function()
  for _, name in ipairs({ 'highlights', 'folds', 'indents', 'injections', 'locals', 'textobjects' }) do
    t.ok(#vim.treesitter.query.get('ishi', name).captures > 0, name)
  end
end)

t.test('tree-sitter: folds are events, variations and blocks', function()
  show({ 'EVENT x', 'B 1 Q16', 'VAR', 'B 1 D4', 'COM', 'x', 'ENDCOM', 'ENDVAR', 'W 2 C3' })
  vim.wo.foldmethod = 'expr'
  vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
  local function levels()
    return table.concat(vim.tbl_map(vim.fn.foldlevel, vim.fn.range(1, 9)), '')
  end
  t.wait(function()
    vim.cmd('normal! zx')
    return levels() == '112233321'
  end, 'the folds')
  vim.wo.foldmethod = 'manual'
end)

t.test('tree-sitter: a keyword in a comment has no other end', function()
  vim.cmd('packadd! matchit | runtime macros/matchit.vim')
  show({ 'VAR', 'COM', 'VAR', 'ENDCOM', 'ENDVAR' })
  vim.treesitter.get_parser(0):parse(true)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd('normal %')
  t.equal(vim.fn.line('.'), 5)
end)

t.test('tree-sitter: a program of another type takes the colors away', function()
  show({ 'EVENT x' })
  vim.bo.filetype = 'text'
  t.equal(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], nil)
end)

t.test('tree-sitter: 10 MB without a pause', function()
  local editor = t.editor()
  editor.lua(
    [[
      vim.opt.runtimepath:append(...)
      local lines = {}
      local game = { 'B 1 Q16', 'W 2 D4', 'MARK #1 a@Q3', 'COM A title', 'Black is alive.', 'ENDCOM', 'VAR', 'W 2 C3', 'ENDVAR' }
      for n = 1, 1200000 do
        lines[n] = n % 450 == 1 and 'EVENT Game' or game[n % #game + 1]
      end
      vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
      vim.bo.filetype = 'ishi'
      -- After this time the highlighter gives up, which is 2 seconds by default.
      vim.o.redrawtime = 60000
    ]],
    site
  )
  t.ok(editor.lua('return vim.fn.wordcount().bytes') > 10000000)
  -- Parses the rows that the highlighter requests when it draws. Returns how often the editor has answered before it
  -- was done.
  local function parse(what)
    editor.lua([[
      _G.parsed = false
      vim.treesitter.get_parser(0):parse({ 0, 100 }, function()
        _G.parsed = true
      end)
    ]])
    local started, answers = vim.uv.hrtime(), 0
    while not editor.lua('return _G.parsed') do
      t.ok(vim.uv.hrtime() - started < 60e9, what .. ' takes too long')
      answers = answers + 1
      vim.uv.sleep(5)
    end
    return answers
  end
  t.ok(parse('reading 10 MB') > 10)
  t.equal(editor.lua('return vim.treesitter.get_node({ pos = { 0, 0 } }):type()'), 'keyword')
  editor.lua([[vim.api.nvim_buf_set_text(0, 600000, 0, 600000, 0, { ' ' })]])
  parse('an edit of 10 MB')
end)
