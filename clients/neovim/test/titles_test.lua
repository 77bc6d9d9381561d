-- Titles of pages, fields and actions.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local field = faked.field

T.test('titles and names that would garble the screen are cleaned', function()
  local one = faked.page({
    field('p', 'text', { title = 'P\nq', editable = true }),
    field('r', 'text', { title = 'R\226\128\174', editable = true }),
    field('rows', 'rows', { columns = { field('m', 'text', { title = 'M\nn' }) }, editable = true }),
  }, { p = '', rows = { { m = 'x' } } }, { title = 'V\nw', actions = {
    field('a', nil, { title = 'A\nb', asks = { field('g', 'text', { title = 'G\nh', optional = true }) } }),
  } })
  pages.shows('V␊w')
  for _, text in ipairs({ 'P␊q', 'R\239\191\189', 'M␊n', 'A␊b (G␊h?)' }) do
    pages.shows(text)
  end
  one:changes({ changes = { p = 'new' } })
  pages.shows('= new')
end)

T.test('a secret parameter is not in titles or buffer names', function()
  local asks = { field('pin', 'text', { secret = true, optional = true }), field('i\nd', 'text', { optional = true }) }
  local one = faked.page({}, {}, { asks = asks }, { pin = 'hush', ['i\nd'] = 'A' })
  T.equal({ one.page:title(), vim.fn.bufname() }, { 'T  i␊d=A', 'svvs://t?i␊d=A' })
end)

T.test('a joiner is left out where Neovim cannot draw it', function()
  local family = '👩\226\128\141👧'
  local is_drawn = vim.api.nvim_strwidth(family) <= 4
  faked.page({ field('p', 'text', { editable = true }) }, { p = family })
  pages.shows(is_drawn and family or '= 👩👧')
end)

T.done()
