-- The options of the plugin.
local M = {}

---@class ishi.Options
---@field cmd? string[] The command that starts the language server.
---@field format_on_save? boolean Format a record before it is written. `vim.b.ishi_format_on_save` overrides it.
---@field format_timeout_ms? integer How long a save may wait for the formatter.
---@field settings? table The keys of `ishi.toml`, for records that have no such file.
---@field write_moves? boolean Enter writes a line of points, such as `d4`, as the moves that they are.
---@field write_moves_on_save? boolean The same for the whole record before it is written.
---@field sgf_as_text? boolean Show every SGF file that is opened as Ishi text.
---@field mappings? boolean Map keys in records: `]m [m ]v [v`, and text objects.
---@field board? ishi.BoardOptions
---@field _legacy? boolean For the tests: start the server the way Neovim 0.8 to 0.10 need it.

---@class ishi.BoardOptions
---@field place? string `auto`, `right`, `left`, `above`, `below` or `float`.
---@field width? number Columns, or a share of the screen below 1.
---@field height? number Rows, or a share of the screen below 1; above or below the record, and of a floating window.
---@field wood? boolean Draw a board of wood where the screen has true color.

---@type ishi.Options
local DEFAULTS = {
  cmd = { 'ishi', 'lsp' },
  format_on_save = true,
  format_timeout_ms = 2000,
  settings = {},
  write_moves = true,
  write_moves_on_save = false,
  sgf_as_text = false,
  mappings = false,
  board = { place = 'auto', wood = true },
}

---@type ishi.Options?
local options

-- The options that have no default.
local OTHERS = { _legacy = true, board = { width = true, height = true } }

-- Returns the number of letters that differ between two words (the Levenshtein distance).
local function distance(one, other)
  local row = {}
  for column = 0, #other do
    row[column] = column
  end
  for at = 1, #one do
    local diagonal
    diagonal, row[0] = row[0], at
    for column = 1, #other do
      local cost = one:sub(at, at) == other:sub(column, column) and 0 or 1
      diagonal, row[column] = row[column], math.min(row[column] + 1, row[column - 1] + 1, diagonal + cost)
    end
  end
  return row[#other]
end

-- Returns the known name that is most like a misspelt one, if there is one that may be meant.
local function nearest(name, names)
  local best, least = nil, math.max(2, math.floor(#name / 3)) + 1
  for candidate in pairs(names) do
    local far = distance(name:lower(), candidate)
    if not vim.startswith(candidate, '_') and (far < least or far == least and best and candidate < best) then
      best, least = candidate, far
    end
  end
  return best
end

-- Adds a message for each unknown option. The server checks the content of `settings`.
local function check(given, defaults, others, prefix, messages)
  local accepted = vim.tbl_extend('keep', {}, defaults, others)
  for name, value in pairs(given) do
    local shown = prefix .. tostring(name)
    if accepted[name] == nil then
      local like = type(name) == 'string' and nearest(name, accepted)
      table.insert(
        messages,
        ('%s (%s)'):format(shown, like and 'did you mean ' .. prefix .. like .. '?' or 'see :help ishi-options')
      )
    elseif name == 'board' and type(value) == 'table' then
      check(value, DEFAULTS.board, OTHERS.board, 'board.', messages)
    end
  end
end

--- Returns the unknown options among those that were given, each with what may be meant.
---@param given table
---@return string[]
function M.unknown(given)
  local messages = {}
  check(given, DEFAULTS, OTHERS, '', messages)
  table.sort(messages)
  return messages
end

--- Returns whether a switch is on, which Vimscript may have set to 0 instead of `v:false`.
function M.is_on(value)
  return value ~= nil and value ~= false and value ~= 0
end

--- Returns whether `setup()` has run.
function M.are_set()
  return options ~= nil
end

-- The messages that were shown. The plugin may be set up several times.
local shown = {}

-- Shows messages about options, each once.
local function report(messages)
  local new = vim.tbl_filter(function(message)
    local is_new = not shown[message]
    shown[message] = true
    return is_new
  end, messages)
  if #new > 0 then
    vim.notify(('ishi: unknown option %s'):format(table.concat(new, ', ')), vim.log.levels.WARN)
  end
end

--- Sets the options: `vim.g.ishi` overrides the defaults, and `given` overrides both.
---@param given ishi.Options?
function M.set(given)
  report(vim.list_extend(M.unknown(vim.g.ishi or {}), M.unknown(given or {})))
  options = vim.tbl_deep_extend('force', DEFAULTS, vim.g.ishi or {}, given or {})
  for _, switch in ipairs({ 'write_moves', 'write_moves_on_save', 'sgf_as_text', 'mappings' }) do
    options[switch] = M.is_on(options[switch])
  end
end

--- Returns the options in force.
---@return ishi.Options
function M.get()
  return options or DEFAULTS
end

--- Returns the command that the user has set, if that is not the default.
---@return string[]?
function M.own_command()
  local cmd = M.get().cmd
  return not vim.deep_equal(cmd, DEFAULTS.cmd) and cmd or nil
end

return M
