-- `:IshiBoard`, a window beside the record with the board of the place where the cursor is.
--
-- There is one buffer, which any number of tab pages may show. It is wiped out with its last window, and with
-- it goes everything that keeps it up to date.
local highlights = require('ishi.board.highlights')
local layout = require('ishi.board.layout')
local page = require('ishi.page')
local placing = require('ishi.placing')
local record = require('ishi.record')

local M = {}

local NAME = 'ishi://board'
local WORDS_NAME = 'ishi://words'
-- How many milliseconds of moving and typing are answered with one board.
local DELAY = 30
-- With fewer rows below the board, the words get a window of their own, with at least so many rows if the record has
-- them left.
local WORDS_HEIGHT = 3
local RECORD_HEIGHT_ABOVE_WORDS = 8
-- A longer text may go on below the window.
local MAX_WORDS = 8
-- How many rows of a board are worth seeing, where it can't have all of them.
local LEAST_HEIGHT = 10

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

local namespace = vim.api.nvim_create_namespace('ishi_board')

---@class ishi.Panel
---@field bufnr integer The buffer of the board.
---@field words integer The buffer of the words that have no room below the board.
---@field apart boolean Whether the words are in a window of their own.
---@field declined boolean Whether the user has closed that window.
---@field asked string? The place that was asked about last. An answer about any other is out of date.
---@field withdraw fun()? Withdraws that request.
---@field content table What the window shows: the answer of the server, or a message.
---@field keys boolean Whether the keys are shown.
---@field problem { reason: string, place: string }? Why the last key did nothing, and where the record's cursor was.
---@field point ishi.Point? Where the cursor is while one places stones and marks.
---@field last_point ishi.Point? Where it was when one last did.
---@field placing string[] The keys that are mapped for it.
---@field drawn integer How often it was drawn.

---@type ishi.Panel?
local panel

-- The window with a buffer in a tab page, the current one if none is named.
local function window_of(bufnr, tab)
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(tab or 0)) do
    if vim.api.nvim_win_get_buf(win) == bufnr then
      return win
    end
  end
end

-- The window with the board in the current tab page.
local function window()
  return panel and window_of(panel.bufnr)
end

-- Words ----------------------------------------------------------------------------------------------

-- Why the last key did nothing, as long as the record is as it was then.
local function current_problem()
  local win = record.window()
  local problem = panel.problem
  return problem and problem.place == (win and record.place(win)) and problem.reason or nil
end

-- Whether the words of a position need a window of their own in this tab page: there is no room for them below the
-- board.
local function needs_words_apart(win, board, words)
  local text = record.window()
  -- The list of keys is shown for a moment only.
  if not text or panel.declined or panel.keys or layout.current_place() == 'float' or #words.lines == 0 then
    return false
  end
  local below = window_of(panel.words)
  local room = layout.height_of(text) + (below and vim.api.nvim_win_get_height(below) + 1 or 0)
  local width = vim.api.nvim_win_get_width(win)
  -- Below a board beside the record the comment comes last.
  local least = layout.is_beside() and panel.content.comment and words:height(width) or WORDS_HEIGHT
  local needed = board:height(width) + 1 + math.min(words:height(width), least, MAX_WORDS)
  if layout.is_beside() then
    return needed > layout.height_of(win) and room >= RECORD_HEIGHT_ABOVE_WORDS + 1 + WORDS_HEIGHT
  end
  -- Above or below the record the board gives up rows for it, but not for the last move, which it shows itself.
  local is_worth_it = panel.content.comment or current_problem()
  local all = room + vim.api.nvim_win_get_height(win)
  return is_worth_it
    and needed > all - layout.RECORD_HEIGHT
    and all >= layout.RECORD_HEIGHT + WORDS_HEIGHT + LEAST_HEIGHT
end

-- Closes the windows with the words, but for those of the tab pages where they are wanted.
local function close_words(is_wanted)
  for _, win in ipairs(vim.fn.win_findbuf(panel.words)) do
    if not is_wanted(vim.api.nvim_win_get_tabpage(win)) then
      vim.api.nvim_win_close(win, true)
    end
  end
end

-- Opens a window for the words below the record, and makes it as high as they need, up to a third of what both have.
local function fit_words(words)
  local text = record.window()
  local win = window_of(panel.words)
  if not text then
    return
  end
  if not win then
    vim.api.nvim_win_call(text, function()
      vim.cmd(('noautocmd keepalt belowright %dsplit'):format(WORDS_HEIGHT))
      win = vim.api.nvim_get_current_win()
      layout.make_picture(win, panel.words)
    end)
    vim.w[win].ishi_board_size = nil
    layout.set_local(win, 'winfixheight', true)
  end
  local both = vim.api.nvim_win_get_height(win) + vim.api.nvim_win_get_height(text)
  local wanted = words:height(vim.api.nvim_win_get_width(win))
  layout.resize(win, 'height', math.max(wanted, WORDS_HEIGHT), math.max(WORDS_HEIGHT, math.floor(both / 3)))
  layout.set_local(win, 'wrap', true)
end

-- Drawing --------------------------------------------------------------------------------------------

-- Keys and what they do, as lines.
local function described(rows)
  return vim.tbl_map(function(row)
    return ('%-9s'):format(row[1]) .. ' ' .. row[2]
  end, rows)
end

-- The keys and what they do.
local function keys()
  if panel.point then
    return described(placing.KEYS)
  end
  local does = {}
  for _, step in ipairs(require('ishi.walk').STEPS) do
    does[step.name] = step.does
  end
  local rows = {}
  for _, key in ipairs(KEYS) do
    rows[#rows + 1] = { key[1] .. ' ' .. key[2], does[key[3]] }
  end
  vim.list_extend(
    rows,
    { { 'i', 'place stones and marks' }, { '<CR>', 'to the record' }, { 'g?', 'these keys' }, { 'q', 'close' } }
  )
  return described(rows)
end

-- The board, and adds the words to a page, to the same one if `apart` is none.
local function pages(apart)
  local board = page.new()
  local shown = panel.content
  if panel.keys then
    board:paragraph(keys(), 'ishiBoardKey', 10)
  end
  if shown.message then
    board:paragraph({ shown.message }, 'ishiBoardMessage')
  else
    local rows, words = page.parts(shown.board)
    board:board(rows, shown.format, shown.stones)
    if current_problem() then
      (apart or board):paragraph({ current_problem() }, 'ishiBoardMessage')
    end
    -- Where there is little room, what the author says comes first.
    page.add_words(apart or board, words, shown.comment, shown.format, apart ~= nil or layout.is_stacked())
  end
  return board
end

local function write(bufnr, content)
  local bo = vim.bo[bufnr]
  bo.modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, content.lines)
  bo.modifiable = false
  bo.modified = false
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, mark in ipairs(content.marks) do
    -- The column that is left free makes 1-based columns 0-based ones.
    vim.api.nvim_buf_set_extmark(bufnr, namespace, mark.line, mark.from, {
      end_col = mark.to,
      hl_group = mark.group,
      priority = highlights.PRIORITY[mark.group] or 100,
    })
  end
end

-- Shows the top of the board, and where the window is too low for all of it the row that matters. Who is in the
-- window scrolls by hand.
local function reveal(win, content)
  if win == vim.api.nvim_get_current_win() then
    return
  end
  local row = 1
  for _, mark in ipairs(content.marks) do
    if mark.group == 'ishiBoardFocus' or mark.group == 'ishiBoardLast' and row == 1 then
      row = mark.line + 1
    end
  end
  vim.api.nvim_win_call(win, function()
    vim.fn.winrestview({ topline = 1, lnum = 1, col = 0 })
    if row > layout.height_of(win) then
      vim.fn.winrestview({ topline = row - math.floor(layout.height_of(win) / 2), lnum = row, col = 0 })
    end
  end)
end

local function draw()
  panel.drawn = panel.drawn + 1
  local win = window()
  -- The title takes a row, so it comes first.
  local title = (panel.content.title or 'Board'):gsub('%%', '%%%%')
  for _, each in ipairs(vim.fn.win_findbuf(panel.bufnr)) do
    layout.set_local(each, 'winbar', (' %%<%s %%= %sg? '):format(title, panel.point and 'placing ' or ''))
  end
  local words = page.new()
  local board = pages(words)
  if win then
    layout.fit(win, board, 0)
    local stays_apart = panel.apart and not panel.declined and layout.current_place() ~= 'float'
    panel.apart = stays_apart or needs_words_apart(win, board, words)
  end
  if not panel.apart then
    board, words = pages(), page.new()
    close_words(function()
      return false
    end)
  end
  write(panel.bufnr, board)
  write(panel.words, words)
  if win then
    layout.fit(win, board, panel.apart and not window_of(panel.words) and WORDS_HEIGHT + 1 or 0)
    reveal(win, board)
    vim.w[win].ishi_board_drawn = panel.drawn
    if panel.point then
      placing.go_to(win, panel.bufnr, panel.point)
    end
    if panel.apart then
      fit_words(words)
    end
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
  local format = page.format()
  local place = record.place(win) .. format
  if place == panel.asked then
    return
  end
  if panel.withdraw then
    panel.withdraw()
  end
  local this = panel
  this.asked = place
  this.withdraw = record.ask(win, 'ishi/board', { format = format, width = page.BOARD_WIDTH }, function(answer, problem)
    if panel ~= this or this.asked ~= place then
      return
    end
    this.withdraw = nil
    if problem then
      -- The next occasion is another try.
      this.asked = nil
      show({ message = problem })
    elseif answer then
      show({
        title = answer.title,
        board = answer.board,
        stones = answer.stones,
        comment = answer.comment,
        format = format,
      })
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
    local win = window()
    if win then
      follow()
      -- Another tab page has a screen of its own.
      if vim.w[win].ishi_board_drawn ~= panel.drawn then
        draw()
      end
    end
  end, DELAY)
end

-- A screen of another size has other room.
local function on_resized()
  for _, bufnr in ipairs({ panel.bufnr, panel.words }) do
    for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
      vim.w[win].ishi_board_size = nil
      vim.w[win].ishi_board_drawn = nil
    end
  end
  panel.apart = false
  if window() then
    draw()
  end
end

-- Opening and closing --------------------------------------------------------------------------------

-- To leave the last record is to leave its tab page: the board does not keep it open.
local function on_quit()
  local here = vim.api.nvim_get_current_win()
  local own = {}
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local bufnr = vim.api.nvim_win_get_buf(win)
    local floats = vim.api.nvim_win_get_config(win).relative ~= ''
    if bufnr == panel.bufnr or bufnr == panel.words then
      own[#own + 1] = win
    elseif win ~= here and not floats then
      return
    end
  end
  if vim.tbl_contains(own, here) then
    return
  end
  for _, win in ipairs(own) do
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
  end
end

-- The words go with their board, and who closes them alone does not want them.
local function on_closed(closed)
  local this = panel
  local bufnr = vim.api.nvim_win_is_valid(closed) and vim.api.nvim_win_get_buf(closed)
  if bufnr == this.words and this.apart and window() then
    this.declined = true
  end
  vim.schedule(function()
    if panel ~= this then
      return
    end
    close_words(function(tab)
      return window_of(this.bufnr, tab) ~= nil
    end)
    if this.declined and this.apart and window() then
      draw()
    end
  end)
end

local map_keys

-- Stops placing, and the keys walk again.
local function walk_again()
  for _, key in ipairs(panel.placing) do
    vim.keymap.del('n', key, { buffer = panel.bufnr })
  end
  panel.last_point, panel.point, panel.placing, panel.problem = panel.point, nil, {}, nil
  map_keys(panel.bufnr)
  draw()
end

-- Shows why the last key did nothing; without a reason, nothing of the kind any more.
local function show_problem(reason)
  if panel and (panel.problem or reason) then
    local win = record.window()
    panel.problem = reason and { reason = reason, place = win and record.place(win) }
    draw()
  end
end

-- Whether there is a board, for a key that needs one: where the record has just been opened, or another one is current, its board
-- may still be on its way.
local function has_board()
  if panel.content.message then
    record.wait(function()
      -- Without an answer there may not have been a server yet.
      if not panel.asked then
        follow()
      end
      return not panel.content.message or panel.asked ~= nil and panel.withdraw == nil
    end)
  end
  return not panel.content.message
end

-- Begins to place stones and marks, at the point that was clicked if there is one.
local function place(mouse)
  if not has_board() then
    return
  end
  local point = placing.start(panel.bufnr, mouse, panel.last_point)
  if not point then
    return
  end
  if panel.point then
    panel.point.column, panel.point.row = point.column, point.row
  else
    panel.point = point
    panel.placing = placing.map(panel.bufnr, panel.point, { changed = M.refresh, refused = show_problem })
    vim.keymap.set('n', '<Esc>', walk_again, { buffer = panel.bufnr, nowait = true, desc = 'Walk again' })
    panel.placing[#panel.placing + 1] = '<Esc>'
  end
  draw()
end

function map_keys(bufnr)
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
  map('i', place, 'Place stones and marks')
  map('<LeftRelease>', function()
    local mouse = vim.fn.getmousepos()
    if mouse.winid == vim.api.nvim_get_current_win() then
      place(mouse)
    end
  end, 'Place at the point')
  map('g?', function()
    panel.keys = not panel.keys
    draw()
    vim.fn.winrestview({ topline = 1, lnum = 1, col = 0 })
  end, 'Show the keys')
  map('q', M.toggle, 'Close the board')
end

-- Writes the record to its file or to another one, as `:w` in its own window does.
local function save(target)
  local win = record.window()
  if not win then
    return vim.notify('ishi: there is no record in this tab page to write.', vim.log.levels.WARN)
  end
  local bang = vim.v.cmdbang == 1 and '!' or ''
  local is_done, problem = pcall(vim.api.nvim_win_call, win, function()
    vim.cmd(('write%s %s'):format(bang, target and vim.fn.fnameescape(target) or ''))
  end)
  if not is_done then
    vim.api.nvim_err_writeln((tostring(problem):gsub('^.-Vim%b():', '')))
  end
end

-- A buffer that is wiped out with its last window.
local function create_buffer(name)
  -- A session that was restored has an empty buffer of this name.
  local old = vim.fn.bufnr('^' .. name .. '$')
  if old ~= -1 then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].buftype = 'acwrite'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = 'ishiboard'
  map_keys(bufnr)
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    nested = true,
    desc = 'Write the record',
    callback = function(args)
      save(args.match ~= name and args.match or nil)
    end,
  })
  return bufnr
end

local function create()
  highlights.define()
  local bufnr, words = create_buffer(NAME), create_buffer(WORDS_NAME)
  vim.bo[bufnr].bufhidden = 'wipe'
  panel = {
    bufnr = bufnr,
    words = words,
    apart = false,
    declined = false,
    content = { message = '' },
    keys = false,
    placing = {},
    drawn = 0,
  }

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
  vim.api.nvim_create_autocmd(
    'QuitPre',
    { group = group, desc = 'Close the board with its record', callback = on_quit }
  )
  vim.api.nvim_create_autocmd('VimResized', {
    group = group,
    desc = 'Fit the board to the screen',
    callback = on_resized,
  })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    desc = 'Close the words with their board',
    callback = function(args)
      on_closed(tonumber(args.match))
    end,
  })
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = group,
    desc = 'Draw black stones for the background',
    callback = highlights.define,
  })
  vim.api.nvim_create_autocmd('OptionSet', {
    group = group,
    pattern = { 'background', 'ambiwidth' },
    desc = 'Draw the board for the background and the width of its characters',
    callback = function()
      highlights.define()
      M.refresh()
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = bufnr,
    desc = 'Stop following the cursor',
    callback = function()
      panel = nil
      vim.api.nvim_del_augroup_by_id(group)
      -- Its windows can't be closed while another one is.
      vim.schedule(function()
        if vim.api.nvim_buf_is_valid(words) then
          vim.api.nvim_buf_delete(words, { force = true })
        end
      end)
    end,
  })
end

local function open()
  if not panel then
    create()
  end
  layout.open(panel.bufnr, pages())
  follow()
  M.refresh()
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
