// The client with a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnServer } from '../node/index.js';
import { app, fails, openRPC, start, when } from './harness.mjs';

const timeout = 20_000;
const forever = { action: 'buttonTap', seconds: 3600 };
const tap = (view) => view.call('handle', forever);
const effects = (client, options) => client.open('effects', options);

test('The server conforms to the schemas.', { timeout }, async (t) => {
  const client = await start(t);
  const { viewTypes, capabilities, schemaHash } = client.info;
  assert.deepEqual([...viewTypes].sort(), Object.keys(app.viewTypes).sort());
  assert.deepEqual(capabilities, { delivery: ['properties', 'patch'], cause: true, append: true });
  assert.match(schemaHash, /./);
  assert.deepEqual(await client.request('rpc.discover'), openRPC);
  assert.equal(await client.request('initialized'), null);
});

test('Views of all types open with their state, and close.', { timeout }, async (t) => {
  const client = await start(t);
  const chat = await client.open('chat'); // Its rooms can be opened only with an account.
  await chat.call('logIn', { id: '12345', password: 'password' });
  await chat.close();
  for (const [type, { params }] of Object.entries(app.viewTypes)) {
    const values = Object.fromEntries(params.required.map((name) =>
      [name, params.properties[name].type === 'integer' ? 1 : 'A']));
    const view = await client.open(type, { params: values });
    client.checkState(view);
    assert.equal(client.views.get(view.id), view);
    assert.deepEqual([view.type, view.params, view.session], [type, values, 'default']);
    await view.close();
    assert.deepEqual([client.views.size, view.isClosed], [0, true]);
    await view.close();
    await fails(view.get(), 'ViewClosed');
    assert.equal((await fails(client.request('view/get', { view: view.id }), 'InvalidParams')).path, '/view');
  }
});

test('A login changes the state, also if it fails, and the password is never sent back.', { timeout }, async (t) => {
  const client = await start(t);
  const texts = [];
  client.messages.subscribe(({ direction, message }) => direction === 'received' && texts.push(JSON.stringify(message)));
  const [login, home] = await Promise.all([client.open('login'), client.open('home')]);
  await login.set({ userId: '12345', password: 'not the one' });
  assert.equal(login.state.canLogin, true);
  await login.call('login');
  assert.equal(login.state.loginState, 'notLoggedIn');
  assert.equal(typeof login.state.errorMessage, 'string');
  assert.equal(home.state.user, null);

  const states = [];
  login.subscribe(({ state }) => states.push(state.loginState));
  await login.call('login', { userId: '12345', password: 'password' });
  assert.equal(states[0], 'loggingIn');
  assert.deepEqual([login.state.loginState, login.state.shouldNavigateHome], ['loggedIn', true]);
  assert.notEqual(home.state.user, null);
  await login.set({ shouldNavigateHome: false });
  await home.call('logout');
  assert.equal(home.state.user, null);
  assert.doesNotMatch(texts.join('\n'), /not the one|"password"/);
});

test('Two views with the same value change in one message.', { timeout }, async (t) => {
  const client = await start(t);
  const deliveries = ['properties', 'patch'];
  const views = await Promise.all([
    ...deliveries.map((delivery) => client.open('counterA', { view: delivery, delivery })),
    client.open('counterB', { view: 'text' }),
  ]);
  const [properties, patch] = views;
  const seen = [];
  // The listeners of all views are called after the whole message was folded.
  for (const { id } of views) {
    client.views.get(id).subscribe(({ view, names }) => seen.push([view.id, ...names, views.map(({ commit }) => commit)]));
  }
  const { commit } = await patch.call('increment', { by: 3 });
  const commits = views.map(() => commit);
  assert.deepEqual(seen.map((each) => [each[0], each.at(-1)]).sort(), [...deliveries, 'text'].sort().map((id) => [id, commits]));
  assert.deepEqual([properties, patch].map(({ state }) => state.count), [3, 3]);
});

test('A listener receives what a change has changed.', { timeout }, async (t) => {
  const client = await start(t);
  const changes = [];
  for (const delivery of ['properties', 'patch']) {
    const view = await client.open('counterA', { delivery });
    const stop = view.subscribe((change) => changes.push(change));
    const call = view.call('increment');
    const { commit } = await call;
    const { patch, names, previous, state, cause, ...rest } = changes.pop();
    assert.deepEqual(rest, { view, commit, appended: {} });
    assert.deepEqual(names, ['count']);
    assert.deepEqual(cause, [{ id: call.id, method: 'increment', view: view.id }]);
    assert.equal(state, view.state);
    assert.notEqual(state, previous);
    assert.equal(patch?.[0].path, delivery === 'patch' ? '/count' : undefined);
    assert.throws(() => { state.count = 0; }, TypeError);
    stop();
    await view.call('increment');
    assert.deepEqual(changes, []);
    await view.close();
  }
});

test('Properties are set all together or none.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await client.open('mirror');
  const text = 'こんにちは\u2028"\\ 👩‍👩‍👧 \u0000';
  await view.set({ text });
  assert.deepEqual({ ...view.state }, { text, label: text });
  const refused = [{ label: 'a' }, { unknown: 1 }, { text: 5 }];
  for (const properties of refused) {
    const { path } = await fails(view.set({ text: 'b', ...properties }), 'InvalidParams');
    assert.equal(path, `/properties/${Object.keys(properties)[0]}`);
  }
  assert.deepEqual({ ...view.state }, { text, label: text });
  const texts = ['\ud800', { '\udc00': 1 }, NaN, Infinity];
  for (const each of texts) await fails(view.set({ text: each }), 'TypeError'); // It cannot be sent.
  await view.get();
});

test('Errors have different kinds.', { timeout }, async (t) => {
  const client = await start(t);
  const { limits } = client.info;
  const [a, b] = await Promise.all(['a', 'b'].map((view) => client.open('counterA', { view })));
  await fails(client.request('initialize'), 'InvalidRequest');
  assert.ok((await fails(client.request('no such thing'), 'MethodNotFound')).available.includes('increment'));
  assert.deepEqual((await fails(a.call('login'), 'MethodNotFound')).available, ['increment']);
  assert.deepEqual((await fails(client.request('increment'), 'InvalidParams')).candidates.sort(), ['a', 'b']);
  assert.equal((await fails(a.call('increment', { by: 'x' }), 'InvalidParams')).path, '/by');
  const { commit } = await b.call('increment');
  const error = await a.call('increment', {}, { ifCommit: commit - 1 }).catch((refusal) => refusal);
  assert.deepEqual([error.name, error.kind, error.commit], ['ContentModified', 'ContentModified', commit]);

  const fault = when(client.faults, () => true);
  client.transport.send('{"jsonrpc": "2.0", "id": 1,, }');
  const { kind, data } = await fault;
  assert.deepEqual([kind, data.line], ['ParseError', 1]);

  const view = await effects(client);
  const taps = Array.from({ length: limits.callsUnderWay }, () => fails(tap(view), 'RequestCancelled'));
  const overload = await tap(view).catch((refusal) => refusal);
  assert.deepEqual([overload.name, overload.limit, overload.isRetryable], ['Overloaded', 'callsUnderWay', true]);
  await view.close();
  assert.deepEqual(new Set((await Promise.all(taps)).map(({ reason }) => reason)), new Set(['viewClosed']));
});

test('A cancelled call gets one reply, and its work ends.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await effects(client);
  const calls = [tap(view), tap(view)];
  calls[0].cancel();
  assert.equal((await fails(calls[0], 'RequestCancelled')).reason, 'requested');
  assert.equal(view.state.tapsUnderWay, 1);
  calls[0].cancel(); // It has ended: no error.
  calls[1].cancel();
  assert.equal((await fails(calls[1], 'RequestCancelled')).reason, 'requested');
  assert.deepEqual({ ...view.state }, { tapsUnderWay: 0, tapsCompleted: 0, instants: 0 });
});

test('A signal that is aborted cancels a call, and the wait ends at once.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await effects(client);
  const controller = new AbortController();
  const call = fails(view.call('handle', forever, { signal: controller.signal }), 'AbortError');
  const wait = fails(view.waitFor(() => false, { signal: controller.signal }), 'AbortError');
  await view.waitFor(({ tapsUnderWay }) => tapsUnderWay === 1);
  controller.abort();
  await Promise.all([call, wait]);
  await view.waitFor(({ tapsUnderWay }) => tapsUnderWay === 0);
  const sent = when(client.messages, ({ direction }) => direction === 'sent');
  await fails(view.call('handle', forever, { signal: controller.signal }), 'AbortError');
  await view.get();
  assert.equal((await sent).message.method, 'view/get'); // A call whose signal is aborted already is not sent.
});

test('A view whose opening was aborted is closed again.', { timeout }, async (t) => {
  const client = await start(t);
  const controller = new AbortController();
  const opened = fails(client.open('counterA', { view: 'a', signal: controller.signal }), 'AbortError');
  controller.abort();
  await opened;
  const closed = when(client.messages, ({ message }) => message.method === 'view/close');
  if (await Promise.race([closed, client.open('counterB')])) await client.request('session/list');
  assert.equal(client.views.has('a'), false);
});

test('A state can be waited for.', { timeout }, async (t) => {
  const client = await start(t);
  for (const delivery of ['properties', 'patch']) {
    const view = await client.open('counterA', { delivery });
    await view.waitFor(({ count }) => count === view.state.count); // The present state.
    const reached = view.waitFor(({ count }) => count % 3 === 2);
    while (!(await Promise.race([reached, view.call('increment').then(() => undefined)]))) { /* Increments until then. */ }
    assert.equal((await reached).count % 3, 2);
    await fails(view.waitFor(() => false, { timeout: 1 }), 'TimedOut');
    await fails(view.waitFor(() => { throw new RangeError('no'); }), 'RangeError');
    const lost = fails(view.waitFor(() => false), 'ViewClosed');
    await view.close();
    await lost;
    assert.equal((await view.closed).name, 'ViewClosed');
    await fails(view.waitFor(() => true), 'ViewClosed');
  }
});

test('A call without a reply.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await client.open('counterA');
  view.notify('increment', { by: 2 });
  await view.waitFor(({ count }) => count === 2);
  await view.close();
  assert.throws(() => view.notify('increment'), { name: 'ViewClosed' });
});

test('Closing a session ends its views and their calls, and no others.', { timeout }, async (t) => {
  const client = await start(t);
  const [mine, other] = await Promise.all(['mine', undefined].map((name) => client.openSession(name)));
  assert.equal(mine.name, 'mine');
  const [view, kept] = await Promise.all([mine.open('effects', { view: 'a' }), other.open('effects', { view: 'b' })]);
  assert.deepEqual([...mine.views], [['a', view]]);
  const calls = [tap(view), tap(kept)];
  const closed = mine.close();
  assert.equal((await fails(calls[0], 'RequestCancelled')).reason, 'sessionClosed');
  await closed;
  assert.deepEqual([[...client.views.keys()], mine.isClosed, mine.views.size, view.isClosed], [['b'], true, 0, true]);
  await mine.close();
  await fails(mine.open('effects'), 'ViewClosed');
  await fails(view.get(), 'ViewClosed');
  assert.equal(kept.state.tapsUnderWay, 1);
  calls[1].cancel();
  await fails(calls[1], 'RequestCancelled');
});

test('A message that breaks the protocol ends the connection and fails each call.', { timeout }, async (t) => {
  const step = { op: 'replace', path: '/count', value: 99 };
  const change = (from, patch) => JSON.stringify({
    jsonrpc: '2.0', method: 'state/changed', params: { commit: 9, views: [{ view: 'v', from, patch }] },
  });
  const reply = (members) => JSON.stringify({ jsonrpc: '2.0', ...members });
  const faults = [
    change(5, [step]), change(0, [step, { op: 'remove', path: '/gone' }]), change('0', [step]), change(0, step), change(0),
    'not JSON', '{', '7', 'null', '[]', `[${change(0, [step])}]`, '{"id": 1}',
    reply({ id: 'unknown', result: null }), reply({ id: 1, result: null }), reply({ id: null, result: null }), reply({}),
    reply({ id: 1, method: 'view/open' }), reply({ method: 'state/changed' }), reply({ method: 'session/changed', params: {} }),
  ];
  for (const line of faults) {
    const client = await start(t);
    const view = await client.open('counterA', { view: 'v', delivery: 'patch' });
    const underWay = fails(tap(await effects(client)), 'BadMessage');
    client.transport.receive(line);
    client.transport.receive(change(0, [step])); // It is ignored.
    await underWay;
    await fails(view.get(), 'BadMessage');
    await fails(client.open('counterA'), 'BadMessage');
    assert.deepEqual([client.status.value.state, (await view.closed).name], ['closed', 'BadMessage'], line);
    assert.deepEqual([view.commit, view.state.count], [0, 0]); // The client does not recover with a snapshot.
  }
});

test('A message whose second change is wrong changes no view.', { timeout }, async (t) => {
  const client = await start(t);
  const views = await Promise.all(['a', 'b'].map((view) => client.open('counterA', { view })));
  const entries = [{ view: 'a', from: 0, changes: { count: 1 } }, { view: 'b', from: 7, changes: { count: 1 } }];
  const params = { commit: 9, views: entries };
  client.transport.receive(JSON.stringify({ jsonrpc: '2.0', method: 'state/changed', params }));
  assert.deepEqual(views.map(({ state }) => state.count), [0, 0]);
  assert.equal((await client.closed).name, 'BadMessage');
});

test('An error of a listener is reported, and disturbs nothing.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await client.open('counterA');
  const counts = [];
  view.subscribe(() => { throw new RangeError('of the listener'); });
  view.subscribe(({ state }) => counts.push(state.count));
  const reported = new Promise((resolve) => process.setUncaughtExceptionCaptureCallback(resolve));
  await view.call('increment');
  assert.equal((await reported).message, 'of the listener');
  process.setUncaughtExceptionCaptureCallback(null);
  assert.deepEqual(counts, [1]);
});

test('The waits for a reply and for the end of the server have timeouts.', { timeout }, async (t) => {
  const client = await start(t, [], { closeTimeout: 20 });
  const view = await effects(client);
  assert.equal(client.timeout, 60_000);
  client.timeout = 20;
  await fails(tap(view), 'CallTimedOut');
  await view.waitFor(({ tapsUnderWay }) => tapsUnderWay === 0, { timeout }); // The call was cancelled.
  const endless = view.call('handle', forever, { timeout: Infinity });
  await view.call('handle', { action: 'buttonTap', seconds: 0.05 }, { timeout });
  endless.cancel();
  await fails(endless, 'RequestCancelled');
  process.kill(client.transport.pid, 'SIGSTOP');
  assert.equal((await client.close()).signal, 'SIGKILL');
});

test('A command that does not exist is reported as not found.', { timeout }, async () => {
  await fails(spawnServer({ command: './no-such-server' }), 'ServerNotFound');
});

test('A server that dies during a call fails all pending calls.', { timeout }, async (t) => {
  const client = await start(t);
  const view = await effects(client);
  const calls = [tap(view), tap(view)];
  const failures = calls.map((call) => fails(call, 'ServerDied'));
  await view.waitFor(({ tapsUnderWay }) => tapsUnderWay === 2);
  process.kill(client.transport.pid, 'SIGKILL');
  await Promise.all(failures);
  assert.equal((await client.closed).signal, 'SIGKILL');
  await fails(view.get(), 'ServerDied');
  assert.throws(() => client.notify('increment'), { name: 'ServerDied' });
});

test('The three ways to end.', { timeout }, async (t) => {
  const [finished, shut, exited] = await Promise.all([start(t), start(t), start(t)]);
  const views = await Promise.all([finished, shut, exited].map((client) => effects(client)));
  const last = views[0].call('handle', { action: 'buttonTap', seconds: 0.01 });
  assert.equal((await finished.close()).status, 0);
  await last;
  assert.equal(views[0].state.tapsCompleted, 1);

  const cancelled = fails(tap(views[1]), 'RequestCancelled');
  assert.equal((await shut.shutdown()).status, 0);
  assert.equal((await cancelled).reason, 'shutdown');

  const unanswered = fails(tap(views[2]), 'ServerDied');
  exited.notify('exit');
  assert.equal((await exited.closed).status, 1);
  await unanswered;
});
