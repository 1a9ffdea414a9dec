-- Distinguishes an Ishi record from a program in the Go language, both of which are called `*.go`.
--
-- One line decides: the first that is not blank. A record begins with one of the Standard's keywords and
-- fields that fit it; a program begins with a comment or a package clause. Asking for the fields as well
-- as the keyword keeps half-typed Go such as `date := time.Now()` or `b, err := f()` what it is.
local M = {}

-- Keywords that free text may follow, or nothing at all.
local FREE_TEXT = {}
for word in
  ([[
    analysis black com date event handicap komi place recorder remark result rules source timelimit user white
  ]]):gmatch('%a+')
do
  FREE_TEXT[word] = true
end

local function is_location(field)
  local row = field:match('^[A-HJ-Ta-hj-t](%d%d?)$')
  return row ~= nil and tonumber(row) >= 1 and tonumber(row) <= 19
end

local function is_size(field)
  local size = field and field:match('^%d+$') and tonumber(field)
  return size and size >= 2 and size <= 19
end

-- A stone that MARK, UNMARK, HIDE or PRISONER names: by place, or by move number.
local function is_stone(field)
  return is_location(field) or field:match('^#%d+$') ~= nil or field:match('^#%d+%-%d+$') ~= nil
end

local function is_mark(field)
  local stone = field:match('^%S%S?@(%S+)$') or field
  return stone:lower() == 'all' or is_stone(stone)
end

local function every(fields, holds)
  for _, field in ipairs(fields) do
    if not holds(field) then
      return false
    end
  end
  return true
end

local function move(fields)
  local number, place = fields[1], fields[2]
  return #fields == 2
    and number:match('^%d+$') ~= nil
    and tonumber(number) > 0
    and (is_location(place) or place:lower() == 'pass')
end

local function none(fields)
  return #fields == 0
end

-- Keywords whose fields have a form of their own. No record should begin with the end of a block, but what
-- does is one with a mistake in it, and no program.
local FIELDS = {
  b = move,
  w = move,
  endcom = none,
  enduser = none,
  endvar = none,
  boardsize = function(fields)
    return #fields == 1 and is_size(fields[1])
  end,
  diagram = function(fields)
    if #fields == 0 then
      return true
    end
    local wide, high = fields[1]:lower():match('^(%d+)x(%d+)$')
    return (#fields == 1 and wide == high and is_size(wide))
      or (#fields == 2 and is_location(fields[1]) and is_location(fields[2]))
  end,
  hide = function(fields)
    return every(fields, is_stone)
  end,
  mark = function(fields)
    return every(fields, is_mark)
  end,
  prisoner = function(fields)
    return every(fields, is_stone)
  end,
  setup = function(fields)
    return #fields == 0
      or (
        fields[1]:match('^[BbWw]$') ~= nil
        and every(fields, function(field)
          return field:match('^[BbWw]$') ~= nil or is_location(field)
        end)
      )
  end,
  unmark = function(fields)
    return every(fields, is_mark)
  end,
  -- A label is one or two characters, and `var x int` is Go.
  var = function(fields)
    return #fields == 0 or (#fields == 1 and #fields[1] <= 2)
  end,
}

--- Returns whether a record may begin with this line.
---@param line string
---@return boolean
function M.line_is_ishi(line)
  local keyword, rest = line:match('^%s*(%a+)(.*)$')
  if not keyword or rest:match('^%S') then
    return false
  end
  keyword = keyword:lower()
  if FREE_TEXT[keyword] then
    -- `date := …` and `result = …` are assignments.
    return rest:match('^%s*:?=') == nil
  end
  local fields = {}
  for field in rest:gmatch('%S+') do
    fields[#fields + 1] = field
  end
  return FIELDS[keyword] ~= nil and FIELDS[keyword](fields) and true or false
end

--- Returns whether lines, in order, are those of a record. Blank ones before the first keyword do not count.
---@param lines string[]
---@return boolean
function M.lines_are_ishi(lines)
  for _, line in ipairs(lines) do
    if line:match('%S') then
      return M.line_is_ishi(line)
    end
  end
  return false
end

--- Returns whether a buffer, or the file at a path where there is no buffer for it, is a record.
---@param path string?
---@param bufnr integer?
---@return boolean
function M.buffer_is_ishi(path, bufnr)
  -- Without a buffer Neovim passes none, or (from 0.11 on) a number that is none.
  if bufnr and vim.api.nvim_buf_is_valid(bufnr) then
    -- One line is nearly always enough, so a long program is not copied to find that out.
    local count = vim.api.nvim_buf_line_count(bufnr)
    for first = 0, count - 1, 64 do
      local lines = vim.api.nvim_buf_get_lines(bufnr, first, first + 64, false)
      for _, line in ipairs(lines) do
        if line:match('%S') then
          return M.line_is_ishi(line)
        end
      end
    end
    return false
  end
  local file = path and io.open(path, 'rb')
  if not file then
    return false
  end
  local start = file:read(4096) or ''
  file:close()
  return M.lines_are_ishi(vim.split(start, '[\r\n]+'))
end

return M
