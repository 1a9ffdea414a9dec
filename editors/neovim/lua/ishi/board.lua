-- `:IshiBoard`, a window beside the record with the board of the place where the cursor is.
--
-- There is one buffer, which any number of tab pages may show. It is wiped out with its last window, and with
-- it goes everything that keeps it up to date.
local record = require('ishi.record')

local M = {}

local NAME = 'ishi://board'
-- How many milliseconds of moving and typing are answered with one board.
local DELAY = 30
-- The window is as wide as the board, but comments need some room, and so does the record.
local LEAST_WIDTH = 40
local RECORD_WIDTH = 20
-- A comment whose lines are this long was broken to fill lines, which may be broken elsewhere.
local FILLED = 50

-- The keys of the window, with the ways of `ishi.walk` and what they do.
local KEYS = {
  { 'j', '<Down>', 'next' },
  { 'k', '<Up>', 'previous' },
  { 'gg', '<Home>', 'first' },
  { 'G', '<End>', 'last' },
  { 'l', '<Right>', 'into' },
  { 'h', '<Left>', 'out' },
  { ']', '<Tab>', 'next-variation' },
  { '[', '<S-Tab>', 'previous-variation' },
}

-- On a dark background a bright disc would be taken for a white stone.
local HIGHLIGHTS = {
  ishiBoardBlack = vim.o.background == 'dark' and 'Comment' or 'Statement',
  ishiBoardWhite = 'Type',
  ishiBoardLines = 'NonText',
  ishiBoardCoordinate = 'LineNr',
  ishiBoardMark = 'Special',
  ishiBoardLast = 'MatchParen',
  ishiBoardFocus = 'IncSearch',
  ishiBoardComment = 'String',
  ishiBoardKey = 'Special',
  ishiBoardMessage = 'WarningMsg',
}

-- The last stone keeps its colour, but many colour schemes reverse that of the focus, which then goes on top.
local PRIORITY = { ishiBoardLast = 90, ishiBoardFocus = 110 }

local namespace = vim.api.nvim_create_namespace('ishi_board')

---@class ishi.Panel
---@field bufnr integer
---@field asked string? The place that was asked about last. An answer about any other is out of date.
---@field withdraw fun()? Withdraws that request.
---@field content table? What the window shows: the answer of the server, or a message.
---@field keys boolean Whether the keys are shown.

---@type ishi.Panel?
local panel

-- The window with the board in the current tab page.
local function window()
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if panel and vim.api.nvim_win_get_buf(win) == panel.bufnr then
      return win
    end
  end
end

-- Drawing --------------------------------------------------------------------------------------------

local BRACKETS = { ['('] = 'ishiBoardLast', ['['] = 'ishiBoardFocus', ['|'] = 'ishiBoardFocus' }
local STONES = { ['●'] = 'ishiBoardBlack', ['○'] = 'ishiBoardWhite' }
local CHARACTER = '()([%z\1-\127\194-\244][\128-\191]*)'
-- The characters from U+2500 to U+257F, which draw lines.
local DRAWS_LINES = '^\226[\148\149]'

-- The highlights of a row of the board: its number, then stones, marks and lines, then perhaps the number again.
-- Each is a first byte, the byte behind the last one, and a group.
local function row_marks(row)
  local left = row:match('^%s*%d+()')
  if not left then
    return { { 1, #row + 1, 'ishiBoardCoordinate' } }
  end
  local right = row:match('%s()%d+$') or #row + 1
  local marks = { { 1, left, 'ishiBoardCoordinate' }, { right, #row + 1, 'ishiBoardCoordinate' } }
  local bracket, since
  local function close(at)
    if bracket then
      table.insert(marks, { since, at, bracket })
      bracket = nil
    end
  end
  for at, character in row:gmatch(CHARACTER) do
    if at >= left and at < right and character ~= ' ' then
      if BRACKETS[character] then
        close(at)
        bracket, since = BRACKETS[character], at
      elseif character == ')' or character == ']' then
        close(at + 1)
      else
        local drawn = character:find(DRAWS_LINES) and 'ishiBoardLines' or 'ishiBoardMark'
        table.insert(marks, { at, at + #character, STONES[character] or drawn })
      end
    end
  end
  close(right)
  return marks
end

local SIGNS = { c = '√', d = '◊', s = '□', t = '▲' }

-- The lines of a comment as they are read: with the signs as the board shows them, and with those lines joined that
-- were parted only because they were full. The window breaks them anew.
local function commentary(text)
  local lines = vim.split(text, '\n', { plain = true })
  local longest = 0
  for _, line in ipairs(lines) do
    longest = math.max(longest, vim.fn.strchars(line))
  end
  local joined = {}
  local before
  for _, line in ipairs(lines) do
    local word = line:match('^%S+')
    local goes_on = word and before and longest >= FILLED and vim.fn.strchars(before .. ' ' .. word) > longest
    if goes_on then
      joined[#joined] = joined[#joined] .. ' ' .. line
    else
      joined[#joined + 1] = line
    end
    before = line:find('%S') and line
  end
  return vim.tbl_map(function(line)
    return (line:gsub('\\(%a)%f[%A]', function(sign)
      return SIGNS[sign:lower()]
    end))
  end, joined)
end

-- The keys and what they do, with the highlights of each line.
local function keys()
  local does = {}
  for _, step in ipairs(require('ishi.walk').STEPS) do
    does[step.name] = step.does
  end
  local rows = {}
  for _, key in ipairs(KEYS) do
    rows[#rows + 1] = { key[1] .. ' ' .. key[2], does[key[3]] }
  end
  vim.list_extend(rows, { { '<CR>', 'to the record' }, { 'g?', 'these keys' }, { 'q', 'close' } })
  return vim.tbl_map(function(row)
    return ('%-9s'):format(row[1]) .. ' ' .. row[2]
  end, rows)
end

-- What the window shows, as lines and their highlights, and how wide the board is.
local function page()
  local lines, marks = {}, {}
  local function add(line, own)
    -- A column is left free, so that the text does not touch the border of the window.
    lines[#lines + 1] = line == '' and '' or ' ' .. line
    for _, mark in ipairs(own) do
      marks[#marks + 1] = { line = #lines - 1, from = mark[1], to = mark[2], group = mark[3] }
    end
  end
  local function paragraph(text, group, length)
    if #lines > 0 then
      add('', {})
    end
    for _, line in ipairs(text) do
      add(line, group and line ~= '' and { { 1, length or #line + 1, group } } or {})
    end
  end

  if panel.keys then
    paragraph(keys(), 'ishiBoardKey', 10)
  end
  local width = 0
  local shown = panel.content
  if shown.message then
    paragraph({ shown.message }, 'ishiBoardMessage')
  else
    local text = vim.split(shown.board:gsub('\n+$', ''), '\n', { plain = true })
    local words = {}
    local is_row = true
    paragraph({})
    for _, line in ipairs(text) do
      is_row = is_row and line ~= ''
      if is_row then
        add(line, row_marks(line))
        width = math.max(width, vim.fn.strdisplaywidth(line))
      elseif (words[#words] or ''):find('[,;]$') then
        -- The server breaks what is too wide for a hover; the window does it by itself.
        words[#words] = words[#words] .. ' ' .. line
      elseif line ~= '' then
        words[#words + 1] = line
      end
    end
    paragraph(words)
    if shown.comment then
      paragraph(commentary(shown.comment), 'ishiBoardComment')
    end
  end
  return lines, marks, width
end

local function set_local(win, name, value)
  vim.api.nvim_set_option_value(name, value, { scope = 'local', win = win })
end

-- Makes the window as wide as the board. It does not get narrower again, because a text that moves to and fro
-- with each stone cannot be read; and a width that somebody has chosen by hand stays.
local function fit(win, width)
  local now = vim.api.nvim_win_get_width(win)
  local own = vim.w[win].ishi_board_width
  if own == nil or own == now then
    local wanted = math.min(math.max(width + 2, LEAST_WIDTH, own or 0), vim.o.columns - RECORD_WIDTH)
    if wanted > 0 and wanted ~= now then
      vim.api.nvim_win_set_width(win, wanted)
    end
    now = vim.api.nvim_win_get_width(win)
    vim.w[win].ishi_board_width = now
  end
  -- Comments are wrapped, but a row of the board would be spoilt by it.
  set_local(win, 'wrap', width + 1 <= now)
end

local function draw()
  local lines, marks, width = page()
  local bo = vim.bo[panel.bufnr]
  bo.modifiable = true
  vim.api.nvim_buf_set_lines(panel.bufnr, 0, -1, false, lines)
  bo.modifiable = false
  bo.modified = false
  vim.api.nvim_buf_clear_namespace(panel.bufnr, namespace, 0, -1)
  for _, mark in ipairs(marks) do
    -- The column that is left free makes 1-based columns 0-based ones.
    vim.api.nvim_buf_set_extmark(panel.bufnr, namespace, mark.line, mark.from, {
      end_col = mark.to,
      hl_group = mark.group,
      priority = PRIORITY[mark.group] or 100,
    })
  end
  local title = (panel.content.title or 'Board'):gsub('%%', '%%%%')
  for _, win in ipairs(vim.fn.win_findbuf(panel.bufnr)) do
    fit(win, width)
    set_local(win, 'winbar', (' %%<%s %%= g? '):format(title))
  end
end

-- Following the cursor -------------------------------------------------------------------------------

local function show(content)
  if not vim.deep_equal(panel.content, content) then
    panel.content = content
    draw()
  end
end

local function follow()
  local win = record.window()
  if not win then
    panel.asked = nil
    return show({ message = 'There is no record in this tab page.' })
  end
  local place = record.place(win)
  if place == panel.asked then
    return
  end
  if panel.withdraw then
    panel.withdraw()
  end
  local this = panel
  this.asked = place
  this.withdraw = record.ask(win, 'ishi/board', { format = 'text' }, function(answer, problem)
    if panel ~= this or this.asked ~= place then
      return
    end
    this.withdraw = nil
    if problem then
      -- The next occasion is another try.
      this.asked = nil
      show({ message = problem })
    elseif answer then
      show({ title = answer.title, board = answer.board, comment = answer.comment })
    else
      show({ message = 'There is no event here.' })
    end
  end)
end

local scheduled = false

--- Brings the board up to date, soon. Does nothing where there is none.
function M.refresh()
  if scheduled or not window() then
    return
  end
  scheduled = true
  vim.defer_fn(function()
    scheduled = false
    if window() then
      follow()
    end
  end, DELAY)
end

-- The window -----------------------------------------------------------------------------------------

-- To leave the last record is to leave its tab page: the board does not keep it open.
local function on_quit()
  local board = window()
  local here = vim.api.nvim_get_current_win()
  if not board or board == here then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local floats = vim.api.nvim_win_get_config(win).relative ~= ''
    if win ~= board and win ~= here and not floats then
      return
    end
  end
  vim.api.nvim_win_close(board, true)
end

local function map_keys(bufnr)
  local function map(key, to, description)
    vim.keymap.set('n', key, to, { buffer = bufnr, nowait = true, remap = true, desc = description })
  end
  for _, key in ipairs(KEYS) do
    local to = ('<Plug>(ishi-%s)'):format(key[3])
    map(key[1], to, key[3])
    map(key[2], to, key[3])
  end
  map('<CR>', function()
    local win = record.window()
    if win then
      vim.api.nvim_set_current_win(win)
    end
  end, 'To the record')
  map('g?', function()
    panel.keys = not panel.keys
    draw()
    vim.fn.winrestview({ topline = 1, lnum = 1, col = 0 })
  end, 'Show the keys')
  map('q', M.toggle, 'Close the board')
end

local function create()
  for group, link in pairs(HIGHLIGHTS) do
    vim.cmd(('highlight default link %s %s'):format(group, link))
  end
  -- A session that was restored has an empty buffer of this name.
  local old = vim.fn.bufnr('^' .. NAME .. '$')
  if old ~= -1 then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, NAME)
  panel = { bufnr = bufnr, content = { message = '' }, keys = false }
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = 'ishiboard'
  map_keys(bufnr)

  local group = vim.api.nvim_create_augroup('ishi_board', { clear = true })
  vim.api.nvim_create_autocmd({
    'BufEnter',
    'CursorMoved',
    'CursorMovedI',
    'LspAttach',
    'TextChanged',
    'TextChangedI',
    'TextChangedP',
    'WinClosed',
  }, { group = group, desc = 'Follow the cursor with the board', callback = M.refresh })
  vim.api.nvim_create_autocmd('QuitPre', { group = group, desc = 'Close the board with its record', callback = on_quit })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = bufnr,
    desc = 'Stop following the cursor',
    callback = function()
      panel = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

-- Window options that make of a window a picture.
local APPEARANCE = {
  breakindent = true,
  colorcolumn = '',
  cursorcolumn = false,
  cursorline = false,
  fillchars = 'eob: ',
  foldcolumn = '0',
  foldenable = false,
  linebreak = true,
  list = false,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  spell = false,
  winfixwidth = true,
}

local function open()
  local here = vim.api.nvim_get_current_win()
  vim.cmd('keepalt botright vsplit')
  local win = vim.api.nvim_get_current_win()
  if not panel then
    create()
  end
  vim.api.nvim_win_set_buf(win, panel.bufnr)
  for name, value in pairs(APPEARANCE) do
    set_local(win, name, value)
  end
  if vim.fn.exists('+statuscolumn') == 1 then
    set_local(win, 'statuscolumn', '')
  end
  if vim.fn.exists('+winfixbuf') == 1 then
    set_local(win, 'winfixbuf', true)
  end
  vim.api.nvim_set_current_win(here)
  follow()
end

--- Opens the board in this tab page, unless it is there.
function M.show()
  if window() then
    M.refresh()
  else
    open()
  end
end

--- Opens the board in this tab page, or closes it.
function M.toggle()
  local win = window()
  if not win then
    if record.window() then
      open()
    else
      vim.notify('ishi: there is no record in this tab page to show the board of.', vim.log.levels.WARN)
    end
    return
  end
  local text = record.window()
  if text and win == vim.api.nvim_get_current_win() then
    vim.api.nvim_set_current_win(text)
  end
  vim.api.nvim_win_close(win, true)
end

return M
