local T = require('test.tap')
local svvs = require('svvs')

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, true) end

local function shows(text)
  T.eventually('the buffer shows: ' .. text .. '\n' .. table.concat(lines(), '\n'), function()
    return table.concat(lines(), '\n'):find(text, 1, true) ~= nil
  end)
end

-- Puts the cursor on the first line that has the text.
local function go(text)
  for row, line in ipairs(lines()) do
    if line:find(text, 1, true) then return vim.api.nvim_win_set_cursor(0, { row, 3 }) end
  end
  error('no line has: ' .. text)
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'tx', false)
end

local function show(type, options) return assert(svvs.show(type, options):wait()) end

local function with(module, name, replacement, body)
  local original = module[name]
  module[name] = replacement
  local is_fine, trouble = pcall(body)
  module[name] = original
  assert(is_fine, trouble)
end

T.test('a view is painted from its schema and state, in the order of its declaration', function()
  show('login')
  T.equal(vim.list_slice(lines(), 1, 9), {
    'login',
    'The page where a user logs in.',
    '',
    '  loginState         : "notLoggedIn"',
    '  userId             = ""',
    '  password           = (secret)',
    '  shouldNavigateHome = false',
    '  errorMessage       : null',
    '  canLogin           : false',
  })
  T.equal(vim.startswith(lines()[11], '  [login] userId?, password?  Logs in'), true)
  T.equal({ vim.bo.modifiable, vim.bo.buftype, vim.bo.filetype }, { false, 'nofile', 'svvs' })
end)

T.test('a text is edited by its line, and emptied', function()
  show('mirror')
  go('  text')
  press('ihello "x"<CR>')
  shows('text  = "hello \\"x\\""')
  press('<CR><C-u><CR>')
  shows('text  = ""')
end)

T.test('an edit that is escaped changes nothing', function()
  local view = svvs.view(show('mirror'))
  view:set({ text = 'kept' }):wait()
  go('  text')
  press('iother<Esc>')
  view:get():wait()
  T.equal(view.state.text, 'kept')
end)

T.test('a boolean is toggled by its line', function()
  show('myPage')
  go('isLogin')
  press('<CR>')
  shows('isLogin = true')
  press('i')
  shows('isLogin = false')
end)

T.test('a read-only property is not edited, and the reason said', function()
  show('counterA')
  go('count ')
  press('<CR>')
  T.equal(T.notices, { 'svvs: count is read-only' })
end)

T.test('a number that is none is refused in one line', function()
  show('propertyA')
  go('a = 0')
  press('i<C-u>many<CR>')
  T.equal(T.notices, { 'svvs: a must be an integer' })
  press('i<C-u>9007199254740993<CR>')
  shows('a = 9007199254740993')
end)

T.test('an action is called by its line, and its arguments are asked for', function()
  show('counterA')
  go('[increment]')
  press('<CR>5<CR>')
  shows('count : 5')
  press('<CR><CR>')
  shows('count : 6')
end)

T.test('a secret is asked for, and never shown', function()
  local view = svvs.view(show('login'))
  go('password  ')
  press('<CR>wrong<CR>')
  go('[login]')
  press('<CR>12345<CR>password<CR>')
  shows('loginState         : "loggedIn"')
  shows('password           = (secret)')
  T.equal(view.state.password, nil)
  T.equal(vim.fn.histget('input', -1), '12345')
end)

T.test('a secret that is escaped calls nothing', function()
  local view = svvs.view(show('login'))
  go('[login]')
  press('<CR>12345<CR>pass<Esc>')
  view:get():wait()
  T.equal(view.state.userId, '')
end)

T.test('a choice is offered', function()
  show('effects')
  go('[handle]')
  local offered
  with(vim.ui, 'select', function(items, _, on_choice)
    offered = items
    on_choice(items[2])
  end, function() press('<CR><CR>') end)
  shows('instants      : 1')
  T.equal(offered, { 'buttonTap', 'instant' })
end)

T.test('an element of a list is acted on with its id', function()
  local view = svvs.view(show('smoothies'))
  view:call('fetch'):wait()
  shows('"isFavorite": false')
  local id = view.state.smoothies[1].id
  go(('"id": "%s"'):format(id))
  with(vim.ui, 'select', function(items, _, on_choice) on_choice(items[1]) end, function() press('<CR>') end)
  T.eventually('the favourite', function() return view.state.smoothies[1].isFavorite end)
  shows('"isFavorite": true')
end)

T.test('repainting keeps the cursor on what it is on', function()
  local view = svvs.view(show('smoothies'))
  go('errorMessage')
  local before = vim.api.nvim_win_get_cursor(0)
  view:call('fetch'):wait()
  shows('"isFavorite"')
  local after = vim.api.nvim_win_get_cursor(0)
  assert(after[1] > before[1], 'no line came')
  T.equal({ vim.api.nvim_get_current_line():match('%a+'), after[2] }, { 'errorMessage', before[2] })
  assert(view:set({ filterKeyword = 'no such smoothie' }):wait())
  shows('smoothies        : []')
  T.equal(vim.api.nvim_win_get_cursor(0), before)
end)

T.test('a text of several lines takes one line', function()
  local view = svvs.view(show('mirror'))
  view:set({ text = 'a\nb\0/é' }):wait()
  shows('text  = "a\\nb\\u0000/é"')
end)

T.test('a view with the delivery signal is painted afresh', function()
  local view = svvs.view(show('counterA', { delivery = 'signal' }))
  view:call('increment'):wait()
  shows('count : 1')
end)

T.test('wiping the buffer closes the view', function()
  local view = svvs.view(show('counterA'))
  vim.cmd('bwipeout!')
  T.eventually('the view is closed', function() return not view.is_open end)
  T.equal(T.notices, {})
end)

T.test('when the server dies this is said once, and the buffer stays as it was', function()
  local view = svvs.view(show('effects'))
  go('[handle]')
  vim.fn.system({ 'kill', '-9', tostring(svvs.server().pid) })
  shows('effects (closed)')
  T.equal({ T.notices, view.is_open }, { { 'svvs: the server died (killed by signal 9)' }, false })
  shows('[handle]')
  press('<CR>')
  T.equal(T.notices[2], 'svvs: this view is closed')
end)

T.done()
