// The transport by WebSocket, with a socket that the tests open, close and write to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, WebSocketTransport } from '../src/index.js';
import { reached, timeout, turn } from './fake.mjs';

/** The WebSockets of a transport, in place of the class of a browser. */
function sockets() {
  const made = [];
  class FakeWebSocket {
    sent = [];
    isClosed = false;

    constructor(url) {
      if (url === 'no URL') throw new SyntaxError('The URL is invalid.');
      this.url = url;
      made.push(this);
    }

    send(text) {
      this.sent.push(JSON.parse(text));
    }

    close() {
      this.isClosed = true;
    }

    end(code = 1006, reason = '') {
      this.onclose({ code, reason });
    }

    say(message) {
      this.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) });
    }

    async greet() {
      await turn();
      const { id } = this.sent.find(({ method }) => method === 'initialize');
      this.say({ jsonrpc: '2.0', id, result: { protocolVersion: 2, process: { id: 'one', pid: 1 } } });
      await turn();
    }
  }
  return { made, WebSocket: FakeWebSocket };
}

const url = 'ws://127.0.0.1:7480/connection';
const options = { reconnect: { minimum: 1, maximum: 1 } };
const outcome = (promise) => promise.then((value) => ({ value }), ({ name, code, reason }) => ({ name, code, reason }));

test('A connection without a login.', { timeout }, async () => {
  const { made, WebSocket } = sockets();
  const opened = Client.connect(new WebSocketTransport(url, { WebSocket }), options);
  const [socket] = made;
  assert.equal(socket.url, url);
  socket.onopen();
  await socket.greet();
  const client = await opened;
  const view = client.open('counterA');
  const { id } = socket.sent.at(-1);
  socket.say({ jsonrpc: '2.0', id, result: { view: 'v', commit: 0, state: { count: 1 } } });
  assert.deepEqual({ ...(await view).state }, { count: 1 });
  const closed = await client.close();
  assert.deepEqual([closed.name, closed.code, socket.isClosed], ['ConnectionClosed', 1000, true]);
  assert.doesNotThrow(() => socket.end(1005)); // The event of the browser follows later.
});

test('The login is the first message of each connection.', { timeout }, async () => {
  const { made, WebSocket } = sockets();
  let login = { token: 'once', start: true };
  const transport = new WebSocketTransport(url, {
    WebSocket,
    first: () => login,
    onFirst: ({ secret }) => (login = { secret, start: false }),
  });
  const opened = Client.connect(transport, options);
  made[0].onopen();
  await turn();
  assert.deepEqual(made[0].sent, [{ token: 'once', start: true }]);
  made[0].say({ secret: 's', app: 'demo', server: 'demo' });
  await made[0].greet();
  const client = await opened;
  made[0].end();
  await reached(client, 'connecting');
  made[1].onopen();
  assert.deepEqual(made[1].sent, [{ secret: 's', start: false }]);
  made[1].say({ secret: 's', app: 'demo', server: 'demo' });
  await made[1].greet();
  assert.equal(client.status.value.state, 'connected');
  await client.close();
});

test('A WebSocket that closes before the connection is open.', { timeout }, async () => {
  const phases = [
    () => {},
    (socket) => socket.onopen(),
  ];
  for (const phase of phases) {
    const { made, WebSocket } = sockets();
    const opened = outcome(Client.connect(new WebSocketTransport(url, { WebSocket, first: () => ({}) }), options));
    phase(made[0]);
    made[0].end(4401, 'The token was used.');
    assert.deepEqual(await opened, { name: 'ConnectionClosed', code: 4401, reason: 'The token was used.' });
    assert.equal(made.length, 1);
  }
});

test('A WebSocket that closes after the connection is open.', { timeout }, async () => {
  const phases = [
    (socket) => socket.end(4410, 'ended'), // Before the reply to `initialize`.
    async (socket) => {
      await socket.greet();
      socket.end(4410, 'ended');
    },
  ];
  for (const phase of phases) {
    const { made, WebSocket } = sockets();
    const client = new Client(new WebSocketTransport(url, { WebSocket }), options);
    const started = outcome(client.start());
    made[0].onopen();
    await turn();
    await phase(made[0]);
    await started;
    assert.deepEqual(await outcome(client.open('counterA')), { name: 'ConnectionClosed', code: 4410, reason: 'ended' });
    assert.deepEqual([client.status.value.state, made.length], ['closed', 1]);
  }
});

test('A WebSocket that cannot be made, and messages that are not valid.', { timeout }, async () => {
  const { made, WebSocket } = sockets();
  assert.equal((await outcome(Client.connect(new WebSocketTransport('no URL', { WebSocket })))).name, 'SyntaxError');
  const mistakes = [
    [{ first: () => { throw new RangeError(); } }, 'RangeError', () => {}],
    [{ first: () => ({}) }, 'BadMessage', (socket) => socket.say('<html>')],
    [{ first: () => ({}), onFirst: () => { throw new RangeError(); } }, 'RangeError', (socket) => socket.say({})],
    [{}, 'BadMessage', (socket) => socket.say('<html>')],
    [{}, 'BadMessage', (socket) => socket.onmessage({ data: new ArrayBuffer(1) })],
  ];
  for (const [settings, name, act] of mistakes) {
    const opened = outcome(Client.connect(new WebSocketTransport(url, { WebSocket, ...settings }), options));
    const socket = made.at(-1);
    socket.onopen();
    await turn();
    act(socket);
    assert.equal((await opened).name, name);
    assert.equal(socket.isClosed, true);
  }
});

test('Messages after the end are ignored, and are not sent.', { timeout }, async () => {
  const { made, WebSocket } = sockets();
  const transport = new WebSocketTransport(url, { WebSocket });
  const received = [];
  const opened = transport.open({ onMessage: (text) => received.push(text), onClose: ({ code }) => received.push(code) });
  made[0].onopen();
  await opened;
  transport.close();
  made[0].say('late');
  made[0].end();
  transport.send('{}');
  transport.close();
  assert.deepEqual([received, made[0].sent], [[1000], []]);
});
