-- What is asked for on the command line, and what is offered there to begin with.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local press = pages.press

for what, text in pairs({
  ['the register of expressions'] = '\18=writefile(["x"], "%s")',
  ['a key of Neovim'] = '\128\253hcall writefile(["x"], "%s")',
}) do
  T.test('a text of the server is never typed as keys: ' .. what, function()
    local written = vim.fn.tempname()
    local one = faked.page([[{"properties":{"text":{"type":"string","readOnly":true}},"actions":{"send":{
      "arguments":{"properties":{"text":{"type":"string"}},"required":["text"]}}}}]], {})
    one.view.state.text = text:format(written)
    press('as<CR><CR>')
    T.equal({ vim.fn.filereadable(written), one.sent[1].params.text }, { 0, '' })
  end)
end

T.done()
