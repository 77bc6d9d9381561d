-- Titles of pages, fields and actions.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local format = require('svvs.format')

T.test('titles and names that would garble the screen are shown as in JSON', function()
  local one = faked.page([[{"title":"V\nw","properties":{
    "p":{"type":"string","title":"P\nq"},"r":{"type":"string","title":"R\u202e"},
    "rows":{"type":"array","items":{"properties":{"m":{"type":"string","title":"M\nn"}}}}},
    "actions":{"a":{"title":"A\nb","arguments":{"properties":{"g":{"type":"string","title":"G\nh"}}}}}}]],
    { p = '', rows = { { m = 'x' } } })
  pages.shows('V\\nw')
  for _, text in ipairs({ 'P\\nq', 'R\\u202e', 'M\\nn', 'A\\nb (G\\nh?)' }) do
    pages.shows(text)
  end
  one:changes({ changes = { p = 'new' } })
  pages.shows('= new')
end)

T.test('a secret parameter is not in titles or buffer names', function()
  local view_type = [[{"params":{"properties":{"pin":{"type":"string","writeOnly":true},"i\nd":{"type":"string"}}}}]]
  local one = faked.page(view_type, {}, nil, { pin = 'hush', ['i\nd'] = 'A' })
  T.equal({ one.page:title(), vim.fn.bufname() }, { 'T  i\\nd=A', 'svvs://t?i\\nd=A' })
end)

T.test('joined pictures are shown as their parts, and joiners elsewhere as in JSON', function()
  T.equal({ format.clean('👨\226\128\141👩\226\128\141👧'), format.clean('a\226\128\141b') }, { '👨👩👧', 'a\\u200db' })
end)

T.done()
