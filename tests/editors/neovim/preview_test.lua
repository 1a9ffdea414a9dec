-- The record in a browser: what the page gets from the editor.
local t = require('harness')

-- What a page at an address would show: the last content and the last cursor, read by curl for a moment.
local function shown(address)
  local output = vim.fn.system({ 'curl', '--silent', '--max-time', '0.5', address .. 'events' })
  local all = {}
  for line in output:gmatch('data: ([^\n]*)') do
    all = vim.tbl_extend('force', all, vim.json.decode(line))
  end
  return all
end

t.test('the preview follows the text and the cursor, and ends with the buffer', function()
  t.attach(t.file('game.ishi', 'EVENT A game\nB 1 Q16\nW 2 D4\n'))
  local messages = {}
  local notify = vim.notify
  vim.notify = function(message)
    messages[#messages + 1] = message
  end
  vim.cmd('IshiPreview')
  local address
  t.wait(function()
    address = table.concat(messages, '\n'):match('http://127%.0%.0%.1:%d+/%x+/')
    return address
  end, 'the address')
  t.wait(function()
    return vim.fn.system({ 'curl', '--silent', address }):find('preview.js', 1, true)
  end, 'the page')
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'EVENT Another game' })
  vim.cmd('doautocmd TextChanged')
  local event
  t.wait(function()
    event = shown(address)
    return event.content and event.content.title == 'Another game' and event.cursor ~= vim.NIL
  end, 'the text')
  t.equal(event.cursor.line, 2)
  t.equal(event.name, 'game.ishi')
  vim.cmd('IshiPreview')
  t.equal(messages[#messages], 'ishi: the preview runs: ' .. address)
  vim.cmd('IshiPreview!')
  t.wait(function()
    return vim.fn.system({ 'curl', '--silent', address }) == ''
  end, 'the end')
  vim.notify = notify
end)
