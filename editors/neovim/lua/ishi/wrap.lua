-- |gq| in a record: the text of comments and remarks is wrapped, and all other lines are formatted one by one.
local lines = require('ishi.lines')

local M = {}

local first_word = lines.first_word

-- Returns the kinds of the lines from `first` to `last`: `text` in a comment, `remark`, or `data`.
local function kinds(bufnr, first, last)
  local line_kinds = {}
  -- Whether a line is text depends on the blocks before it, and on whether the block has an end.
  local closer, begun
  local count = vim.api.nvim_buf_line_count(bufnr)
  for start = 0, count - 1, 1024 do
    for offset, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, start, start + 1024, false)) do
      local number = start + offset
      local word = first_word(line)
      if not closer then
        if number > last then
          return line_kinds
        end
        if lines.BLOCKS[word] then
          closer, begun = lines.BLOCKS[word], number
        elseif number >= first and word == 'remark' and not line:lower():match('^%s*remark%s+ishi:') then
          line_kinds[number] = 'remark'
        end
      elseif word == closer then
        if closer == 'endcom' then
          for text = math.max(first, begun + 1), math.min(last, number - 1) do
            line_kinds[text] = 'text'
          end
        end
        closer = nil
      end
    end
  end
  -- The lines after a block without an end may be moves, and moves must not be joined.
  return line_kinds
end

local function format_data(first, last)
  local text = vim.api.nvim_buf_get_lines(0, last - 1, last, false)[1] or ''
  require('ishi.server').format({ range = { start = { first, 0 }, ['end'] = { last, #text } } })
end

-- Wraps lines as |gq| does where there is no 'formatexpr'.
local function wrap(first, last)
  local text = vim.api.nvim_buf_get_lines(0, first - 1, last, false)
  local count = vim.api.nvim_buf_line_count(0)
  local formatexpr = vim.bo.formatexpr
  vim.bo.formatexpr = ''
  local ok, problem = pcall(vim.cmd, ('keepjumps normal! %dGgq%dG'):format(first, last))
  vim.bo.formatexpr = formatexpr
  -- A word of the text that would end the comment must not come to the beginning of a line.
  last = last + vim.api.nvim_buf_line_count(0) - count
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, first - 1, last, false)) do
    if first_word(line) == 'endcom' then
      vim.api.nvim_buf_set_lines(0, first - 1, last, false, text)
      ok, problem = false, 'ishi: a line of the comment would begin with ENDCOM, so it stays as it is'
    end
  end
  if not ok then
    vim.notify(problem, vim.log.levels.WARN)
  end
end

--- Wraps text and formats all other lines: the 'formatexpr' of records.
---@return integer # 0 where it has done everything, 1 where Neovim is to wrap the line.
function M.formatexpr()
  local first, last = vim.v.lnum, vim.v.lnum + vim.v.count - 1
  local line_kinds = kinds(vim.api.nvim_get_current_buf(), first, last)
  if vim.fn.mode():match('^[iR]') then
    -- A line got longer than 'textwidth' while it was typed.
    return line_kinds[first] and 1 or 0
  end
  -- From the last line to the first, because wrapping moves what follows.
  local at = last
  while at >= first do
    local kind, from = line_kinds[at], at
    -- Each remark is wrapped alone: the words of two remarks do not flow together.
    while kind ~= 'remark' and from > first and line_kinds[from - 1] == kind do
      from = from - 1
    end
    if kind then
      wrap(from, at)
    else
      format_data(from, at)
    end
    at = from - 1
  end
  return 0
end

return M
