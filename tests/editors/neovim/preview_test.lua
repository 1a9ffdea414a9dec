-- The record in a browser: what the page gets from the editor.
local t = require('harness')

-- The last event of the page at an address, read by curl for a moment.
local function last_event(address)
  local output = vim.fn.system({ 'curl', '--silent', '--max-time', '0.5', address .. 'events' })
  local last
  for line in output:gmatch('data: ([^\n]*)') do
    last = vim.json.decode(line)
  end
  return last
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
    event = last_event(address)
    return event and event.content.title == 'Another game'
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
