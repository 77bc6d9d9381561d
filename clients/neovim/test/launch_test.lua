-- The command that starts the server.
local T = require('test.tap')
local processes = require('svvs.process')
local svvs = require('svvs')

local function command_of(line)
  local command, err
  T.with_svvs(line, function() command, err = svvs.command() end)
  return command, err
end

T.test('a command line is split as a shell does', function()
  local cases = {
    [''] = {},
    [' \t\n '] = {},
    [' ./MyApp  serve\t--language en '] = { './MyApp', 'serve', '--language', 'en' },
    ["'/my dir'/app"] = { '/my dir/app' },
    ['a "b c"d e\\ f'] = { 'a', 'b cd', 'e f' },
    [ [["a \" \\ \n \$ 'b'"]] ] = { [[a " \ \n $ 'b']] },
    [ [['a \ "b"' \'\"]] ] = { [[a \ "b"]], [['"]] },
    [ [['a\"b\' c]] ] = { [[a\"b\]], 'c' },
    [ [[a '' ""]] ] = { 'a', '', '' },
    ['$HOME *'] = { '$HOME', '*' },
  }
  for line, words in pairs(cases) do
    T.equal({ line, processes.split_command(line) }, { line, words })
  end
  for _, line in ipairs({ "a 'b", 'a "b', 'a \\', [["a\"]] }) do
    T.equal({ line, processes.split_command(line) }, { line, nil })
  end
end)

T.test('SVVS is a command line, and none is the default', function()
  T.equal(command_of("'/my apps/App' serve --language en"), { '/my apps/App', 'serve', '--language', 'en' })
  T.equal(command_of('./App'), { './App' })
  for _, line in ipairs({ '', '  ' }) do
    T.equal(command_of(line), { 'svvs', 'serve' })
  end
  T.equal(command_of(nil), { 'svvs', 'serve' })
end)

T.test('an open quote is reported in one line, which names SVVS', function()
  local command, err = command_of("svvs 'serve")
  local text = "SVVS is not a command line: a quote or a backslash is left open: svvs 'serve"
  T.equal({ command, err.kind, tostring(err) }, { nil, 'ServerNotFound', text })
  T.with_svvs("svvs 'serve", function()
    T.equal(select(2, svvs.new_server()).kind, 'ServerNotFound')
    vim.cmd('SvvsOpen login')
    vim.cmd('SvvsStart --language en')
  end)
  T.equal(T.notices, { 'svvs: ' .. text, 'svvs: ' .. text })
end)

T.test('a command in code is a list or a command line, and takes precedence over SVVS', function()
  local line = vim.env.SVVS
  T.with_svvs('/nowhere/svvs', function()
    local list = vim.list_extend(processes.split_command(line), { '--language', 'en' })
    for _, command in ipairs({ list, line .. ' --language en' }) do
      local view = assert(T.server({ command = command }):open('myPage'):wait())
      T.equal(view.state.label, 'Logged out')
    end
    svvs.setup({ command = line })
    T.equal(svvs.command(), processes.split_command(line))
  end)
  for _, command in ipairs({ {}, '', "'", 7 }) do
    T.equal({ command, (pcall(svvs.setup, { command = command })) }, { command, false })
  end
end)

T.done()
