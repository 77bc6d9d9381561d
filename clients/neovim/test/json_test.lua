local T = require('test.tap')
local json = require('svvs.json')

local function refuses(value, message)
  local is_fine, trouble = pcall(json.encode, value)
  T.equal({ is_fine, trouble }, { false, message })
end

T.test('integers of 64 bits keep every digit', function()
  local text = '[-9223372036854775808,9007199254740993,-9007199254740992,9007199254740991,9223372036854775807]'
  local value = json.decode(text)
  T.equal(json.encode(value), text)
  T.equal(tostring(value[5]), '9223372036854775807')
  T.equal({ type(value[3]), type(value[4]) }, { 'table', 'number' })
end)

T.test('equal large integers are equal, as keys too', function()
  local one, same = json.integer('9007199254740993'), json.decode('[9007199254740993]')[1]
  assert(one == same and ({ [one] = true })[same], 'they differ')
  assert(one ~= json.integer('9007199254740992'), 'neighbours are one')
  T.equal(vim.deepcopy(one) == one, true)
end)

T.test('numbers keep their kind when they are written', function()
  T.equal(json.encode({ 1e15, 0.1, 1.5e-07, 1e300, -3, 123456789012345.6 }), '[1000000000000000,0.1,1.5e-07,'
    .. '1e+300,-3,123456789012345.6]')
  T.equal(json.encode(1 / 3), '0.3333333333333333')
end)

T.test('null, false, empty text, empty array and empty object are distinguished', function()
  local text = '{"a":null,"b":false,"c":"","d":[],"e":{},"n":1234567890123456}'
  T.equal(json.encode(json.decode(text)), text)
  T.equal(json.encode({ vim.NIL, {}, vim.empty_dict() }), '[null,[],{}]')
end)

T.test('an object stays one when it is emptied', function()
  local decoded = json.decode('{"a":{"b":1234567890123456},"":{}}')
  T.equal(getmetatable(decoded.a), nil)
  decoded.a.b = nil
  T.equal(json.encode(json.mark_object(decoded.a)), '{}')
end)

T.test('text that is not JSON is refused, with large integers too', function()
  local texts = { '', '{', '[1', '{"a" 1}', '[1,]', '{"a":1,}', '"x', '[nul]', 'tru', '1 2', '[1e]', '{1:2}', '"\\' }
  for _, text in ipairs(texts) do
    T.equal({ text, (pcall(json.decode, text)) }, { text, false })
    T.equal({ text, (pcall(json.decode, '[9007199254740993,' .. text)) }, { text, false })
  end
end)

T.test('next to large integers everything is decoded as by vim.json', function()
  local text = [[ { "a\"\\\u00e9\n" : [ true , false , null, -0.5e3, "日本 \\" ] , "b":{"c":[[],{}]}, "\\": "]}\"",
    "d" : "\"9007199254740993", "1":"9007199254740993" , "9007199254740993":[9007199254740993.5, 1e16, "\u0000"] } ]]
  T.equal(json.decode(text), vim.json.decode(text))
  local large = json.decode(('[ "\\"", -9007199254740993 ,%s]'):format(text))
  T.equal({ large[1], tostring(large[2]), large[3] }, { '"', '-9007199254740993', vim.json.decode(text) })
end)

T.test('values that JSON cannot represent are refused with the reason', function()
  refuses({ 'a', b = 1 }, 'a list with gaps or with names')
  refuses({ [1] = 'a', [3] = 'c' }, 'a list with gaps or with names')
  refuses({ [5] = 'a' }, 'an object with a name that is not a string')
  refuses({ a = print }, 'JSON has no function')
  refuses(math.huge, 'JSON has no inf')
  local circle = {}
  circle[1] = circle
  refuses(circle, 'a table that is nested too deeply')
end)

T.test('text that is not UTF-8 is refused', function()
  local texts = { '\255', 'a\192\128', '\237\160\128', '\244\144\128\128', '\226\130', '\128', '\226\195\169\130\172' }
  for _, text in ipairs(texts) do
    refuses(text, 'text that is not UTF-8')
  end
  T.equal(json.decode(json.encode('é日😀\0\31')), 'é日😀\0\31')
end)

T.done()
