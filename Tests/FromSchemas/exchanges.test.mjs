// The exchanges of the schemas: a client receives the bytes of each, read by read, and must have the views at the end.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { Client, parse, ProcessTransport, stringify } from '../../clients/javascript/node/index.js';
import { list, read } from './harness.mjs';

const timeout = 10_000;
const turn = () => new Promise(setImmediate);

/** A fake server process: replies to `initialize`, discards all other input, and outputs what the test writes. */
class Mouthpiece extends EventEmitter {
  pid = 1;
  exitCode = null;
  stdout = new PassThrough();
  stderr = new PassThrough();
  stdin = new Writable({
    write: (line, encoding, done) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') this.say([`${JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } })}\n`]);
      done();
    },
    final: (done) => {
      this.exitCode = 0;
      done(this.emit('close', 0));
    },
  });

  constructor() {
    super();
    setImmediate(() => this.emit('spawn'));
  }

  say(pieces) {
    this.stdout.write(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  }
}

/** The ids of an exchange count from 1; those of the client are others. `ids` contains the client's in their order. */
class Transport extends ProcessTransport {
  ids = ['initialize'];

  open({ onMessage, ...handlers }) {
    const renamed = (message) => (this.ids[message.id] ? { ...message, id: this.ids[message.id] } : message);
    return super.open({ ...handlers, onMessage: (text) => {
      const message = parse(text);
      onMessage(stringify(Array.isArray(message) ? message.map(renamed) : renamed(message)));
    } });
  }
}

/** Sends a message of an exchange with the function that its user calls; returns the calls. */
function sendWith(client, message, calls) {
  const entries = [message].flat();
  if (Array.isArray(message)) {
    return client.batch(entries.map(({ id, method, params }) => ({ method, params, isNotification: id === undefined })));
  }
  const { id, method, params } = message;
  if (method === '$/cancelRequest') calls.get(params.id)?.cancel();
  else if (id === undefined) client.notify(method, params);
  const { view, type, ...rest } = params ?? {};
  const held = client.views.get(view);
  if (id === undefined) return [];
  if (method === 'view/open') return [client.open(type, { view, ...rest })];
  if (method === 'view/get' && held) return [held.get()];
  if (method === 'view/set' && held) return [held.set(params.properties)];
  if (held && !method.includes('/')) return [held.call(method, rest)];
  return [client.request(method, params)];
}

async function play({ steps }) {
  const server = new Mouthpiece();
  const transport = new Transport(['none'], { spawn: () => server });
  const client = await Client.connect(transport);
  client.messages.subscribe(({ direction, message }) => {
    if (direction === 'sent') transport.ids.push(...[message].flat().map(({ id }) => id).filter(Boolean));
  });
  const outcomes = { answered: [], refused: {}, waiting: new Set() };
  const calls = new Map();
  for (const { send, read: pieces } of steps) {
    const first = transport.ids.length;
    for (const [index, call] of (send ? sendWith(client, send, calls).filter(Boolean) : []).entries()) {
      const id = first + index;
      calls.set(id, call);
      outcomes.waiting.add(id);
      const settled = (note) => (found) => outcomes.waiting.delete(id) && note(found);
      call.then(settled(() => outcomes.answered.push(id)), settled(({ kind }) => (outcomes.refused[id] = kind)));
    }
    if (pieces) server.say(pieces);
    await turn(); // Each read is handled separately, including the promises that it settles.
    await turn();
  }
  const views = Object.fromEntries([...client.views].map(([name, { commit, state, stale }]) =>
    [name, { commit, state: { ...state }, stale: [...stale].sort() }]));
  const found = structuredClone({ views, ...outcomes, waiting: [...outcomes.waiting] });
  assert.equal((await client.close()).status, 0);
  return found;
}

for (const file of list('exchanges')) {
  for (const exchange of read(file).cases) {
    test(`${file}: ${exchange.name}`, { timeout }, async () => {
      const { answered, ...then } = exchange.then;
      const { answered: found, ...held } = await play(exchange);
      assert.deepEqual(held, then);
      assert.deepEqual(found.sort(), [...answered].sort());
    });
  }
}
