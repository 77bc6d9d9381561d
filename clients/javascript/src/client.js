import { Connection } from './connection.js';
import { CallTimedOut, Disconnected, ProtocolVersionMismatch } from './errors.js';
import { isEqual } from './fold.js';
import { Observable, Topic } from './observable.js';
import { failed, limit } from './view.js';

const version = 2;
const backOff = { attempts: Infinity, minimum: 100, maximum: 5000 };

/** A client of one server. `index.d.ts` documents the public members. */
export class Client {
  status = new Observable({ state: 'connecting' }); // { state, reason, retryAt }
  messages = new Topic(); // { direction, message, time }
  faults = new Topic(); // Errors that belong to no call.
  timeout;
  info;
  #transport;
  #initialize;
  #backOff;
  #isClosing = false;
  #attempt; // The present connection, or the attempt to make it.
  #endPause = () => {};
  #close;
  closed = new Promise((resolve) => (this.#close = resolve));
  #connection = new Connection(this, (message, text) => {
    this.#report('sent', message);
    this.#transport.send(text);
  });

  static async connect(transport, options) {
    const client = new Client(transport, options);
    await client.start();
    return client;
  }

  constructor(transport, { initialize = {}, timeout = 60_000, reconnect = true } = {}) {
    Object.assign(this, { timeout });
    this.#transport = transport;
    this.#initialize = {
      protocolVersion: version,
      clientInfo: { name: 'svvs for JavaScript' },
      capabilities: { cause: true, append: true },
      ...initialize,
    };
    this.#backOff = { ...backOff, ...(reconnect === false && { attempts: 0 }), ...reconnect };
  }

  async start() {
    try {
      await this.#connect();
    } catch (error) {
      this.#end(error);
      this.#transport.close(true);
      throw error;
    }
  }

  get views() {
    return this.#connection.views;
  }

  /** With `returnsObject`, the promise is of the view or session that the request opens. */
  request(method, params, { timeout = this.timeout, signal } = {}, returnsObject) {
    if (this.status.value.state === 'closed') return failed(this.status.value.reason);
    if (signal?.aborted) return failed(signal.reason);
    try {
      return this.#follow(this.#connection.send({ method, params, returnsObject }), { timeout, signal });
    } catch (error) {
      return failed(error);
    }
  }

  notify(method, params) {
    if (this.status.value.state === 'closed') throw this.status.value.reason;
    this.#connection.send({ method, params, isNotification: true });
  }

  open(type, { delivery, params, session, view, ...options } = {}) {
    return this.request('view/open', { type, view, params, session, delivery }, options, true);
  }

  openSession(session, options) {
    return this.request('session/open', { session }, options, true);
  }

  share(session, { keep, ...options } = {}) {
    return this.request('session/open', { session, shared: true, keep }, options, true);
  }

  join(session, { token, delivery, unanswered, ...options } = {}) {
    return this.request('session/join', { session, token, unanswered, delivery }, options, true);
  }

  async sessions(options) {
    return (await this.request('session/list', {}, options)).sessions;
  }

  retry() {
    this.#endPause();
  }

  async close() {
    this.#isClosing = true;
    this.#endPause();
    if (this.status.value.state === 'connecting' && !this.#attempt) this.#end(new Disconnected('It was never connected.'));
    else await this.#transport.close();
    return this.closed;
  }

  async shutdown() {
    await this.request('shutdown');
    this.notify('exit');
    return this.close();
  }

  #follow(request, options) {
    const abandon = (error) => this.#connection.abandon(request, error);
    request.unlimit = limit(options, abandon, () => new CallTimedOut(request.method, options.timeout));
    return request.promise;
  }

  #report(direction, message) {
    if (this.messages.isObserved) this.messages._emit({ direction, message, time: Date.now() });
  }

  #receive(text) {
    try {
      this.#connection.receive(text, (message) => this.#report('received', message));
    } catch (error) {
      this.#attempt.lose(error);
    }
  }

  /**
   * Makes one attempt to connect: opens the transport, sends `initialize`, and joins the shared sessions again.
   * `reason` tells why the earlier connection was lost.
   */
  #connect(reason) {
    let unlimit;
    return new Promise((resolve, reject) => {
      unlimit = limit({ timeout: this.timeout }, reject, () => new CallTimedOut('initialize', this.timeout));
      const attempt = { lose: reject };
      this.#attempt = attempt;
      const isCurrent = () => attempt === this.#attempt;
      const connect = async () => {
        await this.#transport.open({
          onMessage: (text) => isCurrent() && this.#receive(text),
          onClose: (reason) => isCurrent() && attempt.lose(reason),
        });
        const info = await this.#connection.send({ method: 'initialize', params: this.#initialize }, true).promise;
        if (info?.protocolVersion !== version) throw new ProtocolVersionMismatch(info?.protocolVersion, version);
        if (this.info && !isEqual(this.info.process, info.process)) this.#connection.restarted(reason);
        this.info = info;
        await this.#connection.rejoin();
        if (!isCurrent()) return;
        attempt.lose = (reason) => this.#reconnect(reason);
        this.status._set({ state: 'connected' });
        this.#connection.resume();
      };
      connect().then(resolve, reject);
    }).finally(unlimit);
  }

  async #reconnect(reason) {
    const line = reason.stderr?.split('\n').at(-1);
    for (let attempt = 0; ; attempt += 1) {
      this.#attempt = undefined;
      this.#transport.close(true);
      if (this.#isClosing || reason.isFinal || attempt >= this.#backOff.attempts) return this.#end(reason);
      this.#connection.cut(line);
      await this.#pause(attempt, reason);
      if (this.#isClosing) return this.#end(reason);
      this.status._set({ state: 'connecting', reason });
      try {
        return await this.#connect(line);
      } catch (error) {
        reason = error;
      }
    }
  }

  #pause(attempt, reason) {
    const { minimum, maximum } = this.#backOff;
    const delay = Math.min(maximum, minimum * 2 ** attempt) * (0.5 + Math.random() / 2);
    this.status._set({ state: 'waiting', reason, retryAt: Date.now() + delay });
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #end(reason) {
    this.#attempt = undefined;
    this.#connection.end(reason);
    this.status._set({ state: 'closed', reason });
    this.#close(reason);
  }
}
