// Servers as child processes: real ones, and programs that are not servers.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { attach, commandWords, spawnServer } from '../node/index.js';
import { shownCommand } from '../node/command.js';
import { reached } from './fake.mjs';
import { directory, run, server } from './support.mjs';

const timeout = 40_000;
const outcome = (promise) => promise.then((value) => ({ value }), (error) => error);

/** The command of a server that replies to `initialize`, and then runs the code at each further message. */
function scripted(t, code) {
  const path = `${directory(t)}/server.mjs`;
  writeFileSync(path, `
    import { createInterface } from 'node:readline';
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') say({ id, result: { protocolVersion: 2, process: { id: String(process.pid), pid: process.pid } } });
      else { ${code} }
    });`);
  return [process.execPath, path];
}

test('Programs that are not servers.', { timeout }, async () => {
  const programs = [
    ['./no-such-server', 'ServerNotFound', /^The command \.\/no-such-server cannot be started: .*ENOENT.*SVVS/],
    ['/', 'ServerNotFound', /cannot be started: .*EACCES/],
    ["sh -c 'echo Hello; cat >/dev/null'", 'BadMessage', /invalid message: Hello$/],
    ["sh -c 'echo {}; cat >/dev/null'", 'BadMessage', /not JSON-RPC/],
    ["sh -c 'printf \"{\"'", 'ServerDied', /has ended with status 0/],
    ['cat', 'BadMessage', /It is a request/],
    ["sh -c 'exit 3'", 'ServerDied', /^The server has ended with status 3 without a reply; it is sh -c 'exit 3'/],
    ["sh -c 'echo one >&2; echo two >&2; exit 3'", 'ServerDied', /\none\ntwo$/],
    ["sh -c 'kill -9 $$'", 'ServerDied', /by SIGKILL/],
    ["sh -c 'exec >&-; exec sleep 60'", 'ServerDied', /by SIGKILL/], // It closes its output, and continues to run.
  ];
  await Promise.all(programs.map(async ([command, name, message]) => {
    const error = await outcome(spawnServer({ command }));
    assert.equal(error.name, name, command);
    assert.match(error.message, message);
  }));
});

test('A server that ends in the middle of a line.', { timeout }, async (t) => {
  const command = scripted(t, "process.stdout.write('{\"jsonrpc\":', () => process.exit(4));");
  const client = await spawnServer({ command });
  const error = await outcome(client.open('counterA'));
  assert.deepEqual([error.name, error.status, error.message], ['ServerDied', 4, 'The server has ended with status 4.']);
});

const crashed = 'svvs: crashed (SIGILL, a trap) in the action act of the view t';

test('The lines of a crash are kept, and not the backtrace.', { timeout }, async (t) => {
  const code = `console.error('before\\nApp/A.swift:1: Fatal error: Index out of range\\n' + 'frame\\n'.repeat(5000) + '${crashed}\\n');
    process.kill(process.pid, 'SIGILL');`;
  const client = await spawnServer({ command: scripted(t, code) });
  const { message, stderr } = await outcome(client.request('act'));
  assert.equal(stderr, `before\nApp/A.swift:1: Fatal error: Index out of range\n${crashed}`);
  assert.equal(message, `The server has ended by SIGILL.\n${stderr}`);
  assert.equal((await outcome(client.request('act'))).message, message);
});

test('The notice of a wait is not the reason of an end.', { timeout }, async (t) => {
  const code = `console.error('a reason\\nMy App: waiting for the server at /x (pid 7), which is stopped'); process.exit(1);`;
  const client = await spawnServer({ command: scripted(t, code) });
  assert.equal((await outcome(client.request('act'))).stderr, 'a reason');
});

test('After a crash of a shared server, the errors contain the last line of the command.', { timeout }, async (t) => {
  const line = `svvs: The last line of its log /run/user/1000/svvs/work.log: ${crashed}`;
  const code = `if (method === 'session/open') say({ id, result: { session: 'team', token: 't' } });
    else { console.error('a line\\n'.repeat(5000) + '${line}\\n'); process.exit(1); }`;
  const client = await attach('work', { command: scripted(t, code) });
  t.after(() => client.close());
  const session = await client.share('team', { keep: 60 });
  assert.equal((await outcome(client.request('act'))).message, `The reply to act was lost with the connection: ${line}`);
  assert.equal((await session.closed).message, `The session team was lost when the server was restarted: ${line}`);
});

test('A reply of many pieces, with characters that are cut.', { timeout }, async (t) => {
  const client = await spawnServer({ command: scripted(t, "say({ id, result: '\\u2028é👍'.repeat(2_000_000) });") });
  assert.equal(await client.request('long'), '\u2028é👍'.repeat(2_000_000));
  assert.equal((await client.close()).status, 0);
});

test('A server that does not end is killed.', { timeout }, async (t) => {
  const client = await spawnServer({ command: scripted(t, 'setInterval(() => {}, 1000);'), closeTimeout: 50 });
  client.notify('anything');
  assert.equal((await client.close()).signal, 'SIGKILL');
});

test('A process that a server has started does not delay the end.', { timeout }, async (t) => {
  const code = "if (method === 'exit') process.exit(1); import('node:child_process').then(({ spawn }) => spawn('sleep', ['60'], { stdio: 'inherit', detached: true }))"
    + '.then(({ pid }) => say({ id, result: pid }));';
  const client = await spawnServer({ command: scripted(t, code) });
  const pid = await client.request('anything');
  client.notify('exit');
  assert.equal((await client.close()).name, 'ServerDied');
  process.kill(pid);
});

test('The command comes from the options, from SVVS, or is `svvs serve`.', { timeout }, (t) => {
  const before = process.env.SVVS;
  t.after(() => (before === undefined ? delete process.env.SVVS : (process.env.SVVS = before)));
  process.env.SVVS = "'./My App' serve";
  assert.deepEqual(commandWords(), ['./My App', 'serve']);
  assert.deepEqual(commandWords('a b'), ['a', 'b']);
  assert.deepEqual(commandWords(['a b']), ['a b']);
  process.env.SVVS = ' ';
  assert.deepEqual(commandWords(), ['svvs', 'serve']);
  assert.throws(() => commandWords(' '), TypeError);
});

test('--attach is appended to any command.', { timeout }, async (t) => {
  const code = "say({ id, result: process.argv.slice(2) });";
  const [node, path] = scripted(t, code), app = `${node} ${path}`, folder = directory(t);
  const script = (name, text) => (writeFileSync(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 }), `${folder}/${name}`);
  const words = async (command, place, options) => {
    const client = await attach(place, { command, ...options });
    t.after(() => client.close());
    return client.request('words');
  };
  const added = { options: ['--language', 'en'], start: false };
  assert.deepEqual(await words(`${app} --database x`, 'work', added), ['--database', 'x', '--language', 'en', '--attach=work', '--no-start']);
  assert.deepEqual(await words(`${app} serve`), ['serve', '--attach']);
  assert.deepEqual(await words(`env A=1 ${app}`, 'a b'), ['--attach=a b']);
  assert.deepEqual(await words(script('no-words', `exec ${app}`), 'work'), []);
  const older = await outcome(attach('work', { command: script('older', `echo "Error: Unknown option '$1'" >&2; exit 64`) }));
  assert.deepEqual([older.name, older.status, older.stderr], ['Detached', 64, "Error: Unknown option '--attach=work'"]);
});

test('A command is shown without its passwords.', { timeout }, () => {
  assert.equal(shownCommand(['My App', '--postgres=postgres://me:secret@host/notes']), "'My App' --postgres=postgres://***@host/notes");
  assert.equal(shownCommand(['--database=postgres://host/d?user=me&password=secret']), "'--database=postgres://host/d?user=me&password=***'");
  assert.equal(shownCommand(["password = 'a b' it's"]), "'password = *** it'\\''s'");
});

/** The place of a shared server, which ends with the test, and the command that attaches; it writes its process id. */
function shared(t) {
  const words = commandWords(server);
  const stop = () => run(words[0], ['stop', place]);
  t.after(stop); // Hooks run in the order of their registration: the server stops before its directory is removed.
  const folder = directory(t), place = `${folder}/s.sock`;
  const serve = [...words.filter((word) => word !== 'serve'), 'serve', '--exit-when-idle', '60']; // If the run is stopped.
  const command = ['sh', '-c', 'echo $$ >"$0"; exec "$@"', `${folder}/pid`, ...serve];
  return { place, command, stop, pid: () => Number(readFileSync(`${folder}/pid`)) };
}

test('A client whose connection is lost attaches again, and its calls continue.', { timeout }, async (t) => {
  const { place, command, pid } = shared(t);
  const client = await attach(place, { command });
  const session = await client.share('team', { keep: 60 });
  const view = await session.open('effects');
  const lost = await client.open('counterA');
  const call = view.call('handle', { action: 'buttonTap', seconds: 3600 });
  await view.waitFor(({ tapsUnderWay }) => tapsUnderWay === 1);
  process.kill(pid(), 'SIGKILL');
  assert.equal((await lost.closed).name, 'Disconnected');
  assert.equal((await reached(client, 'waiting')).reason.name, 'Detached');
  const late = view.call('handle', { action: 'instant' }); // It is sent on the next connection.
  await reached(client, 'connected');
  await late;
  assert.deepEqual([view.state.tapsUnderWay, view.state.instants, view.isClosed], [1, 1, false]);
  call.cancel();
  assert.equal((await outcome(call)).reason, 'requested');
  assert.equal((await client.close()).status, 0);
});

test('After the server was killed, another one is started, and everything is lost.', { timeout }, async (t) => {
  const { place, command } = shared(t);
  const client = await attach(place, { command });
  const session = await client.share('team', { keep: 60 });
  const view = await session.open('counterA');
  const { pid, id } = client.info.process;
  process.kill(pid, 'SIGKILL');
  assert.deepEqual([(await view.closed).name, (await session.closed).name], ['ServerRestarted', 'ServerRestarted']);
  assert.notEqual((await client.open('counterA')) && client.info.process.id, id);
  await client.close();
});

test('After the server was stopped, the client does not start it again.', { timeout }, async (t) => {
  const { place, command, stop } = shared(t);
  const client = await attach(place, { command });
  await stop();
  const reason = await client.closed;
  assert.deepEqual([reason.name, reason.status], ['Detached', 0]);
  assert.equal((await outcome(client.open('counterA'))).name, 'Detached');
  assert.equal((await outcome(attach(place, { command, start: false }))).name, 'Detached');
});

test('Options that a running server does not use are a warning.', { timeout }, async (t) => {
  const { place, command } = shared(t);
  const first = await attach(place, { command });
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const second = await attach(place, { command, options: ['--language', 'en'] });
  assert.match((await warned).message, /--language/);
  await Promise.all([first.close(), second.close()]);
});

test('Programs that end without closing their client leave no server behind.', { timeout }, async (t) => {
  const folder = directory(t);
  writeFileSync(`${folder}/program.mjs`, `
    import { spawnServer } from 'svvs/node';
    const client = await spawnServer();
    console.log(client.info.process.pid);
    process.exit(0);`);
  const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: folder });
  assert.equal(stderr, '');
  for (;;) {
    try {
      process.kill(Number(stdout), 0);
    } catch {
      break; // It has ended.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
