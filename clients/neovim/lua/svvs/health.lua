---`:checkhealth svvs`
local servers = require('svvs.server')
local svvs = require('svvs')

local M = {}

-- The functions have lost their prefix in Neovim 0.10, and before 0.8 they were in a module of their own.
local function reporter()
  if vim.health and vim.health.start then return vim.health end
  local old = vim.health and vim.health.report_start and vim.health or require('health')
  return { start = old.report_start, ok = old.report_ok, warn = old.report_warn, error = old.report_error }
end

local function check_editor(report)
  report.start('svvs: the plugin')
  report.ok('svvs.nvim ' .. svvs.version)
  local version = vim.version()
  local text = ('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.7') == 1 then
    report.ok(text)
  else
    report.error(text .. ' is too old: 0.7 is needed')
  end
end

local function check_server(report)
  report.start('svvs: the server')
  local command, problem = svvs.command()
  if not command then return report.error(tostring(problem)) end
  report.ok('the command is: ' .. table.concat(command, ' '))
  local server, err = svvs.new_server()
  local info
  if server then
    info, err = server.ready:wait()
    server:stop():wait()
  end
  if not info then return report.error(tostring(err), { 'see :help svvs-install' }) end
  local about = info.serverInfo
  report.ok(('%s %s speaks version %d of the protocol'):format(about.name, about.version, servers.PROTOCOL))
  report.ok(('it has %d view types; its schema is %s'):format(#info.viewTypes, info.schemaHash))
end

function M.check()
  local report = reporter()
  check_editor(report)
  check_server(report)
end

return M
