// The program with which schemas/conform.py tests this client: `schemas/conform.py -- node clients/javascript/test/conform.mjs`.

import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { Client, parse, ProcessTransport, Session, spawnServer, stringify, View } from '../node/index.js';
import { turn } from './fake.mjs';

/** The pipes of a process without a server: what the client writes is kept, and what it reads comes from the runner. */
class Pipes extends EventEmitter {
  wrote = '';
  stdout = new PassThrough();
  stderr = new PassThrough();
  stdin = new Writable({
    write: (text, _, done) => done(void (this.wrote += text)),
    final: (done) => done(this.emit('close', 0)),
  });

  constructor() {
    super();
    setImmediate(() => this.emit('spawn'));
  }
}

if (process.env.NODE_TEST_CONTEXT) process.exit(); // `node --test` runs each file of this directory.

let pipes, client, calls, sent, pending, replies, views, sessions;

/** Sends a message with the function that users of the client call; returns its promise, of a request. */
function start({ id, method, params = {} }) {
  const { view: name, type, session, ...rest } = params;
  const view = client.views.get(name);
  const isAction = !method.includes('/');
  const call = method === '$/cancelRequest' && calls.get(params.id);
  if (call) return call.cancel();
  if (id === undefined) return view && isAction ? view.notify(method, rest) : client.notify(method, params);
  if (method === 'view/open') return client.open(type, { view: name, session, ...rest });
  if (method === 'view/set' && view) return view.set(params.properties);
  if (method === 'view/get' && view) return view.get();
  if (method === 'session/open') return params.shared ? client.share(session, rest) : client.openSession(session);
  if (method === 'session/join') return client.join(session, rest);
  // `view.close()` would hide that the server has refused it because the view was closed already.
  return view && isAction ? view.call(method, rest) : client.request(method, params);
}

function send(message) {
  sent = undefined;
  const call = start(message);
  const id = sent?.id;
  calls.set(id, call);
  pending += call ? 1 : 0;
  return call?.finally(() => (pending -= 1)).then(
    (opened) => {
      replies.push({ id });
      if (opened instanceof View) show(opened);
      if (opened instanceof Session) {
        sessions.push(opened);
        opened.views.forEach(show);
        opened.subscribe((change) => change.opened.forEach(show));
      }
    },
    ({ kind, name }) => replies.push({ id, kind: kind ?? name }),
  );
}

function use(connected) {
  client = connected;
  [calls, views] = [new Map(), new Map()];
  [pending, replies, sessions] = [0, [], []];
  client.messages.subscribe(({ direction, message }) => direction === 'sent' && (sent = message));
}

/** Follows a view, as users do who show it. */
function show(view) {
  views.set(view, view.state);
  view.subscribe(({ state }) => views.set(view, state));
}

/** The views that are shown and not closed; the client and its sessions hold them. */
function open() {
  const shown = [...views.keys()].filter((view) => !view.isClosed);
  for (const { name, views: held } of [client, ...sessions.filter(({ isClosed }) => !isClosed)]) {
    const own = shown.filter(({ session }) => name === undefined || session === name);
    if (own.length !== held.size || own.some((view) => held.get(view.id) !== view)) {
      throw new Error('The views that are shown are not those that the client holds.');
    }
  }
  return shown;
}

const does = {
  hello: () => ({ name: 'svvs for JavaScript', can: ['properties', 'patch', 'append', 'shared', 'run'] }),
  async new() {
    pipes = new Pipes();
    const connected = Client.connect(new ProcessTransport(['none'], { spawn: () => pipes }), { reconnect: false });
    while (!pipes.wrote) await turn();
    const { id, params: { protocolVersion } } = parse(pipes.wrote);
    pipes.stdout.write(`${stringify({ jsonrpc: '2.0', id, result: { protocolVersion } })}\n`);
    use(await connected);
  },
  send({ message }) {
    pipes.wrote = '';
    send(message);
    return { wrote: pipes.wrote };
  },
  async read({ bytes }) {
    const states = open().map(({ state }) => [state, stringify(state)]);
    pipes.stdout.write(Buffer.from(bytes, 'latin1'));
    await turn(); // The stream passes the bytes on.
    await turn(); // The promises of the replies are settled.
    if (states.some(([state, text]) => stringify(state) !== text)) throw new Error('A state that was read has changed.');
    return client.status.value.state === 'closed' && open().length + pending === 0 ? { fault: true } : {};
  },
  end() {
    return {
      views: Object.fromEntries(open().map((view) => [view.id, { commit: view.commit, state: views.get(view) }])),
      replies,
      sessions: sessions.filter(({ token, isClosed }) => token && !isClosed).map(({ name }) => name),
    };
  },
  async run({ command, messages }) {
    use(await spawnServer({ command }));
    for (const message of messages) await send(message);
    const outcome = does.end();
    return { ...outcome, status: (await client.close()).status };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, ...request } = parse(line);
  const answer = await Promise.resolve(request).then(does[what]).catch(({ stack }) => ({ error: stack }));
  console.log(stringify(answer ?? {}));
}
process.exit();
