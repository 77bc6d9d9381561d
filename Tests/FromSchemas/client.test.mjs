// The client with a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from './client.mjs';
import { app, fails, list, openRPC, read, start, when } from './harness.mjs';

const timeout = 20_000;
const forever = { action: 'buttonTap', seconds: 3600 };
const tap = (client, view) => client.call('handle', { view, ...forever });

test('The server conforms to the schemas.', { timeout }, async (t) => {
  const client = start(t);
  const { viewTypes, capabilities, schemaHash } = await client.initialized;
  assert.deepEqual(viewTypes.toSorted(), Object.keys(app.viewTypes).sort());
  assert.deepEqual(capabilities, { delivery: ['properties', 'patch', 'signal'], cause: true });
  assert.match(schemaHash, /./);
  assert.deepEqual(await client.call('rpc.discover'), openRPC);
  assert.equal(await client.call('initialized'), null);
});

test('Views of all types open with their state, and close.', { timeout }, async (t) => {
  const client = start(t);
  const chat = await client.open({ type: 'chat' }); // Its rooms can be opened only with an account.
  await client.call('logIn', { view: chat.view, id: '12345', password: 'password' });
  await client.close(chat.view);
  for (const [type, { params }] of Object.entries(app.viewTypes)) {
    const values = Object.fromEntries(params.required.map((name) =>
      [name, params.properties[name].type === 'integer' ? 1 : 'A']));
    const view = await client.open({ type, params: values });
    client.emit('changed', [view]); // The harness checks the state.
    assert.equal(client.views.get(view.view), view);
    await client.close(view.view);
    assert.equal(client.views.size, 0);
    assert.equal((await fails(client.get(view.view), 'InvalidParams')).path, '/view');
  }
});

test('A login changes the state, also if it fails, and the password is never sent back.', { timeout }, async (t) => {
  const client = start(t);
  const texts = [];
  client.on('received', (message) => texts.push(JSON.stringify(message)));
  const [login, home] = await Promise.all([client.open({ type: 'login' }), client.open({ type: 'home' })]);
  await client.set(login.view, { userId: '12345', password: 'not the one' });
  assert.equal(login.state.canLogin, true);
  await client.call('login', { view: login.view });
  assert.equal(login.state.loginState, 'notLoggedIn');
  assert.equal(typeof login.state.errorMessage, 'string');
  assert.equal(home.state.user, null);

  const states = [];
  client.on('changed', () => states.push(login.state.loginState));
  await client.call('login', { view: login.view, userId: '12345', password: 'password' });
  assert.equal(states[0], 'loggingIn');
  assert.deepEqual([login.state.loginState, login.state.shouldNavigateHome], ['loggedIn', true]);
  assert.notEqual(home.state.user, null);
  await client.set(login.view, { shouldNavigateHome: false });
  await client.call('logout', { view: home.view });
  assert.equal(home.state.user, null);
  assert.doesNotMatch(texts.join('\n'), /not the one|"password"/);
});

test('Two views with the same value change in one message.', { timeout }, async (t) => {
  const client = start(t);
  const deliveries = ['properties', 'patch', 'signal'];
  const opened = deliveries.map((delivery) => client.open({ type: 'counterA', view: delivery, delivery }));
  const [, , signalled] = await Promise.all([...opened, client.open({ type: 'counterB', view: 'text' })]);
  const changed = when(client, 'changed', () => true);
  const { commit } = await client.call('increment', { view: 'patch', by: 3 });
  assert.deepEqual((await changed).map(({ view }) => view).sort(), ['patch', 'properties', 'signal', 'text']);
  assert.deepEqual([...client.views.values()].map((view) => view.commit), [commit, commit, commit, commit]);
  assert.deepEqual(deliveries.map((view) => client.views.get(view).state.count), [3, 3, 0]);
  assert.deepEqual([...signalled.stale], ['count']);
  await client.get('signal');
  assert.deepEqual([signalled.state.count, signalled.stale.size], [3, 0]);
});

test('Properties are set all together or none.', { timeout }, async (t) => {
  const client = start(t);
  const view = await client.open({ type: 'mirror' });
  const text = 'こんにちは\u2028"\\ 👩‍👩‍👧 \u0000';
  await client.set(view.view, { text });
  assert.deepEqual(view.state, { text, label: text });
  const refused = [{ label: 'a' }, { unknown: 1 }, { text: 5 }];
  for (const properties of refused) {
    const { path } = await fails(client.set(view.view, { text: 'b', ...properties }), 'InvalidParams');
    assert.equal(path, `/properties/${Object.keys(properties)[0]}`);
  }
  assert.deepEqual(view.state, { text, label: text });
});

test('Errors have different kinds.', { timeout }, async (t) => {
  const client = start(t);
  const { limits } = await client.initialized;
  await Promise.all(['a', 'b'].map((view) => client.open({ type: 'counterA', view })));
  await fails(client.call('initialize'), 'InvalidRequest');
  assert.ok((await fails(client.call('no such thing'), 'MethodNotFound')).available.includes('increment'));
  assert.deepEqual((await fails(client.call('login', { view: 'a' }), 'MethodNotFound')).available, ['increment']);
  assert.deepEqual((await fails(client.call('increment'), 'InvalidParams')).candidates.sort(), ['a', 'b']);
  assert.equal((await fails(client.call('increment', { view: 'a', by: 'x' }), 'InvalidParams')).path, '/by');
  const { commit } = await client.call('increment', { view: 'b' });
  const late = client.call('increment', { view: 'a', ifCommit: commit - 1 });
  assert.equal((await fails(late, 'ContentModified')).commit, commit);

  const fault = when(client, 'fault', () => true);
  client.child.stdin.write('{"jsonrpc": "2.0", "id": 1,, }\n');
  const { kind, data } = await fault;
  assert.deepEqual([kind, data.line], ['ParseError', 1]);

  await client.open({ type: 'effects', view: 'e' });
  const taps = Array.from({ length: limits.callsUnderWay }, () => fails(tap(client, 'e'), 'RequestCancelled'));
  const { limit, retryable } = await fails(tap(client, 'e'), 'Overloaded');
  assert.deepEqual([limit, retryable], ['callsUnderWay', true]);
  await client.close('e');
  assert.deepEqual(new Set((await Promise.all(taps)).map(({ reason }) => reason)), new Set(['viewClosed']));
});

test('A cancelled call gets one reply, and its work ends.', { timeout }, async (t) => {
  const client = start(t);
  const view = await client.open({ type: 'effects' });
  const calls = [tap(client, view.view), tap(client, view.view)];
  client.cancel(calls[0].id);
  assert.equal((await fails(calls[0], 'RequestCancelled')).reason, 'requested');
  assert.equal(view.state.tapsUnderWay, 1);
  client.cancel(calls[0].id); // It has ended: no error.
  client.cancel(calls[1].id);
  assert.equal((await fails(calls[1], 'RequestCancelled')).reason, 'requested');
  assert.deepEqual(view.state, { tapsUnderWay: 0, tapsCompleted: 0, instants: 0 });
});

test('The reply to a batch is one array.', { timeout }, async (t) => {
  const client = start(t);
  await client.open({ type: 'counterA', view: 'a' });
  await client.initialized;
  const array = when(client, 'received', Array.isArray);
  const [opened, reached, failed, got] = client.batch([
    ['view/open', { type: 'counterA', view: 'b' }],
    ['increment', { view: 'a', by: 2 }],
    ['increment', { view: 'nowhere' }],
    ['view/get', { view: 'a' }],
  ]);
  await fails(failed, 'InvalidParams');
  assert.deepEqual((await array).map(({ id }) => id).sort(), [opened, reached, failed, got].map(({ id }) => id).sort());
  assert.deepEqual([(await opened).state, (await got).state], [{ count: 2 }, { count: 2 }]);
  assert.equal(client.views.get('a').state.count, 2);
  client.send([{ jsonrpc: '2.0', method: 'increment', params: { view: 'a' } }]); // Only notifications: no reply.
  await client.get('a');
  assert.equal(client.views.get('a').state.count, 3);
});

test('Closing a session ends its views and their calls, and no others.', { timeout }, async (t) => {
  const client = start(t);
  const sessions = await Promise.all([{ session: 'mine' }, {}].map((params) => client.call('session/open', params)));
  const [mine, other] = sessions.map(({ session }) => session);
  assert.equal(mine, 'mine');
  const open = (session, view) => client.open({ type: 'effects', session, view });
  const [, kept] = await Promise.all([open(mine, 'a'), open(other, 'b')]);
  const calls = [tap(client, 'a'), tap(client, 'b')];
  const closed = client.closeSession(mine);
  assert.equal((await fails(calls[0], 'RequestCancelled')).reason, 'sessionClosed');
  await closed;
  assert.deepEqual([...client.views.keys()], ['b']);
  await fails(client.get('a'), 'InvalidParams');
  assert.equal(kept.state.tapsUnderWay, 1);
  client.cancel(calls[1].id);
  await fails(calls[1], 'RequestCancelled');
});

test('A message that breaks the protocol ends the connection and fails each call.', { timeout }, async (t) => {
  // The real server does not send such messages: the test makes them.
  const step = { op: 'replace', path: '/count', value: 99 };
  const change = (from, patch) => JSON.stringify({
    jsonrpc: '2.0', method: 'state/changed', params: { commit: 9, views: [{ view: 'v', from, patch }] },
  });
  const faults = [change(5, [step]), change(0, [step, { op: 'remove', path: '/gone' }]), 'no JSON'];
  for (const line of faults) {
    const client = start(t);
    await client.open({ type: 'counterA', view: 'v', delivery: 'patch' });
    await client.open({ type: 'effects', view: 'e' });
    const underWay = fails(tap(client, 'e'), 'BadMessage');
    client.receive(line);
    await underWay;
    await fails(client.get('v'), 'BadMessage');
    assert.equal(await client.ended, 0);
    assert.equal(client.views.get('v').commit, 0); // The client does not recover with a snapshot.
  }
});

test('The waits for a reply and for the end of the server have timeouts.', { timeout }, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = start(t);
  await client.open({ type: 'effects', view: 'e' });
  const late = fails(tap(client, 'e'), 'TimedOut');
  t.mock.timers.tick(60_000);
  await late;
  process.kill(client.child.pid, 'SIGSTOP');
  const ended = client.finish();
  t.mock.timers.tick(10_000);
  assert.equal(await ended, null);
});

test('A command that does not exist is reported as not found.', { timeout }, async () => {
  const client = new Client(['./no-such-server']);
  await fails(client.call('initialize'), 'ServerNotFound');
  await fails(client.call('initialize'), 'ServerNotFound');
});

test('A server that dies during a call fails all pending calls.', { timeout }, async (t) => {
  const client = start(t);
  const view = await client.open({ type: 'effects' });
  const underWay = when(client, 'changed', () => view.state.tapsUnderWay === 1);
  const calls = [tap(client, view.view), ...client.batch([['view/get', { view: view.view }], ['handle', forever]])];
  await underWay;
  process.kill(client.child.pid, 'SIGKILL');
  // One call of the batch does not end, so that the batch gets no reply.
  for (const call of calls) await fails(call, 'ServerDied');
  assert.equal(await client.ended, null);
  await fails(client.get(view.view), 'ServerDied');
});

test('The three ways to end.', { timeout }, async (t) => {
  const [finished, shut, exited] = [start(t), start(t), start(t)];
  const open = (client) => client.open({ type: 'effects', view: 'e' });
  const views = await Promise.all([finished, shut, exited].map(open));
  const last = finished.call('handle', { view: 'e', action: 'buttonTap', seconds: 0.01 });
  assert.equal(await finished.finish(), 0);
  await last;
  assert.equal(views[0].state.tapsCompleted, 1);

  const cancelled = fails(tap(shut, 'e'), 'RequestCancelled');
  assert.equal(await shut.shutdown(), 0);
  assert.equal((await cancelled).reason, 'shutdown');

  const unanswered = fails(tap(exited, 'e'), 'ServerDied');
  exited.notify('exit');
  assert.equal(await exited.ended, 1);
  await unanswered;
});
