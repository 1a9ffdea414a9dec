-- The words around the board and the signs on it: players, next moves, wood; and the tree of moves.
local t = require('harness')

local GAME = t.root .. '/examples/game.ishi'
local PROBLEMS = t.root .. '/examples/problem.prb'

-- The line with the cursor in the record.
local LINE = [[
  local win = require('ishi.record').window()
  local row = vim.api.nvim_win_get_cursor(win)[1]
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), row - 1, row, false)[1]
]]

-- The text of the board's window.
local BOARD = [[
  local bufnr = vim.fn.bufnr('ishi://board')
  return bufnr == -1 and {} or vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
]]

-- The rows of the screen.
local SCREEN = [[
  vim.cmd.redraw()
  local rows = {}
  for row = 1, vim.o.lines do
    local line = {}
    for column = 1, vim.o.columns do
      line[column] = vim.fn.screenstring(row, column)
    end
    rows[row] = table.concat(line)
  end
  return table.concat(rows, '\n')
]]

-- Opens a record with the cursor on the first line that begins so, and runs a command there.
local function open(path, start, command, columns, lines, before)
  local editor = t.editor(columns, lines)
  editor.lua(before or '')
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], path)
  editor.lua([[vim.fn.search('^\\s*' .. ...)]], start)
  editor.keys((':%s<CR>'):format(command))
  return editor
end

local function shows(editor, text)
  t.wait(function()
    return editor.lua(SCREEN):find(text, 1, true)
  end, ('%s on the screen:\n%s'):format(text, editor.lua(SCREEN)))
end

t.test('in 80 columns and 24 rows nothing of the board and of what is around it is cut off', function()
  for _, width in ipairs({ 'single', 'double' }) do
    local signs = width == 'single' and { '●', '○', ' · ' } or { '#', 'O', ', ' }
    for _, background in ipairs({ 'light', 'dark' }) do
      local set = ([[
        vim.opt.fillchars:append({ vert = '|', fold = '-', foldopen = '-', foldclose = '+', foldsep = '|' })
        vim.opt.listchars = {}
        vim.o.ambiwidth, vim.o.background = '%s', '%s'
      ]]):format(width, background)
      local editor = open(GAME, 'W 4 D16', 'IshiBoard', 80, 24, set)
      shows(editor, 'Harbour Cup, third round — W 4 D16')
      shows(editor, signs[1] .. ' Ines Aubrac 4-dan')
      shows(editor, signs[2] .. ' Tomas Verhelst 4-dan')
      shows(editor, 'Black to play: 5 F17')
      shows(editor, 'White wins by 6 1/2' .. signs[3] .. 'komi 5 1/2')
      shows(editor, 'Chinese')
      shows(editor, ' A B C D E F G H J K L M N O P Q R S T')
      for row = 1, 19 do
        t.ok(
          editor.lua(SCREEN):find(('%%f[%%d]%d[ %%(][^\n]*%%f[%%d]%d '):format(row, row)),
          ('row %d:\n%s'):format(row, editor.lua(SCREEN))
        )
      end
    end
  end
end)

t.test('the captures, the moves of variations and a pass are around the board', function()
  local text = 'EVENT x\nBLACK Ada 3-dan\nWHITE Ben\nBOARDSIZE 5\nB 1 B1\nW 2 A1\nB 3 A2\nW 4 D4\n'
    .. 'VAR a\n  W 4 E5\nENDVAR\nVAR b\n  W 4 PASS\nENDVAR\nB 5 PASS\n'
  local editor = open(t.file('around.ishi', text), 'B 3 A2', 'IshiBoard')
  editor.becomes({
    ' ● Ada 3-dan · 1 capture',
    ' ○ Ben',
    ' White to play: 4 D4 · a E5 · b pass',
    '',
    '    A B C D E',
    '  5 ┌─┬─┬─┬─◦  5',
    '  4 ├─┼─┼─◦─┤  4',
    '  3 ├─┼─╬─┼─┤  3',
    '  2(●)┼─┼─┼─┤  2',
    '  1 └─●─┴─┴─┘  1',
  }, BOARD)
  local groups = [[
    local rows = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('ishi://board'), -1, 0, -1, { details = true })) do
      local group = mark[4].hl_group
      if group == 'ishiBoardNext' or group == 'ishiBoardVariation' then
        rows[group] = mark[2]
      end
    end
    return rows
  ]]
  t.equal(editor.lua(groups), { ishiBoardNext = 6, ishiBoardVariation = 5 })
  editor.keys('j')
  t.wait(function()
    return editor.lua(BOARD)[3] == ' Black to play: 5 pass'
  end, 'the pass')
  t.equal(editor.lua(groups), {})
end)

t.test('with true color the board is of wood with black and white stones, unless it is not wanted', function()
  local path = t.file('wood.ishi', 'EVENT x\nBOARDSIZE 5\nB 1 C3\nW 2 D3\nMARK a@A1\nB 3 B5\n')
  -- The sign on the screen and its colors, for each sign of a row of the board, or none where the row has no colors.
  local look = [[
    vim.cmd.redraw()
    local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1]
    local line
    for number, text in ipairs(vim.api.nvim_buf_get_lines(vim.fn.bufnr('ishi://board'), 0, -1, false)) do
      line = text:find('^%s+3 ') and number or line
    end
    local at = vim.fn.screenpos(win, line, 1)
    local signs = {}
    for column = at.col, at.col + vim.api.nvim_win_get_width(win) - 1 do
      local sign = vim.fn.screenstring(at.row, column)
      if sign == '●' or sign == '○' then
        signs[#signs + 1] = sign
      end
    end
    local colors = {}
    for _, mark in ipairs(
      vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('ishi://board'), -1, { line - 1, 0 }, { line - 1, -1 }, { details = true })
    ) do
      local group = mark[4].hl_group
      if group:find('Black$') or group:find('White$') then
        local hl = vim.api.nvim_get_hl_by_name(group, true)
        colors[#colors + 1] = group:find('^ishiWood') and ('%06x'):format(hl.foreground) or group
      elseif group == 'ishiWood' then
        colors[#colors + 1] = ('on %06x'):format(vim.api.nvim_get_hl_by_name(group, true).background)
      end
    end
    return { table.concat(signs), unpack(colors) }
  ]]
  local wood = { '●●', 'on c0965a', '000000', 'ffffff' }
  local plain = { '●○', 'ishiBoardBlack', 'ishiBoardWhite' }
  for _, background in ipairs({ 'light', 'dark' }) do
    local editor = open(path, 'W 2 D3', 'IshiBoard', 120, 40, ([[vim.o.background = '%s']]):format(background))
    shows(editor, 'Black to play: 3 B5')
    editor.lua([[vim.o.termguicolors = false]])
    editor.becomes(plain, look)
    editor.keys(':set termguicolors<CR>')
    editor.becomes(wood, look)
    editor.keys(':colorscheme habamax<CR>')
    editor.becomes(wood, look)
    -- The text is the same, and is what is copied.
    t.ok(table.concat(editor.lua(BOARD), '\n'):find('●(○)', 1, true), 'the text')
    editor.keys(':set notermguicolors<CR>')
    editor.becomes(plain, look)
  end
  local off = [[require('ishi').setup({ board = { wood = false } }); vim.o.termguicolors = true]]
  local editor = open(path, 'W 2 D3', 'IshiBoard', 120, 40, off)
  shows(editor, 'Black to play: 3 B5')
  editor.becomes(plain, look)
end)

-- The lines of the tree.
local TREE = [[
  local bufnr = vim.fn.bufnr('ishi://tree')
  return bufnr == -1 and {} or vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
]]

local BRANCHES = 'EVENT Branches\nBOARDSIZE 9\nB 1 E5\nW 2 C3\nCOM\nGood.\nENDCOM\nVAR a\n  W 2 G3\n  B 3 G5\n  VAR\n    B 3 D3\n'
  .. '  ENDVAR\nENDVAR\nB 3 D7\nVAR b\n  B 3 PASS\nENDVAR\n'

t.test('the tree shows the variations with the current move, and follows the cursor', function()
  local editor = open(t.file('tree.ishi', BRANCHES), 'W 2 C3', 'IshiTree')
  editor.becomes({
    '       start',
    '    1  ● E5',
    '    2 [○ C3"]────────────○ G3',
    '    3  ● D7─────● pass   ● G5─────● D3',
  }, TREE)
  editor.keys('/G3<CR>')
  editor.becomes('    2  ○ C3"────────────[○ G3]', TREE .. '[3]')
end)

for _, size in ipairs({ { 120, 40 }, { 80, 24 } }) do
  t.test(('keys walk in the tree of a window of %d columns, and Enter goes to a move'):format(size[1]), function()
    local editor = open(t.file('tree.ishi', BRANCHES), 'W 2 C3', 'IshiTree', unpack(size))
    t.wait(function()
      return #editor.lua(TREE) > 1
    end, 'the tree')
    editor.lua([[vim.api.nvim_set_current_win(vim.fn.win_findbuf(vim.fn.bufnr('ishi://tree'))[1])]])
    for _, step in ipairs({ { 'j', 'B 3 D7' }, { 'l', '  B 3 PASS' }, { 'h', 'B 3 D7' }, { 'gg', 'EVENT Branches' } }) do
      editor.keys(step[1])
      editor.becomes(step[2], LINE, step[1])
    end
    editor.becomes('      [start]', TREE .. '[1]')
    editor.keys('/D3<CR><CR>')
    editor.becomes('    B 3 D3', LINE)
    editor.becomes('[● D3]', TREE .. [[[4]:match('%[.*%]')]])
    -- From the current move Enter goes on to the record.
    editor.becomes(
      true,
      [[return vim.bo.filetype == 'ishiboard' and vim.fn.getline('.'):sub(vim.fn.col('.')):find('^● D3%]') ~= nil]]
    )
    editor.keys('<CR>')
    editor.becomes('ishi', [[return vim.bo.filetype]])
    editor.keys(':IshiTree<CR>')
    editor.becomes({ 1, -1 }, [[return { vim.fn.winnr('$'), vim.fn.bufnr('ishi://tree') }]])
    t.equal(editor.lua([[return vim.v.errmsg]]), '')
  end)
end

t.test('no line of a tree crosses another one, however it branches', function()
  local arrange = require('ishi.tree.arrange').arrange
  local seed = 7
  -- Returns a number below `bound`, the same ones in each run.
  local function random(bound)
    seed = (seed * 48271) % 2147483647
    return seed % bound
  end
  for round = 1, 1500 do
    local nodes = { { id = 0, kind = 'root' } }
    local long = random(10)
    for id = 1, random(3 + math.floor(round / 20)) do
      local parent = random(10) < long and id - 1 or random(id)
      while nodes[parent + 1].kind == 'diagram' do
        parent = nodes[parent + 1].parent
      end
      nodes[id + 1] = { id = id, kind = random(12) == 0 and 'diagram' or 'move', parent = parent }
    end
    local cells, at = arrange(nodes), {}
    for _, cell in ipairs(cells) do
      local place = cell.row .. ' ' .. cell.column
      t.ok(not at[place], ('round %d: two nodes at %s'):format(round, place))
      at[place] = cell
    end
    for _, cell in ipairs(cells) do
      for column = cell.parent and cell.parent.column + 1 or cell.column, cell.column - 1 do
        local other = at[cell.row .. ' ' .. column]
        t.ok(not other or other.parent == cell.parent, ('round %d: the line to %d'):format(round, cell.node.id))
      end
    end
  end
end)

t.test('the current move is in the middle of the tree', function()
  local editor = open(GAME, 'B 101', 'IshiTree', 120, 30)
  local place = [[
    local win = vim.fn.win_findbuf(vim.fn.bufnr('ishi://tree'))[1]
    if not win then return 'no tree' end
    local first, last = unpack(vim.api.nvim_win_call(win, function()
      return { vim.fn.line('w0'), vim.fn.line('w$') }
    end))
    local row = vim.api.nvim_win_get_cursor(win)[1]
    local line = vim.api.nvim_buf_get_lines(vim.fn.bufnr('ishi://tree'), row - 1, row, false)[1]
    return { line:match('%[.-%s'), math.abs(row - (first + last) / 2) <= 1 }
  ]]
  editor.becomes({ '[● ', true }, place)
  editor.keys('/W 120<CR>')
  editor.becomes({ '[○ ', true }, place)
end)

t.test('the tree goes with its record, and keeps up with typing', function()
  local editor = open(t.file('typed.ishi', 'EVENT x\nB 1 Q16\n'), 'B 1', 'IshiTree')
  editor.becomes({ '       start', '    1 [● Q16]' }, TREE)
  editor.keys('oW 2 D4<Esc>')
  editor.becomes({ '       start', '    1  ● Q16', '    2 [○ D4]' }, TREE)
  editor.keys(':IshiBoard<CR>')
  shows(editor, 'Black to play')
  editor.keys(':wq<CR>')
  editor.ends()
end)

t.test('the keys of the tree are listed', function()
  local editor = open(PROBLEMS, 'B 1 E2', 'IshiTree')
  t.wait(function()
    return #editor.lua(TREE) > 1
  end, 'the tree')
  editor.lua([[vim.api.nvim_set_current_win(vim.fn.win_findbuf(vim.fn.bufnr('ishi://tree'))[1])]])
  editor.keys('?')
  editor.becomes(' j <Down>   next move ', [[return vim.fn.getline(1)]])
  editor.keys('q')
  editor.keys('q')
  editor.becomes(-1, [[return vim.fn.bufnr('ishi://tree')]])
end)
