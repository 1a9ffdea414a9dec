-- The keys that are mapped in records on request, the events of the folder, and what is written on save.
local t = require('harness')
local ishi = require('ishi')

local GAME = {
  'EVENT One', -- 1
  'B 1 Q16',
  'MARK #1',
  'COM A title', -- 4
  'B 9 is not a move here.',
  'ENDCOM',
  'VAR a', -- 7
  '  B 1 D4',
  '  W 2 Q4',
  '  VAR', -- 10
  '    W 2 Q3',
  '  ENDVAR',
  'ENDVAR', -- 13
  'REMARK of the next move',
  'W 2 D4',
  '',
  'EVENT Two', -- 17
  'd4',
  'PRISONER',
}

local function opened()
  ishi.setup({ mappings = true })
  local bufnr = t.open(t.file('game.ishi', table.concat(GAME, '\n') .. '\n'))
  return bufnr
end

-- From each line, which lines an object is; none where it is none.
local OBJECTS = {
  { 2, 'am', 2, 6 },
  { 2, 'im', 2, 2 },
  { 5, 'am', 2, 6 },
  { 6, 'im', 2, 2 },
  { 8, 'am', 8, 8 },
  { 15, 'am', 15, 15 },
  { 14, 'am' },
  { 7, 'am' },
  { 19, 'am', 18, 19 },
  { 5, 'ac', 4, 6 },
  { 5, 'ic', 5, 5 },
  { 4, 'ac', 4, 6 },
  { 3, 'ac' },
  { 8, 'av', 7, 13 },
  { 8, 'iv', 8, 12 },
  { 7, 'av', 7, 13 },
  { 13, 'av', 7, 13 },
  { 11, 'av', 10, 12 },
  { 11, 'iv', 11, 11 },
  { 11, '2av', 7, 13 },
  { 12, 'av', 10, 12 },
  { 11, '3av' },
  { 15, 'av' },
  { 3, 'ae', 1, 16 },
  { 3, 'ie', 1, 15 },
  { 18, 'ae', 17, 19 },
}

t.test('moves, variations, comments and events are text objects', function()
  opened()
  for _, case in ipairs(OBJECTS) do
    local line, keys, first, last = unpack(case)
    for _, way in ipairs({ 'y%s', 'v%sy' }) do
      vim.fn.setreg('"', '')
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      vim.cmd.normal(way:format(keys))
      local want = first and table.concat(vim.list_slice(GAME, first, last), '\n') .. '\n' or nil
      if want or way == 'y%s' then
        t.equal(vim.fn.getreg('"'), want or '', ('%s in line %d'):format(way:format(keys), line))
      end
    end
  end
  vim.api.nvim_win_set_cursor(0, { 9, 0 })
  vim.cmd.normal('dav')
  t.equal(t.lines(), vim.list_extend(vim.list_slice(GAME, 1, 6), vim.list_slice(GAME, 14)))
end)

t.test('keys walk in the record where that is wanted, and only there', function()
  local function mapped()
    return vim.tbl_map(function(key)
      return vim.fn.maparg(key, 'n')
    end, { ']m', '[m', ']v', '[v' })
  end
  ishi.setup()
  t.open(t.file('plain.ishi', 'EVENT x\n'))
  t.equal(mapped(), { '', '', '', '' })
  opened()
  t.equal(mapped(), {
    '<Plug>(ishi-next)',
    '<Plug>(ishi-previous)',
    '<Plug>(ishi-next-variation)',
    '<Plug>(ishi-previous-variation)',
  })
  vim.cmd.enew()
  t.equal(mapped(), { '', '', '', '' })
  ishi.setup()
end)

t.test('an event of the folder is chosen from a list', function()
  local path = t.file('one.ishi', 'EVENT Castle game\nBLACK Shusaku\nB 1 Q16\n\nEVENT Second\nB 1 D4\n')
  local folder = vim.fs.dirname(path)
  t.write(folder .. '/ishi.toml', '')
  local other = t.write(folder .. '/two.prb', 'REMARK\nEVENT League\nBLACK Ada\n')
  t.attach(path)
  local select = vim.ui.select
  local listed
  local function pick(command, wanted)
    listed = nil
    vim.ui.select = function(items, opts, on_choice)
      listed = vim.tbl_map(opts.format_item, items)
      for index, item in ipairs(items) do
        if listed[index]:find(wanted, 1, true) then
          return on_choice(item, index)
        end
      end
      on_choice(nil, nil)
    end
    vim.cmd(command)
    t.wait(function()
      return listed
    end, 'the list')
  end
  -- The folder is read in the background.
  t.wait(function()
    pick('IshiEvents', 'nothing of the kind')
    return #listed == 3
  end, 'three events')
  t.equal(vim.api.nvim_win_get_cursor(0), { 1, 0 })
  pick('IshiEvents', 'League')
  t.equal({ vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.api.nvim_win_get_cursor(0)[1] }, { 'two.prb', 2 })
  t.equal(vim.fn.resolve(vim.api.nvim_buf_get_name(0)), vim.fn.resolve(other))
  pick('IshiEvents second', 'Second')
  t.equal({ vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.api.nvim_win_get_cursor(0)[1] }, { 'one.ishi', 5 })
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.cmd('IshiEvents xyzzy')
  t.wait(function()
    return #messages > 0
  end, 'the message')
  vim.notify, vim.ui.select = notify, select
  t.equal(#messages, 1)
  t.ok(messages[1]:find('^ishi: no event has xyzzy in its headers %(%d open files?, %d files? in %d+%)$'), messages[1])
end)

t.test('points are written as moves on save where that is wanted and makes no error', function()
  local typed = 'EVENT x\nd4\nq16 q4\nW 4 D16\nc3\nB 5 R14\n'
  local function saved(options)
    ishi.setup(options)
    local path = t.file('save.ishi', typed)
    t.attach(path)
    vim.cmd('silent write')
    ishi.setup()
    return t.read(path)
  end
  t.equal(saved({}), typed)
  -- The number of the last one is taken by the move after it.
  t.equal(saved({ write_moves_on_save = true }), 'EVENT x\nB 1 D4\nW 2 Q16\nB 3 Q4\nW 4 D16\nc3\nB 5 R14\n')
end)
