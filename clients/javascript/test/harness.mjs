// Helpers for the tests: the files in `schemas`, and a client whose messages are checked against them.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, ProcessTransport, parse, splitWords, stringify } from '../node/index.js';
import { View } from '../src/view.js';
import { faults } from './validate.mjs';

const folder = process.env.SCHEMAS ?? fileURLToPath(new URL('../../../schemas', import.meta.url));
const built = fileURLToPath(new URL('../../../.build/debug/svvs', import.meta.url));
const command = process.env.SVVS?.trim() ? splitWords(process.env.SVVS) : [built];

const text = (file) => readFileSync(`${folder}/${file}`, 'utf8');
export const read = (file) => parse(text(file));
export const list = (part) => readdirSync(`${folder}/${part}`, { withFileTypes: true })
  .filter((entry) => entry.isFile()).map(({ name }) => `${part}/${name}`);

export const protocol = read('protocol.schema.json');
export const app = read('app.schema.json');
export const openRPC = read('openrpc.json');

/** The faults of a message, result or error under a definition of the protocol. */
export const protocolFaults = (value, definition) => faults(value, protocol.$defs[definition], protocol);

/** The faults of a state, which must have all readable properties of its type and no others. */
export function stateFaults(state, type) {
  const readable = Object.entries(app.viewTypes[type].properties).filter(([, schema]) => !schema.writeOnly);
  const required = readable.map(([name]) => name);
  const schema = { type: 'object', properties: Object.fromEntries(readable), required, additionalProperties: false };
  return faults(state, schema, app);
}

/** Views that are folded without a client. */
export class Views extends Map {
  add(snapshot) {
    this.set(snapshot.view, new View(undefined, snapshot));
  }

  /** Folds the parameters of `state/changed`. */
  fold({ commit, views }) {
    for (const entry of views) this.get(entry.view)?._fold(commit, entry)();
  }
}

/** Starts a server with these options for a test. */
export function start(t, options = [], settings = {}) {
  return observed(t, [...command, ...options], settings);
}

/** Attaches to the server at a socket for a test, and starts it if it is not running; it ends with its last client. */
export function attach(t, path) {
  // When the tests run over sockets, `command` is not the server.
  const program = process.env.SVVS_ATTACHED ?? command[0];
  return observed(t, [program, 'attach', path, '--', '--exit-when-idle', '0']);
}

/** A transport to which a test can add messages that the real server does not send. */
class Transport extends ProcessTransport {
  isMistaken = false;
  #receive;

  open(handlers) {
    this.#receive = handlers.onMessage;
    return super.open(handlers);
  }

  receive(text) {
    this.isMistaken = true;
    this.#receive(text);
  }
}

/**
 * Fails the test at its end unless each message in either direction is valid, each state conforms to its type, and each
 * snapshot equals the state of the client at that time. The client's process ends with the test.
 */
async function observed(t, words, settings) {
  const transport = new Transport(words, settings);
  // The server also ends if the tests are killed.
  const client = new Client(transport, { initialize: { processId: process.pid }, reconnect: false });
  const problems = [];
  let snapshots = 0;
  const check = (value, found) => found.length && problems.push({ value, found });
  const checkState = (view) => view && check(view.state, stateFaults(view.state, view.type));
  client.messages.subscribe(({ direction, message }) => {
    if (transport.isMistaken) return;
    // Members with the value undefined are not sent.
    const definition = direction === 'sent' ? 'ClientMessage' : 'ServerMessage';
    check(message, protocolFaults(JSON.parse(stringify(message)), definition));
    if (direction === 'sent') return;
    const { result, method, params } = message;
    if (method === 'state/changed') {
      queueMicrotask(() => params.views.forEach(({ view }) => checkState(client.views.get(view))));
    }
    const view = result?.state && client.views.get(result.view);
    if (!view) return;
    snapshots += 1;
    try {
      assert.deepEqual({ ...view.state }, result.state);
    } catch (error) {
      problems.push(error);
    }
  });
  t.after(async () => {
    client.close();
    transport.kill();
    await client.closed;
    assert.deepEqual(problems, []);
  });
  Object.assign(client, { transport, checkState, comparedSnapshots: () => snapshots });
  await client.start();
  return client;
}

/** Waits for a change of a view, a message or another event for which the condition holds. */
export function when(topic, matches) {
  return new Promise((resolve) => {
    const stop = topic.subscribe((event) => {
      if (!matches(event)) return;
      stop();
      resolve(event);
    });
  });
}

/** Checks that a call fails with an error of this kind or class; resolves to its `data`. */
export async function fails(promise, kind) {
  const error = await promise.then((result) => assert.fail(`${JSON.stringify(result)} in place of ${kind}`), (e) => e);
  assert.equal(error.kind ?? error.name, kind, error.stack);
  return error.data;
}
