-- A whole game written by hand, by points that are typed and on the board: the same text each time.
local t = require('harness')

local WANTED = vim.split(vim.trim(t.read(t.root .. '/tests/editors/game.ishi')), '\n')
local START = { WANTED[1] }

local RECORD =
  [[return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(require('ishi.record').window()), 0, -1, false)]]

-- An editor with the beginning of the game, and its server there.
local function begin(columns, lines)
  local editor = t.editor(columns, lines)
  editor.path = t.file('game.ishi', START[1] .. '\n')
  editor.lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], editor.path)
  editor.becomes(true, [[local client = require('ishi.server').clients(0)[1]; return client and client.initialized]])
  return editor
end

-- The game is there, without an error, and all of it can be undone.
local function ends_as_wanted(editor)
  editor.becomes(WANTED, RECORD)
  editor.lua([[
    vim.api.nvim_win_call(require('ishi.record').window(), function()
      vim.cmd('silent write')
    end)
  ]])
  t.equal(t.read(editor.path), table.concat(WANTED, '\n') .. '\n')
  local code, stdout = t.ishi({ 'check', editor.path })
  t.equal(code, 0, stdout)
end

for _, delay in ipairs({ 0, 20, 100 }) do
  t.test(('a game is written by typing its points, at %d ms a key'):format(delay), function()
    local editor = begin()
    local keys = {}
    for index, line in ipairs(WANTED) do
      local point = line:match('^%s*[BW] %d+ (%w+)$')
      -- The columns of a variation come by themselves.
      local typed = point and point:lower() or vim.trim(line)
      if index > 1 then
        for key in (typed .. '\r'):gmatch('.') do
          table.insert(keys, key == '\r' and '<CR>' or key)
        end
      end
    end
    editor.keys('Go')
    if delay == 0 then
      editor.keys(table.concat(keys))
    else
      for _, key in ipairs(keys) do
        editor.keys(key)
        t.idle(delay)
      end
    end
    editor.becomes(vim.list_extend(vim.deepcopy(WANTED), { '' }), RECORD)
    editor.keys('<Esc>"_dd')
    ends_as_wanted(editor)
    editor.keys(('u'):rep(#WANTED))
    editor.becomes(START, RECORD)
  end)
end

-- The line with the record's cursor.
local LINE = [[
  local win = require('ishi.record').window()
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), vim.fn.line('.', win) - 1, vim.fn.line('.', win), false)[1]
]]

local LETTERS = 'ABCDEFGHJKLMNOPQRST'

-- Keys that lead from one point to another one.
local function way(from, to)
  local function step(distance, back, forth)
    return distance == 0 and '' or math.abs(distance) .. (distance < 0 and back or forth)
  end
  local function column(point)
    return LETTERS:find(point:sub(1, 1), 1, true)
  end
  local function row(point)
    return tonumber(point:sub(2))
  end
  return step(column(to) - column(from), 'h', 'l') .. step(row(to) - row(from), 'j', 'k')
end

-- Writes the game in the board's window, and returns how many changes that took.
local function write_on_board(editor)
  editor.keys(':IshiBoard<CR>')
  editor.becomes(true, [[return vim.fn.bufnr('ishi://board') > 0]])
  editor.lua([[vim.api.nvim_set_current_win(vim.fn.win_findbuf(vim.fn.bufnr('ishi://board'))[1])]])
  t.wait(function()
    return #editor.lua([[return vim.api.nvim_buf_get_lines(vim.fn.bufnr('ishi://board'), 0, -1, false)]]) >= 20
  end, 'the board')
  editor.keys('i')
  local at, changes = 'K10', 0
  local function on(point, key)
    editor.keys(way(at, point) .. key)
    at = point
    changes = changes + 1
  end
  local function play(first, last)
    for number = first, last do
      for _, line in ipairs(WANTED) do
        local point = line:match(('^[BW] %d (%%w+)$'):format(number))
        if point then
          on(point, '<CR>')
          editor.becomes(line, LINE)
        end
      end
    end
  end
  local function becomes(last)
    editor.becomes(vim.list_slice(WANTED, 1, last), RECORD)
  end

  play(1, 12)
  on('F17', 't')
  editor.becomes('MARK \\t@F17', [[return vim.fn.getbufline('game.ishi', '$')[1] ]])
  on('C17', 'a')
  editor.becomes('MARK \\t@F17 a@C17', [[return vim.fn.getbufline('game.ishi', '$')[1] ]])
  on('C14', 'a')
  becomes(14)
  editor.keys('C')
  editor.becomes('ishicomment', [[return vim.bo.filetype]])
  editor.keys(WANTED[16] .. '<CR>' .. WANTED[17] .. '<Esc>:wq<CR>')
  changes = changes + 1
  becomes(18)
  editor.becomes('ishiboard', [[return vim.bo.filetype]])
  play(13, 13)
  editor.keys('<C-P>')
  editor.becomes('W 12 D13', LINE)
  for _, line in ipairs(vim.list_slice(WANTED, 21, 23)) do
    on(line:match('%w+$'), '<CR>')
    editor.becomes(line, LINE)
  end
  editor.keys('<lt>')
  editor.becomes('B 13 C17', LINE)
  play(14, 20)
  editor.keys('A')
  changes = changes + 1
  editor.becomes('DIAGRAM', LINE)
  on('F18', 's')
  becomes(33)
  play(21, 30)
  return changes
end

for _, size in ipairs({ { 120, 40 }, { 80, 24 }, { 45, 24 } }) do
  t.test(
    ('a game is written on the board by keys, on a screen of %d columns and %d rows'):format(unpack(size)),
    function()
      local editor = begin(unpack(size))
      local changes = write_on_board(editor)
      ends_as_wanted(editor)
      for _ = 1, changes do
        editor.keys('u')
      end
      editor.becomes(START, RECORD)
      t.equal(editor.lua([[return vim.v.errmsg]]), '')
    end
  )
end
