---Paints a view: lines of text out of its schema and state. It touches no buffer.
local format = require('svvs.format')
local grid = require('svvs.grid')
local hints = require('svvs.hints')
local titles = require('svvs.title')

local M = { ROWS = 200, MORE = 1000 } -- of a table that are shown at first, and with each request for more
local MARGIN = '     ' -- where the keys of a line stand
local WIDEST = 30 -- columns that a title takes at most

---@class svvs.Line
---@field text string
---@field key string what the line shows, for the cursor to stay on when lines come and go
---@field marks {[1]: integer, [2]: integer, [3]: string}[] first byte, byte behind the last, highlight group
---@field target svvs.Target? what acting on the line acts on
---@field is_stop boolean? whether <Tab> stops here
---@field problem string? an error that the line shows

---@class svvs.Target
---@field kind 'property'|'member'|'action'|'row'|'more'
---@field name string of the property or the action
---@field value any of a row or a member
---@field member svvs.Field? of a record

local Painter = {}
Painter.__index = Painter

-- Adds a line of pieces, each a text and perhaps a highlight group.
function Painter:line(key, target, pieces)
  local line, texts, length = { key = key, target = target, marks = {} }, {}, 0
  for index, piece in ipairs(pieces) do
    texts[index] = piece[1]
    if piece[2] and piece[1] ~= '' then table.insert(line.marks, { length, length + #piece[1], piece[2] }) end
    length = length + #piece[1]
  end
  line.text = table.concat(texts)
  table.insert(self.lines, line)
  return line
end

local function margin(prefix, letter)
  if not letter then return { MARGIN } end
  return { (' %s%s  '):format(prefix, letter), 'SvvsKey' }
end

-- The actions of the rows of an array, with their keys.
function Painter:row_actions(field)
  local parts = {}
  for _, action in ipairs(hints.actions(self.schema, self.view.type, field.name)) do
    local letter = self.letters.actions[action]
    table.insert(parts, (letter and 'a' .. letter .. ' ' or '') .. self.schema:action_title(self.view.type, action))
  end
  if field.opens then table.insert(parts, 'Enter opens') end
  return #parts > 0 and '  ' .. table.concat(parts, ', ') or ''
end

function Painter:rows(field, rows, key)
  local limit, name = self.limits[field.name] or M.ROWS, field.name
  local members = self.schema:members(self.schema:element_kind(field.kind))
  local lines, header = grid.lines(members, rows, math.min(limit, #rows))
  local identity = hints.identity(self.schema, self.view.type, name)
  if header then self:line(key .. '/titles', nil, { { MARGIN }, { header, 'SvvsHeader' } }) end
  for index, text in ipairs(lines) do
    local row = rows[index]
    local id = format.is_record(row) and row[identity] or index
    local target = { kind = 'row', name = name, value = row }
    self:line(key .. '/' .. tostring(id), target, { { MARGIN }, { text } }).is_stop = index == 1
  end
  if #rows > limit then
    local text = ('… and %d more rows: Enter shows the next %d'):format(#rows - limit, M.MORE)
    self:line(key .. '/more' .. limit, { kind = 'more', name = name }, { { MARGIN }, { text, 'SvvsDescription' } })
  end
end

-- The columns that the titles of fields take.
local function widest(fields)
  local width = 0
  for _, field in ipairs(fields) do
    width = math.min(WIDEST, math.max(width, vim.api.nvim_strwidth(field.title)))
  end
  return width
end

function Painter:members(field, record, key)
  local members = format.members(self.schema:members(field.kind), record)
  local width = widest(members)
  for _, member in ipairs(members) do
    local value = record[member.name]
    local target = { kind = 'member', name = field.name, value = value, member = member }
    local pieces = { { MARGIN .. '  ' }, { format.fit(member.title, width), 'SvvsName' }, { ' : ', 'SvvsSign' } }
    table.insert(pieces, { value == nil and '' or format.inline(value), 'SvvsValue' })
    self:line(key .. '/' .. member.name, target, pieces)
  end
end

-- The value of a property on its own line.
function Painter:value(field, value)
  if field.access == 'write' then return { '(secret)', 'SvvsDescription' } end
  if hints.is_error(field, value) then return { '! ' .. format.inline(value), 'SvvsError' } end
  if format.is_array(value) then
    return { ('(%d)%s'):format(#value, value[1] and self:row_actions(field) or ''), 'SvvsDescription' }
  end
  if format.is_record(value) then return { field.opens and 'Enter opens' or '', 'SvvsDescription' } end
  if type(value) == 'boolean' and field.is_control then return { value and '[x]' or '[ ]', 'SvvsValue' } end
  return { value == nil and '' or format.inline(value), 'SvvsValue' }
end

function Painter:property(field, width)
  local value, key = self.view.state[field.name], 'property ' .. field.name
  local pieces = { margin('c', self.letters.properties[field.name]), { format.fit(field.title, width), 'SvvsName' } }
  table.insert(pieces, { field.is_control and ' = ' or ' : ', 'SvvsSign' })
  table.insert(pieces, self:value(field, value))
  if hints.is_busy(field, value) then table.insert(pieces, { ' …', 'SvvsBusy' }) end
  if self.view.stale[field.name] then table.insert(pieces, { ' (stale)', 'SvvsStale' }) end
  local refusal = self.refused[field.name]
  if refusal then table.insert(pieces, { '  ! ' .. format.clean(refusal, 200), 'SvvsError' }) end
  local line = self:line(key, { kind = 'property', name = field.name }, pieces)
  line.is_stop = field.is_control
  line.problem = hints.is_error(field, value) and '! ' .. format.inline(value, 200) or nil
  if format.is_array(value) then self:rows(field, value, key) end
  if format.is_record(value) then self:members(field, value, key) end
end

function Painter:action(name)
  local arguments, type = {}, self.view.type
  for index, field in ipairs(self.schema:arguments(type, name)) do
    arguments[index] = field.title .. (field.is_required and '' or '?')
  end
  self:line('action ' .. name, { kind = 'action', name = name }, {
    margin('a', self.letters.actions[name]),
    { self.schema:action_title(type, name), 'SvvsAction' },
    { #arguments > 0 and ' (' .. table.concat(arguments, ', ') .. ')' or '', 'SvvsName' },
    { '  ' .. format.clean(self.schema:action_description(type, name)), 'SvvsDescription' },
  }).is_stop = true
end

-- The actions, that which is called by itself last.
local function by_use(schema, type)
  local on_appear = schema:on_appear(type)
  local names = vim.tbl_filter(function(name) return name ~= on_appear end, schema:actions(type))
  table.insert(names, on_appear)
  return names
end

---The keys of a view type behind `a` and `c`.
---@param schema svvs.Schema
---@param type string
---@return {actions: table<string, string>, properties: table<string, string>}
function M.letters(schema, type)
  local names = vim.tbl_map(function(field) return field.name end, schema:settable(type))
  return {
    actions = titles.letters(by_use(schema, type), function(name) return schema:action_title(type, name) end),
    properties = titles.letters(names, function(name) return schema:property(type, name).title end),
  }
end

---The lines of a view.
---@param page svvs.Page
---@return svvs.Line[]
function M.lines(page)
  local schema, type = page.schema, page.view.type
  local self = setmetatable({ lines = {}, view = page.view, schema = schema }, Painter)
  self.letters, self.limits, self.refused = page.letters, page.limits, page.refused
  self:line('title', nil, { { page.title, 'SvvsTitle' }, { page.ending and '  ' .. page.ending or '', 'SvvsStale' } })
  self:line('description', nil, { { format.clean(schema:description(type)), 'SvvsDescription' } })
  if page.is_blank then return self.lines end
  self:line('gap 1', nil, {})
  local fields = schema:properties(type)
  local width = widest(fields)
  for _, field in ipairs(fields) do
    self:property(field, width)
  end
  self:line('gap 2', nil, {})
  for _, name in ipairs(schema:actions(type)) do
    self:action(name)
  end
  return self.lines
end

return M
