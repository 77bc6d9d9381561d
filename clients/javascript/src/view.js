import { BadMessage, TimedOut } from './errors.js';
import { fold, member, merge } from './fold.js';
import { Topic } from './observable.js';

/** A call that has failed before it was sent. */
export const failed = (error) => Object.assign(Promise.reject(error), { id: undefined, cancel() {} });

/** Calls a function when the signal is aborted or the time, in milliseconds, is over; returns a function that stops this. */
export function limit({ timeout, signal }, onEnd, timeoutError) {
  const abort = () => onEnd(signal.reason);
  const timer = timeout < 2 ** 31 ? setTimeout(() => onEnd(timeoutError()), timeout) : undefined;
  signal?.addEventListener('abort', abort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
}

/** The base class of views and sessions: it can be closed, with a reason, and then sends no requests. */
export class Ending {
  #end;
  _ended = new Topic();
  closed = new Promise((resolve) => this._ended.subscribe(resolve));

  constructor(client) {
    Object.defineProperty(this, '_client', { value: client });
  }

  get isClosed() {
    return this.#end !== undefined;
  }

  get reason() {
    return this.#end;
  }

  _close(reason) {
    this.#end = reason;
    this._ended._emit(reason);
  }

  _request(...request) {
    return this.#end ? failed(this.#end) : this._client.request(...request);
  }

  /** Sends a request that closes this object; it may be closed by others at the same time. */
  async _requestClose(method, params, options) {
    if (this.#end) return;
    try {
      await this._request(method, params, options);
    } catch (error) {
      if (!this.#end) throw error;
    }
  }
}

/** An open view. `index.d.ts` documents the public members of views and sessions. */
export class View extends Ending {
  #changes = new Topic();

  constructor(client, { view, type, params, session = 'default', commit, state }) {
    super(client);
    Object.assign(this, { id: view, type, params, session, commit, state: Object.freeze({ ...state }) });
  }

  call(action, args, { ifCommit, ...options } = {}) {
    return this._request(action, { ...args, ...(ifCommit !== undefined && { ifCommit }), view: this.id }, options);
  }

  notify(action, args) {
    if (this.isClosed) throw this.reason;
    this._client.notify(action, { ...args, view: this.id });
  }

  set(properties, options) {
    return this._request('view/set', { view: this.id, properties }, options);
  }

  async get(options) {
    await this._request('view/get', { view: this.id }, options);
    return this.state;
  }

  close(options) {
    return this._requestClose('view/close', { view: this.id }, options);
  }

  subscribe(listener) {
    return this.#changes.subscribe(listener);
  }

  waitFor(predicate, { timeout = this._client.timeout, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw signal.reason;
      const settle = (action, value) => {
        for (const stop of stops) stop();
        action(value);
      };
      const fail = (error) => settle(reject, error);
      const check = () => {
        try {
          if (predicate(this.state)) settle(resolve, this.state);
        } catch (error) {
          fail(error);
        }
      };
      const late = () => new TimedOut(`The view ${this.id} did not reach the expected state within ${timeout} ms.`);
      const stops = [this.subscribe(check), this._ended.subscribe(fail), limit({ timeout, signal }, fail, late)];
      if (this.isClosed) fail(this.reason);
      else check();
    });
  }

  /** Checks and folds an entry of `state/changed`. Returns a function that stores the result. */
  _fold(commit, entry, cause) {
    if (member(entry, 'from', 'commit') !== this.commit) {
      throw new BadMessage(`A change of the view ${this.id} from commit ${entry.from} does not follow commit ${this.commit}.`);
    }
    const folded = fold(this.state, entry);
    return () => this.#store({ commit, ...folded, patch: entry.patch, cause });
  }

  /** Stores a snapshot. Returns a function that calls the listeners. */
  _take(commit, snapshot) {
    return this.#store({ commit, ...merge(this.state, snapshot), cause: [] });
  }

  #store({ commit, state, names, appended = {}, patch, cause }) {
    const previous = this.state;
    Object.assign(this, { commit, state: Object.freeze(state) });
    return () => names.length && this.#changes._emit({ view: this, commit, names, appended, previous, state, patch, cause });
  }
}

/** Views that are closed together. A shared session has a token. */
export class Session extends Ending {
  #changes = new Topic();
  views = new Map(); // The open views by their ids.
  calls = new Map(); // The calls by their ids whose replies `join` has requested.

  constructor(client, { session, token, connections, delivery = 'properties' }) {
    super(client);
    Object.assign(this, { name: session, token, connections, _delivery: delivery });
  }

  open(type, options) {
    return this.isClosed ? failed(this.reason) : this._client.open(type, { ...options, session: this.name });
  }

  close(options) {
    return this._requestClose('session/close', { session: this.name }, options);
  }

  subscribe(listener) {
    return this.#changes.subscribe(listener);
  }

  _emit(change) {
    this.#changes._emit({ session: this, connections: this.connections, ...change });
  }
}
