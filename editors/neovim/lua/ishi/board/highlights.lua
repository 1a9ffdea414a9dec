-- The highlight groups of the board.
local options = require('ishi.options')

local M = {}

local HIGHLIGHTS = {
  ishiBoardWhite = 'Type',
  ishiBoardLines = 'NonText',
  ishiBoardCoordinate = 'LineNr',
  ishiBoardMark = 'Special',
  ishiBoardLast = 'MatchParen',
  ishiBoardFocus = 'IncSearch',
  ishiBoardNext = 'Identifier',
  ishiBoardVariation = 'Comment',
  ishiBoardComment = 'String',
  ishiBoardKey = 'Special',
  ishiBoardMessage = 'WarningMsg',
}

--- The priorities of groups that overlap. The last stone keeps its color, but many color schemes reverse that of the focus, which
--- then goes on top.
M.PRIORITY = { ishiBoardLast = 90, ishiBoardFocus = 110 }

-- The groups that the black stones were linked to last, and first; false if the user or a color scheme has defined
-- them.
local black, first_black

local function black_of_now()
  return vim.fn.execute('highlight ishiBoardBlack'):match('links to (%S+)')
end

-- The groups of a board of wood, which has the same colors on a light and on a dark background. That of the wood is below the others.
local ON_WOOD = {
  ishiWood = 'guifg=#4a3414 guibg=#c0965a',
  ishiWoodLines = 'guifg=#6f5024',
  ishiWoodCoordinate = 'guifg=#4a3414',
  ishiWoodBlack = 'guifg=#000000',
  ishiWoodWhite = 'guifg=#ffffff',
  ishiWoodOnBlack = 'guifg=#ffffff guibg=#000000',
  ishiWoodOnWhite = 'guifg=#000000 guibg=#ffffff',
  ishiWoodMark = 'guifg=#00246b gui=bold',
  ishiWoodLast = 'guifg=#8b0000 gui=bold',
  ishiWoodFocus = 'guifg=#4a3414 guibg=#f2dca6 gui=bold',
  ishiWoodNext = 'guifg=#8b0000 guibg=#e6c48c gui=bold',
  ishiWoodVariation = 'guifg=#4a3414 guibg=#d3ae72',
}

--- Returns whether boards are of wood: the option is on, and the screen has true color.
function M.is_wooden()
  local has_colors = vim.o.termguicolors
  for _, ui in ipairs(vim.api.nvim_list_uis()) do
    has_colors = has_colors or ui.rgb
  end
  return has_colors and options.is_on(options.get().board.wood)
end

--- Returns the group on wood for a group of the board. A number that hides a stone has the stone's color as its background.
---@param group string
---@param is_stone boolean Whether it highlights the sign of a stone.
---@return string
function M.on_wood(group, is_stone)
  local name = group:gsub('^ishiBoard', '')
  return 'ishiWood' .. ((name == 'Black' or name == 'White') and not is_stone and 'On' .. name or name)
end

--- Defines the groups. On a dark background a bright disc would be taken for a white stone.
function M.define()
  for group, link in pairs(HIGHLIGHTS) do
    vim.cmd(('highlight default link %s %s'):format(group, link))
  end
  for group, look in pairs(ON_WOOD) do
    vim.cmd(('highlight default %s %s'):format(group, look))
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
