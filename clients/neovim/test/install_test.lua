-- The installations of the README, each in a Neovim without other plugins.
local T = require('test.tap')
local here = vim.fn.getcwd()

-- The output of a Neovim with this data directory and these arguments, which opens a view and its help.
local function printed(data, arguments)
  local look = [[lua assert(vim.wait(9000, function() return require('svvs').view() end)) ]]
    .. [[vim.cmd('help :SvvsOpen') print(vim.bo.filetype, #vim.api.nvim_list_wins())]]
  local words = { 'env', 'XDG_DATA_HOME=' .. data, vim.v.progpath, '--headless', '-u', 'NORC', '-i', 'NONE', '-n' }
  vim.list_extend(words, arguments or {})
  vim.list_extend(words, { '-c', 'silent helptags ALL', '-c', 'SvvsOpen counterA', '-c', look, '-c', 'qall!' })
  -- A slow start is reported before.
  local text = vim.trim((vim.fn.system(words):gsub('^svvs: starting [^\r\n]*…', '')))
  vim.fn.delete('doc/tags')
  return text
end

-- A data directory that contains this directory.
local function data_with(folder)
  local data = vim.fn.tempname()
  vim.fn.mkdir(data .. '/nvim/site/' .. folder, 'p')
  return data, data .. '/nvim/site/' .. folder
end

local function block_of_readme(language, number)
  local text, found = table.concat(vim.fn.readfile('README.md'), '\n'), {}
  for block in text:gmatch('```' .. language .. '\n(.-)\n```') do
    table.insert(found, block)
  end
  return found[number]
end

T.test('as a copy in a package, and as a link, by the commands of the README', function()
  local commands = block_of_readme('sh', 2):gsub('nvim %-[^\n]*', '')
  local link = commands:gsub('cp %-R neovim', 'ln -s "$PWD/neovim"')
  for _, script in ipairs({ commands, link }) do
    local data = vim.fn.tempname()
    script = script:gsub('~/.local/share', data)
    vim.fn.system({ 'sh', '-ec', 'cd ' .. vim.fn.shellescape(vim.fn.fnamemodify(here, ':h')) .. '\n' .. script })
    T.equal({ vim.v.shell_error, printed(data) }, { 0, 'help 2' })
  end
end)

T.test('as a folder that a manager puts on the runtime path', function()
  local data = data_with('')
  T.equal(printed(data, { '--cmd', 'set runtimepath+=' .. here }), 'help 2')
end)

T.test('as a folder inside a repository, by the lines of the README', function()
  local data, folder = data_with('pack/core/opt')
  assert(vim.loop.fs_symlink(vim.fn.fnamemodify(here, ':h:h'), folder .. '/svvs'))
  local script = vim.fn.tempname()
  vim.fn.writefile(vim.split(block_of_readme('lua', 2), '\n'), script)
  T.equal(printed(data, { '-c', 'luafile ' .. script }), 'help 2')
end)

T.test('by the lines of the main README', function()
  local script, text = vim.fn.tempname(), table.concat(vim.fn.readfile('../../README.md'), '\n')
  local lines = assert(text:match("```lua\n(vim.opt[^\n]*\n[^\n]*)open%('list'%)"), 'no lines')
  vim.fn.writefile(vim.split(lines:gsub('%.%./svvs/clients/neovim', here) .. 'command())', '\n'), script)
  T.equal(printed(vim.fn.tempname(), { '-c', 'luafile ' .. script }), 'help 2')
end)

T.test('only the commands are loaded at the start', function()
  local code = 'lua print(#vim.tbl_filter(function(name) return name:find("^svvs") end, vim.tbl_keys(package.loaded)))'
  local words = { vim.v.progpath, '--headless', '-u', 'NORC', '-i', 'NONE', '--cmd', 'set runtimepath+=' .. here }
  T.equal(vim.trim(vim.fn.system(vim.list_extend(words, { '-c', code, '-c', 'qall' }))), '0')
end)

T.done()
