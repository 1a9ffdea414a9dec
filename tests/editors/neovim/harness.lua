-- A test harness as small as the tests need: named tests that run in order, each printing one line.
local M = {}

local root = vim.env.ISHI_ROOT
local passed, failed = 0, 0
local version = vim.version()
local way = vim.env.ISHI_LEGACY == '1' and ', as 0.8 to 0.10' or ''
local suffix = (' (Neovim %d.%d%s)'):format(version.major, version.minor, way)

-- The time limit of a wait in milliseconds, long enough for a busy machine.
local patience = 60000

local function out(text)
  io.stdout:write(text .. '\n')
  io.stdout:flush()
end

--- Runs a test file, and ends the editor with the outcome as its exit code.
function M.run(file)
  local ok, problem = xpcall(dofile, debug.traceback, file)
  if not ok then
    failed = failed + 1
    out('FAILED ' .. vim.fs.basename(file) .. ': ' .. problem)
  end
  -- The runner adds these up; a file that dies before this line is a failure too.
  out(('#%d %d'):format(passed, failed))
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop(true)
  end
  vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
end

-- The editors that tests have started, which end with their test.
local children = {}

--- Starts an editor with the same configuration, to type into: only in an editor that waits for keys do the events
--- of moving and typing happen as they do for a user. It has 120 columns and 40 lines if nothing else is said, and ends with the
--- test.
function M.editor(columns, lines)
  local size = ('+set columns=%d lines=%d'):format(columns or 120, lines or 40)
  local init = root .. '/tests/editors/neovim/init.lua'
  local job = vim.fn.jobstart(
    { vim.env.ISHI_NVIM, '--embed', '--headless', '-n', '-i', 'NONE', '-u', init, size },
    -- An empty variable is one that is not set.
    { rpc = true, env = { ISHI_TEST = '' } }
  )
  children[#children + 1] = job
  local editor = {}

  --- Runs Lua in it and returns what that returns.
  function editor.lua(code, ...)
    return vim.rpcrequest(job, 'nvim_exec_lua', code, { ... })
  end

  --- Types keys, such as `dd<Esc>`. They are worked on later.
  function editor.keys(keys)
    vim.rpcnotify(job, 'nvim_input', keys)
  end

  --- Waits until Lua returns a value that is wanted, and fails with the last one that it did return.
  function editor.becomes(want, code, ...)
    local got
    vim.wait(patience, function()
      got = editor.lua(code)
      return vim.deep_equal(got, want)
    end, 20)
    M.equal(got, want, ...)
  end

  --- Ends it as a crash does.
  function editor.crash()
    vim.loop.kill(vim.fn.jobpid(job), 'sigkill')
    vim.fn.jobwait({ job }, 10000)
  end

  --- Waits until the editor has ended by itself.
  function editor.ends()
    M.equal(vim.fn.jobwait({ job }, patience), { 0 }, 'the editor has not ended')
  end

  return editor
end

-- Returns the message of a problem, with the lines of the test file that led to it. Long values are cut.
local function explain(problem)
  local where = {}
  for line in debug.traceback('', 3):gmatch('([%w_]+_test%.lua:%d+)') do
    where[#where + 1] = line
  end
  local message = tostring(problem):gsub('^%S+:%d+: ', '')
  if #message > 1500 then
    message = message:sub(1, 1500) .. ' …'
  end
  return message .. '\nat ' .. table.concat(where, ' < ')
end

-- Notes that a test begins or has ended (see scripts/lib/limit.sh).
local function note(sign, name)
  if vim.env.ISHI_RUNNING then
    vim.fn.writefile({ sign .. ' ' .. name .. suffix }, vim.env.ISHI_RUNNING, 'a')
  end
end

--- Runs one test, which fails by raising an error.
function M.test(name, body)
  note('+', name)
  local ok, problem = xpcall(body, explain)
  -- What was asked of Neovim's event loop happens before the buffers go.
  M.idle(40)
  vim.cmd('silent! %bwipeout!')
  vim.tbl_map(vim.fn.jobstop, children)
  children = {}
  note('-', name)
  if ok then
    passed = passed + 1
    out('ok     ' .. name .. suffix)
  else
    failed = failed + 1
    out('FAILED ' .. name .. suffix .. '\n       ' .. problem:gsub('\n', '\n       '))
  end
end

function M.equal(got, want, what)
  if not vim.deep_equal(got, want) then
    error(('%s\n got: %s\nwant: %s'):format(what or 'not equal', vim.inspect(got), vim.inspect(want)), 2)
  end
end

function M.ok(value, what)
  if not value then
    error(what or 'not so', 2)
  end
  return value
end

--- Waits until something holds, and fails when it does not within the time.
function M.wait(holds, what, milliseconds)
  if not vim.wait(milliseconds or patience, holds, 20) then
    error('waited in vain for ' .. what, 2)
  end
end

--- Lets the editor work for a while, so that something that must not happen has had its chance.
function M.idle(milliseconds)
  vim.wait(milliseconds or 300, function()
    return false
  end, 20)
end

function M.read(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

function M.write(path, text)
  local file = assert(io.open(path, 'wb'))
  file:write(text)
  file:close()
  return path
end

local counter = 0

--- Writes a file into a fresh folder of its own and returns its path.
function M.file(name, text)
  counter = counter + 1
  local folder = vim.fs.dirname(vim.fn.tempname()) .. '/' .. counter
  vim.fn.mkdir(folder, 'p')
  return M.write(folder .. '/' .. name, text)
end

--- Opens a file and returns its buffer.
function M.open(path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  return vim.api.nvim_get_current_buf()
end

--- Opens a file and waits for the language server. Returns the buffer and the client.
function M.attach(path)
  local bufnr = M.open(path)
  M.wait(function()
    local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
    return client and client.initialized
  end, 'the server to attach to ' .. path)
  return bufnr, vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
end

--- One request to the server, whose answer must not be an error.
function M.request(bufnr, method, params)
  params = vim.tbl_extend('keep', params or {}, { textDocument = { uri = vim.uri_from_bufnr(bufnr) } })
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'ishi' })[1]
  local answer, problem = client:request_sync(method, params, patience, bufnr)
  M.ok(answer, ('%s: %s'):format(method, problem))
  M.ok(not answer.err, ('%s: %s'):format(method, vim.inspect(answer.err)))
  return answer.result
end

--- Runs the program under test and returns its exit code and what it printed.
function M.ishi(arguments, stdin)
  local command = { vim.env.ISHI }
  vim.list_extend(command, arguments)
  local done = vim.system(command, { stdin = stdin }):wait(patience)
  return done.code, done.stdout, done.stderr
end

--- Returns the output of `ishi fmt -` for a text.
function M.formatted(text)
  local code, stdout, stderr = M.ishi({ 'fmt', '-' }, text)
  M.equal(code, 0, 'ishi fmt - failed: ' .. stderr)
  return stdout
end

function M.lines(bufnr)
  return vim.api.nvim_buf_get_lines(bufnr or 0, 0, -1, false)
end

M.root = root
M.legacy = vim.env.ISHI_LEGACY == '1'

return M
