-- The games in which the position at the cursor arises, as a quickfix list.
local t = require('harness')

local function find(command)
  vim.fn.setqflist({}, 'r', { title = '', items = {} })
  vim.cmd(command)
  t.wait(function()
    return vim.fn.getqflist({ title = 0 }).title ~= ''
  end, 'the list')
  local list = vim.fn.getqflist({ title = 0, items = 0 })
  local entries = vim.tbl_map(function(item)
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr))
    return ('%s:%d:%d %s'):format(name, item.lnum, item.col, item.text)
  end, list.items)
  return list.title, entries
end

t.test('the games with the position at the cursor are listed', function()
  local path = t.file('mine.ishi', 'EVENT Mine\nB 1 Q16\nW 2 D4\nB 3 Q3\n')
  local folder = vim.fs.dirname(path)
  t.write(folder .. '/ishi.toml', '')
  t.write(folder .. '/old.sgf', '(;SZ[19]PB[Chō]PW[Dai]DT[1846]RE[B+2];B[pd];W[dp];B[cd])')
  t.write(folder .. '/other.ishi', 'EVENT Other\nBLACK Eve\nB 1 K10\n')
  t.attach(path)
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  local title, entries = find('IshiFind')
  local name = vim.fs.basename(folder)
  t.equal(title, ('Found in 2 of 3 games, next Q3 2 · 1 open file, 2 files in %s'):format(name))
  t.equal(entries, {
    'mine.ishi:3:1 Mine  move 2  then B Q3',
    -- A column of Vim is a byte.
    'old.sgf:1:45 Chō – Dai  1846  B+2  move 2  then B C16',
  })
  t.equal(vim.bo.buftype, 'quickfix')
  vim.cmd('wincmd p')
  -- The board shows what was played next.
  vim.cmd('IshiBoard')
  local function board()
    local lines = {}
    for _, name in ipairs({ 'ishi://board', 'ishi://words' }) do
      vim.list_extend(lines, vim.api.nvim_buf_get_lines(vim.fn.bufnr(name), 0, -1, false))
    end
    return table.concat(lines, '\n')
  end
  t.wait(function()
    return board():find('found in 2 games: Q3 2 (Black 100 %)', 1, true)
  end, 'the result on the board: ' .. board())
  -- A part of the board, which more games have.
  title = find('IshiFind a10,j19')
  t.equal(title:match('^Found in %d of %d games'), 'Found in 3 of 3 games')
  t.wait(function()
    return board():find('found in 3 games', 1, true)
  end, 'the new result on the board')
  vim.cmd('IshiBoard')
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.cmd('IshiFind a10')
  vim.notify = notify
  t.equal(messages, { 'ishi: write two corners, such as `k10,t19`' })
end)

-- Returns the arguments of `vim.ui.select` in a command, and the messages.
local function shown_by(command)
  local shown, select, notify = nil, vim.ui.select, vim.notify
  vim.ui.select = function(items, opts)
    shown = { opts.prompt, vim.tbl_map(opts.format_item, items) }
  end
  vim.notify = function(message)
    shown = { message, {} }
  end
  vim.cmd(command)
  local ok = vim.wait(60000, function()
    return shown
  end, 20)
  vim.ui.select, vim.notify = select, notify
  t.ok(ok, 'nothing was shown')
  return unpack(shown)
end

local NO_FOLDER = '1 open file; no folder: open one, or put an ishi.toml into it'

t.test('where there is no folder, that is said', function()
  local path = t.file('only.ishi', 'EVENT Mine\nB 1 Q16\nW 2 D4\n')
  local _, client = t.attach(path)
  t.equal(client.config.root_dir, nil)
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  local title = find('IshiFind')
  t.equal(title, 'Found in 1 of 1 games · ' .. NO_FOLDER)
  vim.cmd('cclose')
  local prompt, listed = shown_by('IshiEvents')
  t.equal({ prompt, #listed }, { ('Event (%s)'):format(NO_FOLDER), 1 })
  local message = shown_by('IshiEvents shusaku')
  t.equal(message, ('ishi: no event has shusaku in its headers (%s)'):format(NO_FOLDER))
end)

t.test('a folder of games is a root, and so are those above it that have games', function()
  local path = t.file('mine.ishi', 'EVENT Mine\nB 1 Q16\nW 2 D4\n')
  local folder = vim.fs.dirname(path)
  t.write(folder .. '/OLD.SGF', '(;PB[Ada];B[pd];W[dp];B[cd])')
  vim.fn.mkdir(folder .. '/1846')
  t.write(folder .. '/1846/castle.ishi', 'EVENT Castle game\nB 1 Q16\nW 2 D4\n')
  t.write(folder .. '/1846/other.prb', 'EVENT Other\n')
  local _, client = t.attach(path)
  t.equal(vim.loop.fs_realpath(client.config.root_dir), vim.loop.fs_realpath(folder))
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  local title = find('IshiFind')
  t.equal(title:match('^Found in %d of %d games'), 'Found in 3 of 4 games')
  vim.cmd('cclose')
  local _, inner = t.attach(folder .. '/1846/castle.ishi')
  t.equal(inner.id, client.id)
  -- A marker comes first, and what a user has said of markers holds.
  t.write(folder .. '/1846/ishi.toml', '')
  local _, marked = t.attach(folder .. '/1846/other.prb')
  t.equal(vim.loop.fs_realpath(marked.config.root_dir), vim.loop.fs_realpath(folder .. '/1846'))
end)

t.test('the home folder and those above it are never the root', function()
  local server = require('ishi.server')
  local home = vim.fs.dirname(t.file('x.ishi', ''))
  local os_homedir = vim.loop.os_homedir
  vim.loop.os_homedir = function()
    return home
  end
  t.write(home .. '/y.ishi', '')
  t.equal(server.games_folder(t.open(home .. '/x.ishi')), nil)
  vim.fn.mkdir(home .. '/games')
  t.write(home .. '/games/y.sgf', '(;B[aa])')
  t.equal(server.games_folder(t.open(t.write(home .. '/games/x.ishi', ''))), home .. '/games')
  vim.loop.os_homedir = os_homedir
end)
