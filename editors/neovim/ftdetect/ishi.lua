-- Which files are Ishi records.
--
-- `.ishi` and `.prb` are ours. `.go` belongs to the Go language, which Neovim detects by itself; a record
-- of that name is distinguished from a program by its first line that is not blank. Files that come from old systems
-- have names in upper case.
local function record_or_program(path, bufnr)
  return require('ishi.detect').buffer_is_ishi(path, bufnr) and 'ishi' or 'go'
end

-- An SGF file may be shown as the text of a record.
local function sgf_or_text(_, bufnr)
  return bufnr and require('ishi.sgf').is_text(bufnr) and 'ishi' or 'sgf'
end

vim.filetype.add({
  extension = { ishi = 'ishi', prb = 'ishi', go = record_or_program },
  pattern = {
    ['.*%.[iI][sS][hH][iI]'] = 'ishi',
    ['.*%.[pP][rR][bB]'] = 'ishi',
    ['.*%.[gG][oO]'] = record_or_program,
    ['.*%.[sS][gG][fF]'] = sgf_or_text,
  },
})
