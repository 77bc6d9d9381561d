// A client of svvs, written from the folder `schemas` alone.

import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';

const replySeconds = 60; // For a reply.
const endSeconds = 10; // For the server's end, once it was asked to; then it is killed.

/**
 * A call that failed: branch on `kind`. Four kinds are ours: `ServerNotFound` and `ServerDied`; `BadMessage` if the
 * server said what it must not; `TimedOut`.
 */
export class CallError extends Error {
  constructor({ code, message, data }) {
    super(message);
    Object.assign(this, { name: 'CallError', code, data, kind: data.kind });
  }

  static ours(kind, message) {
    return new CallError({ code: 0, message, data: { kind } });
  }
}

/** What is held of an open view. */
export class View {
  constructor(snapshot, { type, session, delivery = 'properties' } = {}) {
    Object.assign(this, { view: snapshot.view, type, session, delivery });
    this.take(snapshot);
  }

  take({ commit, state }) {
    Object.assign(this, { commit, state, stale: new Set() });
  }

  fold(commit, { from, changes, patch, changed }) {
    if (from !== this.commit) throw new RangeError(`A change from commit ${from} does not follow on ${this.commit}.`);
    // States are replaced and never written to: a user interface may keep an old one. Spreading also takes a member
    // named __proto__ for what it is, which assignment does not.
    this.state = (patch ?? []).reduce(applyStep, { ...this.state, ...changes });
    this.commit = commit;
    for (const name of changed ?? []) this.stale.add(name);
  }
}

function applyStep(state, { op, path, value }) {
  const keys = path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const within = (node, [key, ...rest]) => {
    const isAddition = op === 'add' && !rest.length;
    const isRemoval = op === 'remove' && !rest.length;
    if (Array.isArray(node)) {
      const index = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : Infinity;
      if (isAddition && index <= node.length) return node.toSpliced(index, 0, value);
      if (isRemoval && index < node.length) return node.toSpliced(index, 1);
      if (index < node.length) return node.with(index, rest.length ? within(node[index], rest) : value);
    } else if (node instanceof Object && (isAddition || Object.hasOwn(node, key))) {
      const { [key]: old, ...others } = node;
      return isRemoval ? others : { ...node, [key]: rest.length ? within(old, rest) : value };
    }
    throw new RangeError(`${path} leads nowhere.`);
  };
  return within(state, keys);
}

/** The open views by their ids, and how they take the parameters of `state/changed`. */
export class Views extends Map {
  /** Answers with the views that changed; throws if a change does not fit what is held. */
  fold({ commit, views }) {
    const entries = views.filter((entry) => this.has(entry.view));
    for (const entry of entries) this.get(entry.view).fold(commit, entry);
    return entries.map((entry) => this.get(entry.view));
  }
}

/**
 * A server and the conversation with it. Events: `sent` and `received` with each message, the latter before it takes
 * effect; `changed` with the views, once a whole message is folded; `fault` with an error that belongs to no call.
 */
export class Client extends EventEmitter {
  views = new Views();
  #calls = new Map();
  #lastId = 0;
  #text = '';
  #failure;

  constructor([program, ...words]) {
    super();
    this.child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdin.on('error', () => {}); // A server that is gone is noticed by the end of its output.
    this.child.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
    this.child.once('error', () => this.#fail('ServerNotFound', `There is no command ${program}.`));
    this.ended = new Promise((resolve) => { // `close` comes behind the last of the output, as `exit` need not.
      this.child.once('close', (status, signal) => {
        this.#fail('ServerDied', `The server has ended with ${status ?? signal}.`);
        resolve(status);
      });
    });
  }

  /** Calls a method. The promise has the `id`, for `cancel`; `take` sees the result before another message is read. */
  call(method, params, take) {
    const request = this.#request(method, params, take);
    this.send(request.message);
    return request.promise;
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends calls, each `[method, params, take]`, in one message; answers with a promise for each. */
  batch(calls) {
    const requests = calls.map((call) => this.#request(...call));
    this.send(requests.map((request) => request.message));
    return requests.map((request) => request.promise);
  }

  cancel(id) {
    this.notify('$/cancelRequest', { id });
  }

  open(options) {
    // A change may stand behind the answer in the same piece of output: the view has to be known by then.
    const hold = (snapshot) => this.views.set(snapshot.view, new View(snapshot, options)).get(snapshot.view);
    return this.call('view/open', options, hold);
  }

  get(view) {
    return this.call('view/get', { view }, (snapshot) => this.views.get(view)?.take(snapshot));
  }

  set(view, properties) {
    return this.call('view/set', { view, properties });
  }

  close(view) {
    return this.call('view/close', { view }, () => this.views.delete(view));
  }

  closeSession(session) {
    const forget = () => this.views.forEach((view, id) => view.session === session && this.views.delete(id));
    return this.call('session/close', { session }, forget);
  }

  /** Lets the calls under way end, and then the server; answers with the status. */
  finish() {
    this.child.stdin.end();
    const limit = setTimeout(() => this.child.kill('SIGKILL'), endSeconds * 1000);
    return this.ended.finally(() => clearTimeout(limit));
  }

  /** Cancels the calls under way and ends the server; answers with the status. */
  async shutdown() {
    await this.call('shutdown');
    this.notify('exit');
    return this.finish();
  }

  send(message) {
    this.emit('sent', message);
    if (this.#failure) this.#rejectAll();
    else this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  receive(line) {
    if (this.#failure) return;
    // Integers beyond 2^53 are rounded here: JSON.parse gives no access to the source text in Node 20.
    const message = this.#understood(line, () => Object(JSON.parse(line)));
    if (!message) return;
    this.emit('received', message);
    if (message.method === 'state/changed') {
      const changed = this.#understood(line, () => this.views.fold(message.params));
      if (changed?.length) this.emit('changed', changed);
    } else if (!message.method) [message].flat().forEach((answer) => this.#answer(answer));
  }

  /** What is wrong is not mended: what the server thinks we hold is not known any more. */
  #understood(line, read) {
    try {
      return read();
    } catch (error) {
      this.#fail('BadMessage', `${error.message} The line is ${line.slice(0, 200)}`);
      this.finish();
    }
  }

  #read(text) {
    const lines = text.split('\n'); // `readline` would end a line at U+2028 too.
    lines[0] = this.#text + lines[0];
    this.#text = lines.pop();
    for (const line of lines) this.receive(line);
  }

  #request(method, params, take = (result) => result) {
    const id = (this.#lastId += 1);
    const promise = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, take }));
    const late = () => this.#answer({ id, error: { message: `${method} took too long.`, data: { kind: 'TimedOut' } } });
    const limit = setTimeout(late, replySeconds * 1000);
    promise.catch(() => {}).finally(() => clearTimeout(limit));
    return { message: { jsonrpc: '2.0', id, method, params }, promise: Object.assign(promise, { id }) };
  }

  #answer({ id, result, error }) {
    const call = this.#calls.get(id);
    if (!call) return error && this.emit('fault', new CallError(error));
    this.#calls.delete(id);
    return error ? call.reject(new CallError(error)) : call.resolve(call.take(result));
  }

  /** From here on every call fails, and for this reason. */
  #fail(kind, message) {
    this.#failure ??= CallError.ours(kind, message);
    this.#rejectAll();
  }

  #rejectAll() {
    for (const { reject } of this.#calls.values()) reject(this.#failure);
    this.#calls.clear();
  }
}
