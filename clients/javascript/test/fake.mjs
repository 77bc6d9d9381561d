// A transport without a server: the tests are the server.

import { Client, ConnectionClosed } from '../src/index.js';

export const timeout = 10_000;

/** Lets all functions run that wait for a promise. */
export const turn = () => new Promise(setImmediate);

/** Remembers what a client sends. `open` waits for `accept` or `refuse`. */
export class FakeTransport {
  sent = [];
  openings = 0;
  isClosed = false;

  open(handlers) {
    this.openings += 1;
    this.isClosed = false;
    this.handlers = handlers;
    this.sent = [];
    return new Promise((resolve, reject) => Object.assign(this, { accept: resolve, refuse: reject }));
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.refuse(new ConnectionClosed(1000, 'by this client'));
    this.handlers.onClose(new ConnectionClosed(1000, 'by this client'));
  }

  /** The messages that were sent since the last call. */
  take() {
    return this.sent.splice(0);
  }

  receive(message) {
    this.handlers.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  lose(code = 1006, reason = '') {
    this.handlers.onClose(new ConnectionClosed(code, reason));
  }

  /** Replies to the last request that was sent with this method. */
  async reply(method, result, messages = this.take()) {
    const request = messages.find((each) => each.method === method);
    this.receive({ id: request.id, result });
    await turn();
    return request;
  }

  /** Accepts the connection, as the process with this id. */
  async greet(id = 'one') {
    this.accept();
    await turn();
    await this.reply('initialize', { protocolVersion: 2, process: { id, pid: 1 } });
  }
}

/** A client that is connected, until the test ends. */
export async function connected(t, options) {
  const transport = new FakeTransport();
  const opened = Client.connect(transport, { reconnect: { minimum: 1, maximum: 2 }, ...options });
  await transport.greet();
  const client = await opened;
  t.after(() => client.close());
  return { transport, client };
}

/** A client with the shared session `team`, in which the view `v` is open. */
export async function sharing(t, options) {
  const { transport, client } = await connected(t);
  const sharing = client.share('team', { keep: 60 });
  await transport.reply('session/open', { session: 'team', token: 'token-1' });
  const session = await sharing;
  const opening = session.open('counterA', { view: 'v', ...options });
  await transport.reply('view/open', { view: 'v', commit: 0, state: { count: 0 } });
  return { transport, client, session, view: await opening };
}

export const joined = (members) =>
  ({ session: 'team', token: 'token-2', commit: 5, views: [], answers: [], running: [], unknown: [], ...members });

/** Waits until the status has this state. */
export function reached(client, state) {
  return new Promise((resolve) => {
    if (client.status.value.state === state) resolve(client.status.value);
    const stop = client.status.subscribe((status) => {
      if (status.state !== state) return;
      stop();
      resolve(status);
    });
  });
}
