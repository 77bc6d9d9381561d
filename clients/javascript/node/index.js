// A client for Node that runs the server as a child process.

import { Client } from '../src/index.js';
import { commandWords } from './command.js';
import { Detached, ProcessTransport } from './process.js';

export * from '../src/index.js';
export { commandWords, splitWords } from './command.js';
export { Detached, ProcessTransport, ServerDied, ServerNotFound } from './process.js';

// The server ends when the process with this id ends, even if it is killed.
const withProcess = (initialize) => ({ processId: process.pid, ...initialize });

/** Starts a server of its own. `options` are appended to the command. */
export function spawnServer({ command, options = [], closeTimeout, initialize, ...rest } = {}) {
  const transport = new ProcessTransport([...commandWords(command), ...options], { closeTimeout });
  return Client.connect(transport, { ...rest, initialize: withProcess(initialize), reconnect: false });
}

/** Attaches to a shared server by its name or socket, and starts it if it does not run. */
export async function attach(place, { command, options = [], start = true, closeTimeout, initialize, reconnect, ...rest } = {}) {
  const own = [place === undefined ? '--attach' : `--attach=${place}`, ...(start ? [] : ['--no-start'])];
  const transport = new ProcessTransport([...commandWords(command), ...options, ...own], { closeTimeout, Ended: Detached });
  const settings = { ...rest, initialize: withProcess(initialize), reconnect: reconnect ?? { attempts: 6 } };
  const client = await Client.connect(transport, settings);
  if (transport.stderr) process.emitWarning(transport.stderr); // Such as options that were not used.
  return client;
}
