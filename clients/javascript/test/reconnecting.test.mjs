// The effects of a lost connection on views, sessions and calls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, ConnectionClosed } from '../src/index.js';
import { connected, FakeTransport, joined, reached, sharing, timeout, turn } from './fake.mjs';

const shown = { view: 'v', type: 'counterA', params: {}, state: { count: 7 } };

/** Loses the connection and makes the next one, up to the reply to `initialize`. */
async function lose(client, transport, id) {
  transport.lose();
  await reached(client, 'connecting');
  await transport.greet(id);
}

const outcome = (promise) => promise.then((value) => ({ value }), (error) => ({ error: error.name }));

test('A shared session continues on the next connection, with its views and calls.', { timeout }, async (t) => {
  const { transport, client, session, view } = await sharing(t);
  const calls = ['ended', 'running', 'lost'].map((action) => view.call(action));
  const outcomes = calls.map(outcome);
  const [ended, running, lost] = transport.take().map(({ id }) => id);
  const changes = [];
  view.subscribe(({ names, state }) => changes.push({ names, state: { ...state } }));
  await lose(client, transport);
  const answers = [{ id: ended, result: { commit: 4 } }];
  const views = [shown];
  const join = await transport.reply('session/join', joined({ views, answers, running: [running], unknown: [lost] }));
  assert.deepEqual(join.params, { session: 'team', token: 'token-1', unanswered: [ended, running, lost], delivery: 'properties' });
  assert.equal(client.status.value.state, 'connected');
  assert.deepEqual(changes, [{ names: ['count'], state: { count: 7 } }]);
  assert.deepEqual([view.commit, view.isClosed, session.token, session.views.get('v')], [5, false, 'token-2', view]);
  transport.receive({ id: running, result: { commit: 6 } });
  assert.deepEqual(await Promise.all(outcomes), [{ value: { commit: 4 } }, { value: { commit: 6 } }, { error: 'AnswerLost' }]);
  assert.deepEqual(transport.take(), []); // No call was sent again.
});

test('Ids are never used twice, not even by another client.', { timeout }, async (t) => {
  const ids = [];
  for (let count = 0; count < 2; count += 1) {
    const { transport, client, view } = await sharing(t);
    client.messages.subscribe(({ direction, message }) => direction === 'sent' && ids.push(message.id));
    outcome(view.call('increment'));
    await lose(client, transport);
    await transport.reply('session/join', joined({ views: [shown] }));
    outcome(view.call('increment'));
  }
  assert.equal(ids.length, 8);
  assert.equal(new Set(ids).size, 8);
});

test('Views and calls outside of shared sessions are lost.', { timeout }, async (t) => {
  const { transport, client } = await connected(t);
  const opening = client.open('counterA', { view: 'v' });
  await transport.reply('view/open', { view: 'v', commit: 0, state: {} });
  const view = await opening;
  const opened = client.openSession('mine');
  await transport.reply('session/open', { session: 'mine' });
  const session = await opened;
  const outcomes = [view.call('increment'), client.request('session/list'), view.waitFor(() => false)].map(outcome);
  transport.lose(1006);
  const lost = { error: 'Disconnected' };
  assert.deepEqual(await Promise.all(outcomes), [lost, lost, lost]);
  assert.deepEqual([view.isClosed, (await view.closed).name, (await session.closed).name], [true, 'Disconnected', 'Disconnected']);
  assert.match(view.reason.message, /The view v was lost with the connection/);
  assert.deepEqual([client.views.size, client.status.value.reason.code], [0, 1006]);
  await reached(client, 'connecting');
  await transport.greet();
  assert.equal(client.status.value.state, 'connected');
  assert.deepEqual(await outcome(view.get()), { error: 'Disconnected' });
});

test('What is sent while the connection is lost arrives on the next one, in order.', { timeout }, async (t) => {
  const { transport, client, view } = await sharing(t);
  transport.take();
  transport.lose();
  outcome(view.call('first'));
  view.notify('second');
  outcome(view.call('third'));
  await reached(client, 'connecting');
  await transport.greet();
  const { params } = await transport.reply('session/join', joined({ views: [shown] }));
  assert.deepEqual(params.unanswered, []); // They did not arrive on the former connection.
  assert.deepEqual(transport.take().map(({ method }) => method), ['first', 'second', 'third']);
});

test('A call that is cancelled while it is held back is not sent.', { timeout }, async (t) => {
  const { transport, client, view } = await sharing(t);
  transport.lose();
  transport.take();
  const controller = new AbortController();
  const calls = [view.call('cancelled'), view.call('aborted', {}, { signal: controller.signal }), view.call('late', {}, { timeout: 1 })];
  const outcomes = calls.map(outcome);
  outcome(view.call('kept'));
  calls[0].cancel();
  controller.abort();
  assert.deepEqual(await Promise.all(outcomes), ['RequestCancelled', 'AbortError', 'CallTimedOut'].map((error) => ({ error })));
  await reached(client, 'connecting');
  await transport.greet();
  await transport.reply('session/join', joined({ views: [shown] }));
  assert.deepEqual(transport.take().map(({ method }) => method), ['kept']);
});

test('What was held back for a view that has been closed fails.', { timeout }, async (t) => {
  const { transport, client, view, session } = await sharing(t);
  transport.lose();
  const call = outcome(view.call('increment'));
  view.notify('increment');
  const changed = new Promise((resolve) => session.subscribe(resolve));
  await reached(client, 'connecting');
  await transport.greet();
  const other = { ...shown, view: 'w' };
  await transport.reply('session/join', joined({ views: [other] }));
  assert.deepEqual(await call, { error: 'ViewClosed' });
  const { opened, closed } = await changed;
  assert.deepEqual([opened, closed, [...session.views.keys()]], [[session.views.get('w')], [view], ['w']]);
  assert.deepEqual(transport.take(), []);
});

test('Requests for snapshots that were under way get the state of the join.', { timeout }, async (t) => {
  const { transport, client, session, view } = await sharing(t);
  const opening = session.open('counterA', { view: 'w', params: { a: 1 } });
  const getting = view.get();
  const [open, get] = transport.take().map(({ id }) => id);
  await lose(client, transport);
  const answers = [{ id: open, result: { view: 'w', commit: 3 } }, { id: get, result: { view: 'v', commit: 4 } }];
  const views = [shown, { ...shown, view: 'w', params: { a: 1 } }];
  await transport.reply('session/join', joined({ views, answers }));
  const opened = await opening;
  assert.deepEqual([opened.commit, { ...opened.state }, opened.params], [5, { count: 7 }, { a: 1 }]);
  assert.deepEqual({ ...(await getting) }, { count: 7 });
});

test('The delivery of the join is one that all views of the session accept.', { timeout }, async (t) => {
  for (const [delivery, expected] of [[undefined, 'properties'], ['patch', 'patch']]) {
    const { transport, client } = await sharing(t, { delivery });
    await lose(client, transport);
    const { params } = await transport.reply('session/join', joined({ views: [shown] }));
    assert.equal(params.delivery, expected);
  }
});

test('A session that has ended meanwhile is lost, with the reason of the server.', { timeout }, async (t) => {
  const { transport, client, session, view } = await sharing(t);
  const call = outcome(view.call('increment'));
  await lose(client, transport);
  const { id } = transport.take().find(({ method }) => method === 'session/join');
  transport.receive({ id, error: { code: -32602, message: 'No such session.', data: { kind: 'InvalidParams' } } });
  assert.deepEqual(await call, { error: 'Disconnected' });
  assert.match((await session.closed).message, /The session team was lost with the connection: No such session\./);
  assert.equal((await view.closed).name, 'Disconnected');
  await reached(client, 'connected');
});

test('After a restart of the server everything is lost.', { timeout }, async (t) => {
  const { transport, client, session, view } = await sharing(t);
  const call = outcome(view.call('increment'));
  await lose(client, transport, 'two');
  assert.deepEqual(await call, { error: 'ServerRestarted' });
  assert.deepEqual([(await session.closed).name, (await view.closed).name], ['ServerRestarted', 'ServerRestarted']);
  assert.equal(client.status.value.state, 'connected');
  assert.deepEqual([client.info.process.id, transport.take()], ['two', []]);
});

test('A connection that is lost in any phase is made again.', { timeout }, async (t) => {
  const { transport, client, view } = await sharing(t);
  const call = view.call('increment');
  const [{ id }] = transport.take();
  const states = [];
  client.status.subscribe(({ state }) => states.push(state));
  transport.lose();
  const phases = [
    () => transport.refuse(new ConnectionClosed(1006, '')), // Before it is open.
    async () => {
      transport.accept();
      await turn();
      transport.lose(); // Before the reply to `initialize`.
    },
    async () => {
      transport.accept();
      await turn();
      const error = { code: -32001, message: 'Too many connections.', data: { kind: 'Overloaded' } };
      transport.receive({ id: transport.take()[0].id, error });
    },
    async () => {
      await transport.greet();
      transport.lose(); // Before the reply to the join.
    },
    async () => {
      await transport.greet();
      await transport.reply('session/join', joined({ views: [shown], running: [id] }));
      transport.lose(); // Afterwards.
    },
  ];
  for (const phase of phases) {
    await reached(client, 'connecting');
    await phase();
    await reached(client, 'waiting');
    assert.equal(view.isClosed, false);
  }
  await reached(client, 'connecting');
  await transport.greet();
  const answers = [{ id, result: { commit: 4 } }];
  const { params } = await transport.reply('session/join', joined({ views: [shown], answers }));
  assert.deepEqual(params, { session: 'team', token: 'token-2', unanswered: [id], delivery: 'properties' });
  assert.deepEqual(await call, { commit: 4 });
  assert.equal(transport.openings, 7);
  const lost = ['waiting', 'connecting'];
  assert.deepEqual(states, [...lost, ...lost, ...lost, ...lost, ...lost, 'connected', ...lost, 'connected']);
});

test('The messages of a former connection are ignored.', { timeout }, async (t) => {
  const { transport, client, view } = await sharing(t);
  const former = transport.handlers;
  await lose(client, transport);
  await transport.reply('session/join', joined({ views: [shown] }));
  former.onMessage('garbage');
  former.onClose(new ConnectionClosed(4401, 'late'));
  await turn();
  assert.deepEqual([client.status.value.state, view.isClosed], ['connected', false]);
});

test('The client waits longer after each attempt, and says until when.', { timeout }, async (t) => {
  t.mock.method(Math, 'random', () => 0.5);
  t.mock.method(Date, 'now', () => 1000);
  const { transport, client } = await connected(t, { reconnect: { minimum: 4, maximum: 10 } });
  const delays = [];
  transport.lose();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    delays.push(client.status.value.retryAt - 1000);
    assert.equal(client.status.value.state, 'waiting');
    client.retry(); // At once.
    assert.equal((await reached(client, 'connecting')).reason.code, 1006);
    transport.refuse(new ConnectionClosed(1006, ''));
    await reached(client, 'waiting');
  }
  assert.deepEqual(delays, [3, 6, 7.5, 7.5]);
  client.close();
  assert.equal((await client.closed).code, 1006);
});

test('The client does not connect again if it may not, or has tried often enough.', { timeout }, async (t) => {
  for (const reconnect of [false, { attempts: 2, minimum: 1 }]) {
    const { transport, client } = await connected(t, { reconnect });
    transport.lose();
    for (let attempt = 0; attempt < (reconnect.attempts ?? 0); attempt += 1) {
      await reached(client, 'connecting');
      transport.refuse(new ConnectionClosed(1006, 'again'));
      await turn();
    }
    const { reason } = await reached(client, 'closed');
    assert.equal(reason.message, `The connection was closed${reconnect ? ': again' : '.'} (1006)`);
    assert.equal(await client.closed, reason);
    assert.deepEqual(await outcome(client.open('counterA')), { error: 'ConnectionClosed' });
  }
});

test('A final reason ends the client: a refused login, and a server that has ended.', { timeout }, async (t) => {
  for (const code of [1003, 4401, 4404, 4410]) {
    const { transport, client, session, view } = await sharing(t);
    const call = outcome(view.call('increment'));
    transport.lose(code, 'why');
    assert.deepEqual(await call, { error: 'ConnectionClosed' });
    const { reason } = client.status.value;
    assert.deepEqual([client.status.value.state, reason.code, reason.reason], ['closed', code, 'why']);
    assert.deepEqual([await view.closed, await session.closed, transport.openings], [reason, reason, 1]);
  }
});

test('Another version of the protocol ends the client, at the start and later.', { timeout }, async (t) => {
  const transport = new FakeTransport();
  const opened = outcome(Client.connect(transport));
  transport.accept();
  await turn();
  await transport.reply('initialize', { protocolVersion: 1 });
  assert.deepEqual([await opened, transport.isClosed], [{ error: 'ProtocolVersionMismatch' }, true]);

  const later = await sharing(t);
  later.transport.lose();
  await reached(later.client, 'connecting');
  later.transport.accept();
  await turn();
  await later.transport.reply('initialize', {});
  assert.equal((await later.client.closed).name, 'ProtocolVersionMismatch');
});

test('A client that cannot connect at the start fails, in each phase.', { timeout }, async (t) => {
  const phases = {
    ConnectionClosed: (transport) => transport.refuse(new ConnectionClosed(4401, 'The token was used.')),
    BadMessage: async (transport) => {
      transport.accept();
      await turn();
      transport.handlers.onMessage('garbage');
    },
    ResponseError: async (transport) => {
      transport.accept();
      await turn();
      transport.receive({ id: transport.take()[0].id, error: { code: -32603, message: 'no', data: { kind: 'InternalError' } } });
    },
    CallTimedOut: (transport) => transport.accept(),
  };
  for (const [error, phase] of Object.entries(phases)) {
    const transport = new FakeTransport();
    const client = new Client(transport, { timeout: error === 'CallTimedOut' ? 20 : 60_000 });
    const opened = outcome(client.start());
    const early = outcome(client.open('counterA'));
    await phase(transport);
    assert.deepEqual(await opened, { error });
    assert.deepEqual([await early, client.status.value.state, transport.isClosed], [{ error }, 'closed', true]);
  }
});

test('The end of the client ends its calls, in each phase.', { timeout }, async (t) => {
  const connection = await sharing(t);
  const call = outcome(connection.view.call('increment'));
  const states = [];
  connection.client.status.subscribe(({ state }) => states.push(state));
  assert.equal((await connection.client.close()).code, 1000);
  assert.deepEqual(states, ['closed']);
  assert.deepEqual([await call, (await connection.view.closed).code], [{ error: 'ConnectionClosed' }, 1000]);
  assert.equal((await connection.client.close()).code, 1000); // Again.

  const unused = new Client(new FakeTransport());
  const early = outcome(unused.open('counterA'));
  assert.equal((await unused.close()).name, 'Disconnected');
  assert.deepEqual(await early, { error: 'Disconnected' });

  const waiting = await sharing(t);
  waiting.transport.lose();
  const held = outcome(waiting.view.call('increment'));
  await waiting.client.close();
  assert.deepEqual(await held, { error: 'ConnectionClosed' });

  const connecting = await sharing(t);
  connecting.transport.lose();
  await reached(connecting.client, 'connecting');
  await connecting.client.close();
  assert.equal(connecting.client.status.value.state, 'closed');
});

test('A view whose opening was aborted is closed, also if the connection is lost meanwhile.', { timeout }, async (t) => {
  const { transport, client } = await connected(t);
  const controller = new AbortController();
  const opening = outcome(client.open('counterA', { signal: controller.signal }));
  controller.abort();
  assert.deepEqual(await opening, { error: 'AbortError' });
  const [open, cancel] = transport.take();
  assert.deepEqual([cancel.method, cancel.params], ['$/cancelRequest', { id: open.id }]);
  transport.receive({ id: open.id, result: { view: 'v', commit: 0, state: {} } });
  assert.deepEqual(transport.take().map(({ method, params }) => [method, params]), [['view/close', { view: 'v' }]]);
  transport.lose(); // The reply to this request is lost; nothing waits for it.
  await turn();
  assert.equal(client.views.size, 0);
});

test('A view that a join has opened before the reply to its opening is one view.', { timeout }, async (t) => {
  const { transport, client } = await connected(t);
  const opening = client.open('counterA', { view: 'v', session: 'team' });
  const joining = client.join('team');
  const [open, join] = transport.take().map(({ id }) => id);
  transport.receive({ id: join, result: joined({ views: [shown] }) });
  transport.receive({ method: 'state/changed', params: { commit: 6, views: [{ view: 'v', from: 5, changes: { count: 8 } }] } });
  transport.receive({ id: open, result: { view: 'v', commit: 4, state: { count: 6 } } });
  const view = await opening;
  assert.equal((await joining).views.get('v'), view);
  assert.deepEqual([view.commit, { ...view.state }], [6, { count: 8 }]);
});
