-- Errors of a field, messages of success, and the progress of work, on pages without a server.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local field, entry = faked.field, faked.entry

-- The lines of a page between its title and its actions.
local function parts_of(one)
  one.page:paint()
  return vim.list_slice(pages.lines(), 4, #pages.lines() - 1)
end

local function problem(name, about) return field(name, 'text', { role = 'error', about = about }) end

T.test('an error about a field is shown below the field, where Enter edits the field', function()
  local parts = { problem('late', 'email'), entry('email'), entry('name'), problem('early', 'email') }
  local one = faked.page(parts, { email = 'x', name = '', early = 'No @', late = 'Taken' })
  T.equal(parts_of(one), { ' ce  Email = x', '       ! Taken', '       ! No @', ' cn  Name  =' .. ' ' })
  pages.go('No @')
  T.equal(pages.prompts_of('<CR><Esc>'), { 'Email: x' })
  one:changes({ changes = { early = vim.NIL, late = '' } })
  T.equal(parts_of(one), { ' ce  Email = x', ' cn  Name  =' .. ' ' })
end)

T.test('an error about no part that people see is shown where it stands', function()
  local parts = { problem('first', 'second'), problem('second', 'first'), problem('third', 'none') }
  local one = faked.page(parts, { first = 'a', second = 'b', third = 'c' })
  T.equal(parts_of(one), { '     First  : ! a', '     Second : ! b', '     Third  : ! c' })
end)

T.test('an error about a field that is out of sight is shown', function()
  local one = faked.page({ entry('email'), field('rows', 'list', { of = { kind = 'json' } }), problem('bad', 'email') },
    { email = '', rows = vim.fn.range(100), bad = 'No @' })
  T.equal((require('svvs.status').text(one.page, 50, 60)), '! No @')
end)

T.test('a message of success stays while another page opens', function()
  local one, commands = faked.page({ field('saved', 'text', { role = 'notice' }) }, { saved = '' }), {}
  local function enter()
    pages.with(vim, 'cmd', function(command) table.insert(commands, command) end, function()
      vim.api.nvim_exec_autocmds('BufEnter', { buffer = one.page.buffer })
    end)
  end
  enter()
  one:changes({ changes = { saved = 'Saved' } })
  commands = { #commands }
  enter()
  T.equal(commands, { 1 })
end)

T.test('a message of success is shown once, is never a part, and is set to null', function()
  local parts = { entry('saved', { role = 'notice' }), field('kept', 'text', { role = 'notice' }), entry('a') }
  local one = faked.page(parts, { saved = vim.NIL, kept = 'old', a = '' })
  one:changes({ changes = { saved = 'Saved\n\27', kept = 'Kept' } })
  one:changes({ changes = { a = 'b' } })
  T.equal(T.notices, { 'svvs: Saved ␛', 'svvs: Kept' })
  T.equal({ #one.sent, one.sent[1].params.properties }, { 1, { saved = vim.NIL } })
  T.equal(parts_of(one), { ' ca  A = b' })
  T.equal({ vim.fn.maparg('cs', 'n'), vim.fn.maparg('ca', 'n') ~= '' }, { '', true })
end)

T.test('the progress of work is a bar with a percentage that is rounded down', function()
  local parts = { field('done', 'number', { role = 'progress' }), field('sent', 'integer', { role = 'progress',
    total = 'size' }), field('size', 'integer', { role = 'hidden' }) }
  local one = faked.page(parts, { done = 0.29, sent = 999, size = 1000 })
  T.equal(parts_of(one), {
    '     Done : [#####---------------] 29%',
    '     Sent : [###################-] 99%',
  })
  one:changes({ changes = { done = -1, sent = 7, size = 0 } })
  T.equal(parts_of(one), { '     Done : [--------------------] 0%', '     Sent : in progress' })
  one:changes({ changes = { done = vim.NIL, sent = 2000, size = 1000 } })
  T.equal(parts_of(one), { '     Sent : [####################] 100%' })
end)

T.done()
