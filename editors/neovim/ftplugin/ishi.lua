-- Editing an Ishi record: remarks as comments, words, indentation, and what `%` jumps between.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

local bo = vim.bo
bo.formatexpr = "v:lua.require'ishi.wrap'.formatexpr()"
bo.indentexpr = "v:lua.require'ishi.indent'.indentexpr()"
bo.indentkeys = 'o,O,0=~endvar,0=~endcom,0=~enduser'
bo.commentstring = 'REMARK %s'
bo.comments = 'b:REMARK'
-- `#` makes a reference such as #21 one word.
bo.iskeyword = '@,48-57,_,#'
bo.expandtab = true
bo.shiftwidth = 2
bo.softtabstop = 2

-- For matchit: the three pairs of keywords. One that stands in commentary or user data is only a word there.
vim.b.match_ignorecase = 1
vim.b.match_words = table.concat({
  [[^\s*\zsCOM\>:^\s*\zsENDCOM\>]],
  [[^\s*\zsVAR\>:^\s*\zsENDVAR\>]],
  [[^\s*\zsUSER\>:^\s*\zsENDUSER\>]],
}, ',')
-- The names of colors are those of syntax/ishi.vim, or those of the queries.
vim.b.match_skip = [[s:^\%(ishiCommentary\|ishiUserData\|string\|attribute\)$]]

-- Colors by the tree-sitter grammar where its parser is installed, and by syntax/ishi.vim elsewhere.
pcall(vim.treesitter.start, 0, 'ishi')

vim.b.undo_ftplugin = table.concat({
  'setlocal formatexpr< indentexpr< indentkeys< commentstring< comments< iskeyword< expandtab< shiftwidth< softtabstop<',
  'unlet! b:match_ignorecase b:match_words b:match_skip',
  'lua pcall(vim.treesitter.stop)',
}, ' | ')
