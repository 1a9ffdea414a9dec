-- Which files become `ishi` buffers, and which `.go` files stay programs.
local t = require('harness')

-- name, content, filetype
local FILES = {
  { 'game.ishi', 'B 1 Q16\r\n', 'ishi' },
  { 'empty.ishi', '', 'ishi' },
  { 'GAME.prb', 'EVENT Problem 1\n', 'ishi' },
  { 'nonsense.prb', 'package main\n', 'ishi' },

  { 'remark.go', 'REMARK file test.go\r\n', 'ishi' },
  { 'remark-alone.go', 'Remark\r\n', 'ishi' },
  { 'event.go', 'event\nB 1 R16\n', 'ishi' },
  { 'title.go', 'Event Yose Problem 7\n', 'ishi' },
  { 'blank-first.go', '\r\n   \r\n\t\r\n  EVENT x\r\n', 'ishi' },
  { 'many-blanks.go', ('\n'):rep(500) .. 'COM\nText.\nENDCOM\n', 'ishi' },
  { 'move.go', 'b 1 q16\n', 'ishi' },
  { 'pass.go', 'W  2   PASS\n', 'ishi' },
  { 'size.go', 'BOARDSIZE 9\n', 'ishi' },
  { 'com.go', 'COM\n', 'ishi' },
  { 'com-title.go', 'COM The famous "ear-reddening" move\n', 'ishi' },
  { 'setup.go', 'SETUP B d4\n', 'ishi' },
  { 'setup-both.go', 'Setup w a6 b A7 t19\n', 'ishi' },
  { 'black.go', 'BLACK Foo\n', 'ishi' },
  { 'rules.go', '\tRules Chinese\n', 'ishi' },
  { 'mark.go', 'MARK All \\t@Q5 10@R12 #1-33 q8\n', 'ishi' },
  { 'diagram.go', 'DIAGRAM a1 j9\n', 'ishi' },
  { 'diagram-size.go', 'DIAGRAM 9X9\n', 'ishi' },
  { 'user.go', 'USER Ishi inventory\n', 'ishi' },
  { 'endcom.go', 'ENDCOM\r\n', 'ishi' },
  { 'variation.go', '  VAR b\r\n', 'ishi' },
  { 'bom.go', '\239\187\191EVENT x\n', 'ishi' },
  { 'latin1.go', 'EVENT Caf\233\n', 'ishi' },

  { 'main.go', 'package main\n\nfunc main() {}\n', 'go' },
  { 'blank.go', '\n\n\npackage main\n', 'go' },
  { 'empty.go', '', 'go' },
  { 'only-blanks.go', '\n  \n', 'go' },
  { 'comment.go', '// Event Horizon draws black holes.\npackage main\n', 'go' },
  { 'build.go', '//go:build linux\n// +build linux\n\npackage main\n', 'go' },
  { 'block.go', '/* BLACK\nB 1 Q16\n*/\npackage main\n', 'go' },
  { 'import.go', 'import "fmt"\n', 'go' },
  { 'snippet-var.go', 'var x int\n', 'go' },
  { 'snippet-date.go', 'date := time.Now()\n', 'go' },
  { 'snippet-result.go', 'result = f()\n', 'go' },
  { 'snippet-b.go', 'b, err := f()\n', 'go' },
  { 'snippet-w.go', 'w := io.Discard\n', 'go' },
  { 'snippet-setup.go', 'setup()\n', 'go' },
  { 'snippet-func.go', 'func mark(x int) {}\n', 'go' },
  { 'bad-move.go', 'B one Q16\n', 'go' },
  { 'long-move.go', 'B 1 Q16 R7\n', 'go' },
  { 'no-move.go', 'B\n', 'go' },
  { 'bad-diagram.go', 'DIAGRAM a1\n', 'go' },
  { 'bad-place.go', 'B 1 I5\n', 'go' },
  { 'bad-size.go', 'BOARDSIZE 20\n', 'go' },
  { 'prose.go', 'Events of the year\n', 'go' },
  { 'bom-program.go', '\239\187\191package main\n', 'go' },
}

for _, case in ipairs(FILES) do
  t.test(('%s is %s'):format(case[1], case[3]), function()
    local bufnr = t.open(t.file(case[1], case[2]))
    t.equal(vim.bo[bufnr].filetype, case[3])
  end)
end

-- These begin with a keyword and free text as far as the command line is concerned, which sees whole files;
-- an editor also sees Go that is only being written.
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
  local found = {}
  for line in stdout:gmatch('[^\n]+') do
    found[vim.fs.basename(vim.json.decode(line).file)] = true
  end
  local got = vim.tbl_keys(found)
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
  local text = { 'B 1 Q16', 'VAR', 'B 1 D4', 'COM', 'Com is not a keyword here, nor is', 'Var', 'ENDCOM', 'VAR', 'B 1 C3', 'ENDVAR', 'ENDVAR' }
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
