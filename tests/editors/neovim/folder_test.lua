-- The problems of all records of the folder, also of those that are not open.
local t = require('harness')

local function codes(path)
  local bufnr = vim.fn.bufnr(path)
  local all = bufnr > 0 and vim.diagnostic.get(bufnr) or {}
  return vim.tbl_map(function(diagnostic)
    return diagnostic.code
  end, all)
end

local function wait_for(path, want)
  t.wait(function()
    return vim.deep_equal(codes(path), want)
  end, vim.inspect(want) .. ' in ' .. vim.fs.basename(path))
end

-- Writes two records into a folder of their own, and opens the first.
local function two_records(name)
  local folder = vim.fs.dirname(t.file('x', '')) .. '/' .. name
  vim.fn.mkdir(folder)
  t.write(folder .. '/ishi.toml', '')
  t.write(folder .. '/open.ishi', 'EVENT x\nB 1 Q16\nW 4 D4\n')
  t.write(folder .. '/closed.ishi', 'EVENT x\nB 1 Q16\nW 4 D4\nMARKK Q16\n')
  t.attach(folder .. '/open.ishi')
  wait_for(folder .. '/open.ishi', { 'missing-move' })
  return folder
end

t.test('a check of the folder shows the problems of records that are not open', function()
  local folder = two_records('checked')
  t.equal(codes(folder .. '/closed.ishi'), {})
  vim.cmd('IshiCheckFolder')
  wait_for(folder .. '/closed.ishi', { 'missing-move', 'unknown-keyword' })
  t.equal(codes(folder .. '/open.ishi'), { 'missing-move' })
end)

-- Neovim asks for them from 0.12 on.
if vim.lsp.buf.workspace_diagnostics then
  t.test('the problems of the folder are asked for, and follow the settings with those of open records', function()
    local folder = two_records('asked')
    vim.lsp.buf.workspace_diagnostics()
    wait_for(folder .. '/closed.ishi', { 'missing-move', 'unknown-keyword' })
    t.equal(codes(folder .. '/open.ishi'), { 'missing-move' })
    t.write(folder .. '/ishi.toml', '[check]\nmissing-move = "off"\n')
    vim.cmd('silent write')
    wait_for(folder .. '/open.ishi', {})
    wait_for(folder .. '/closed.ishi', { 'unknown-keyword' })
  end)

  t.test('a folder that was not asked for is not read when the settings change', function()
    local folder = two_records('unasked')
    t.write(folder .. '/ishi.toml', '[check]\nmissing-move = "off"\n')
    vim.cmd('silent write')
    wait_for(folder .. '/open.ishi', {})
    t.equal(codes(folder .. '/closed.ishi'), {})
  end)
end
