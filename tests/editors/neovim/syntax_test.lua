-- Highlighting by syntax/ishi.vim: the groups that Neovim's own highlighter returns.
local t = require('harness')

-- The keywords of the Standard (5.1), written out here a second time on purpose.
local EVENT = { 'EVENT' }
local HEADERS = {
  'ANALYSIS',
  'BLACK',
  'DATE',
  'HANDICAP',
  'KOMI',
  'PLACE',
  'RECORDER',
  'RESULT',
  'RULES',
  'SOURCE',
  'TIMELIMIT',
  'WHITE',
}
local DATA = {
  'BOARDSIZE',
  'COM',
  'DIAGRAM',
  'ENDCOM',
  'ENDUSER',
  'ENDVAR',
  'HIDE',
  'MARK',
  'PRISONER',
  'SETUP',
  'UNMARK',
  'USER',
  'VAR',
}
local OTHERS = { B = 'ishiBlack', W = 'ishiWhite', REMARK = 'ishiRemark' }

local function show(lines)
  vim.cmd.enew()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.filetype = 'ishi'
end

-- The group that every character of a piece of a line has. A second occurrence is asked for by number.
local function group_of(row, piece, occurrence)
  local line = vim.fn.getline(row)
  local from, to = 0, 0
  for _ = 1, occurrence or 1 do
    from, to = line:find(piece, to + 1, true)
    t.ok(from, ('line %d has no %q'):format(row, piece))
  end
  local group
  for column = from, to do
    local name = vim.fn.synIDattr(vim.fn.synID(row, column, 1), 'name')
    if not line:sub(column, column):match('%s') then
      group = group or name
      t.equal(name, group, ('%q in line %d is not of one color'):format(piece, row))
    end
  end
  return group
end

-- Each case: its name, its lines, and then { row, piece, group [, occurrence] }.
local function case(name, lines, ...)
  local pieces = { ... }
  t.test('highlighting: ' .. name, function()
    show(lines)
    for _, piece in ipairs(pieces) do
      t.equal(group_of(piece[1], piece[2], piece[4]), piece[3], ('%q in line %d'):format(piece[2], piece[1]))
    end
  end)
end

for _, spelling in ipairs({
  string.upper,
  string.lower,
  function(word)
    return word:sub(1, 1) .. word:sub(2):lower()
  end,
}) do
  t.test('highlighting: every keyword, written like ' .. spelling('EVENT'), function()
    local function check(words, group)
      for _, word in ipairs(words) do
        for _, before in ipairs({ '', '  ', '\t' }) do
          for _, after in ipairs({ '', ' x', '\tx' }) do
            show({ before .. spelling(word) .. after })
            t.equal(group_of(1, spelling(word)), group, word .. after)
          end
        end
      end
    end
    check(EVENT, 'ishiEventKeyword')
    check(HEADERS, 'ishiHeaderKeyword')
    check(DATA, 'ishiDataKeyword')
    for word, group in pairs(OTHERS) do
      check({ word }, group)
    end
  end)
end

t.test('highlighting: every group is linked to one that color schemes know', function()
  show({ '' })
  local standard = {}
  for word in
    ([[Comment Constant String Character Number Identifier Statement Label Keyword PreProc Define Type
      Special SpecialChar SpecialComment Delimiter Error Title]]):gmatch('%a+')
  do
    standard[word] = true
  end
  local groups = vim.fn.getcompletion('ishi', 'highlight')
  t.ok(#groups > 20)
  for _, group in ipairs(groups) do
    local name = vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.hlID(group)), 'name')
    -- A container of fields has no color of its own.
    if
      not vim.tbl_contains(
        { 'ishiLine', 'ishiMarkFields', 'ishiStoneFields', 'ishiSetupFields', 'ishiDiagramFields' },
        group
      )
    then
      t.ok(standard[name], group .. ' -> ' .. name)
    end
  end
end)

case(
  'the event and its headers',
  { 'EVENT Honinbo 1989 Final', ' Black   Alan Chen (9 years old)', 'KOMI 4.5' },
  { 1, 'EVENT', 'ishiEventKeyword' },
  { 1, 'Honinbo 1989 Final', 'ishiEventTitle' },
  { 2, 'Black', 'ishiHeaderKeyword' },
  { 2, 'Alan Chen (9 years old)', 'ishiHeaderText' },
  { 3, '4.5', 'ishiHeaderText' }
)

case(
  'moves',
  { 'B 17 q3', '\tw\t99   pass', 'B 22 T19', 'b 1 I5', 'b 1 q20', 'b 1 q16x' },
  { 1, 'B', 'ishiBlack' },
  { 1, '17', 'ishiMoveNumber' },
  { 1, 'q3', 'ishiLocation' },
  { 2, 'w', 'ishiWhite' },
  { 2, '99', 'ishiMoveNumber' },
  { 2, 'pass', 'ishiPass' },
  { 3, 'T19', 'ishiLocation' },
  { 4, 'I5', '' },
  { 5, 'q20', '' },
  { 6, 'q16x', '' }
)

case('the board size', { 'BOARDSIZE 13', 'boardsize nine' }, { 1, '13', 'ishiNumber' }, { 2, 'nine', '' })

case(
  'setup stones',
  { 'SETUP W a6 B a7 R11 J9 w b5', 'setup d4' },
  { 1, 'W', 'ishiSetupWhite' },
  { 1, 'a6', 'ishiLocation' },
  { 1, 'B', 'ishiSetupBlack' },
  { 1, 'a7', 'ishiLocation' },
  { 1, 'J9', 'ishiLocation' },
  { 1, 'w', 'ishiSetupWhite' },
  { 1, 'b5', 'ishiLocation' },
  { 2, 'd4', 'ishiLocation' }
)

case(
  'marks',
  { [[MARK All Q8 #21 #1-33 \t@Q5 \S@#18 10@R12 +@A6 @@A1 #@b2 x@#81-90 \q@c3]] },
  { 1, 'All', 'ishiAll' },
  { 1, 'Q8', 'ishiLocation' },
  { 1, '#21', 'ishiReference' },
  { 1, '#1-33', 'ishiReference' },
  { 1, [[\t]], 'ishiSign' },
  { 1, '@', 'ishiAt' },
  { 1, 'Q5', 'ishiLocation' },
  { 1, [[\S]], 'ishiSign' },
  { 1, '#18', 'ishiReference' },
  { 1, '10', 'ishiLabel' },
  { 1, 'R12', 'ishiLocation' },
  { 1, '+', 'ishiLabel' },
  { 1, 'A6', 'ishiLocation' },
  { 1, 'A1', 'ishiLocation' },
  { 1, 'b2', 'ishiLocation' },
  { 1, '#81-90', 'ishiReference' },
  { 1, [[\q]], 'ishiLabel' },
  { 1, 'c3', 'ishiLocation' }
)

case(
  'unmark, hide and prisoner',
  { 'UNMARK All r3 #39-43', 'HIDE #3-9 q9 #17', 'PRISONER #22 Q9' },
  { 1, 'All', 'ishiAll' },
  { 1, 'r3', 'ishiLocation' },
  { 1, '#39-43', 'ishiReference' },
  { 2, '#3-9', 'ishiReference' },
  { 2, 'q9', 'ishiLocation' },
  { 2, '#17', 'ishiReference' },
  { 3, '#22', 'ishiReference' },
  { 3, 'Q9', 'ishiLocation' }
)

case(
  'diagrams',
  { 'DIAGRAM', 'DIAGRAM 9X9', 'diagram b12 j5' },
  { 1, 'DIAGRAM', 'ishiDataKeyword' },
  { 2, '9X9', 'ishiRegion' },
  { 3, 'b12', 'ishiLocation' },
  { 3, 'j5', 'ishiLocation' }
)

case(
  'variations',
  { 'VAR 10', 'var', [[VAR \t]], 'ENDVAR back to main game', 'VAR b of the book' },
  { 1, 'VAR', 'ishiDataKeyword' },
  { 1, '10', 'ishiVarLabel' },
  { 3, [[\t]], 'ishiVarSign' },
  { 4, 'ENDVAR', 'ishiDataKeyword' },
  { 4, 'back to main game', 'ishiIgnored' },
  { 5, 'b', 'ishiVarLabel' },
  { 5, 'of the book', 'ishiIgnored' }
)

case(
  'remarks',
  { 'REMARK B 1 Q16 is fine', 'remark ishi: allow ko' },
  { 1, 'REMARK', 'ishiRemark' },
  { 1, 'B 1 Q16 is fine', 'ishiRemarkText' },
  { 2, 'remark', 'ishiRemark' },
  { 2, 'ishi: allow ko', 'ishiDirective' }
)

case(
  'unknown keywords',
  { 'VRA', 'BLACKS x', 'B-3 Q16', 'ENDCOMX', 'B1 Q16', '#5', 'CAFÉ x' },
  { 1, 'VRA', 'ishiUnknownKeyword' },
  { 2, 'BLACKS', 'ishiUnknownKeyword' },
  { 2, 'x', '' },
  { 3, 'B-3', 'ishiUnknownKeyword' },
  { 4, 'ENDCOMX', 'ishiUnknownKeyword' },
  { 5, 'B1', 'ishiUnknownKeyword' },
  { 6, '#5', 'ishiUnknownKeyword' },
  { 7, 'CAFÉ', 'ishiUnknownKeyword' }
)

case(
  'commentary is prose',
  {
    [[COM  JK's notes \c + !]],
    'Black 1 and 3 are tesuji.',
    'EVENT is only a word, as is',
    'B 1 Q16',
    '',
    [[forming \T and \s while \title is none.]],
    'USER',
    'ENDCOMMENT',
    '  EndCom of it',
    'B 2 Q3',
  },
  { 1, 'COM', 'ishiDataKeyword' },
  { 1, "JK's notes", 'ishiTitle' },
  { 1, [[\c]], 'ishiInlineSign' },
  { 1, '!', 'ishiTitle' },
  { 2, 'Black 1 and 3 are tesuji.', 'ishiCommentary' },
  { 3, 'EVENT', 'ishiCommentary' },
  { 4, 'B 1 Q16', 'ishiCommentary' },
  { 6, [[\T]], 'ishiInlineSign' },
  { 6, [[\s]], 'ishiInlineSign' },
  { 6, [[\title]], 'ishiCommentary' },
  { 7, 'USER', 'ishiCommentary' },
  { 8, 'ENDCOMMENT', 'ishiCommentary' },
  { 9, 'EndCom', 'ishiDataKeyword' },
  { 9, 'of it', 'ishiIgnored' },
  { 10, 'B', 'ishiBlack' },
  { 10, 'Q3', 'ishiLocation' }
)

case(
  'user data is opaque',
  {
    'User Print-Diagram 1 of 10',
    '   MARK All',
    '   numbase -22',
    'COM',
    'ENDVAR',
    [[\t]],
    'Enduser',
    'w 26   J1',
  },
  { 1, 'User', 'ishiDataKeyword' },
  { 1, 'Print-Diagram 1 of 10', 'ishiUserData' },
  { 2, 'MARK All', 'ishiUserData' },
  { 3, 'numbase -22', 'ishiUserData' },
  { 4, 'COM', 'ishiUserData' },
  { 5, 'ENDVAR', 'ishiUserData' },
  { 6, [[\t]], 'ishiUserData' },
  { 7, 'Enduser', 'ishiDataKeyword' },
  { 8, 'w', 'ishiWhite' },
  { 8, '26', 'ishiMoveNumber' },
  { 8, 'J1', 'ishiLocation' }
)

case(
  'blocks inside a variation',
  { 'VAR', '  B 1 Q16', '  COM', '  White plays.', '  ENDCOM', '  USER', '  x', '  ENDUSER', 'ENDVAR' },
  { 2, 'B', 'ishiBlack' },
  { 3, 'COM', 'ishiDataKeyword' },
  { 4, 'White plays.', 'ishiCommentary' },
  { 5, 'ENDCOM', 'ishiDataKeyword' },
  { 6, 'USER', 'ishiDataKeyword' },
  { 7, 'x', 'ishiUserData' },
  { 9, 'ENDVAR', 'ishiDataKeyword' }
)

case(
  'an end without its block',
  { 'ENDCOM', 'enduser x', 'B 1 Q16' },
  { 1, 'ENDCOM', 'ishiDataKeyword' },
  { 2, 'enduser', 'ishiDataKeyword' },
  { 3, 'B', 'ishiBlack' }
)

t.test('highlighting: a line far below the start of its block', function()
  local lines = { 'COM' }
  for n = 2, 2000 do
    lines[n] = 'Black ' .. n
  end
  show(lines)
  t.equal(group_of(2000, 'Black 2000'), 'ishiCommentary')
end)

t.test('highlighting: in a long record, from wherever one comes', function()
  -- Blocks as long as no author makes them, in which stand words that begin and end blocks elsewhere.
  local lines, wanted = { 'EVENT x' }, {}
  local function add(words, count, group)
    for n = 1, count do
      lines[#lines + 1] = words[n % #words + 1]
      wanted[#lines] = n % #words == 0 and n % 1003 == 0 and group or nil
    end
  end
  add({ 'B 1 Q16', 'W 2 D4', 'MARK #1' }, 40000, 'ishiBlack')
  lines[#lines + 1] = 'COM A title'
  add({ 'Prose', 'Com is a word', 'User as well', 'B 2 Q3', 'EVENT', '', 'Enduser too' }, 25000, 'ishiCommentary')
  vim.list_extend(lines, { 'The end', 'ENDCOM' })
  add({ 'B 1 Q16', 'W 2 D4' }, 10000, 'ishiBlack')
  lines[#lines + 1] = 'USER program'
  add({ 'x = 1', 'com', 'endcom', 'user', 'W 2 D4' }, 25000, 'ishiUserData')
  vim.list_extend(lines, { 'y = 2', 'enduser' })
  add({ 'B 1 Q16', 'W 2 D4' }, 100000, 'ishiBlack')
  show(lines)
  local rows = vim.tbl_keys(wanted)
  table.sort(rows, function(one, other)
    return (one * 7919) % 1009 < (other * 7919) % 1009
  end)
  for _, row in ipairs(rows) do
    vim.api.nvim_win_set_cursor(0, { row, 0 })
    vim.cmd.redraw()
    t.equal(group_of(row, (vim.fn.getline(row):match('%S+'))), wanted[row], 'line ' .. row)
  end
  t.equal(vim.v.errmsg, '')
  t.ok(#rows > 50, #rows)
end)
