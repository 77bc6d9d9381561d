-- The help, the health check, and the end of Neovim.
local T = require('test.tap')
local svvs = require('svvs')

T.test('the help has unique tags, and every command and function', function()
  vim.cmd('helptags doc')
  local tags = '\n' .. table.concat(vim.fn.readfile('doc/tags'), '\n')
  vim.fn.delete('doc/tags')
  for name in pairs(vim.api.nvim_get_commands({})) do
    if vim.startswith(name, 'Svvs') then assert(tags:find('\n:' .. name .. '\t', 1, true), 'no help of :' .. name) end
  end
  for name, value in pairs(svvs) do
    local tag = ('\nsvvs.%s()\t'):format(name)
    assert(type(value) ~= 'function' or tags:find(tag, 1, true), 'no help of ' .. name)
  end
end)

T.test('the links of the help have targets', function()
  vim.cmd('helptags doc')
  local tags = '\n' .. table.concat(vim.fn.readfile('doc/tags'), '\n')
  vim.fn.delete('doc/tags')
  for _, line in ipairs(vim.fn.readfile('doc/svvs.txt')) do
    assert(vim.fn.strdisplaywidth(line) <= 78, 'too long: ' .. line)
    for link in line:gmatch('|(%S-)|') do
      local is_ours = tags:find('\n' .. link .. '\t', 1, true)
      assert(is_ours or #vim.fn.getcompletion(link, 'help') > 0, 'leads nowhere: ' .. link)
    end
  end
end)

local function health()
  vim.cmd('checkhealth svvs')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  vim.cmd('bwipeout!')
  return text
end

T.test('the health check asks the server', function()
  local text = health()
  local parts = { 'svvs.nvim 0.1.0', 'Neovim 0.', 'svvs 0.', 'speaks version 2', 'view types' }
  for _, part in ipairs(parts) do
    assert(text:find(part, 1, true), part .. ' is not in: ' .. text)
  end
  assert(not text:find('ERROR'), text)
end)

T.test('the health check reports missing parts', function()
  svvs.setup({ command = { '/nowhere/svvs' } })
  local missing = health()
  svvs.setup({ command = T.fake('version') })
  local other = health()
  svvs.setup({ command = vim.env.SVVS })
  assert(missing:find("ERROR.*cannot run '/nowhere/svvs'"), missing)
  assert(other:find('ERROR.*speaks version 1'), other)
end)

-- The output of a Neovim that runs these commands.
local function printed(commands)
  local words = { vim.v.progpath, '--headless', '-u', 'NONE', '-i', 'NONE', '-n' }
  vim.list_extend(words, { '--cmd', 'set rtp^=' .. vim.fn.getcwd(), '-c', 'runtime plugin/svvs.lua' })
  for _, command in ipairs(commands) do
    vim.list_extend(words, { '-c', command })
  end
  return vim.trim(vim.fn.system(words))
end

T.test('the version of the plugin is that of the server', function()
  T.equal(T.server().ready:wait().serverInfo.version, svvs.version)
end)

T.test('the end of Neovim is not reported', function()
  local opened = 'lua assert(vim.wait(9000, function() return require("svvs").view() end))'
  -- A server that takes long to start is reported.
  T.equal((printed({ 'SvvsOpen login', opened, 'qall' }):gsub('^svvs: starting [^\n]*…$', '')), '')
end)

T.test('the example of the README prints its documented output', function()
  local script = vim.fn.tempname()
  local text = table.concat(vim.fn.readfile('README.md'), '\n'):match('```lua\n(.-)\n```')
  vim.fn.writefile(vim.split(text, '\n'), script)
  T.equal(printed({ 'luafile ' .. script, 'qall' }), 'loggedIn')
end)

-- Another Neovim that starts a server and then runs this command.
local function child(command, ending)
  local script, pids = vim.fn.tempname(), vim.fn.tempname()
  vim.fn.writefile({
    ('vim.opt.rtp:prepend(%q)'):format(vim.fn.getcwd()),
    ('local command = vim.json.decode(%q)'):format(vim.json.encode(command)),
    'local server = assert(require("svvs").new_server({ command = command, stop_timeout = 300 }))',
    'server:open("effects"):wait()',
    ('vim.fn.writefile({ tostring(server.pid), "end" }, %q)'):format(pids),
    ending,
  }, script)
  local words = { vim.v.progpath, '--headless', '-u', 'NONE', '-i', 'NONE', '-c', 'luafile ' .. script }
  local job = vim.fn.jobstart(words)
  T.eventually('the server of another Neovim', function()
    return vim.fn.filereadable(pids) == 1 and vim.fn.readfile(pids)[2] == 'end'
  end)
  return job, tonumber(vim.fn.readfile(pids)[1])
end

local function ends_with(job, pid)
  vim.fn.jobwait({ job }, 10000)
  T.eventually('the server is gone', function() return T.is_gone(pid) end)
end

T.test('a server ends with its Neovim', function() ends_with(child(svvs.command(), 'vim.cmd("qall!")')) end)

T.test('a server with a call in progress ends with its Neovim', function()
  local ending = 'server:views()[1]:call("handle", { action = "buttonTap", seconds = 60 }) vim.cmd("qall!")'
  ends_with(child(svvs.command(), ending))
end)

T.test('a server that ignores requests ends with its Neovim', function()
  ends_with(child(T.fake('stalling'), 'vim.cmd("qall!")'))
end)

T.test('a server ends with a Neovim that is killed', function()
  local job, pid = child(svvs.command(), '')
  T.equal(T.is_gone(pid), false)
  vim.fn.system({ 'kill', '-9', tostring(vim.fn.jobpid(job)) })
  ends_with(job, pid)
end)

T.done()
