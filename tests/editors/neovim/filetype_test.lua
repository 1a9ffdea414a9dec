-- Which files become `ishi` buffers, and which `.go` files stay programs.
local t = require('harness')

-- name, content, filetype; the same files are tried in VS Code.
local FILES = {}
for _, file in ipairs(vim.json.decode(t.read(t.root .. '/tests/editors/file-types.json'))) do
  local text = file.encoding and vim.fn.iconv(file.text, 'utf-8', file.encoding) or file.text
  FILES[#FILES + 1] = { file.name, text, file.language }
end

for _, case in ipairs(FILES) do
  t.test(('%s is %s'):format(case[1], case[3]), function()
    local bufnr = t.open(t.file(case[1], case[2]))
    t.equal(vim.bo[bufnr].filetype, case[3])
  end)
end

-- Files that the command line, which reads whole files, takes for records, because they begin with a keyword and free
-- text. An editor also sees Go that is only being written.
local HALF_WRITTEN = { ['snippet-date.go'] = true, ['snippet-result.go'] = true }

t.test('`ishi check` takes the same .go files of a folder for records', function()
  local folder = vim.fs.dirname(t.file('x', '')) .. '/go'
  vim.fn.mkdir(folder)
  local want = {}
  for _, case in ipairs(FILES) do
    local name, text, filetype = unpack(case)
    if name:match('%.go$') and not HALF_WRITTEN[name] then
      -- Whatever the file is, this is an error in it, if it is read at all.
      t.write(folder .. '/' .. name, text .. '\nXYZZY\nENDVAR\n')
      want[#want + 1] = filetype == 'ishi' and name or nil
    end
  end
  local _, stdout = t.ishi({ 'check', '--format', 'jsonl', folder })
  local files = {}
  for line in stdout:gmatch('[^\n]+') do
    files[vim.fs.basename(vim.json.decode(line).file)] = true
  end
  local got = vim.tbl_keys(files)
  table.sort(got)
  table.sort(want)
  t.equal(got, want)
end)

t.test('vim.filetype.match() answers for a path without a buffer', function()
  t.equal((vim.filetype.match({ filename = 'x.ishi' })), 'ishi')
  t.equal((vim.filetype.match({ filename = 'no-such-file.go' })), 'go')
  t.equal((vim.filetype.match({ filename = t.file('record.go', '\r\nB 1 Q16\r\n') })), 'ishi')
  t.equal((vim.filetype.match({ filename = t.file('program.go', 'package main\n') })), 'go')
end)

t.test('a program gets the Go highlighting, and no settings of ours', function()
  local bufnr = t.open(t.file('main.go', 'package main\n'))
  t.equal(vim.b[bufnr].current_syntax, 'go')
  t.ok(vim.bo[bufnr].commentstring ~= 'REMARK %s')
end)

t.test('the settings of a record come and go with its filetype', function()
  local bufnr = t.open(t.file('a.ishi', 'EVENT x\n'))
  t.equal(vim.bo[bufnr].commentstring, 'REMARK %s')
  t.equal({ vim.bo[bufnr].expandtab, vim.bo[bufnr].shiftwidth }, { true, 2 })
  t.ok(vim.b[bufnr].match_words)
  vim.bo[bufnr].filetype = 'text'
  t.ok(vim.bo[bufnr].commentstring ~= 'REMARK %s')
  t.equal(vim.bo[bufnr].shiftwidth, vim.go.shiftwidth)
  t.equal(vim.b[bufnr].match_words, nil)
end)

t.test('gcc makes a line a remark and back', function()
  t.open(t.file('a.ishi', 'EVENT x\n'))
  vim.cmd.normal('gcc')
  t.equal(t.lines(), { 'REMARK EVENT x' })
  vim.cmd.normal('gcc')
  t.equal(t.lines(), { 'EVENT x' })
end)

t.test('% jumps from a keyword to the one that ends its block', function()
  local text = {
    'B 1 Q16',
    'VAR',
    'B 1 D4',
    'COM',
    'Com is not a keyword here, nor is',
    'Var',
    'ENDCOM',
    'VAR',
    'B 1 C3',
    'ENDVAR',
    'ENDVAR',
  }
  t.open(t.file('a.ishi', table.concat(text, '\n') .. '\n'))
  local function jump(from)
    vim.api.nvim_win_set_cursor(0, { from, 0 })
    vim.cmd.normal('%')
    return vim.api.nvim_win_get_cursor(0)[1]
  end
  t.equal(jump(2), 11)
  t.equal(jump(4), 7)
  t.equal(jump(8), 10)
  t.equal(jump(11), 2)
end)
