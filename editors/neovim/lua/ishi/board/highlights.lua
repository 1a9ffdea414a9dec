-- The highlight groups of the board.
local M = {}

local HIGHLIGHTS = {
  ishiBoardWhite = 'Type',
  ishiBoardLines = 'NonText',
  ishiBoardCoordinate = 'LineNr',
  ishiBoardMark = 'Special',
  ishiBoardLast = 'MatchParen',
  ishiBoardFocus = 'IncSearch',
  ishiBoardComment = 'String',
  ishiBoardKey = 'Special',
  ishiBoardMessage = 'WarningMsg',
}

--- The priorities of groups that overlap. The last stone keeps its color, but many color schemes reverse that of the focus, which
--- then goes on top.
M.PRIORITY = { ishiBoardLast = 90, ishiBoardFocus = 110 }

-- What the black stones were linked to last, and first; false if the user or a color scheme has defined them.
local black, first_black

local function black_of_now()
  return vim.fn.execute('highlight ishiBoardBlack'):match('links to (%S+)')
end

--- Defines the groups. On a dark background a bright disc would be taken for a white stone.
function M.define()
  for group, link in pairs(HIGHLIGHTS) do
    vim.cmd(('highlight default link %s %s'):format(group, link))
  end
  local wanted = vim.o.background == 'dark' and 'Comment' or 'Statement'
  if black == nil then
    vim.cmd('highlight default link ishiBoardBlack ' .. wanted)
    black = black_of_now() == wanted and wanted
    first_black = black
  elseif black and (black_of_now() == black or black_of_now() == first_black) then
    vim.cmd('highlight! link ishiBoardBlack ' .. wanted)
    black = wanted
  end
end

return M
