-- Questions of the app, on pages without a server.
local T = require('test.tap')
local calls = require('svvs.call')
local faked = require('test.faked')
local pages = require('test.pages')
local field, entry = faked.field, faked.entry

local ANSWER = field('reply', nil, { notOffered = true, asks = { field('choice', 'text'), field('question', 'text') } })
local PART = field('ask', 'record', {
  nullable = true, role = 'question', answer = 'reply',
})

local function question(id, members)
  local choices = { { value = 'y', title = 'Yes\n' }, { value = 'n', title = 'No', role = 'cancel' } }
  return vim.tbl_extend('force', { id = id, title = 'Delete?', choices = choices }, members or {})
end

-- Runs a function with a page whose question is asked. It is passed the page, and the questions that were asked: each
-- with its titles, its prompt and the function that answers it.
local function asking(value, body, parts, state)
  local asked = {}
  local function select(items, options, on_choice)
    local titles = vim.tbl_map(options.format_item, items)
    table.insert(asked, { titles = titles, prompt = options.prompt, answer = function(number)
      on_choice(items[number or 0])
    end })
  end
  pages.with(vim.ui, 'select', select, function()
    state = vim.tbl_extend('force', { ask = value }, state or {})
    body(faked.page(vim.list_extend({ PART }, parts or {}), state, { actions = { ANSWER, field('act') } }), asked)
  end)
end

-- Waits until everything that was scheduled has run.
local function settle()
  local is_over = false
  vim.schedule(function() is_over = true end)
  vim.wait(1000, function() return is_over end, 1)
end

-- Lets the state have another question, and waits until the page has asked or announced it.
local function ask(one, value)
  one:changes({ changes = { ask = value } })
  settle()
end

-- The actions that were called, with their arguments.
local function called(one)
  return vim.tbl_map(function(message)
    return { message.method, message.params.choice, message.params.question }
  end, one.sent)
end

T.test('a question is on the page, is asked by itself once, and is answered with its id', function()
  asking(question('7', { message = 'All\nof them.' }), function(one, asked)
    T.equal(vim.list_slice(pages.lines(), 4, 6), { ' Q   Delete?  Yes␊, No', '     All', '     of them.' })
    T.eventually('the question', function() return asked[1] ~= nil end)
    T.equal({ asked[1].titles, asked[1].prompt }, { { 'Yes␊', 'No' }, 'Delete?  All of them. ' })
    ask(one, question('7'))
    T.equal(#asked, 1)
    asked[1].answer(1)
    T.equal({ called(one), T.notices }, { {}, { 'svvs: T: Delete? (Q answers)' } }) -- too early for a person
    pages.press('Q')
    one:changes({ patch = { { op = 'replace', path = '/ask/choices/0/value', value = 'not seen' } } })
    asked[2].answer(1)
    pages.press('Q')
    one:changes({ changes = { ask = vim.NIL } })
    T.equal({ called(one), #T.notices }, { { { 'reply', 'y', '7' } }, 1 })
  end)
end)

T.test('Escape is the choice that cancels, and without one the question stays', function()
  asking(question('1'), function(one, asked)
    settle()
    pages.go('Delete?')
    pages.press('<CR>')
    asked[2].answer()
    ask(one, question('2', { choices = { { value = 'y', title = 'Yes' } } }))
    asked[3].answer()
    pages.press('Q')
    asked[4].answer()
    T.equal({ called(one), T.notices }, { { { 'reply', 'n', '1' } }, {
      'svvs: T: Delete? (Q answers)', 'svvs: T: Delete? (not answered: Q asks again)',
    } })
    local function interrupt() error('Keyboard interrupt') end
    pages.with(vim.ui, 'select', interrupt, function() pages.press('Q') end)
    T.equal({ called(one), #T.notices }, { { { 'reply', 'n', '1' } }, 3 })
    pages.shows('Delete?')
    ask(one, question('3'))
    T.equal(#asked, 5)
  end)
end)

T.test('an answer to a question that has gone is not sent, and the next question is asked', function()
  asking(question('1'), function(one, asked)
    settle()
    ask(one, question('2'))
    T.equal({ T.notices, #asked }, { { 'svvs: answered elsewhere', 'svvs: T: Delete? (Q answers)' }, 1 })
    asked[1].answer(1)
    settle()
    T.equal({ called(one), #asked }, { {}, 2 })
    one:changes({ changes = { ask = vim.NIL } })
    asked[2].answer(1)
    T.equal({ called(one), #T.notices }, { {}, 3 })
    pages.press('Q')
    T.equal(T.notices[4], 'svvs: there is no question here')
  end)
end)

T.test('a refusal because of another answer says so', function()
  asking(question('1'), function(one, asked)
    pages.press('Q')
    asked[1].answer(1)
    one:changes({ changes = { ask = vim.NIL } })
    local err = { code = -32801, message = 'The question has gone.', data = { kind = 'ContentModified' } }
    one:says({ id = one.sent[1].id, error = err })
    T.equal(T.notices, { 'svvs: answered elsewhere' })
  end)
end)

T.test('a question interrupts no text that was not sent', function()
  asking(vim.NIL, function(one, asked)
    pages.press('ctx<Esc>')
    ask(one, question('1'))
    ask(one, question('1'))
    vim.cmd('new | bwipeout')
    settle()
    T.equal({ #asked, T.notices }, { 0, { 'svvs: T: Delete? (Q answers)' } })
    ask(one, vim.NIL) -- It was not asked, so that its end is not said.
    ask(one, question('2'))
    pages.press('Q')
    asked[1].answer(1)
    T.equal({ called(one), #T.notices }, { { { 'reply', 'y', '2' } }, 2 }) -- and the text is not sent
  end, { entry('text') }, { text = '' })
end)

T.test('an answer waits for no call of a form', function()
  asking(vim.NIL, function(one, asked)
    pages.press('ctx<Esc>')
    calls.call(one.page, 'act')
    one:says({ id = one.sent[1].id, result = { commit = one.commit } })
    T.equal(one.sent[2].method, 'act')
    pages.press('cty<Esc>')
    one:changes({ changes = { ask = question('1') } })
    pages.press('Q')
    asked[#asked].answer(1)
    T.equal(one.sent[3].method, 'reply')
  end, { entry('text') }, { text = '' })
end)

T.test('a question that is still there after the call of its answer is announced again', function()
  asking(question('1'), function(one, asked)
    pages.press('Q')
    asked[1].answer(1)
    one:says({ id = one.sent[1].id, result = { commit = one.commit } })
    T.equal(T.notices, { 'svvs: T: Delete? (not answered: Q asks again)' })
    pages.press('Q')
    one:changes({ changes = { ask = vim.NIL } })
    T.equal(T.notices[2], 'svvs: answered elsewhere')
  end)
end)

T.test('a second question is announced, and is asked after the first one', function()
  local second = vim.tbl_extend('force', PART, { name = 'other', title = 'Other' })
  local choices = { { value = 'y', title = 'Yes' } }
  asking(question('1', { choices = choices }), function(one, asked)
    settle()
    one:changes({ changes = { other = question('2', { title = 'Really?' }) } })
    settle()
    T.equal({ #asked, T.notices }, { 1, { 'svvs: T: Really? (Q answers)' } })
    asked[1].answer()
    settle()
    T.equal({ #asked, asked[2].prompt }, { 2, 'Really? ' })
  end, { second }, { other = vim.NIL })
end)

T.test('a question waits for the page on which it is asked, in normal mode', function()
  asking(vim.NIL, function(one, asked)
    pages.with(vim.fn, 'mode', function() return 'v' end, function() ask(one, question('0')) end)
    ask(one, question('0')) -- It was announced.
    T.equal({ #asked, #T.notices }, { 0, 1 })
    ask(one, vim.NIL)
    T.notices = {}
    vim.cmd('new')
    ask(one, question('1'))
    T.equal({ #asked, T.notices }, { 0, { 'svvs: T: Delete? (Q answers)' } })
    vim.cmd('bwipeout')
    settle()
    T.equal({ #asked, #T.notices }, { 1, 1 })
  end)
end)

T.test('a view that has closed asks nothing, and no answer is sent', function()
  local function close(one) one.connection:forget(function() return true end) end
  asking(question('1'), function(one, asked)
    close(one)
    settle()
    T.equal(#asked, 0)
  end)
  asking(question('1'), function(one, asked)
    pages.press('Q')
    close(one)
    asked[1].answer(1)
    T.equal({ called(one), T.notices }, { {}, {} })
  end)
end)

T.test('a question without choices is shown, and another value is a record', function()
  asking(question('1', { choices = {} }), function(one, asked)
    pages.press('Q')
    T.equal({ #asked, T.notices[1] }, { 0, 'svvs: T: Delete? (nothing to choose)' })
    one:changes({ changes = { ask = { id = 1, title = 'x' } } })
    one.page:paint()
    T.equal(vim.list_slice(pages.lines(), 4, 6), { '     Ask : ', '       id    : 1', '       title : x' })
  end)
end)

T.done()
