-- Games in the code blocks of Markdown: which buffers get the server, and what it does there.
local t = require('harness')

local NOTES = '# Notes\n\n> ```ishi mvoe=1\n> EVENT x\n> MARKK Q16\n> ```\n'

local function clients()
  return require('ishi.server').clients(0)
end

local function codes()
  return vim.tbl_map(function(one)
    return ('%d:%d %s'):format(one.lnum, one.col, one.code)
  end, vim.diagnostic.get(0))
end

t.test('a text with a game has diagnostics and hovers, and its own gq', function()
  t.open(t.file('notes.md', NOTES))
  t.wait(function()
    return vim.deep_equal(codes(), { '2:10 invalid-option', '4:2 unknown-keyword', '4:8 no-stone' })
  end, 'diagnostics')
  t.equal(#clients(), 1)
  t.equal(vim.bo.formatexpr, '')
  t.equal(vim.bo.tagfunc, '')
  local before = t.lines()
  require('ishi.server').format()
  t.equal(t.lines(), before)
end)

t.test('a text gets the server when it gets a game', function()
  t.open(t.file('prose.md', 'No game is here: ishi.\n'))
  t.idle(200)
  t.equal(#clients(), 0)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '```{.sgf .crop}', '(;FF[4]GM[1]SZ[9];B[zz])', '```' })
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = 0 })
  t.wait(function()
    return vim.deep_equal(codes(), { '3:20 off-board' })
  end, 'diagnostics')
end)
