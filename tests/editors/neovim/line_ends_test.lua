-- Records in which a CR stands that no LF follows. Neovim shows it as ^M and ends no line there, LSP does.
local t = require('harness')

local RECORD = 'EVENT x\nCOM\nWell played.\rIndeed.\nENDCOM\nb 1 q16\nW 2 D4\nB 3 Q3\n'
local FORMATTED = 'EVENT x\nCOM\nWell played.\nIndeed.\nENDCOM\nB 1 Q16\nW 2 D4\nB 3 Q3\n'

-- The lines of a text that say something, however they end.
local function filled(text)
  return vim.tbl_filter(function(line)
    return line ~= ''
  end, vim.split(text, '[\r\n]+'))
end

local function save(bufnr)
  vim.bo[bufnr].modified = true
  vim.cmd('silent write')
end

t.test('a save with a CR in a comment loses no move', function()
  local path = t.file('cr.ishi', RECORD)
  local bufnr = t.attach(path)
  save(bufnr)
  t.equal(t.read(path), FORMATTED)
  -- The server has followed, so the next save is right as well.
  vim.fn.setline(6, '  b   1 q16')
  save(bufnr)
  t.equal(t.read(path), FORMATTED)
end)

for _, case in ipairs({ { 'CR', '\r' }, { 'CR CR LF', '\r\r\n' }, { 'CR LF, but one', nil } }) do
  t.test('a save loses no move where lines end with ' .. case[1], function()
    local text = case[2] and FORMATTED:gsub('Q16', 'q16'):gsub('\n', case[2]) or (RECORD:gsub('\n', '\r\n'))
    local path = t.file('all.ishi', text)
    local bufnr = t.attach(path)
    save(bufnr)
    t.equal(filled(t.read(path)), filled(FORMATTED))
    vim.cmd('silent edit!')
    save(bufnr)
    t.equal(filled(t.read(path)), filled(FORMATTED))
  end)
end

t.test('what is typed after a CR is typed in the same place for the server', function()
  local path = t.file('typed.ishi', RECORD)
  local bufnr = t.attach(path)
  vim.fn.cursor(6, 1)
  vim.cmd('normal! onew  text')
  vim.cmd('normal! ccw   4 d16')
  vim.fn.cursor(3, 1)
  vim.cmd('normal! A!')
  save(bufnr)
  t.equal(t.read(path), (FORMATTED:gsub('Indeed.', 'Indeed.!'):gsub('W 2 D4\n', 'W 2 D4\nW 4 D16\n')))
end)

t.test('the first line says so, and the action for it replaces the CR', function()
  local path = t.file('action.ishi', (RECORD:gsub('Q3', 'Z99')))
  local bufnr = t.attach(path)
  local function messages()
    return vim.tbl_map(function(diagnostic)
      return { diagnostic.lnum, diagnostic.code }
    end, vim.diagnostic.get(bufnr))
  end
  t.wait(function()
    return #messages() > 0
  end, 'diagnostics')
  t.equal(messages(), { { 0, 'mixed-line-endings' } })
  vim.fn.cursor(7, 1)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Replace each CR without LF by LF'
    end,
  })
  t.wait(function()
    return vim.deep_equal(messages(), { { 7, 'invalid-location' } })
  end, 'the mistake below the CR')
  t.equal(t.lines(bufnr)[4], 'Indeed.')
end)

t.test('a CR can be taken out by hand', function()
  local path = t.file('hand.ishi', (RECORD:gsub('EVENT x\n', 'EVENT x\r\n'):gsub('ENDCOM\n', 'ENDCOM\r\n')))
  local bufnr = t.attach(path)
  vim.cmd([[silent %s/\r$//]])
  vim.cmd([[silent %s/\r/\r/g]])
  save(bufnr)
  t.equal(t.read(path), FORMATTED)
end)
