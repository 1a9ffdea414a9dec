-- SGF files as Ishi text. The buffer keeps the name of the file; reading and writing it go through `ishi convert`, which works
-- on the bytes of the file, so no 'fileencoding' has a say.
local M = {}

local MATCH = '%.[sS][gG][fF]$'

-- The state of each buffer that shows a text: `path`, the file that was read or written last, `read`, its state then,
-- `seen`, its state when the user was last asked about it, and `note`, the first loss that was reported.
---@type table<integer, { path: string, read: string, seen: string, note?: string }>
local texts = {}

-- Returns the command of the server up to the word `lsp`.
local function program()
  local command = {}
  for _, word in ipairs(require('ishi.server').command()) do
    if word == 'lsp' then
      break
    end
    command[#command + 1] = word
  end
  return command
end

-- Runs `ishi convert`. Returns the lines that it prints beside the result, and whether it has done its work.
local function convert(arguments, input)
  local command = program()
  vim.list_extend(command, { 'convert', '--isolated', '--quiet', '--force', '--encoding', 'utf-8' })
  if vim.fn.executable(command[1]) == 0 then
    return { ('cannot run `%s`. See :IshiInfo'):format(command[1]) }, false
  end
  local printed = vim.fn.system(vim.list_extend(command, arguments), input or '')
  local lines = vim.tbl_filter(function(line)
    return line ~= ''
  end, vim.split((printed:gsub('\r', '')), '\n', { plain = true }))
  return lines, vim.v.shell_error == 0
end

local group = vim.api.nvim_create_augroup('ishi.sgf', { clear = true })

local function warn(message)
  vim.notify('ishi: ' .. message, vim.log.levels.WARN)
end

-- Returns the time, size and inode of a file, which differ after a change; empty if there is no file.
local function state_of(path)
  local stat = vim.loop.fs_stat(path)
  return stat and ('%d.%d %d %d'):format(stat.mtime.sec, stat.mtime.nsec, stat.size, stat.ino) or ''
end

local function path_of(bufnr)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':p')
end

local function name_of(path)
  return vim.fn.fnamemodify(path, ':~:.')
end

--- Returns whether a buffer shows an SGF file as text.
---@param bufnr integer
function M.is_text(bufnr)
  return texts[bufnr] ~= nil
end

-- Sets how Neovim shows and writes the text of a buffer, whatever the file is like.
local function set_form(bufnr)
  vim.bo[bufnr].fileencoding, vim.bo[bufnr].fileformat, vim.bo[bufnr].bomb = 'utf-8', 'unix', false
  vim.bo[bufnr].endofline = true
end

-- Puts lines into a buffer. The first that it gets are not a change that can be undone.
local function fill(bufnr, lines, is_first)
  local levels = vim.bo[bufnr].undolevels
  if is_first then
    vim.bo[bufnr].undolevels = -1
  else
    vim.cmd('silent! undojoin')
  end
  local is_done, problem = pcall(vim.api.nvim_buf_set_lines, bufnr, 0, -1, false, lines)
  if not is_done then
    -- There was a swap file, and the user has been asked about it instead. Neovim follows the answer once the buffer is read.
    assert(tostring(problem):find('E325', 1, true), problem)
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  end
  vim.bo[bufnr].undolevels = levels
  set_form(bufnr)
  vim.bo[bufnr].modified = false
end

-- Reads the file of a buffer as text. One that can't be shown so is shown as it is.
local function read(bufnr)
  local path = path_of(bufnr)
  local state = state_of(path)
  if state == '' then
    -- A new file is written as SGF.
    texts[bufnr] = { path = path, read = '', seen = '' }
    vim.bo[bufnr].filetype = 'ishi'
    return
  end
  local target = vim.fn.tempname() .. '.ishi'
  local notes, is_done = convert({ path, '--from', 'sgf', '--to', 'ishi', '-o', target })
  if not is_done then
    warn(('%s is shown as it is: %s'):format(name_of(path), notes[1] or 'it could not be converted'))
    M.release(bufnr)
    vim.schedule(function()
      if vim.api.nvim_buf_is_valid(bufnr) then
        vim.api.nvim_buf_call(bufnr, function()
          vim.cmd('silent edit')
        end)
      end
    end)
    return
  end
  -- Undo does not go back to a file before it is shown as text.
  local is_first = not texts[bufnr] or vim.fn.undotree().seq_last == 0
  texts[bufnr] = { path = path, read = state, seen = state }
  fill(bufnr, vim.fn.readfile(target), is_first)
  vim.fn.delete(target)
  vim.bo[bufnr].readonly = vim.fn.filewritable(path) == 0
  vim.cmd('silent doautocmd <nomodeline> BufReadPost')
  if vim.bo[bufnr].filetype ~= 'ishi' then
    vim.bo[bufnr].filetype = 'ishi'
  end
end

-- Returns whether the user wants to write over a file that is another one than was read.
local function is_overwritten(path)
  local question = ('WARNING: %s has been changed since reading it!!!\nDo you really want to write to it?'):format(
    name_of(path)
  )
  return vim.fn.confirm(question, '&Yes\n&No', 2, 'Warning') == 1
end

-- Writes a buffer to its file or to another one: as SGF, unless the name is one of a record.
local function write(bufnr, target)
  local source = path_of(bufnr)
  target = vim.fn.fnamemodify(target, ':p')
  local text = texts[bufnr]
  local state = state_of(text.path)
  local is_other = target == text.path and state ~= '' and state ~= text.read
  if is_other and vim.v.cmdbang == 0 and not is_overwritten(target) then
    return
  end
  vim.cmd('silent doautocmd <nomodeline> BufWritePre')
  local input = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') .. '\n'
  local lines, is_done
  if target:find(MATCH) then
    local arguments =
      { '-', '--from', 'ishi', '--to', 'sgf', '-o', target, '--stdin-filename', vim.fn.fnamemodify(source, ':t') }
    if state ~= '' then
      -- Games that are not changed keep their bytes.
      vim.list_extend(arguments, { '--base', text.path })
    end
    lines, is_done = convert(arguments, input)
  else
    is_done = vim.fn.writefile(vim.split(input, '\n', { plain = true }), target, 'b') == 0
    lines = is_done and {} or { ("can't write %s"):format(name_of(target)) }
  end
  if not is_done then
    -- The file is as it was, and the buffer is still modified.
    vim.api.nvim_err_writeln(('ishi: %s was not written: %s'):format(name_of(target), table.concat(lines, '\n')))
    return
  end
  if target == source then
    state = state_of(source)
    text.path, text.read, text.seen = source, state, state
    vim.bo[bufnr].modified = false
  end
  vim.api.nvim_echo({ { ('"%s" written'):format(name_of(target)) } }, false, {})
  if #lines > 0 and text.note ~= lines[1] then
    local more = #lines > 1 and (' (and %d more)'):format(#lines - 1) or ''
    warn(('other programs will not find everything: %s%s'):format(lines[1], more))
  end
  text.note = lines[1]
  vim.cmd('silent doautocmd <nomodeline> BufWritePost')
end

-- Asks what to do if the file of a buffer has changed, as Neovim does for files that it has read itself.
local function check(bufnr)
  local text = texts[bufnr]
  if not text or vim.fn.getcmdtype() ~= '' or vim.fn.getcmdwintype() ~= '' then
    return
  end
  local path = path_of(bufnr)
  local state = state_of(path)
  if state == text.seen then
    return
  end
  text.seen = state
  if state == '' then
    warn(('E211: File "%s" no longer available'):format(name_of(path)))
    return
  end
  local is_modified = vim.bo[bufnr].modified
  local is_loaded = vim.o.autoread and not is_modified
  if not is_loaded then
    local message = is_modified and 'W12: Warning: File "%s" has changed and the buffer was changed in Vim as well'
      or 'W11: Warning: File "%s" has changed since editing started'
    is_loaded = vim.fn.confirm(message:format(name_of(path)), '&OK\n&Load File', 1, 'Warning') == 2
  end
  if is_loaded then
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd('silent edit!')
    end)
  end
end

--- Makes a buffer one that is read and written as text from now on.
---@param bufnr integer
function M.claim(bufnr)
  M.release(bufnr)
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = bufnr, nested = true, callback = callback })
  end
  on('BufReadCmd', function(args)
    read(args.buf)
  end)
  on('BufWriteCmd', function(args)
    write(args.buf, args.match)
  end)
  on({ 'FocusGained', 'BufEnter', 'CursorHold', 'CursorHoldI' }, function(args)
    check(args.buf)
  end)
  on('BufWipeout', function(args)
    M.release(args.buf)
  end)
end

-- Returns whether a text is one of a record, and not that of a game in SGF: by its first line, and where that has a
-- mistake, by all of them.
local function is_record(bufnr)
  local detect = require('ishi.detect')
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  return detect.lines_are_ishi(lines)
    or #vim.tbl_filter(detect.line_is_ishi, lines) > 0 and not table.concat(lines, '\n'):find('%(%s*;')
end

--- Makes a buffer of an SGF file one that is written as SGF, if it holds the text of a record that Neovim has recovered: a swap file has
--- the text, but not how it was written. A buffer that was read just now and is modified is a recovered one.
---@param bufnr integer
function M.adopt(bufnr)
  if M.is_text(bufnr) or not vim.bo[bufnr].modified or not is_record(bufnr) then
    return
  end
  M.claim(bufnr)
  local path = path_of(bufnr)
  local state = state_of(path)
  texts[bufnr] = { path = path, read = state, seen = state }
  set_form(bufnr)
  vim.bo[bufnr].filetype = 'ishi'
end

--- Makes a buffer one of an ordinary file again.
---@param bufnr integer
function M.release(bufnr)
  texts[bufnr] = nil
  vim.api.nvim_clear_autocmds({ group = group, buffer = bufnr })
end

--- Shows the SGF file of the current buffer as text, or as it is.
---@param as_it_is boolean
function M.show(as_it_is)
  local bufnr = vim.api.nvim_get_current_buf()
  if not vim.api.nvim_buf_get_name(bufnr):find(MATCH) or vim.bo[bufnr].buftype ~= '' then
    warn('this is not an SGF file')
  elseif vim.bo[bufnr].modified then
    warn('the buffer has changes that are not written')
  else
    if as_it_is then
      M.release(bufnr)
    else
      M.claim(bufnr)
    end
    vim.cmd('edit')
  end
end

--- Prepares buffers of SGF files, if they are to be shown as text by themselves.
---@param is_wanted boolean
function M.setup(is_wanted)
  vim.api.nvim_clear_autocmds({ group = group, event = 'BufNew' })
  if not is_wanted then
    return
  end
  local function consider(bufnr)
    if vim.api.nvim_buf_get_name(bufnr):find(MATCH) and vim.bo[bufnr].buftype == '' then
      M.claim(bufnr)
    end
  end
  vim.api.nvim_create_autocmd('BufNew', {
    group = group,
    desc = 'Show an SGF file as Ishi text',
    callback = function(args)
      consider(args.buf)
    end,
  })
  -- Files in the arguments of Neovim are not loaded yet.
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if not vim.api.nvim_buf_is_loaded(bufnr) then
      consider(bufnr)
    end
  end
end

return M
