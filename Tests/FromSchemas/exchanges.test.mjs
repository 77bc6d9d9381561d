// The exchanges of the schemas: a client receives the bytes of each, read by read, and must have the views at the end.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { Client } from './client.mjs';
import { list, read } from './harness.mjs';

const timeout = 10_000;
const turn = () => new Promise(setImmediate);

/** A fake server process: discards its input, and outputs what the test writes. */
class Mouthpiece extends EventEmitter {
  stdout = new PassThrough();
  stdin = new Writable({ write: (chunk, encoding, done) => done(), final: (done) => done(this.emit('close', 0)) });

  say(pieces) {
    this.stdout.write(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  }
}

/** Sends a message of an exchange; returns its calls. */
function sendWith(client, message) {
  const entries = [message].flat();
  if (entries.every(({ id }) => id === undefined)) client.send(message);
  else if (Array.isArray(message)) return client.batch(entries.map(({ method, params }) => [method, params]));
  else return [client.call(message.method, message.params)];
  return [];
}

async function play({ steps }) {
  const client = new Client(['none'], { start: () => new Mouthpiece() });
  const outcomes = { answered: [], refused: {}, waiting: new Set() };
  for (const { send, read: pieces } of steps) {
    for (const call of send ? sendWith(client, send) : []) {
      outcomes.waiting.add(call.id);
      const settled = (note) => (found) => outcomes.waiting.delete(call.id) && note(found);
      call.then(settled(() => outcomes.answered.push(call.id)), settled(({ kind }) => (outcomes.refused[call.id] = kind)));
    }
    if (pieces) client.child.say(pieces);
    await turn(); // Each read is handled separately, including the promises that it settles.
  }
  const views = Object.fromEntries([...client.views].map(([name, { commit, state, stale }]) =>
    [name, { commit, state, stale: [...stale].sort() }]));
  const found = structuredClone({ views, ...outcomes, waiting: [...outcomes.waiting] });
  assert.equal(await client.finish(), 0);
  return found;
}

for (const file of list('exchanges')) {
  for (const exchange of read(file).cases) {
    test(`${file}: ${exchange.name}`, { timeout }, async () => {
      const { answered, ...then } = exchange.then;
      const { answered: found, ...held } = await play(exchange);
      assert.deepEqual(held, then);
      assert.deepEqual(found.toSorted(), answered.toSorted());
    });
  }
}
