---Command lines, as a shell splits them.
local M = {}

---The words of a command line. Quotes and backslashes are those of a shell; nothing is expanded.
---@param line string
---@return string[]? words nil if a quote is not closed, or the line ends with a backslash
function M.split(line)
  local words, word, quote, at = {}, nil, nil, 1
  while at <= #line do
    local char = line:sub(at, at)
    local is_escape = char == '\\' and (not quote or quote == '"' and line:find('^["\\$`]', at + 1))
    if is_escape then
      at = at + 1
      if at > #line then return nil end
      word = (word or '') .. line:sub(at, at)
    elseif char == quote then
      quote = nil
    elseif quote or not char:find('[%s\'"]') then
      word = (word or '') .. char
    elseif char:find('%s') then
      words[#words + 1], word = word, nil
    else
      quote, word = char, word or ''
    end
    at = at + 1
  end
  if quote then return nil end
  words[#words + 1] = word
  return words
end

---Of the words that serve, those that attach to a server that is shared. The options are for starting it.
---@param words string[]
---@param name string|boolean the server's name or the path of its socket; true for the name of the app
---@return string[] attaching
---@return string[] listing the words that list the servers there are
function M.attaching(words, name)
  local at
  for index = #words, 2, -1 do
    if words[index] == 'serve' then at = index end
  end
  local options = vim.list_slice(words, (at or 1) + 1)
  local program = vim.list_slice(words, 1, at and at - 1 or 1)
  local attaching = vim.list_extend(vim.list_slice(program), { 'attach' })
  if type(name) == 'string' then table.insert(attaching, name) end
  if #options > 0 then table.insert(options, 1, '--') end
  vim.list_extend(attaching, options)
  return attaching, vim.list_extend(program, { 'list', '--json' })
end

return M
