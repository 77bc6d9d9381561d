// A client of svvs, written only from the files in `schemas`.

import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { View, Views } from './views.mjs';

const replySeconds = 60; // The timeout of a reply.
const endSeconds = 10; // The time that the server has to end on request before it is killed.

/**
 * A failed call, with its `kind`. Four kinds are those of this client: `ServerNotFound`, `ServerDied`, `BadMessage` if
 * the server has broken the protocol, and `TimedOut`.
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

/**
 * A server and the conversation with it. Events: `sent` and `received` with each message, the latter before it takes
 * effect; `changed` with the views after a whole message is folded; `others` with the changes that others make in a
 * shared session; `fault` with an error that does not belong to a call.
 */
export class Client extends EventEmitter {
  views = new Views();
  sessions = new Map(); // The shared sessions by name, each with the delivery of the views that others open.
  #calls = new Map();
  #lastId;
  #text = '';
  #failure;

  /** `lastId` is that of an earlier client whose token this one uses to join a session. */
  constructor([program, ...words], { start = spawn, lastId = 0 } = {}) {
    super();
    this.#lastId = lastId;
    this.child = start(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdin.on('error', () => {}); // The end of a server is detected by the end of its output.
    this.child.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
    this.child.once('error', () => this.#fail('ServerNotFound', `The command ${program} was not found.`));
    this.ended = new Promise((resolve) => { // `close` comes after the end of the output; `exit` may come before it.
      this.child.once('close', (status, signal) => {
        this.#fail('ServerDied', `The server has ended with ${status ?? signal}.`);
        resolve(status);
      });
    });
  }

  /** The id of the last request. */
  get lastId() {
    return this.#lastId;
  }

  /** Calls a method; the promise has the `id`, for `cancel`. */
  call(method, params) {
    const request = this.#request(method, params);
    this.send(request.message);
    return request.promise;
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends calls, each `[method, params]`, in one message; answers with a promise for each. */
  batch(calls) {
    const requests = calls.map((call) => this.#request(...call));
    this.send(requests.map((request) => request.message));
    return requests.map((request) => request.promise);
  }

  cancel(id) {
    this.notify('$/cancelRequest', { id });
  }

  /** Opens a view; the promise is of the `View` that is held, like that of `get`. */
  open(options) {
    return this.call('view/open', options);
  }

  get(view) {
    return this.call('view/get', { view });
  }

  set(view, properties) {
    return this.call('view/set', { view, properties });
  }

  close(view) {
    return this.call('view/close', { view });
  }

  closeSession(session) {
    return this.call('session/close', { session });
  }

  /** Opens a session that others may join. */
  share(options) {
    return this.call('session/open', { ...options, shared: true });
  }

  /** Joins a session; all its views are open here then. */
  join(options) {
    return this.call('session/join', options);
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
    } else if (message.method === 'session/changed') this.#takeOthers(message.params);
    else if (!message.method) [message].flat().forEach((answer) => this.#answer(answer));
  }

  /**
   * Updates the views by the result of a call, and returns the result for the caller. This happens before the next
   * message is read, not where the caller waits: a change of the view may follow the reply in the same read.
   */
  #take({ method, params }, result) {
    switch (method) {
      case 'view/open':
        this.views.set(result.view, new View(result, params));
        return this.views.get(result.view);
      case 'view/get':
        return this.views.get(result.view)?.take(result) ?? result;
      case 'view/close':
        this.views.delete(params.view);
        break;
      case 'session/open':
        if (params?.shared) this.sessions.set(result.session);
        break;
      case 'session/join':
        this.sessions.set(result.session, params.delivery);
        for (const view of result.views) this.#show({ ...view, commit: result.commit }, result.session);
        break;
      case 'session/close':
        this.sessions.delete(params.session);
        this.views.forEach((view, id) => view.session === params.session && this.views.delete(id));
    }
    return result;
  }

  #takeOthers({ session, opened, closed, connections }) {
    for (const view of closed) this.views.delete(view); // First, because a new view may have the same id.
    for (const view of opened) this.#show(view, session);
    if (!connections) this.sessions.delete(session);
    this.emit('others', { session, opened, closed, connections });
  }

  #show(snapshot, session) {
    const options = { type: snapshot.type, session, delivery: this.sessions.get(session) };
    this.views.set(snapshot.view, new View(snapshot, options));
  }

  /** Runs a function on a line. After an error the client does not continue: its state may differ from the server's. */
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

  #request(method, params) {
    const id = (this.#lastId += 1);
    const promise = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method, params }));
    const late = () => this.#answer({ id, error: { message: `${method} took too long.`, data: { kind: 'TimedOut' } } });
    const limit = setTimeout(late, replySeconds * 1000);
    promise.catch(() => {}).finally(() => clearTimeout(limit));
    return { message: { jsonrpc: '2.0', id, method, params }, promise: Object.assign(promise, { id }) };
  }

  #answer({ id, result, error }) {
    const call = this.#calls.get(id);
    if (!call) return error && this.emit('fault', new CallError(error));
    this.#calls.delete(id);
    return error ? call.reject(new CallError(error)) : call.resolve(this.#take(call, result));
  }

  /** Ends the connection: every pending and later call fails for this reason. */
  #fail(kind, message) {
    this.#failure ??= CallError.ours(kind, message);
    this.#rejectAll();
  }

  #rejectAll() {
    for (const { reject } of this.#calls.values()) reject(this.#failure);
    this.#calls.clear();
  }
}
