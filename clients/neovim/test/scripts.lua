-- The scripts of fake servers by name; Tests/Contract/fake-server runs them.
local DESCRIBED = "receive('initialized'); described()\n"
local OPENED = DESCRIBED .. 'opened(a=1)\n'
local CALLED = OPENED .. "while (call := receive())['method'] != 'work': pass\n"
local WAITING = '\nend_of_input()'

return {
  -- Before a view is open.
  mute = '# raw\nignore_signals(); signal.pause()',
  version = '# raw\ninitialized(1)' .. WAITING,
  refusing = "# raw\nrefuse(receive('initialize'), -32603, 'InternalError', 'No database.')" .. WAITING,
  garbage = [[# raw
write('Hello, this is not JSON.\n')]] .. WAITING,
  binary = "# raw\nwrite(b'caf\\xc3\\xa9 \\xff\\x1b[31m ' + b'x' * 5000 + b'\\n')" .. WAITING,
  wide = "# raw\nwrite('a' + '\\u65e5' * 5000 + '\\n')" .. WAITING,
  half = "# raw\nwrite('Segmentation')" .. WAITING,

  screenless = "receive('initialized'); reply(receive('rpc.discover'))" .. WAITING,

  -- In reply to `view/open`.
  broken = DESCRIBED .. [[receive('view/open'); write('{"jsonrpc":"2.0","id":3,\n')]] .. WAITING,
  nonsense = DESCRIBED .. "receive('view/open'); send(id=77, result=7)" .. WAITING,
  shapeless = DESCRIBED .. "send(id=receive('view/open')['id'], result=[1])" .. WAITING,

  -- In reply to a call of `work`.
  dying = CALLED .. "print('last words', file=sys.stderr); sys.exit(3)",
  waiting = CALLED .. [[
sys.exit('a reason\nMy App: waiting for the server at /x (pid 7), which does not answer')]],
  killed = CALLED .. 'os.kill(os.getpid(), signal.SIGKILL)',
  -- A crash of a Swift program: a long backtrace follows the reason, and a line about the call follows the backtrace.
  crashing = CALLED .. [[
def say(text): print(text, end='', file=sys.stderr, flush=True)
say('Listening.\nApp/Login.swift:12: Fatal err')
say('or: Index out of range\n\n')
for number in range(500): say(f'{number} 0x00007f0012345678 main() + 120 in App at /App/Login.swift:12:5\n')
say('svvs: crashed (SIGILL, a trap such as an overflow) in the action work ')
say('of the view t\n\n')
os.kill(os.getpid(), signal.SIGILL)]],
  numeric = CALLED .. "send(id=call['id'], error=5)" .. WAITING,
  empty = CALLED .. "send(id=call['id'], more=5)" .. WAITING,
  array = CALLED .. "write(json.dumps([{'jsonrpc': '2.0', 'id': call['id'], 'result': {}}]) + '\\n')" .. WAITING,
  kindless = CALLED .. "refuse(call, 1, None, 'No.')" .. WAITING,
  gap = CALLED .. 'changed(5, 6, a=2)' .. WAITING,
  -- The snapshot, a change after it and the end of the call.
  ['at-once'] = DESCRIBED .. [[
opening, call = receive('view/open'), receive('work')
send_together(
    {'id': opening['id'], 'result': {'view': 'v', 'commit': 0, 'state': {'a': 1}}},
    {'method': 'state/changed', 'params': {'commit': 1, 'views': [{'view': 'v', 'from': 0, 'changes': {'a': 2}}]}},
    {'id': call['id'], 'result': {'commit': 1}})]] .. WAITING,

  -- It is killed before it replies to `view/get` and `view/open`; `session/join` returns their results.
  ['killed-session'] = [[
request = receive()
if request['method'] == 'initialized':
    described()
    reply(receive('session/open'), session='work', token='t')
    opened(n=1)
    receive('view/get'); receive('view/open')
    os.kill(os.getpid(), signal.SIGKILL)
joined(request, 9, [{'view': 'v', 'commit': 2}, {'view': 'w', 'commit': 3}], v={'n': 7}, w={'n': 8})
changed(9, 10, 'w', n=10)
changed(9, 11, 'v', n=11)]] .. WAITING,

  -- With a view, and without reading: the server closes its input, or lets it fill up.
  stalling = DESCRIBED .. 'ignore_signals(); opened(a=1); os.close(0); signal.pause()',
  deaf = DESCRIBED .. 'ignore_signals(); opened(a=1); signal.pause()',
}
