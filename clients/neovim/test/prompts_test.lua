-- Prompts for values of fields and arguments, and for secrets.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local go, press, prompts_of, shows = pages.go, pages.press, pages.prompts_of, pages.shows
local field, entry = faked.field, faked.entry

T.test('a text is edited on its line, and emptied', function()
  pages.open('mirror')
  go('Text')
  press('<CR>hello "x"<CR>')
  shows('Text  = hello "x"')
  press('i<C-u><CR>')
  shows('Text  = \n')
end)

T.test('lines that are pasted into a prompt become one line', function()
  faked.page({ entry('text', { submits = 'act' }), entry('code') }, { text = '', code = '' },
    { actions = { field('act') }, form = { fields = { 'code' }, calls = 'act' } })
  for _, keys in ipairs({ 'ct', 'cc' }) do
    local pasted = {}
    function _G.act()
      pages.with(vim.api, 'nvim_feedkeys', function(text) table.insert(pasted, text) end, function()
        vim.paste({ 'one', 'two', '' }, -1)
        vim.paste({ 'three', '' }, 2)
      end)
    end
    press(keys .. '<Cmd>lua act()<CR><Esc>')
    T.equal(table.concat(pasted), 'one twothree ')
  end
end)

T.test('Escape in an edit changes nothing and keeps the text, and CTRL-C discards it', function()
  local one = faked.page({ entry('text') }, { text = 'old' })
  press('ct er<Esc>')
  shows('Text = old er  (not sent)')
  T.equal({ one.sent, vim.bo.modified }, { {}, true })
  T.equal(prompts_of('ct<Esc>'), { 'Text: old er' })
  press('ct<C-c>')
  shows('Text = old\n')
  T.equal(vim.bo.modified, false)
  local function interrupt()
    one.connection:fail(require('svvs.failure').new('ServerDied', 'the server has ended'))
    error('Keyboard interrupt')
  end
  pages.with(vim.fn, 'input', interrupt, function() press('ct') end)
  T.equal(one.page.drafts.text.typed, nil)
end)

T.test('CTRL-C discards a text, also if it interrupts the drawing of a change', function()
  local one = faked.page({ entry('text') }, { text = 'old' })
  function _G.act()
    vim.api.nvim_input('<C-c>')
    pages.with(require('svvs.failure'), 'say', function() end, function()
      one:changes({ changes = { text = 'new' } })
    end)
  end
  press('cter<Cmd>lua act()<CR>')
  T.equal(one.page.drafts.text.typed, nil)
end)

T.test('a prompt in which nothing was typed shows a change of the state', function()
  local one = faked.page({ entry('text') }, { text = 'old' })
  function _G.act()
    one:changes({ changes = { text = 'new' } })
    vim.api.nvim_feedkeys('er\r', 't', false)
  end
  press('ct<Cmd>lua act()<CR>')
  T.equal(one.sent[1].params.properties, { text = 'newer' })
end)

T.test('a text that is not a number is asked for again, and the prompt says why', function()
  pages.open('propertyA')
  T.equal(prompts_of('ca<C-u>many<CR><C-u>9007199254740993<CR>'), { 'A: 0', 'A must be an integer of 64 bits: many' })
  shows('A = 9007199254740993')
end)

T.test('an integer has 64 bits', function()
  local parse, size = require('svvs.prompt').parse, { title = 'Size', kind = 'integer' }
  for _, text in ipairs({ '9223372036854775808', '-9223372036854775809', '100000000000000000000' }) do
    T.equal({ parse(size, text) }, { nil, 'Size must be an integer of 64 bits' })
  end
  for _, text in ipairs({ '9223372036854775807', '-9223372036854775808', '-999', '0' }) do
    T.equal(tostring(parse(size, text)), text)
  end
end)

T.test('a number is decimal', function()
  local parse, size = require('svvs.prompt').parse, { title = 'Size', kind = 'number' }
  for _, text in ipairs({ '0x5', '+5', 'inf', 'nan', '1e', '', '5 6', '٥' }) do
    T.equal({ parse(size, text) }, { nil, 'Size must be a number' })
  end
  for text, value in pairs({ ['5'] = 5, ['-0.5'] = -0.5, ['1e3'] = 1000, [' 1.5E-2 '] = 0.015 }) do
    T.equal(parse(size, text), value)
  end
end)

T.test('the reason for a refusal is shown after the property until it changes', function()
  local one = faked.page({ entry('code') }, { code = 'A' })
  press('cc<C-u>B<CR>')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'No such\ncode.', data = { kind = 'Invalid' } } })
  shows('Code = B  (not sent)  ! No such code.')
  T.equal(T.notices, { 'svvs: No such code.' })
  one:changes({ changes = { code = 'C' } })
  shows('Code = B  (not sent)\n')
end)

T.test('a text of several lines is edited in a buffer, and set by writing the buffer', function()
  local view = pages.open('mirror')
  view:set({ text = 'a\nb\0/é' }):wait()
  shows('Text  = a␊b␀/é')
  press('ct')
  T.equal(pages.lines(), { 'a', 'b\0/é' })
  vim.api.nvim_buf_set_lines(0, 2, 2, true, { 'c' })
  T.equal(view.state.text, 'a\nb\0/é')
  vim.cmd('wq')
  shows('Text  = a␊b␀/é␊c')
end)

T.test('a text of several lines that was not set is kept for the next edit', function()
  local one = faked.page({ entry('text', { format = 'longText' }) }, { text = 'a' })
  press('ctonew<Esc>:wq<CR>')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
  T.equal(T.notices[#T.notices], 'svvs: Too long.')
  press('ct')
  T.equal(pages.lines(), { 'a', 'new' })
  vim.cmd('wq')
  one:says({ id = one.sent[2].id, result = { commit = one.commit } })
  press('ct')
  T.equal(pages.lines(), { 'a' })
end)

T.test('a text of several lines is typed while its buffer changes, and discarded with the buffer', function()
  local one = faked.page({ entry('text', { format = 'longText' }) }, { text = 'a' })
  press('ctonew<Esc>')
  vim.cmd('doautocmd TextChanged')
  T.equal(one.page.drafts.text.typed, 'a\nnew')
  vim.cmd('q!')
  T.equal({ one.page.drafts.text.typed, one.sent }, { nil, {} })
end)

T.test('the value of a property is the default of an argument, and typed text replaces it', function()
  local one = faked.page({ field('user', 'text') }, { user = 'ann' },
    { actions = { field('find', nil, { asks = { field('user', 'text') } }) } })
  T.equal({ prompts_of('af<CR>'), prompts_of('aftom<CR>') }, { { 'User [ann]: ' }, { 'User [ann]: ' } })
  T.equal({ one.sent[1].params.user, one.sent[2].params.user }, { 'ann', 'tom' })
end)

T.test('a secret is asked for, and never shown', function()
  local view = pages.open('login')
  press('cpwrong<CR>')
  press('Al12345<CR>password<CR>')
  T.eventually('the login', function() return view.state.loginState == 'loggedIn' end)
  T.equal({ view.state.password, vim.fn.histget('input', -1) }, { nil, '12345' })
end)

T.test('Escape at a secret calls nothing', function()
  local view = pages.open('login')
  press('Al12345<CR>pass<Esc>')
  view:get():wait()
  T.equal(view.state.userId, '')
end)

T.test('a choice is completed, and accepted by a unique prefix', function()
  local view = pages.open('effects')
  for index, text in ipairs({ 'instant', ' i', '<C-r>=v:lua.require("svvs.prompt").complete("i")[0]<CR>' }) do
    press('ah' .. text .. '<CR>')
    shows('Instants       : ' .. index)
  end
  T.equal(view.state.instants, 3)
end)

T.test('text that is not a choice is reported, and so is an ambiguous prefix', function()
  local one = faked.page({ field('size', 'choice', { editable = true, choices = vim.tbl_map(function(size)
    return { value = size, title = size }
  end, { 'large', 'little', 'small' }) }) }, {})
  local prompts = prompts_of('csl<CR><C-u>medium<CR><C-u><CR>sm<CR>')
  local why = 'Size must be one of: large, little, small: '
  T.equal(prompts, { 'Size (large, little, small): ', why .. 'l', why .. 'medium', why })
  T.equal(one.sent[1].params.properties, { size = 'small' })
end)

for what, text in pairs({
  ['the register of expressions'] = { '\18=writefile(["x"], "%s")', is_sent = true },
  ['a key of Neovim'] = { '\128\253hcall writefile(["x"], "%s")', is_sent = false },
}) do
  T.test('a text of the server is never typed as keys: ' .. what, function()
    local written = vim.fn.tempname()
    local one = faked.page({ field('text', 'text') }, {},
      { actions = { field('send', nil, { asks = { field('text', 'text') } }) } })
    one.view.state.text = text[1]:format(written)
    press('as<CR><Esc>')
    local sent = one.sent[1] and one.sent[1].params.text
    T.equal({ vim.fn.filereadable(written), sent }, { 0, text.is_sent and one.view.state.text or nil })
  end)
end

T.done()
