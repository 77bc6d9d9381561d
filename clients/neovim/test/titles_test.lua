-- Titles of pages, fields and actions.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')

T.test('titles and names that would garble the screen are cleaned', function()
  local one = faked.page([[{"title":"V\nw","properties":{
    "p":{"type":"string","title":"P\nq"},"r":{"type":"string","title":"R\u202e"},
    "rows":{"type":"array","items":{"properties":{"m":{"type":"string","title":"M\nn"}}}}},
    "actions":{"a":{"title":"A\nb","arguments":{"properties":{"g":{"type":"string","title":"G\nh"}}}}}}]],
    { p = '', rows = { { m = 'x' } } })
  pages.shows('V␊w')
  for _, text in ipairs({ 'P␊q', 'R\239\191\189', 'M␊n', 'A␊b (G␊h?)' }) do
    pages.shows(text)
  end
  one:changes({ changes = { p = 'new' } })
  pages.shows('= new')
end)

T.test('a secret parameter is not in titles or buffer names', function()
  local view_type = [[{"params":{"properties":{"pin":{"type":"string","writeOnly":true},"i\nd":{"type":"string"}}}}]]
  local one = faked.page(view_type, {}, nil, { pin = 'hush', ['i\nd'] = 'A' })
  T.equal({ one.page:title(), vim.fn.bufname() }, { 'T  i␊d=A', 'svvs://t?i␊d=A' })
end)

T.test('a joiner is left out where Neovim cannot draw it', function()
  local family = '👩\226\128\141👧'
  local is_drawn = vim.api.nvim_strwidth(family) <= 4
  faked.page([[{"properties":{"p":{"type":"string"}}}]], { p = family })
  pages.shows(is_drawn and family or '= 👩👧')
end)

T.done()
