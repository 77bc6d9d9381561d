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

return M
