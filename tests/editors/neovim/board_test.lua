-- `:IshiBoard` and the ways through a record, in an editor that gets real keys.
local t = require('harness')

local GAME = t.root .. '/examples/game.ishi'
local PROBLEMS = t.root .. '/examples/problem.prb'

-- The title of the window of the board, without the hint at the right.
local TITLE = [[
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(win) == vim.fn.bufnr('ishi://board') then
      return (vim.wo[win].winbar:gsub('^ %%<', ''):gsub(' %%=.*', ''))
    end
  end
  return 'none'
]]

-- The text of the board's window.
local TEXT = [[
  local bufnr = vim.fn.bufnr('ishi://board')
  return bufnr == -1 and {} or vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
]]

-- The line with the cursor in the record.
local LINE = [[
  local win = require('ishi.record').window()
  local row = vim.api.nvim_win_get_cursor(win)[1]
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), row - 1, row, false)[1]
]]

-- Opens a record and the board beside it, with the cursor on the first line that begins so.
local function open(path, start, columns, lines)
  local editor = t.editor(columns, lines)
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], path)
  editor.lua([[vim.fn.search('^\\s*' .. ...)]], start)
  editor.keys(':IshiBoard<CR>')
  t.wait(function()
    return editor.lua(TITLE):find(start, 1, true)
  end, 'the board of ' .. start)
  return editor
end

-- Returns the drawing by `ishi show` for a line of a file, as the window of the board shows it.
local function drawn(path, line)
  local code, stdout, stderr = t.ishi({ 'show', path, '--line', tostring(line) })
  t.equal(code, 0, stderr)
  local lines = vim.split(vim.trim(stdout:gsub('^[^\n]*\n\n', '.')), '\n')
  lines[1] = lines[1]:gsub('^%.', '')
  return vim.tbl_map(function(text)
    return text == '' and '' or ' ' .. text
  end, lines)
end

local function line_of(path, text)
  for number, line in ipairs(vim.split(t.read(path), '\r?\n')) do
    if vim.trim(line) == text then
      return number
    end
  end
  error(text .. ' is not in ' .. path)
end

-- Types keys one after the other, and waits for the line of the record that each leads to.
local function walk(editor, steps)
  for number, step in ipairs(steps) do
    editor.keys(step[1])
    editor.becomes(step[2], LINE, ('step %d, %s'):format(number, step[1]))
  end
end

t.test('the board opens beside the record, and looks like what `ishi show` draws', function()
  local editor = open(GAME, 'W 4 D16')
  -- The point of the next move has a sign; the words below the board are around it here.
  local rows = vim.list_slice(drawn(GAME, line_of(GAME, 'W 4 D16')), 1, 20)
  rows[4] = rows[4]:gsub('(17 ├' .. ('─┼'):rep(4) .. '─)┼', '%1•')
  local text = vim.list_extend({
    ' ● Ines Aubrac 4-dan',
    ' ○ Tomas Verhelst 4-dan',
    ' Black to play: 5 F17',
    ' White wins by 6 1/2 · komi 5 1/2 · Chinese',
    '',
  }, rows)
  editor.becomes(
    vim.list_extend(text, {
      '',
      ' 12 and 13 October 1991 · Harbour Go Club, upper room',
      '',
      ' Two star points for White; Black has a star point and a 3-4 point on the right.',
    }),
    TEXT
  )
  t.equal(editor.lua(TITLE), 'Harbour Cup, third round — W 4 D16')
  local state = editor.lua([[
    local bufnr = vim.fn.bufnr('ishi://board')
    local win = vim.fn.win_findbuf(bufnr)[1]
    local bo = vim.bo[bufnr]
    return {
      type = bo.buftype, listed = bo.buflisted, modifiable = bo.modifiable, name = vim.api.nvim_buf_get_name(bufnr),
      right = vim.api.nvim_win_get_position(win)[2] + vim.api.nvim_win_get_width(win) == vim.o.columns,
      width = vim.api.nvim_win_get_width(win), number = vim.wo[win].number, current = vim.bo.filetype,
    }
  ]])
  t.equal(state, {
    type = 'acwrite',
    listed = false,
    modifiable = false,
    name = 'ishi://board',
    right = true,
    width = 45,
    number = false,
    current = 'ishi',
  })
end)

t.test('the lens above an event opens its board, and leaves an open one open', function()
  local editor = t.editor()
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], PROBLEMS)
  editor.becomes(
    true,
    [[local client = vim.lsp.get_clients({ name = 'ishi' })[1]; return client and client.initialized]]
  )
  -- What |vim.lsp.codelens.run()| does with the lens that one chooses.
  local call = [[
    local client = vim.lsp.get_clients({ name = 'ishi' })[1]
    local function ask(method, params)
      return assert(client:request_sync(method, params, 60000, 0)).result
    end
    local lenses = ask('textDocument/codeLens', { textDocument = { uri = vim.uri_from_bufnr(0) } })
    local boards = vim.tbl_filter(function(command)
      return command.command == 'ishi.showBoard'
    end, vim.tbl_map(function(lens)
      return ask('codeLens/resolve', lens).command
    end, lenses))
    local command = boards[...] or boards[#boards]
    vim.lsp.commands[command.command](command)
    return #vim.api.nvim_tabpage_list_wins(0)
  ]]
  t.equal(editor.lua(call, 99), 2)
  local last = vim.tbl_filter(function(line)
    return vim.startswith(line, 'EVENT')
  end, vim.split(t.read(PROBLEMS), '\r?\n'))
  editor.becomes(last[#last], LINE)
  editor.becomes(last[#last]:gsub('EVENT%s+', '') .. ' — Before the first move', TITLE)
  t.equal(editor.lua(call, 1), 2)
  editor.becomes(last[1], LINE)
end)

t.test('the board follows the cursor', function()
  local editor = open(GAME, 'W 4 D16')
  editor.keys('/B 257<CR>')
  t.wait(function()
    return editor.lua(TITLE):find('B 257 pass', 1, true)
  end, 'the last position')
  -- The numbers on stones hide them, have their colors, and take no more room.
  t.wait(function()
    return table.concat(editor.lua(TEXT), '\n'):find('marks cover White stones at', 1, true)
  end, 'the words')
  t.equal(
    editor.lua([[
      local bufnr = vim.fn.bufnr('ishi://board')
      local groups = {}
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, -1, 0, -1, { details = true })) do
        local text = vim.api.nvim_buf_get_text(bufnr, mark[2], mark[3], mark[2], mark[4].end_col, {})[1]
        local is_on_board = not vim.tbl_contains({ 'ishiBoardCoordinate', 'ishiBoardComment' }, mark[4].hl_group)
        if is_on_board and text:find('%d') then
          groups[mark[4].hl_group] = true
        end
      end
      return groups
    ]]),
    { ishiBoardBlack = true, ishiBoardWhite = true }
  )
  local fits = [[return vim.api.nvim_win_get_width(vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]) <= 45]]
  t.equal(editor.lua(fits), true)
  editor.keys('gg')
  editor.becomes('Harbour Cup, third round — Before the first move', TITLE)
  -- The numbers on stones are gone, and the record has its room again.
  editor.becomes(true, fits)
end)

t.test('what the cursor is on stands in brackets, and the last move in parentheses', function()
  local path = t.file('focus.ishi', 'EVENT x\nBOARDSIZE 5\nB 1 C3\nW 2 D2\nMARK a@B4 #1\n')
  local editor = open(path, 'W 2 D2')
  local bracketed = [[
    local texts = {}
    for _, line in ipairs(vim.api.nvim_buf_get_lines(vim.fn.bufnr('ishi://board'), 0, -1, false)) do
      for text in line:gmatch('[%[(][^%])]+[%])]') do
        table.insert(texts, text)
      end
    end
    return texts
  ]]
  t.equal(editor.lua(bracketed), { '(○)' })
  editor.keys('/a@<CR>')
  editor.becomes({ '[a]', '(○)' }, bracketed)
  editor.keys('/#1<CR>')
  editor.becomes({ '[1●]', '(○)' }, bracketed)
  editor.keys('0')
  editor.becomes({ '(○)' }, bracketed)
end)

t.test('the board keeps up with typing, before the line is finished', function()
  local path = t.file('typed.ishi', 'EVENT Typed\nB 1 Q16\nW 2 D4\n')
  local editor = open(path, 'W 2 D4')
  editor.keys('GoB 3 Q3')
  editor.becomes('Typed — B 3 Q3', TITLE)
  t.equal(editor.lua([[return vim.fn.mode()]]), 'i')
  editor.keys('<BS>4')
  editor.becomes('Typed — B 3 Q4', TITLE)
  editor.keys('<Up>')
  editor.becomes('Typed — W 2 D4', TITLE)
  editor.keys('<Down>')
  editor.becomes('Typed — B 3 Q4', TITLE)
  -- A change elsewhere, with the cursor where it was.
  t.idle(100)
  editor.keys("<Cmd>call setline(1, 'EVENT Retitled')<CR>")
  editor.becomes('Retitled — B 3 Q4', TITLE)
  editor.keys('<Esc>')
  t.idle(100)
  editor.keys("<Cmd>call setline(1, 'EVENT Named again')<CR>")
  editor.becomes('Named again — B 3 Q4', TITLE)
  editor.keys(':undo 0<CR>G')
  editor.becomes('Typed — W 2 D4', TITLE)
end)

t.test('the keys of the board lead through a game', function()
  local editor = open(GAME, 'W 4 D16')
  editor.keys('<C-w>l')
  walk(editor, {
    { 'j', 'B 5 F17' },
    { 'k', 'W 4 D16' },
    { '<Down>', 'B 5 F17' },
    { '12j', 'B 17 F3' },
    { 'l', '  B 17 R14' },
    { 'j', '  W 18 F3' },
    { 'h', 'B 17 F3' },
    { 'j', 'W 18 C6' },
    { 'k', 'B 17 F3' },
    { ']', '  B 17 R14' },
    { '[', 'B 17 F3' },
    { 'l', '  B 17 R14' },
    { 'k', 'W 16 R10' },
    { 'G', 'B 257 PASS' },
    { '300k', 'REMARK A whole game with a long ko. The players are invented.' },
    { '999j', 'B 257 PASS' },
    { 'gg', 'REMARK A whole game with a long ko. The players are invented.' },
    { 'jjjjjjjjjjjj', 'W 12 R6' },
  })
  editor.becomes('Harbour Cup, third round — W 12 R6', TITLE)
  t.equal(editor.lua([[return vim.bo.filetype]]), 'ishiboard')
  editor.keys('<CR>')
  editor.becomes('ishi', [[return vim.bo.filetype]])
end)

t.test('the keys of the board lead through variations in variations', function()
  local editor = open(PROBLEMS, 'B 1 E2')
  editor.keys('<C-w>l')
  walk(editor, {
    { 'l', '  B 1 D2' },
    { 'j', '  W 2 E2' },
    { 'l', '    W 2 E1' },
    { 'j', '    B 3 E2' },
    { 'h', '  W 2 E2' },
    { 'h', 'B 1 E2' },
    { 'l', '  B 1 D2' },
    { '<Tab>', '  B 1 E1' },
    { '<S-Tab>', '  B 1 D2' },
    { '<Tab>', '  B 1 E1' },
    { '<Left>', 'B 1 E2' },
    { 'j', 'W 2 D2' },
    { '2]', '  W 2 PASS' },
    { 'G', '  B 11 E2' },
    { '[', '  W 2 E1' },
    { 'j', '  B 3 D2' },
    { '<Right>', '    B 3 F2' },
    { 'j', '    W 4 D2' },
    { 'h', '  B 3 D2' },
    { 'h', 'W 2 D2' },
    { 'G', 'B 3 E1' },
  })
end)

t.test('the cursor stays where there is nowhere to go, and the reason is shown', function()
  local editor = open(PROBLEMS, 'B 3 E1')
  local said = [[return vim.fn.execute('messages'):match('[^\n]*$')]]
  editor.lua([[
    local echo = vim.api.nvim_echo
    vim.api.nvim_echo = function(chunks, _, opts) echo(chunks, true, opts) end
  ]])
  for where, problem in pairs({
    next = 'ishi: this is the last move of its line',
    into = 'ishi: there is no variation on this move',
    out = 'ishi: not in a variation',
    ['next-variation'] = 'ishi: there is no further variation here',
  }) do
    editor.keys((':IshiGo %s<CR>'):format(where))
    editor.becomes(problem, said)
    t.equal(editor.lua(LINE), 'B 3 E1')
  end
end)

t.test('commands and mappings do the same in the record, with counts, and with a way back', function()
  local editor = open(PROBLEMS, 'B 1 E2')
  editor.lua([[
    vim.keymap.set('n', ']m', '<Plug>(ishi-next)')
    vim.keymap.set('n', '[m', '<Plug>(ishi-previous)')
  ]])
  walk(editor, {
    { '2]m', 'B 3 E1' },
    { '[m', 'W 2 D2' },
    { ':IshiGo next-variation<CR>', '  W 2 E1' },
    { '<C-o>', 'W 2 D2' },
    { ':2IshiGo next-variation<CR>', '  W 2 PASS' },
    { ':IshiGo last<CR>', '  B 11 E2' },
    -- On the line that begins a variation, the cursor is before its first move.
    { '/^  VAR<CR>', '  VAR' },
    { '?VAR x<CR>', 'VAR x' },
    { ']m', '  W 2 E1' },
    { '?VAR x<CR>', 'VAR x' },
    { ':IshiGo into<CR>', '  W 2 E1' },
    { '?VAR x<CR>', 'VAR x' },
    { ':IshiGo next-variation<CR>', '  W 2 PASS' },
    { '?VAR x<CR>', 'VAR x' },
    { ':IshiGo out<CR>', 'W 2 D2' },
  })
  t.equal(editor.lua([[return vim.fn.getcompletion('IshiGo prev', 'cmdline')]]), { 'previous', 'previous-variation' })
  t.equal(
    editor.lua([[
    local messages = {}
    vim.notify = function(message) table.insert(messages, message) end
    vim.cmd('IshiGo nowhere')
    return messages
  ]]),
    { 'ishi: the argument is one of next, previous, first, last, into, out, next-variation, previous-variation' }
  )
end)

t.test('diagrams are passed, and one goes back from them to their move', function()
  local path = t.root .. '/examples/joseki.ishi'
  local editor = open(path, 'B 6 C6')
  walk(editor, {
    { ':IshiGo next<CR>', 'W 7 D2' },
    { '?DIAGRAM A1 J9<CR>', 'DIAGRAM A1 J9' },
    { ':IshiGo previous<CR>', 'B 6 C6' },
    { '/DIAGRAM A1 J9<CR>', 'DIAGRAM A1 J9' },
    { ':IshiGo next<CR>', 'W 7 D2' },
  })
end)

t.test('of several records the board shows the one that one is in', function()
  local editor = open(GAME, 'W 4 D16')
  editor.lua([[vim.cmd('split ' .. vim.fn.fnameescape(...))]], PROBLEMS)
  editor.keys('/^B 1 E2<CR>')
  editor.becomes('Problem 1: the vital point — B 1 E2', TITLE)
  editor.keys('<C-w>j')
  editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
  -- From the board, the keys go to the record that one comes from.
  editor.keys('<C-w>bj')
  editor.becomes('Harbour Cup, third round — B 5 F17', TITLE)
  editor.keys('<C-w>t<C-w>bj')
  editor.becomes('Problem 1: the vital point — W 2 D2', TITLE)
  -- In one window, too, and with the cursor on the same line.
  editor.keys('<C-w>tgg')
  editor.becomes('Problem 1: the vital point — Before the first move', TITLE)
  editor.keys(':buffer game.ishi | 1<CR>')
  editor.becomes('Harbour Cup, third round — Before the first move', TITLE)
end)

t.test('each tab page has its own window', function()
  local editor = open(GAME, 'W 4 D16')
  editor.lua([[vim.cmd('tabedit ' .. vim.fn.fnameescape(...))]], PROBLEMS)
  t.equal(editor.lua(TITLE), 'none')
  editor.keys('/^B 1 E2<CR>:IshiBoard<CR>')
  editor.becomes('Problem 1: the vital point — B 1 E2', TITLE)
  editor.keys('gt')
  editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
  editor.keys('gt:IshiBoard<CR>')
  editor.becomes('none', TITLE)
  editor.keys('gt')
  editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
  editor.keys('j')
  t.equal(editor.lua([[return #vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))]]), 1)
end)

t.test('the board closes cleanly, however it is closed, and opens again', function()
  local editor = open(GAME, 'W 4 D16')
  for _, keys in ipairs({ ':IshiBoard<CR>', '<C-w>lq', '<C-w>l:q<CR>', '<C-w>o', ':lua require("ishi").board()<CR>' }) do
    editor.keys(keys)
    editor.becomes(
      { -1, 'ishi', 0, 1 },
      [[
      local ok, left = pcall(vim.api.nvim_get_autocmds, { group = 'ishi_board' })
      return { vim.fn.bufnr('ishi://board'), vim.bo.filetype, ok and #left or 0, vim.fn.winnr('$') }
    ]],
      keys
    )
    editor.keys(':IshiBoard<CR>')
    editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
  end
  t.equal(editor.lua([[return vim.v.errmsg]]), '')
end)

t.test('to quit the record is to quit', function()
  local editor = open(GAME, 'W 4 D16')
  editor.keys(':q<CR>')
  editor.ends()
end)

t.test('a record that goes leaves a board that says so', function()
  local editor = open(GAME, 'W 4 D16')
  editor.keys(':bwipeout<CR>')
  editor.becomes({ ' There is no record in this tab page.' }, TEXT)
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], PROBLEMS)
  editor.becomes('Problem 1: the vital point — Before the first move', TITLE)
  -- No other window is entered when a record is closed from the board.
  editor.keys(':new<CR><C-w>b')
  t.idle(100)
  editor.keys(':lua vim.api.nvim_win_close(require("ishi.record").window(), true)<CR>')
  editor.becomes({ ' There is no record in this tab page.' }, TEXT)
end)

t.test('there is no board without a record', function()
  local editor = t.editor()
  t.equal(
    editor.lua([[
    local messages = {}
    vim.notify = function(message) table.insert(messages, message) end
    vim.cmd.IshiBoard()
    return { messages, vim.fn.winnr('$') }
  ]]),
    { { 'ishi: there is no record in this tab page to show the board of.' }, 1 }
  )
end)

t.test('without a server the board says so, and appears when there is one', function()
  local editor = t.editor()
  editor.lua(
    [[
    vim.notify = function() end
    require('ishi').setup({ cmd = { '/no/such/ishi', 'lsp' } })
    vim.cmd.edit(vim.fn.fnameescape(...))
  ]],
    PROBLEMS
  )
  editor.keys(':IshiBoard<CR>')
  editor.becomes({ ' No language server is attached to this record. :IshiInfo says why.' }, TEXT)
  editor.lua([[require('ishi').setup({ cmd = { vim.env.ISHI, 'lsp' } })]])
  editor.becomes('Problem 1: the vital point — Before the first move', TITLE)
end)

t.test('a server that knows no boards is reported', function()
  local editor = t.editor()
  -- This server stands in for an older `ishi`, and answers unknown methods with an error, as LSP requires.
  editor.lua(
    [[
    vim.notify = function() end
    require('ishi').setup({ cmd = { '/no/such/ishi', 'lsp' } })
    vim.cmd.edit(vim.fn.fnameescape(...))
    vim.lsp.start({
      name = 'ishi',
      cmd = function()
        return {
          request = function(method, _, callback)
            local is_supported = method == 'initialize' or method == 'shutdown'
            local err = not is_supported and { code = -32601, message = 'Method not found' } or nil
            callback(err, is_supported and { capabilities = {} } or nil)
            return true, 1
          end,
          notify = function() end,
          is_closing = function() return false end,
          terminate = function() end,
        }
      end,
    })
  ]],
    PROBLEMS
  )
  editor.keys(':IshiBoard<CR>')
  editor.becomes({ ' The language server does not know the request ishi/board. A newer `ishi` does.' }, TEXT)
end)

t.test('an answer that comes too late is not shown', function()
  local editor = t.editor()
  -- This server stands in for one that is slow and answers out of order: the test decides when and what it answers.
  editor.lua(
    [[
    vim.notify = function() end
    require('ishi').setup({ cmd = { '/no/such/ishi', 'lsp' } })
    vim.cmd.edit(vim.fn.fnameescape(...))
    local requests = {}
    function _G.requested() return vim.tbl_keys(requests) end
    function _G.answer(line)
      requests[line](nil, {
        title = 'Line ' .. line, board = 'x\n', stones = { black = {}, white = {} }, headers = {},
        captures = { black = 0, white = 0 }, scene = { following = {} },
      })
    end
    vim.lsp.start({
      name = 'ishi',
      cmd = function()
        return {
          request = function(method, params, callback)
            if method == 'ishi/board' then
              requests[params.position.line + 1] = vim.schedule_wrap(callback)
            else
              callback(nil, { capabilities = {} })
            end
            return true, 1
          end,
          notify = function() return true end,
          is_closing = function() return false end,
          terminate = function() end,
        }
      end,
    })
  ]],
    PROBLEMS
  )
  editor.keys(':IshiBoard<CR>')
  editor.becomes({ 1 }, 'return requested()')
  editor.keys('j')
  editor.becomes({ 1, 2 }, 'return requested()')
  editor.lua('answer(2)')
  editor.becomes('Line 2', TITLE)
  editor.lua('answer(1)')
  t.idle(100)
  t.equal(editor.lua(TITLE), 'Line 2')
end)

t.test('? and g? show what the keys do, and hide it', function()
  for _, size in ipairs({ { 120, 40 }, { 80, 24 } }) do
    local editor = open(PROBLEMS, 'B 1 E2', unpack(size))
    local before = editor.lua(TEXT)
    editor.keys('<C-w>b')
    for _, keys in ipairs({ { '?', '?' }, { 'g?', 'g?' }, { '?', 'q' }, { '?', '<Esc>' } }) do
      editor.keys(keys[1])
      editor.becomes(' j <Down>   next move ', [[return vim.fn.getline(1)]])
      t.equal(editor.lua(TEXT), before)
      -- All of it is in view.
      t.equal(
        editor.lua([[
        local info = vim.fn.getwininfo(vim.api.nvim_get_current_win())[1]
        local widest = math.max(unpack(vim.tbl_map(vim.fn.strdisplaywidth, vim.fn.getline(1, '$'))))
        return info.height >= vim.fn.line('$') and info.width >= widest and info.winrow + info.height <= vim.o.lines
      ]]),
        true
      )
      local listed = editor.lua([[return table.concat(vim.fn.getline(1, '$'), '\n')]])
      for _, step in ipairs(require('ishi.walk').STEPS) do
        t.ok(listed:find(step.does, 1, true), step.does)
      end
      editor.keys(keys[2])
      editor.becomes('ishiboard', [[return vim.bo.filetype]])
    end
    t.equal(editor.lua([[return vim.v.errmsg]]), '')
  end
end)

-- The texts on the board that have a highlight group.
local function highlighted(editor, group)
  return editor.lua(
    [[
    local bufnr = vim.fn.bufnr('ishi://board')
    local texts = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, -1, 0, -1, { details = true })) do
      if mark[4].hl_group == ... then
        local row, column = mark[2], mark[3]
        table.insert(texts, vim.api.nvim_buf_get_text(bufnr, row, column, mark[4].end_row or row, mark[4].end_col, {})[1])
      end
    end
    return texts
  ]],
    group
  )
end

t.test('stones, the last move, marks and coordinates are highlighted, whatever the colors', function()
  local path =
    t.file('marks.ishi', 'EVENT x\nBOARDSIZE 5\nB 1 C3\nW 2 D3\nB 3 A1\nMARK #1 ab@B2 \\t@E5\nCOM\nSee \\t.\nENDCOM\n')
  local editor = open(path, 'B 3 A1')
  -- Those of the players come first.
  t.equal(highlighted(editor, 'ishiBoardBlack'), { '●', '●', '●' })
  t.equal(highlighted(editor, 'ishiBoardWhite'), { '○', '○' })
  t.equal(highlighted(editor, 'ishiBoardLast'), { '(●)' })
  t.equal(highlighted(editor, 'ishiBoardMark'), { '▲', '1', 'a', 'b' })
  t.equal(highlighted(editor, 'ishiBoardComment'), { 'See ▲.' })
  t.equal(#highlighted(editor, 'ishiBoardCoordinate'), 1 + 2 * 5)
  editor.keys('/ab@<CR>')
  t.wait(function()
    return vim.deep_equal(highlighted(editor, 'ishiBoardFocus'), { '[ab]' })
  end, 'the focus')

  for _, scheme in ipairs({ 'default', 'habamax', 'morning' }) do
    editor.lua([[vim.cmd.colorscheme(...)]], scheme)
    for _, group in ipairs({
      'Black',
      'White',
      'Lines',
      'Coordinate',
      'Mark',
      'Last',
      'Focus',
      'Comment',
      'Message',
      'Key',
    }) do
      local target =
        editor.lua([[return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.hlID(...)), 'name')]], 'ishiBoard' .. group)
      t.ok(target ~= '' and not target:find('ishiBoard'), scheme .. ' has nothing for ' .. group)
    end
  end
end)

t.test('lines of a comment are joined where they were full, and only there', function()
  local comment = {
    'A title',
    'The first paragraph is written in lines that are as long as the',
    'editor of its author made them, and they are joined to one line.',
    '',
    'Short line.',
    'Another short line.',
    '  An indented line is left as it stands, however long it may be.',
  }
  local path = t.file('comment.ishi', 'EVENT x\nB 1 C3\nCOM\n' .. table.concat(comment, '\n') .. '\nENDCOM\n')
  local editor = open(path, 'B 1 C3')
  local text = editor.lua(TEXT)
  t.equal(vim.list_slice(text, #text - 5), {
    ' A title',
    ' ' .. comment[2] .. ' ' .. comment[3],
    '',
    ' Short line.',
    ' Another short line.',
    ' ' .. comment[7],
  })
end)

t.test('a width that was chosen by hand stays, and a row of the board is never wrapped', function()
  local editor = open(GAME, 'W 4 D16')
  local width = [[
    local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]
    return { vim.api.nvim_win_get_width(win), vim.wo[win].wrap }
  ]]
  t.equal(editor.lua(width), { 45, true })
  editor.keys('<C-w>l:vertical resize 30<CR>j')
  editor.becomes('Harbour Cup, third round — B 5 F17', TITLE)
  editor.becomes({ 30, false }, width)
end)

-- The place of each window of the tab page, and its rows of text on the screen, by the name of its buffer.
local WINDOWS = [[
  vim.cmd.redraw()
  local windows = {}
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)))
    local info = vim.fn.getwininfo(win)[1]
    local row = info.winrow + info.winbar
    local text = {}
    for at = row, row + info.height - 1 do
      local line = {}
      for column = info.wincol, info.wincol + info.width - 1 do
        line[#line + 1] = vim.fn.screenstring(at, column)
      end
      text[#text + 1] = (table.concat(line):gsub('%s+$', ''))
    end
    windows[name] = { row = info.winrow, column = info.wincol, width = info.width, height = info.height, text = text }
  end
  return windows
]]

-- Whether the whole board of 19 lines is on the screen.
local function shows_all(board)
  for row, text in ipairs(board and board.text or {}) do
    if text:find('A B C D E F G H J K L M N O P Q R S T', 1, true) then
      return (board.text[row + 19] or ''):find('^%s+1 ') ~= nil
    end
  end
  return false
end

t.test('where nothing fits below the board, the words stand below the record', function()
  local editor = open(GAME, 'W 4 D16', 80, 24)
  local function windows()
    return editor.lua(WINDOWS)
  end
  t.wait(function()
    return windows().words
  end, 'the words')
  local shown = windows()
  t.ok(shows_all(shown.board), vim.inspect(shown.board))
  t.ok(shown.words.column == 1 and shown.words.row > shown['game.ishi'].row, vim.inspect(shown))
  local function words()
    return table.concat(windows().words.text, ' '):gsub('%s+', ' ')
  end
  t.ok(
    words():find('Two star points for White; Black has a star point and a 3-4 point on the right.', 1, true),
    words()
  )
  t.ok(windows()['game.ishi'].height >= 8, 'the record')
  -- They follow the cursor, and keys work in their window, too.
  editor.keys('/B 257<CR>')
  t.wait(function()
    return words():find(' captures', 1, true)
  end, 'the words of the last position')
  editor.keys('<C-w>j')
  editor.becomes('ishiboard', [[return vim.bo.filetype]])
  editor.keys('gg')
  editor.becomes('Harbour Cup, third round — Before the first move', TITLE)
  -- Who closes them does not get them again.
  editor.keys(':q<CR>')
  editor.becomes(2, [[return #vim.api.nvim_tabpage_list_wins(0)]])
  editor.keys('<C-w>tG')
  editor.becomes('Harbour Cup, third round — B 257 pass', TITLE)
  t.equal(editor.lua([[return #vim.api.nvim_tabpage_list_wins(0)]]), 2)
  -- With the board they go, however it is closed, and come again.
  for _, keys in ipairs({ ':IshiBoard<CR>', '<C-w>l:q<CR>', '<C-w>lq' }) do
    editor.keys(keys)
    local left = [[return { vim.fn.winnr('$'), vim.fn.bufnr('ishi://board'), vim.fn.bufnr('ishi://words') }]]
    editor.becomes({ 1, -1, -1 }, left, keys)
    editor.keys(':IshiBoard<CR>')
    editor.becomes(3, [[return vim.fn.winnr('$')]], keys)
  end
  editor.keys('<C-w>t:q<CR>')
  editor.ends()
end)

t.test('the board fits the screen again and again', function()
  local editor = open(GAME, 'W 4 D16', 120, 40)
  local function becomes(columns, lines, holds)
    editor.lua([[vim.o.columns, vim.o.lines = ...]], columns, lines)
    t.wait(function()
      return holds(editor.lua(WINDOWS))
    end, ('the board in %d columns and %d lines'):format(columns, lines))
  end
  local function beside(windows)
    return shows_all(windows.board) and windows.board.column > 18 and windows.board.width >= 44
  end
  for _ = 1, 2 do
    becomes(120, 40, function(windows)
      return beside(windows) and not windows.words and windows.board.width == 45
    end)
    becomes(80, 24, function(windows)
      return beside(windows) and windows.words and windows.words.height >= 3
    end)
    becomes(45, 50, function(windows)
      local below = windows.board.column == 1 and windows.board.row > windows['game.ishi'].row
      return shows_all(windows.board) and below and not windows.words
    end)
    becomes(45, 30, function(windows)
      return shows_all(windows.board) and table.concat(windows.board.text, '\n'):find('Two star points', 1, true)
    end)
    becomes(100, 32, beside)
    -- There is not enough room for all of it, but what matters is in view.
    becomes(45, 16, function(windows)
      return table.concat(windows.board.text, '\n'):find('(○)', 1, true) and windows['game.ishi'].height >= 3
    end)
    becomes(66, 24, beside)
  end
  t.equal(editor.lua([[return vim.v.errmsg]]), '')
end)

t.test('a single line that has no room below the board is shown as well', function()
  local editor = open(t.file('line.ishi', 'EVENT x\nB 1 Q16\nW 2 D4\n'), 'W 2 D4', 80, 24)
  t.wait(function()
    local words = editor.lua(WINDOWS).words
    return words and words.text[3] == ' Black to play'
  end, 'the line')
  t.ok(shows_all(editor.lua(WINDOWS).board))
end)

t.test('a board opened on a narrow screen is below the record', function()
  local editor = open(PROBLEMS, 'B 1 E2', 45, 30)
  local windows = editor.lua(WINDOWS)
  t.ok(windows.board.column == 1 and windows.board.row > windows['problem.prb'].row, vim.inspect(windows))
  editor.keys(':IshiBoard<CR>')
  editor.becomes('none', TITLE)
end)

t.test('where characters are twice as wide, the board is in ASCII', function()
  local path = t.file('wide.ishi', 'EVENT x\nBOARDSIZE 5\nB 1 C3\nW 2 D3\nMARK \\t@E5\nCOM\nSee \\t.\nENDCOM\n')
  local editor = open(path, 'W 2 D3')
  local unicode = editor.lua(TEXT)
  t.ok(unicode[6]:find('▲', 1, true), vim.inspect(unicode))
  -- By default Neovim draws the borders of windows with such characters, too.
  editor.keys(':set fillchars+=vert:\\|,fold:-,foldopen:-,foldclose:+,foldsep:\\| listchars= ambiwidth=double<CR>')
  editor.becomes({
    ' # Black',
    ' O White',
    ' Black to play',
    '',
    '    A B C D E',
    '  5 . . . . ^  5',
    '  4 . . . . .  4',
    '  3 . . #(O).  3',
    '  2 . . . . .  2',
    '  1 . . . . .  1',
    '',
    ' # is Black, O is White, ^ is a triangle',
    '',
    ' See ^.',
  }, TEXT)
  t.equal(highlighted(editor, 'ishiBoardBlack'), { '#', '#' })
  t.equal(highlighted(editor, 'ishiBoardWhite'), { 'O', 'O' })
  t.equal(highlighted(editor, 'ishiBoardLast'), { '(O)' })
  t.equal(highlighted(editor, 'ishiBoardMark'), { '^' })
  editor.keys(':set ambiwidth=single<CR>')
  editor.becomes(unicode, TEXT)
end)

t.test('black stones follow the background, unless somebody has chosen their color', function()
  local look = [[return vim.fn.execute('highlight ishiBoardBlack'):match('links to (%S+)')]]
  local editor = open(PROBLEMS, 'B 1 E2')
  for _ = 1, 2 do
    for background, link in pairs({ light = 'Statement', dark = 'Comment' }) do
      editor.keys((':set background=%s<CR>'):format(background))
      editor.becomes(link, look, background)
    end
  end
  editor.keys(':colorscheme habamax | set background=light<CR>')
  editor.becomes('Statement', look)
  editor.keys(':highlight! link ishiBoardBlack Title<CR>:set background=dark<CR>')
  editor.becomes('dark', [[return vim.o.background]])
  t.equal(editor.lua(look), 'Title')
end)

-- The whole record.
local RECORD =
  [[return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(require('ishi.record').window()), 0, -1, false)]]

t.test('each action on the board is one step to undo, and another one to redo', function()
  local texts = { { 'EVENT Steps', 'BOARDSIZE 9', 'B 1 E5' } }
  local editor = open(t.file('steps.ishi', table.concat(texts[1], '\n') .. '\n'), 'B 1 E5')
  editor.keys('<C-W>li')
  for number, step in ipairs({
    { 'j<CR>', 'W 2 E4' },
    { 'j<CR>', 'B 3 E3' },
    { 'kt', 'MARK \\t@E4' },
    { 'Ca word<Esc>:wq<CR>', 'COM', 'a word', 'ENDCOM' },
    { 'p', 'W 4 PASS' },
  }) do
    editor.keys(step[1])
    texts[number + 1] = vim.list_extend(vim.deepcopy(texts[number]), vim.list_slice(step, 2))
    editor.becomes(texts[number + 1], RECORD)
  end
  for number = #texts - 1, 1, -1 do
    editor.keys('u')
    editor.becomes(texts[number], RECORD)
  end
  for number = 2, #texts do
    editor.keys('<C-R>')
    editor.becomes(texts[number], RECORD)
  end
end)

t.test(':w in the window of the board writes the record', function()
  local path = t.file('written.ishi', 'EVENT Written\nBOARDSIZE 9\nB 1 E5\n')
  local editor = open(path, 'B 1 E5')
  editor.keys('<C-W>lij<CR>')
  editor.becomes('W 2 E4', LINE)
  editor.keys(':w<CR>')
  t.wait(function()
    return t.read(path) == 'EVENT Written\nBOARDSIZE 9\nB 1 E5\nW 2 E4\n'
  end, 'the record on the disk')
  editor.becomes(false, [[return vim.bo[vim.api.nvim_win_get_buf(require('ishi.record').window())].modified]])
  -- Another file that exists is not written over, unless that is wanted.
  local other = t.write(vim.fs.dirname(path) .. '/an other.ishi', 'EVENT Other\n')
  local problem = editor.lua([[return select(2, pcall(vim.cmd, 'write ' .. vim.fn.fnameescape(...)))]], other)
  t.ok(tostring(problem):find('E13', 1, true), problem)
  t.equal(t.read(other), 'EVENT Other\n')
  editor.lua([[vim.cmd('write! ' .. vim.fn.fnameescape(...))]], other)
  t.equal(t.read(other), t.read(path))
  t.equal(editor.lua([[return vim.api.nvim_buf_get_name(0)]]), 'ishi://board')
  -- A record that can't be written keeps its changes.
  editor.keys('p')
  editor.becomes('B 3 PASS', LINE)
  editor.lua([[vim.bo[vim.fn.bufnr(...)].readonly = true]], path)
  local refused = editor.lua([[return select(2, pcall(vim.cmd, 'write'))]])
  t.ok(tostring(refused):find('E45', 1, true), refused)
  t.equal(t.read(path), t.read(other))
  editor.keys(':wq!<CR>')
  t.wait(function()
    return t.read(path):find('B 3 PASS', 1, true)
  end, 'the last move on the disk')
  editor.becomes('none', TITLE)
end)

t.test('stones and marks are placed by keys and by the mouse, and all of it can be undone', function()
  local before = { 'EVENT Lesson', 'BOARDSIZE 9', 'B 1 E5', 'W 2 C3' }
  local path = t.file('placed.ishi', table.concat(before, '\n') .. '\n')
  local editor = open(path, 'W 2 C3')
  editor.keys('<C-W>li')
  -- It begins in the middle of the board.
  editor.keys('2l2k<CR>')
  editor.becomes('B 3 G7', LINE)
  editor.keys('2h')
  editor.keys('t')
  editor.becomes(vim.list_extend(vim.deepcopy(before), { 'B 3 G7', 'MARK \\t@E7' }), RECORD)
  editor.keys('ja')
  editor.becomes(vim.list_extend(vim.deepcopy(before), { 'B 3 G7', 'MARK \\t@E7 a@E6' }), RECORD)
  editor.keys('CBlack is fine.<Esc>:wq<CR>')
  local commented =
    vim.list_extend(vim.deepcopy(before), { 'B 3 G7', 'MARK \\t@E7 a@E6', 'COM', 'Black is fine.', 'ENDCOM' })
  editor.becomes(commented, RECORD)
  -- A stone stands there.
  editor.keys('j<CR>')
  t.wait(function()
    return table.concat(editor.lua(TEXT), '\n'):find('E5 is taken', 1, true)
  end, 'the reason')
  t.equal(editor.lua(RECORD), commented)
  editor.keys('p')
  editor.becomes('W 4 PASS', LINE)
  for _ = 1, 5 do
    editor.keys('u')
  end
  editor.becomes(before, RECORD)
  -- The keys walk again.
  editor.keys('<Esc>k')
  editor.becomes('B 1 E5', LINE)
  -- A click goes to a point, which Enter then takes.
  editor.keys('j')
  editor.becomes('W 2 C3', LINE)
  editor.lua([[
    local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]
    local row, column = unpack(vim.api.nvim_win_get_position(win))
    -- The title takes a row; then come the players and a blank row, the letters, and the rows from the top.
    for _, action in ipairs({ 'press', 'release' }) do
      vim.api.nvim_input_mouse('left', action, '', 0, row + 1 + 4 + 9, column + 4 + 2 * 2)
    end
  ]])
  editor.becomes(true, [[return vim.wo.winbar:find('placing', 1, true) ~= nil]])
  editor.keys('<CR>')
  editor.becomes('B 3 C1', LINE)
end)

t.test('stones are placed on the board, whatever a player is called', function()
  local path = t.file('named.ishi', 'EVENT x\nWHITE A B\nBOARDSIZE 9\nB 1 E5\n')
  local editor = open(path, 'B 1 E5')
  editor.keys(':set fillchars+=vert:\\|,fold:-,foldopen:-,foldclose:+,foldsep:\\| listchars= ambiwidth=double<CR>')
  editor.becomes(' O A B', [[return vim.fn.getbufline('ishi://board', 2)[1] ]])
  editor.keys('<C-W>li2l2k<CR>')
  editor.becomes('W 2 G7', LINE)
end)

-- Whether the current window is that of the board, and its keys place stones.
local IS_PLACING = [[return vim.wo.winbar:find('placing ', 1, true) ~= nil]]

-- A record with the board beside it, whose keys place stones.
local function placing(text, columns, lines)
  local editor = t.editor(columns, lines)
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('placing.ishi', text))
  editor.keys('G:IshiBoard<CR>')
  t.wait(function()
    return #editor.lua(TEXT) > 9
  end, 'the board')
  editor.lua([[vim.api.nvim_set_current_win(vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1])]])
  editor.keys('i')
  editor.becomes(true, IS_PLACING)
  return editor
end

-- The words on the screen, whatever rows they are in.
local function on_screen(editor)
  local texts = {}
  for _, window in pairs(editor.lua(WINDOWS)) do
    texts[#texts + 1] = table.concat(window.text, ' ')
  end
  return (table.concat(texts, '\n'):gsub('%s+', ' '))
end

-- Keys that are refused: the record, the keys, and the reason.
local REFUSED = {
  { 'EVENT x\nBOARDSIZE 9\nB 1 E5\n', '<CR>', 'E5 is taken' },
  { 'EVENT x\nBOARDSIZE 9\nB 1 E4\n', 'eabc<CR>', 'one or two characters' },
  { 'EVENT x\nBOARDSIZE 9\nCOM\nB 1 E4\n', '<CR>', 'line 3' },
  { 'EVENT x\nBOARDSIZE 9\nB 1 E4\n', 'V', 'variation' },
  { 'EVENT x\nBOARDSIZE 9\nB 1 E4\n', 'b', 'set up' },
}

t.test('what can not be done is refused in words that are in view, and nothing is lost', function()
  for _, size in ipairs({ { 120, 40 }, { 80, 24 }, { 45, 24 } }) do
    for _, case in ipairs(REFUSED) do
      local text, keys, reason = unpack(case)
      local editor = placing(text, unpack(size))
      editor.keys(keys)
      t.wait(function()
        return on_screen(editor):lower():find(reason:lower(), 1, true)
      end, ('%s in %d columns: %s'):format(keys, size[1], vim.inspect(editor.lua(TEXT))))
      t.equal(table.concat(editor.lua(RECORD), '\n') .. '\n', text)
      -- No message waits for a key, and the words go when the cursor of the record does.
      t.equal(editor.lua([[return vim.api.nvim_get_mode().mode]]), 'n')
      editor.keys('<C-W>tgg')
      t.wait(function()
        return not on_screen(editor):lower():find(reason:lower(), 1, true)
      end, 'the reason to go')
      t.equal(editor.lua([[return vim.v.errmsg]]), '')
    end
  end
end)

t.test('a comment is written in a window, which stays when the text is refused', function()
  for _, size in ipairs({ { 120, 40 }, { 80, 24 }, { 45, 24 } }) do
    local before = { 'EVENT x', 'BOARDSIZE 9', 'B 1 E5', 'COM', 'One.', 'Two.', 'ENDCOM', 'W 2 C3' }
    local editor = placing(table.concat(before, '\n') .. '\n', unpack(size))
    editor.keys('<C-P>C')
    local text = [[return { vim.bo.filetype, vim.api.nvim_buf_get_lines(0, 0, -1, false) }]]
    editor.becomes({ 'ishicomment', { 'One.', 'Two.' } }, text)
    -- The keys for text are those of Insert mode at once.
    editor.keys('<CR>ENDCOM<Esc>:w<CR>')
    t.wait(function()
      return on_screen(editor):find("a comment can't hold this text", 1, true)
    end, 'the reason')
    editor.becomes({ 'ishicomment', { 'One.', 'Two.', 'ENDCOM' } }, text)
    t.equal(editor.lua(RECORD), before)
    editor.keys('ccThree.<Esc>:wq<CR>')
    local after = vim.list_extend(vim.list_slice(before, 1, 6), { 'Three.', 'ENDCOM', 'W 2 C3' })
    editor.becomes(after, RECORD)
    editor.becomes('ishiboard', [[return vim.bo.filetype]])
    -- Without a word there is no comment, and what is not written changes nothing.
    editor.keys('C')
    editor.becomes('ishicomment', [[return vim.bo.filetype]])
    editor.keys('<Esc>ggdG:q!<CR>')
    editor.becomes('ishiboard', [[return vim.bo.filetype]])
    t.equal(editor.lua(RECORD), after)
    editor.keys('C<Esc>ggdGZZ')
    editor.becomes({ 'EVENT x', 'BOARDSIZE 9', 'B 1 E5', 'W 2 C3' }, RECORD)
    t.equal(editor.lua([[return vim.v.errmsg]]), '')
  end
end)

t.test('all keys that place are in the list of keys', function()
  local editor = placing('EVENT x\nBOARDSIZE 9\nB 1 E4\n')
  editor.keys('g?')
  editor.becomes(' h j k l    to another point ', [[return vim.fn.getline(1)]])
  local listed = {}
  for _, row in ipairs(editor.lua([[return vim.fn.getline(1, '$')]])) do
    for key in row:sub(1, 10):gmatch('%S+') do
      listed[key:gsub('^%^', '<C-') .. (key:find('^%^') and '>' or '')] = true
    end
  end
  -- Those that walk as well are listed there, and others are another name for a key.
  editor.keys('q')
  editor.becomes('ishiboard', [[return vim.bo.filetype]])
  for _, key in ipairs({ 'j', 'k', 'gg', 'G', 'h', 'l', ']', '[', 'i', '?', 'g?', 'q', 'T' }) do
    listed[key] = true
  end
  for _, map in
    ipairs(editor.lua([[
    return vim.tbl_map(function(map)
      return map.lhs
    end, vim.api.nvim_buf_get_keymap(0, 'n'))
  ]]))
  do
    local is_other_name = vim.tbl_contains(
      { '<Up>', '<Down>', '<Left>', '<Right>', '<Home>', '<End>', '<Tab>', '<S-Tab>', '<LeftRelease>' },
      map
    )
    t.ok(is_other_name or listed[map] or listed[map:gsub('^<lt>', '<')], map .. ' is not listed')
  end
end)

t.test('of several records the one is changed that one comes from', function()
  for _, window in ipairs({ 't', 'j' }) do
    local editor = placing('EVENT x\nBOARDSIZE 9\nB 1 E4\nW 2 C3\n')
    local path = t.file('other.ishi', 'EVENT y\nBOARDSIZE 9\nB 1 F4\nW 2 C4\n')
    editor.keys('<Esc>')
    editor.becomes(false, IS_PLACING)
    editor.lua(
      [[
      vim.api.nvim_set_current_win(require('ishi.record').window())
      vim.cmd('belowright split ' .. vim.fn.fnameescape(...))
    ]],
      path
    )
    editor.keys('<C-W>t<C-W>' .. window .. '3G<C-W>bi')
    local name = window == 't' and 'placing.ishi' or 'other.ishi'
    local number = window == 't' and 'E4' or 'F4'
    editor.becomes(true, IS_PLACING)
    editor.keys('COne.<Esc>:wq<CR><C-N>CTwo.<Esc>:wq<CR>')
    t.wait(function()
      local lines = editor.lua([[return vim.fn.getbufline(..., 1, '$')]], name)
      return vim.deep_equal(vim.list_slice(lines, 3), {
        'B 1 ' .. number,
        'COM',
        'One.',
        'ENDCOM',
        'W 2 ' .. (window == 't' and 'C3' or 'C4'),
        'COM',
        'Two.',
        'ENDCOM',
      })
    end, 'the comments in ' .. name)
  end
end)

t.test('keys that come faster than the server answers are worked on in their order', function()
  local editor = placing('EVENT x\nBOARDSIZE 9\n')
  -- The point of the last move but one is taken when Enter comes to it.
  editor.keys('<CR>l<CR>tCGood.<Esc>:wq<CR>l<CR><C-P>h<CR>p')
  editor.becomes({
    'EVENT x',
    'BOARDSIZE 9',
    'B 1 E5',
    'W 2 F5',
    'MARK \\t@F5',
    'COM',
    'Good.',
    'ENDCOM',
    'B 3 G5',
    'VAR',
    '  B 3 PASS',
    'ENDVAR',
  }, RECORD)
end)

-- The place and size of the window of the board, and whether it floats.
local WINDOW = [[
  vim.cmd.redraw()
  local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]
  local row, column = unpack(vim.api.nvim_win_get_position(win))
  local width, height = vim.api.nvim_win_get_width(win), vim.api.nvim_win_get_height(win)
  local text = vim.api.nvim_win_get_position(require('ishi.record').window())
  local floats = vim.api.nvim_win_get_config(win).relative ~= ''
  local border = floats and 2 or 0
  return {
    floats = floats,
    is_first = row < text[1] or column < text[2],
    is_beside = row == text[1],
    right = column + width + border,
    bottom = row + height + border,
    width = width,
    height = height,
  }
]]

-- Opens the example game with an option for the board's window.
local function open_with(options, columns, lines)
  local editor = t.editor(columns, lines)
  editor.lua([[require('ishi').setup({ board = ... })]], options)
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], GAME)
  editor.keys('/^W 4 D16<CR>:IshiBoard<CR>')
  editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
  return editor
end

t.test('the board opens where and as large as it is wanted', function()
  local COMMENT = 'Two star points for White; Black has a star point and a 3-4 point on the right.'
  local places = {
    right = { is_first = false, is_beside = true },
    left = { is_first = true, is_beside = true },
    above = { is_first = true, is_beside = false },
    below = { is_first = false, is_beside = false },
  }
  for place, want in pairs(places) do
    local editor = open_with({ place = place }, 120, 50)
    local got = editor.lua(WINDOW)
    t.equal({ got.floats, got.is_first, got.is_beside }, { false, want.is_first, want.is_beside }, place)
    t.ok(shows_all(editor.lua(WINDOWS).board), place)
    t.ok(on_screen(editor):find(COMMENT, 1, true), place)
  end
  t.equal(open_with({ width = 60 }).lua(WINDOW).width, 60)
  t.equal(open_with({ place = 'left', width = 0.5 }).lua(WINDOW).width, 60)
  t.equal(open_with({ place = 'above', height = 0.5 }, 120, 50).lua(WINDOW).height, 25)
end)

t.test(
  'the board floats where there is room for it and its comment, and is beside or below the record elsewhere',
  function()
    local editor = open_with({ place = 'float' }, 120, 40)
    local function becomes(columns, lines, holds)
      editor.lua([[vim.o.columns, vim.o.lines = ...]], columns, lines)
      t.wait(function()
        return holds(editor.lua(WINDOW))
      end, ('the board in %d columns and %d lines: %s'):format(columns, lines, vim.inspect(editor.lua(WINDOW))))
      t.ok(on_screen(editor):find('Two star points for White', 1, true), ('the comment in %d columns'):format(columns))
    end
    for _ = 1, 2 do
      becomes(120, 40, function(window)
        return window.floats and window.right == 120 and window.width == 45 and window.height >= 24
      end)
      becomes(64, 30, function(window)
        return window.floats and window.right == 64 and window.bottom <= 29
      end)
      becomes(80, 24, function(window)
        return not window.floats and window.is_beside and not window.is_first
      end)
      becomes(45, 50, function(window)
        return not window.floats and not window.is_beside and not window.is_first
      end)
    end
    -- It follows, takes keys, and closes like any other.
    becomes(120, 40, function(window)
      return window.floats
    end)
    editor.lua([[
      local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]
      local row, column = unpack(vim.api.nvim_win_get_position(win))
      -- The border and the title take a row each, and the players with a blank row five; F17 is in the third row and the
      -- sixth column.
      for _, action in ipairs({ 'press', 'release' }) do
        vim.api.nvim_input_mouse('left', action, '', 0, row + 2 + 5 + 3, column + 1 + 4 + 2 * 5)
      end
    ]])
    editor.becomes(true, IS_PLACING)
    editor.keys('<CR>')
    editor.becomes('Harbour Cup, third round — B 5 F17', TITLE)
    editor.keys('<Esc>k')
    editor.becomes('Harbour Cup, third round — W 4 D16', TITLE)
    editor.keys('j')
    editor.becomes('Harbour Cup, third round — B 5 F17', TITLE)
    editor.keys('q')
    editor.becomes('none', TITLE)
    editor.keys(':IshiBoard<CR>')
    editor.becomes('Harbour Cup, third round — B 5 F17', TITLE)
    t.equal(editor.lua([[return vim.v.errmsg]]), '')
    editor.keys(':q<CR>')
    editor.ends()
  end
)

t.test('on a narrow and low screen the comment stays in view, with a part of the board', function()
  local editor = open_with({}, 45, 24)
  local function shows(words)
    t.wait(function()
      return on_screen(editor):find(words, 1, true)
    end, words)
  end
  shows('Two star points for White')
  local windows = editor.lua(WINDOWS)
  t.ok(table.concat(windows.board.text, '\n'):find('(○)', 1, true), 'the last move')
  t.ok(windows['game.ishi'].height >= 3, 'the record')
  -- The players come before it: right below the board, or first in the window of the words.
  local names = ' ● Ines Aubrac 4-dan  ○ Tomas Verhelst 4-dan'
  t.equal(windows.words.text[1], names)
  for _, place in ipairs({ 'above', 'below' }) do
    editor = open_with({ place = place }, 45, 30)
    shows('Two star points for White')
    local text = editor.lua(WINDOWS).board.text
    t.ok(text[20]:find('^%s+1 '), vim.inspect(text))
    t.equal(text[21], names)
    t.equal(highlighted(editor, 'ishiBoardWhite'), { '○', '○', '○' })
  end
  -- Where a row is too short for both, each has one.
  local long = 'EVENT x\nBLACK Christopher Montgomery 7-dan\nWHITE Bartholomew Smith\nB 1 Q16\nCOM\nHello.\nENDCOM\n'
  editor = open(t.file('long.ishi', long), 'B 1', 45, 30)
  shows('Hello.')
  t.equal(
    vim.list_slice(editor.lua(WINDOWS).board.text, 21),
    { ' ● Christopher Montgomery 7-dan', ' ○ Bartholomew Smith', ' Hello.' }
  )
  -- However much else there is to be said.
  for _, size in ipairs({ { 80, 24 }, { 45, 24 }, { 100, 27 } }) do
    editor = t.editor(unpack(size))
    editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.root .. '/tests/editors/game.ishi')
    editor.keys('/D13<CR>:IshiBoard<CR>')
    shows("Black can slide to 'a' or press at 'b'.")
    shows('The slide settles the stones at once.')
  end
end)

t.test('the board walks and writes in an SGF file, where many moves stand in one line', function()
  local text = '(;FF[4]GN[One]SZ[9]C[né];B[cc];W[gg](;B[gc];W[cg])(;B[ee]))'
  local editor = t.editor()
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('line.sgf', text .. '\n'))
  editor.keys('/cc<CR>:IshiBoard<CR>')
  editor.becomes('One — B 1 C7', TITLE)
  editor.lua([[vim.api.nvim_set_current_win(vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1])]])
  local function at(keys, move)
    editor.keys(keys)
    editor.becomes('One — ' .. move, TITLE)
  end
  at('j', 'W 2 G3')
  at('j', 'B 3 G7')
  at(']', 'B 3 E5')
  at('h', 'B 3 G7')
  at('k', 'W 2 G3')
  at('G', 'W 4 C3')
  at('i<CR>', 'B 5 E5')
  editor.becomes((text:gsub('W%[cg%]', '%0;B[ee]')), LINE)
  at('l<CR>', 'W 6 F5')
  editor.keys('t')
  editor.becomes((text:gsub('W%[cg%]', '%0;B[ee];W[fe]TR[fe]')), LINE)
  at('<C-P>', 'B 5 E5')
  editor.keys('C')
  editor.becomes('ishicomment', [[return vim.bo.filetype]])
  editor.keys('Close<Esc>:wq<CR>')
  editor.becomes((text:gsub('W%[cg%]', '%0;B[ee]C[Close];W[fe]TR[fe]')), LINE)
  editor.keys('uuuu')
  editor.becomes(text, LINE)
end)

t.test('without a board the window says why', function()
  local editor = t.editor()
  local text = '(;FF[4]GM[1]SZ[13:9]PB[Ann]PW[Bob];B[ma])'
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], t.file('oblong.sgf', text .. '\n'))
  editor.keys('/ma<CR>:IshiBoard<CR>')
  t.wait(function()
    local shown = table.concat(editor.lua(TEXT), ' '):gsub('%s+', ' ')
    return shown:find('Ann – Bob. There is no board for this game: its board is not square', 1, true)
  end, 'the reason')
end)
