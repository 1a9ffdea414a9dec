-- The place and the size of the window of the board.
local options = require('ishi.options')
local page = require('ishi.board.page')
local record = require('ishi.record')

local M = {}

-- The window is as wide as the board, but comments need some room, and so does the record beside it or above it.
local LEAST_WIDTH = 40
local RECORD_WIDTH = 18
M.RECORD_HEIGHT = 3
-- A screen of fewer columns has no room for a board of 19 lines beside a record, so the board is below it.
local LEAST_COLUMNS = 64
-- A screen of fewer rows has no room for a floating window with such a board and a comment.
local LEAST_ROWS = 30

--- Sets an option of a window.
function M.set_local(win, name, value)
  vim.api.nvim_set_option_value(name, value, { scope = 'local', win = win })
end

-- Window options that make of a window a picture.
local APPEARANCE = {
  breakindent = true,
  colorcolumn = '',
  cursorcolumn = false,
  cursorline = false,
  fillchars = 'eob: ',
  foldcolumn = '0',
  foldenable = false,
  linebreak = true,
  list = false,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  spell = false,
}

--- Shows a buffer in a window as a picture.
---@param win integer
---@param bufnr integer
function M.make_picture(win, bufnr)
  vim.api.nvim_win_set_buf(win, bufnr)
  for name, value in pairs(APPEARANCE) do
    M.set_local(win, name, value)
  end
  if vim.fn.exists('+statuscolumn') == 1 then
    M.set_local(win, 'statuscolumn', '')
  end
  if vim.fn.exists('+winfixbuf') == 1 then
    M.set_local(win, 'winfixbuf', true)
  end
end

-- The commands that split off a window for a place, and that move a window there.
local SPLITS = {
  right = { 'botright vsplit', 'L' },
  left = { 'topleft vsplit', 'H' },
  above = { 'topleft split', 'K' },
  below = { 'botright split', 'J' },
}

--- The places that the option can name.
M.PLACES = { 'auto', 'right', 'left', 'above', 'below', 'float' }

--- Returns the place of the board on a screen of this size: `right`, `left`, `above`, `below` or `float`.
---@return string
function M.current_place()
  local wanted = options.get().board.place
  if vim.o.columns < LEAST_COLUMNS then
    return wanted == 'above' and wanted or 'below'
  elseif wanted == 'float' then
    return vim.o.lines >= LEAST_ROWS and wanted or 'right'
  end
  return SPLITS[wanted] and wanted or 'right'
end

--- Returns whether the board stands beside the record.
function M.is_beside()
  local place = M.current_place()
  return place == 'left' or place == 'right'
end

--- Returns whether the board stands above or below the record.
function M.is_stacked()
  local place = M.current_place()
  return place == 'above' or place == 'below'
end

--- Returns the rows of a window that show text.
function M.height_of(win)
  return vim.fn.getwininfo(win)[1].height
end

-- Returns the rows of the screen without the command line and the last status line.
local function rows_of_screen()
  return vim.o.lines - vim.o.cmdheight - 1
end

--- Returns the maximal number of rows of text in the window of the board, after it was resized if need be.
function M.available_height(win)
  local text = record.window()
  if M.current_place() == 'float' then
    return rows_of_screen() - 3
  elseif M.is_beside() or not text then
    return M.height_of(win)
  end
  -- One row has the title.
  return vim.api.nvim_win_get_height(win) + vim.api.nvim_win_get_height(text) - M.RECORD_HEIGHT - 1
end

-- A size that the user wants: columns or rows, or a share of those of the screen.
local function wanted_size(name, available)
  local size = options.get().board[name]
  return size and math.floor(size < 1 and size * available or size)
end

--- Gives a window a size. It does not get lower again, because a text that moves to and fro with each stone cannot be read;
--- and a size that the user has set stays, until the screen changes its own.
---@param win integer
---@param dimension 'width' | 'height'
---@param wanted integer
---@param most integer
function M.resize(win, dimension, wanted, most)
  local get = vim.api['nvim_win_get_' .. dimension]
  local last = vim.w[win].ishi_board_size
  if last == nil or last == get(win) then
    local least = dimension == 'height' and last or 0
    wanted = math.min(math.max(wanted, least), most)
    if wanted > 0 and wanted ~= get(win) then
      vim.api['nvim_win_set_' .. dimension](win, wanted)
    end
    vim.w[win].ishi_board_size = get(win)
  end
end

-- Returns the width of a window for the board.
local function wanted_width(content)
  -- One column is between the windows.
  return wanted_size('width', vim.o.columns) or math.max(content.width + 2, LEAST_WIDTH)
end

-- A floating window at the top right.
local function float_config(content)
  -- The border takes two rows and two columns, and the title a row.
  local width = math.min(wanted_width(content), vim.o.columns - RECORD_WIDTH - 2)
  local height = wanted_size('height', vim.o.lines) or content:height(width) + 1
  return {
    relative = 'editor',
    anchor = 'NE',
    row = vim.o.showtabline == 2 and 1 or 0,
    col = vim.o.columns,
    width = width,
    height = math.max(1, math.min(height, rows_of_screen() - 2)),
    border = page.border(),
  }
end

--- Opens a window for the board in this tab page. The current window stays the same.
---@param bufnr integer The buffer of the board.
---@param content table The page that is shown.
function M.open(bufnr, content)
  local here, place = vim.api.nvim_get_current_win(), M.current_place()
  local win
  if place == 'float' then
    win = vim.api.nvim_open_win(bufnr, false, float_config(content))
  else
    vim.cmd('keepalt ' .. SPLITS[place][1])
    win = vim.api.nvim_get_current_win()
  end
  M.make_picture(win, bufnr)
  vim.api.nvim_set_current_win(here)
end

--- Puts the board of this tab page where it belongs, and makes it as large as it has to be.
---@param win integer
---@param content table The page that is shown.
---@param reserved integer How many rows are kept for another window below the record.
function M.fit(win, content, reserved)
  local place = M.current_place()
  local is_new = vim.w[win].ishi_board_place ~= place
  if is_new then
    vim.w[win].ishi_board_place = place
    vim.w[win].ishi_board_size = nil
    if place ~= 'float' then
      vim.api.nvim_win_call(win, function()
        vim.cmd('wincmd ' .. SPLITS[place][2])
      end)
    end
    M.set_local(win, 'winfixwidth', M.is_beside())
    M.set_local(win, 'winfixheight', M.is_stacked())
  end
  local text = record.window()
  if place == 'float' then
    local config = float_config(content)
    local size = vim.w[win].ishi_board_size
    -- As with other windows, it does not get lower while one reads.
    config.height = math.max(config.height, size or 0)
    if is_new or size == nil or size < config.height or vim.api.nvim_win_get_width(win) ~= config.width then
      vim.api.nvim_win_set_config(win, config)
      vim.w[win].ishi_board_size = config.height
    end
    if is_new then
      -- A window that begins to float loses the row of its title.
      local title = vim.wo[win].winbar
      M.set_local(win, 'winbar', '')
      M.set_local(win, 'winbar', title)
    end
  elseif M.is_beside() then
    M.resize(win, 'width', wanted_width(content), vim.o.columns - RECORD_WIDTH - 1)
  elseif text then
    local both = vim.api.nvim_win_get_height(win) + vim.api.nvim_win_get_height(text)
    -- One row has the title.
    local height = wanted_size('height', vim.o.lines) or content:height(vim.api.nvim_win_get_width(win)) + 1
    M.resize(win, 'height', height, both - M.RECORD_HEIGHT - reserved)
  end
  -- Comments are wrapped, but a row of the board becomes unreadable when wrapped.
  M.set_local(win, 'wrap', content.width + 1 <= vim.api.nvim_win_get_width(win))
end

return M
