-- Writing a record with the server's help, by the commands of Neovim that a user has for it.
local t = require('harness')

local GAME = table.concat({
  'EVENT Small',
  'BLACK Ada 3-dan',
  'BOARDSIZE 9',
  'B 1 E5',
  'W 2 D4',
  'MARK #1',
  'VAR a',
  '  W 2 C3',
  '  MARK #1-2',
  'ENDVAR',
  'B 3 F6',
  'MARK #3',
  '',
}, '\n')

-- Waits until a buffer has these lines.
local function becomes(bufnr, want, what)
  vim.wait(60000, function()
    return vim.deep_equal(t.lines(bufnr), want)
  end, 20)
  t.equal(t.lines(bufnr), want, what)
end

-- The lines of the game after some of them were replaced, by number.
local function lines_with(changes)
  local lines = vim.split(vim.trim(GAME), '\n')
  for number, line in pairs(changes) do
    lines[number] = line
  end
  return lines
end

-- Puts the cursor where a pattern matches for the first time.
local function go_to(pattern)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  t.ok(vim.fn.search(pattern, 'cW') > 0, pattern)
end

-- The messages that are shown while `work` runs.
local function messages_of(work)
  local messages = {}
  local notify, echo = vim.notify, vim.api.nvim_echo
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.api.nvim_echo = function(chunks)
    messages[#messages + 1] = table.concat(vim.tbl_map(function(chunk)
      return chunk[1]
    end, chunks))
  end
  local ok, problem = pcall(work, messages)
  vim.notify, vim.api.nvim_echo = notify, echo
  t.ok(ok, problem)
end

t.test('a move and all that names it get another number', function()
  local bufnr = t.attach(t.file('rename.ishi', GAME))
  go_to('^B \\zs3')
  vim.lsp.buf.rename('5')
  becomes(bufnr, lines_with({ [11] = 'B 5 F6', [12] = 'MARK #5' }))
  vim.cmd('silent undo')
  becomes(bufnr, lines_with({}), 'one step back')
end)

t.test('a player gets another name', function()
  local bufnr = t.attach(t.file('rename.ishi', GAME))
  go_to('Ada')
  vim.lsp.buf.rename('Eva')
  becomes(bufnr, lines_with({ [2] = 'BLACK Eva 3-dan' }))
end)

t.test('a number that is taken is refused with the reason', function()
  local bufnr = t.attach(t.file('rename.ishi', GAME))
  go_to('^B \\zs3')
  messages_of(function(messages)
    vim.lsp.buf.rename('1')
    t.wait(function()
      return table.concat(messages, '\n'):find('has this number already', 1, true)
    end, 'the reason')
  end)
  t.equal(t.lines(bufnr), lines_with({}))
end)

-- Chooses the code action of a kind whose title begins so.
local function choose(kind, title)
  local titles = {}
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { kind }, diagnostics = {} },
    filter = function(action)
      titles[#titles + 1] = action.title
      return vim.startswith(action.title, title)
    end,
  })
  t.wait(function()
    return #titles > 0
  end, 'code actions')
  t.ok(
    vim.iter(titles):any(function(each)
      return vim.startswith(each, title)
    end),
    vim.inspect(titles)
  )
end

t.test('a variation becomes the main line', function()
  local bufnr = t.attach(t.file('promote.ishi', GAME))
  go_to('C3')
  choose('refactor.rewrite', 'Make variation a')
  becomes(bufnr, {
    'EVENT Small',
    'BLACK Ada 3-dan',
    'BOARDSIZE 9',
    'B 1 E5',
    'W 2 C3',
    'MARK #1-2',
    'VAR a',
    '  W 2 D4',
    '  MARK #1',
    '  B 3 F6',
    '  MARK #3',
    'ENDVAR',
  })
end)

t.test('all that can be fixed is fixed at once', function()
  local bufnr = t.attach(t.file('fix.ishi', 'B 1 B1\nW 2 A1\n\26'))
  choose('source.fixAll.ishi', 'Fix all')
  becomes(bufnr, { 'B 1 B1', 'W 2 A1', '' })
end)

t.test('the lens writes the prisoners that are missing', function()
  local lines = { 'B 1 A1', 'W 2 A2', 'B 3 Q16', 'W 4 B1', 'PRISONER #1', 'B 5 T1', 'W 6 T2', 'B 7 Q3', 'W 8 S1' }
  local bufnr = t.attach(t.file('lens.ishi', table.concat(lines, '\n') .. '\n'))
  -- Neovim 0.12 asks for the lenses when one of them is to be run.
  if not vim.lsp.codelens.enable then
    vim.lsp.codelens.refresh({ bufnr = bufnr })
    t.wait(function()
      return vim.iter(vim.lsp.codelens.get(bufnr)):any(function(lens)
        return lens.command and lens.command.title == 'Insert 1 missing PRISONER line'
      end)
    end, 'the lens')
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local select = vim.ui.select
  vim.ui.select = function(items, opts, on_choice)
    for index, item in ipairs(items) do
      if opts.format_item(item):find('PRISONER', 1, true) then
        on_choice(item, index)
      end
    end
  end
  vim.lsp.codelens.run()
  becomes(bufnr, vim.list_extend(lines, { 'PRISONER #5' }))
  vim.ui.select = select
end)

-- The floating window that `open` brings has `words` in it.
local function shows(open, words)
  local before = vim.api.nvim_list_wins()
  open()
  local float
  t.wait(function()
    float = vim.tbl_filter(function(win)
      return not vim.tbl_contains(before, win)
    end, vim.api.nvim_list_wins())[1]
    return float
  end, 'the window')
  local text = table.concat(t.lines(vim.api.nvim_win_get_buf(float)), '\n')
  t.ok(text:find(words, 1, true), text)
  vim.api.nvim_win_close(float, true)
end

t.test('the syntax of the line is shown with its current field', function()
  t.attach(t.file('signature.ishi', 'DIAGRAM A1 \n'))
  vim.api.nvim_win_set_cursor(0, { 1, 11 })
  shows(vim.lsp.buf.signature_help, 'DIAGRAM')
end)

t.test('K in the indentation of a line is about its first word', function()
  t.attach(t.file('hover.ishi', GAME))
  go_to('W 2 C3')
  vim.cmd.normal('0')
  shows(vim.lsp.buf.hover, 'W 2 C3')
end)

t.test('where characters are twice as wide, hovers have a board in ASCII', function()
  local editor = t.editor()
  editor.lua(
    [[
    vim.opt.fillchars = { vert = '|', fold = '-', foldopen = '-', foldclose = '+', foldsep = '|' }
    vim.o.ambiwidth = 'double'
    require('ishi').setup()
    vim.cmd.edit(vim.fn.fnameescape(...))
  ]],
    t.file('wide.ishi', 'EVENT x\nB 1 Q16\n')
  )
  editor.becomes(
    true,
    [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
  )
  local text = editor.lua([[
    local client = vim.lsp.get_clients({ name = 'ishi' })[1]
    local position = { line = 1, character = 0 }
    local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = position }
    return client:request_sync('textDocument/hover', params, 60000, 0).result.contents.value
  ]])
  t.ok(text:find('# is Black', 1, true) and not text:find('┼', 1, true), text)
end)

t.test('events of all records of the folder are found', function()
  local path = t.file('one.ishi', 'EVENT Castle game\nBLACK Shusaku\nDATE 1846\n')
  t.write(vim.fs.dirname(path) .. '/ishi.toml', '')
  t.write(vim.fs.dirname(path) .. '/two.prb', 'REMARK\nEVENT League\nBLACK Ada\n')
  t.attach(path)
  local function entries()
    return vim.tbl_map(function(item)
      return { vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr)), item.lnum }
    end, vim.fn.getqflist())
  end
  vim.fn.setqflist({})
  t.wait(function()
    -- The folder is read in the background.
    vim.lsp.buf.workspace_symbol('league ada')
    t.idle(100)
    return #entries() > 0
  end, 'the event')
  t.equal(entries(), { { 'two.prb', 2 } })
  vim.cmd('cclose')
end)

-- An editor that a user types into, with a record open and its server there.
local function typing(text)
  local editor = t.editor()
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('typed.ishi', text))
  editor.becomes(
    true,
    [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
  )
  return editor
end

local LINES = [[return vim.api.nvim_buf_get_lines(0, 0, -1, false)]]
local OFFERED = [[return vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ 'items' }).items)]]

-- Waits until the menu offers a word.
local function offers(editor, word)
  t.wait(function()
    return editor.lua([[return vim.fn.pumvisible()]]) == 1 and vim.tbl_contains(editor.lua(OFFERED), word)
  end, 'an offer of ' .. word)
end

t.test('points are offered on demand, and one is taken', function()
  local editor = typing('EVENT x\nBOARDSIZE 9\nB 1 E5\n')
  editor.keys('GoW 2 <C-x><C-o>')
  offers(editor, 'D4')
  t.ok(not vim.tbl_contains(editor.lua(OFFERED), 'E5'), 'a point with a stone is offered')
  -- As Neovim has it, the first one stands in the text already.
  for number, word in ipairs(editor.lua(OFFERED)) do
    if word == 'D4' then
      editor.keys(('<C-n>'):rep(number - 1) .. '<C-y><Esc>')
    end
  end
  editor.becomes({ 'EVENT x', 'BOARDSIZE 9', 'B 1 E5', 'W 2 D4' }, LINES)
end)

t.test('completion comes up by itself as the help says, and a block comes with its end', function()
  if not (vim.lsp.completion or {}).enable then
    return
  end
  local editor = t.editor()
  -- The example of the help, word for word.
  local help = t.read(t.root .. '/editors/neovim/doc/ishi.txt')
  local snippet = t.ok(help:match('open automatically: >lua\n(.-)\n<'), 'the example')
  editor.lua(snippet)
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('typed.ishi', 'EVENT x\nBOARDSIZE 9\nB 1 E5\n'))
  editor.becomes(
    true,
    [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
  )
  editor.keys('GoW 2 ')
  offers(editor, 'D4')
  -- What begins a line comes on demand.
  editor.keys('D4<CR>CO')
  editor.becomes('CO', [[return vim.api.nvim_get_current_line()]])
  editor.keys('<C-x><C-o>')
  offers(editor, 'COM')
  t.equal(editor.lua(OFFERED), { 'COM' })
  editor.keys('<C-n><C-y>')
  editor.becomes({ 'EVENT x', 'BOARDSIZE 9', 'B 1 E5', 'W 2 D4', 'COM', '', 'ENDCOM' }, LINES)
  -- One writes the text, and not a title.
  editor.keys('calm')
  editor.becomes({ 'EVENT x', 'BOARDSIZE 9', 'B 1 E5', 'W 2 D4', 'COM', 'calm', 'ENDCOM' }, LINES)
end)

t.test('Enter writes bare locations as moves, also where Neovim does that by itself', function()
  for _, by_itself in ipairs(vim.lsp.on_type_formatting and { false, true } or { false }) do
    local editor = typing('EVENT x\nB 1 E5')
    if by_itself then
      editor.lua([[vim.lsp.on_type_formatting.enable()]])
    end
    editor.keys('God4<CR>')
    editor.becomes({ 'EVENT x', 'B 1 E5', 'W 2 D4', '' }, LINES)
    -- The cursor stays where it is, however many lines are written above it.
    editor.keys('c3 e4<CR>')
    editor.becomes({ 'EVENT x', 'B 1 E5', 'W 2 D4', 'B 3 C3', 'W 4 E4', '' }, LINES)
    editor.keys('var<CR>q4<CR>')
    editor.becomes({ 'EVENT x', 'B 1 E5', 'W 2 D4', 'B 3 C3', 'W 4 E4', 'var', '  W 4 Q4', '  ' }, LINES)
    -- What is typed in full stays as it is.
    editor.keys('b 5 c4<CR>pass<CR>')
    editor.becomes('  W 6 PASS', [[return vim.fn.getline(vim.fn.line('.') - 1)]])
    editor.keys('endvar')
    editor.becomes(
      { 'EVENT x', 'B 1 E5', 'W 2 D4', 'B 3 C3', 'W 4 E4', 'var', '  W 4 Q4', '  b 5 c4', '  W 6 PASS', 'endvar' },
      LINES
    )
  end
end)

t.test('a variation that is typed into the middle of a game is written as moves, at any speed', function()
  local want = {
    'EVENT x',
    'B 1 Q16',
    'W 2 D4',
    'VAR',
    '  W 2 O3',
    '  B 3 O2',
    '  W 4 N3',
    'ENDVAR',
    'B 3 Q3',
    'W 4 D16',
  }
  for _, pause in ipairs({ 0, 20, 150 }) do
    local editor = t.editor()
    local path = t.file('middle.ishi', 'EVENT x\nB 1 Q16\nW 2 D4\nB 3 Q3\nW 4 D16\n')
    editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...)); vim.fn.search('W 2')]], path)
    editor.becomes(
      true,
      [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
    )
    for key in ('oVAR\no3\no2\nn3\nENDVAR'):gmatch('.') do
      editor.keys(key)
      if pause > 0 then
        t.idle(pause)
      end
    end
    editor.keys('<CR>')
    -- The line that the last Enter began.
    local typed = vim.list_extend(vim.list_slice(want, 1, 8), { '' })
    vim.list_extend(typed, vim.list_slice(want, 9))
    editor.becomes(
      typed,
      [[
        local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
        for index, line in ipairs(lines) do
          lines[index] = line:match('^%s*$') and '' or line
        end
        return lines
      ]],
      ('%d ms a key'):format(pause)
    )
  end
end)

t.test('Enter writes nothing in comments, where the number is taken, and where that is not wanted', function()
  local lines = { 'EVENT x', 'B 1 E5', 'COM', 'd4', 'ENDCOM', 'USER', 'd4', 'ENDUSER', 'd4', 'W 2 Q4', '' }
  local editor = typing('EVENT x\nW 2 Q4')
  editor.keys('ggoB 1 E5<CR>COM<CR>d4<CR>ENDCOM<CR>USER<CR>d4<CR>ENDUSER<CR>d4<Esc>j')
  editor.becomes(vim.list_slice(lines, 1, 10), LINES)
  editor.keys('ko<Esc>')
  t.idle(300)
  editor.keys('dd')
  editor.becomes(vim.list_slice(lines, 1, 10), LINES)
  editor = typing('EVENT x\nB 1 E5')
  editor.lua([[require('ishi').setup({ write_moves = false })]])
  editor.keys('God4<CR>q4<CR>')
  t.idle(300)
  t.equal(editor.lua(LINES), { 'EVENT x', 'B 1 E5', 'd4', 'q4', '' })
end)

t.test('variations are indented as they are typed, and text is not', function()
  local editor = typing('EVENT x')
  editor.keys('oVAR<CR>B 1 D4<CR>VAR<CR>B 1 C3<CR>COM<CR>VAR<CR>text<CR>ENDCOM<CR>ENDVAR<CR>ENDVAR<CR>B 1 E5<Esc>')
  local typed = {
    'EVENT x',
    'VAR',
    '  B 1 D4',
    '  VAR',
    '    B 1 C3',
    '    COM',
    'VAR',
    'text',
    '    ENDCOM',
    '  ENDVAR',
    'ENDVAR',
    'B 1 E5',
  }
  editor.becomes(typed, LINES)
end)

t.test(
  'the text of a comment in a variation begins in the first column, and is on the board as it was typed',
  function()
    local editor = typing('EVENT x\nB 1 Q16\nW 2 D4')
    editor.keys('GoVAR<CR>w 2 q3<CR>COM<CR>Too slow.<CR>  1. first<CR>second<CR><CR>third<CR>ENDCOM<CR>b 3 d4<Esc>')
    local typed = {
      'EVENT x',
      'B 1 Q16',
      'W 2 D4',
      'VAR',
      '  w 2 q3',
      '  COM',
      'Too slow.',
      -- What a user indents goes on to be indented.
      '  1. first',
      '  second',
      '',
      '  third',
      '  ENDCOM',
      '  b 3 d4',
    }
    editor.becomes(typed, LINES)
    editor.becomes(
      'Too slow.\n  1. first\n  second\n\n  third',
      [[
      local client = vim.lsp.get_clients({ name = 'ishi' })[1]
      local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 6, character = 0 } }
      return client:request_sync('ishi/board', params, 60000, 0).result.comment
    ]]
    )
    -- The same after `o` and `O`, and user data.
    editor.keys('gg/Too slow<CR>Oabove<Esc>/third<CR>jo')
    editor.keys('var<CR>W 4 C3<CR>USER x<CR>data<CR>ENDUSER<CR>endvar<CR>endvar<CR>W 2 C4<Esc>')
    editor.becomes({
      'EVENT x',
      'B 1 Q16',
      'W 2 D4',
      'VAR',
      '  w 2 q3',
      '  COM',
      'above',
      'Too slow.',
      '  1. first',
      '  second',
      '',
      '  third',
      '  ENDCOM',
      '  var',
      '    W 4 C3',
      '    USER x',
      'data',
      '    ENDUSER',
      '  endvar',
      'endvar',
      'W 2 C4',
      '  b 3 d4',
    }, LINES)
    -- Text that is there already is not moved.
    local before = editor.lua(LINES)
    editor.keys('gg=G')
    before[#before] = 'b 3 d4'
    editor.becomes(before, LINES)
  end
)

t.test('ENDVAR comes below its VAR, whatever is between them', function()
  for _, between in ipairs({
    { 'W 2 Q3' },
    { 'W 2 Q3', 'COM', 'VAR', 'ENDVAR', 'ENDCOM' },
    { 'W 2 Q3', 'COM one', 'COM two', 'VAR', 'ENDCOM' },
    { 'W 2 Q3', '  B 3 C3', 'VAR', 'B 3 D4', 'ENDVAR', '', 'MARK #3' },
  }) do
    local editor = typing('EVENT x\nB 1 Q16\nW 2 D4\n    VAR\n')
    editor.keys('Go' .. table.concat(between, '<CR>') .. '<CR>ENDVAR<CR>B 3 Q5<Esc>')
    local last = [[return vim.api.nvim_buf_get_lines(0, -3, -1, false)]]
    editor.becomes({ '    ENDVAR', '    B 3 Q5' }, last)
  end
end)

-- Types after the last line, takes what is then proposed as `label` in the menu, and returns the line.
local function complete(text, typed, label, is_enabled)
  local editor = t.editor()
  editor.lua(
    [[
    vim.opt.completeopt = { 'menuone', 'noselect' }
    local enabled = ...
    vim.api.nvim_create_autocmd('LspAttach', {
      callback = function(args)
        if enabled then
          vim.lsp.completion.enable(true, args.data.client_id, args.buf, { autotrigger = enabled == 'auto' })
        end
      end,
    })
  ]],
    is_enabled
  )
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('typed.ishi', text))
  editor.becomes(
    true,
    [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
  )
  editor.keys('Go' .. typed)
  if is_enabled ~= 'auto' then
    editor.keys('<C-x><C-o>')
  end
  local items = [[return vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ 'items' }).items)]]
  t.wait(function()
    return editor.lua([[return vim.fn.pumvisible()]]) == 1 and vim.tbl_contains(editor.lua(items), label)
  end, 'an offer of ' .. label)
  for number, each in ipairs(editor.lua(items)) do
    if each == label then
      editor.keys(('<C-n>'):rep(number) .. '<C-y>')
    end
  end
  return editor
end

local PLAYERS = 'EVENT x\nBLACK Honinbo Shusaku\nEVENT y\n'
-- The text before, the typed text, the chosen proposal, and the resulting line.
local COMPLETED = {
  { PLAYERS, 'BLACK ', 'Honinbo Shusaku', 'BLACK Honinbo Shusaku' },
  { PLAYERS, 'BLACK hon', 'Honinbo Shusaku', 'BLACK Honinbo Shusaku' },
  { PLAYERS, 'BLACK Honinbo S', 'Honinbo Shusaku', 'BLACK Honinbo Shusaku' },
  { 'EVENT x\nB 1 Q16\n', 'W ', '2 P16', 'W 2 P16' },
  { 'EVENT x\nB 1 Q16\n', 'W P', '2 P16', 'W 2 P16' },
  { 'EVENT x\nB 1 Q16\n', 'W p1', '2 p16', 'W 2 p16' },
  { 'EVENT x\n', 'SETUP ', 'B Q16 D4', 'SETUP B Q16 D4' },
  { 'EVENT x\n', 'SETUP 2', 'B Q16 D4', 'SETUP B Q16 D4' },
  { 'EVENT x\n', 'RESULT black w', 'Black wins by resignation', 'RESULT Black wins by resignation' },
  { 'EVENT x\n', 'kom', 'komi', 'komi ' },
  { 'EVENT x\nBLACK $100 `ls` {a} \\t\nEVENT y\n', 'BLACK $', '$100 `ls` {a} \\t', 'BLACK $100 `ls` {a} \\t' },
}

-- By CTRL-X CTRL-O alone, and with completion enabled, which comes up by itself after a blank.
for _, way in ipairs({ false, true, 'auto' }) do
  t.test(('completion inserts all that it shows, enabled: %s'):format(way), function()
    for _, case in ipairs(COMPLETED) do
      local text, typed, label, want = unpack(case)
      -- Neovim 0.11 takes no more of a text with such characters than its first word.
      local is_odd = typed:find('$', 1, true) and vim.fn.has('nvim-0.12') == 0
      if (way ~= 'auto' or typed:find(' $')) and not is_odd then
        local editor = complete(text, typed, label, way or nil)
        editor.becomes(want, [[return vim.api.nvim_get_current_line()]], typed)
        -- The cursor is after it.
        editor.keys('!')
        editor.becomes(want .. '!', [[return vim.api.nvim_get_current_line()]], typed)
      end
    end
  end)
end

t.test('a selection grows from the word to the variation', function()
  if not vim.lsp.buf.selection_range then
    return
  end
  local editor = typing(GAME)
  editor.keys('/C3<CR>v')
  local last = 0
  for _ = 1, 3 do
    editor.lua([[vim.lsp.buf.selection_range(1)]])
    t.wait(function()
      local selected = #table.concat(
        editor.lua([[return vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), { type = vim.fn.mode() })]]),
        '\n'
      )
      local grown = selected > last
      last = math.max(last, selected)
      return grown
    end, 'a larger selection')
  end
end)
