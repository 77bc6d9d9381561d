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

T.done()
