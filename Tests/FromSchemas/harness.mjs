// Helpers for the tests: the files in `schemas`, and a client whose messages are checked against them.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from './client.mjs';
import { faults } from './validate.mjs';

const folder = process.env.SCHEMAS ?? fileURLToPath(new URL('../../schemas', import.meta.url));
const built = fileURLToPath(new URL('../../.build/debug/svvs', import.meta.url));
export const command = process.env.SVVS?.trim() ? words(process.env.SVVS) : [built];

export const text = (file) => readFileSync(`${folder}/${file}`, 'utf8');
export const read = (file) => JSON.parse(text(file));
export const list = (part) => readdirSync(`${folder}/${part}`, { withFileTypes: true })
  .filter((entry) => entry.isFile()).map(({ name }) => `${part}/${name}`);

/** Splits a command line at its spaces, with quotes and backslashes as in a shell; expands nothing. */
export function words(line) {
  const word = /(?:[^\s\\'"]|\\.|'[^']*'|"(?:[^\\"]|\\.)*")+/gs;
  if (line.replace(word, '').trim()) throw new SyntaxError(`SVVS is not a command line: a quote is not closed: ${line}`);
  const quoted = /\\(.)|'([^']*)'|"((?:[^\\"]|\\.)*)"/gs;
  return line.match(word).map((found) => found.replace(quoted, (_, escaped, single, double) =>
    escaped ?? single ?? double.replace(/\\([\\"$`])/g, '$1')));
}

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

/** The properties of a state of the view, by default its own, without those that are stale in the view. */
export function known(view, state = view.state) {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !view.stale.has(name)));
}

/** Starts a server with these options for a test. */
export function start(t, options = []) {
  return observed(t, new Client([...command, ...options]));
}

/** Attaches to the server at a socket for a test, and starts it if it is not running; it ends with its last client. */
export function attach(t, path, options) {
  // When the tests run over sockets, `command` is not the server.
  const program = process.env.SVVS_ATTACHED ?? command[0];
  return observed(t, new Client([program, 'attach', path, '--', '--exit-when-idle', '0'], options));
}

/**
 * Fails the test at its end unless each message in either direction is valid, each state conforms to its type, and each
 * snapshot equals the state of the client at that time. The client's process ends with the test.
 */
function observed(t, client) {
  const problems = [];
  let snapshots = 0;
  const check = (value, found) => found.length && problems.push({ value, found });
  // Members with the value undefined are not sent.
  client.on('sent', (message) => check(message, protocolFaults(JSON.parse(JSON.stringify(message)), 'ClientMessage')));
  client.on('received', (message) => {
    check(message, protocolFaults(message, 'ServerMessage'));
    for (const { result } of [message].flat()) {
      const view = result?.state && client.views.get(result.view);
      if (!view) continue;
      snapshots += 1;
      try {
        assert.deepEqual(known(view), known(view, result.state));
      } catch (error) {
        problems.push(error);
      }
    }
  });
  client.on('changed', (views) => views.forEach((view) => check(view, stateFaults(view.state, view.type))));
  t.after(async () => {
    const { pid, exitCode, signalCode } = client.child;
    if (pid && exitCode === null && signalCode === null) process.kill(pid, 'SIGKILL');
    await client.ended;
    assert.deepEqual(problems, []);
  });
  // The server also ends if the tests are killed.
  client.initialized = client.call('initialize', { processId: process.pid });
  client.comparedSnapshots = () => snapshots;
  return client;
}

/** Waits for an event for which the condition holds. */
export function when(client, event, matches) {
  return new Promise((resolve) => {
    const listen = (...found) => {
      if (!matches(...found)) return;
      client.off(event, listen);
      resolve(...found);
    };
    client.on(event, listen);
  });
}

/** Checks that a call fails with this kind; resolves to the rest of `data`. */
export async function fails(promise, kind) {
  const error = await promise.then((result) => assert.fail(`${JSON.stringify(result)} in place of ${kind}`), (e) => e);
  assert.equal(error.kind, kind, error.stack);
  return error.data;
}
