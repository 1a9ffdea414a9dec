-- Which files are Ishi records.
--
-- `.ishi` and `.prb` are ours. `.go` belongs to the Go language, which Neovim detects by itself; a record
-- of that name is told from a program by its first line that is not blank.
vim.filetype.add({
  extension = {
    ishi = 'ishi',
    prb = 'ishi',
    go = function(path, bufnr)
      return require('ishi.detect').buffer_is_ishi(path, bufnr) and 'ishi' or 'go'
    end,
  },
})
