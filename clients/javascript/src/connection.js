// The protocol, without input and output.

import { AnswerLost, BadMessage, Disconnected, ResponseError, ServerRestarted, ViewClosed } from './errors.js';
import { isObject, member } from './fold.js';
import { parse, stringify } from './json.js';
import { Session, View } from './view.js';

const snapshot = (result, commit = member(result, 'commit', 'commit')) =>
  ({ view: member(result, 'view', 'string'), commit, state: member(result, 'state', 'object') });

/**
 * The views, sessions and requests of a client. `write` is called with each message and its text.
 *
 * Messages are held back from the beginning, and from `cut`, until `resume`. In between, `rejoin` joins the shared
 * sessions again. No request is sent twice. No id is used twice, not even by another client with the same token.
 */
export class Connection {
  views = new Map();
  sessions = new Map();
  #client;
  #write;
  #requests = new Map();
  #held = []; // The messages to send at `resume`; undefined while messages are sent at once.
  #rejoins = new Map(); // The sessions that are being joined again, by the ids of the requests.
  #notices = []; // Functions that call listeners, after the whole message was processed.
  #prefix = `${Math.random().toString(36).slice(2, 8)}.`;
  #count = 0;

  constructor(client, write) {
    this.#client = client;
    this.#write = write;
  }

  /** Sends a message `{ method, params, isNotification }`; returns the request. */
  send(entry, isUrgent) {
    const request = this.#record(entry);
    const message = { jsonrpc: '2.0', id: request.id, method: entry.method, params: entry.params };
    const text = stringify(message);
    const isHeld = this.#held && !isUrgent;
    if (request.id) this.#requests.set(request.id, Object.assign(request, { isHeld }));
    if (isHeld) this.#held.push({ request, message, text });
    else this.#write(message, text);
    return request;
  }

  /** The parts of a message that are kept. The other parameters are not, because they may contain a password. */
  #record({ method, params = {}, isNotification, returnsObject }) {
    const { view, type, delivery } = params;
    const held = this.views.get(view);
    // A join does not belong to the session: it is lost with its connection, and another one follows.
    const session = held?.session ?? (method === 'session/join' ? undefined : params.session);
    const request = { method, view, held, type, session, delivery, returnsObject };
    if (method === 'view/open') request.params = params.params;
    return isNotification ? request : this.#expect(request, `${this.#prefix}${this.#count += 1}`);
  }

  #expect(request, id) {
    const promise = new Promise((...settle) => Object.assign(request, { settle }));
    Object.assign(promise, { id, cancel: () => this.#cancel(request) });
    return Object.assign(request, { id, promise });
  }

  /** Asks the server to cancel a request. One that was held back is not sent. */
  #cancel(request) {
    if (!this.#requests.has(request.id)) return;
    if (!request.isHeld) this.send({ method: '$/cancelRequest', params: { id: request.id }, isNotification: true });
    else {
      const data = { kind: 'RequestCancelled', reason: 'requested' };
      this.#refuse(request, ResponseError.of({ code: -32800, message: 'The call was cancelled before it was sent.', data }));
    }
  }

  /** Cancels a request and ignores its reply. */
  abandon(request, error) {
    this.#settle(request, 1, error);
    request.isAbandoned = true;
    this.#cancel(request);
  }

  /** Resolves (0) or rejects (1) the promise of a request. */
  #settle(request, index, value) {
    if (request.isAbandoned) return;
    request.unlimit?.();
    request.settle?.[index](value); // A notification has none.
  }

  #refuse(request, error) {
    this.#requests.delete(request.id);
    this.#settle(request, 1, error);
  }

  /** Processes a text from the server. After a BadMessage the connection cannot be used. */
  receive(text, onMessage) {
    try {
      const message = parse(text);
      if (message?.jsonrpc !== '2.0') throw new BadMessage('It is not JSON-RPC 2.0.');
      onMessage(message);
      this.#take(message);
    } catch (error) {
      throw new BadMessage(error.detail ?? error.message, text);
    } finally {
      for (const notice of this.#notices.splice(0)) notice();
    }
  }

  #take(message) {
    const { id, method, params } = message;
    if (method === undefined) this.#takeReply(message);
    else if (id !== undefined) throw new BadMessage('It is a request.');
    else if (method === 'state/changed') this.#changeStates(params);
    else if (method === 'session/changed') this.#changeSession(params);
  }

  #takeReply({ id, result, error }) {
    const failure = isObject(error) && ResponseError.of(error);
    if (failure && id === null) return this.#notices.push(() => this.#client.faults._emit(failure));
    const request = this.#requests.get(id);
    if (!request || !(failure || result !== undefined)) throw new BadMessage('It is a reply to no request.');
    const session = this.#rejoins.get(id);
    if (failure && session) this.#lose((name) => name === session.name, Disconnected, failure.message);
    if (failure) return this.#refuse(request, failure);
    const object = this.#apply(request, result);
    this.#requests.delete(id);
    this.#settle(request, 0, request.returnsObject ? object : result);
  }

  /** Updates the views and sessions by a result. This happens before the next message is processed. */
  #apply(request, result) {
    switch (request.method) {
      case 'view/open': {
        const session = this.sessions.get(request.session);
        // After a lost connection, all views of a session have one delivery: the one that every view accepts.
        const delivery = request.delivery ?? 'properties'; // 'patch' < 'properties'
        if (session && delivery < session._delivery) session._delivery = delivery;
        const view = this.#open({ ...request, ...snapshot(result) });
        if (request.isAbandoned) this.send({ method: 'view/close', params: { view: view.id } }).isAbandoned = true;
        return view;
      }
      case 'view/get':
        return this.#update(snapshot(result));
      case 'view/close':
        return this.#close(({ id }) => id === request.view);
      case 'session/open':
        return this.#enter(request, { connections: 1, ...result });
      case 'session/join':
        return this.#join(request, result);
      case 'session/close':
        this.#close(({ session }) => session === request.session);
        this.#leave(request.session);
    }
  }

  // Views

  #open(entry) {
    const known = this.views.get(entry.view); // Opened by the reply to a later join.
    if (known) return known;
    const view = new View(this.#client, entry);
    this.views.set(view.id, view);
    this.sessions.get(view.session)?.views.set(view.id, view);
    return view;
  }

  #update({ view, commit, state }) {
    const held = this.views.get(view);
    if (held) this.#notices.push(held._take(commit, state));
    return held;
  }

  #close(isClosed, reason = ({ id }) => new ViewClosed(`The view ${id}`)) {
    const closed = [...this.views.values()].filter(isClosed);
    for (const view of closed) {
      this.views.delete(view.id);
      this.sessions.get(view.session)?.views.delete(view.id);
      view._close(reason(view));
    }
    return closed;
  }

  #changeStates(params) {
    const commit = member(params, 'commit', 'commit');
    const entries = member(params, 'views', 'array').filter(({ view }) => this.views.has(view));
    const stores = entries.map((entry) => this.views.get(entry.view)._fold(commit, entry, params.cause ?? []));
    for (const store of stores) this.#notices.push(store());
  }

  // Sessions

  #enter({ delivery }, result) {
    const name = member(result, 'session', 'string');
    if (!this.sessions.has(name)) this.sessions.set(name, new Session(this.#client, { ...result, delivery }));
    return Object.assign(this.sessions.get(name), { token: result.token });
  }

  #leave(name, reason = new ViewClosed(`The session ${name}`)) {
    const session = this.sessions.get(name);
    this.sessions.delete(name);
    session?._close(reason);
  }

  #join(request, result) {
    const session = this.#enter(request, result);
    const commit = member(result, 'commit', 'commit');
    const entries = member(result, 'views', 'array').map((entry) => ({ ...entry, ...snapshot(entry, commit) }));
    const isOpen = ({ id, type }) => entries.some((entry) => entry.view === id && entry.type === type);
    this.#replace(session, [...session.views.values()].filter((view) => !isOpen(view)).map(({ id }) => id), entries);
    // The requests of an earlier client with the token are not known yet.
    const requestOf = (id) => {
      if (!this.#requests.has(id)) {
        const adopted = this.#expect({ method: `with the id ${id}`, session: session.name }, id);
        adopted.promise.catch(() => {}); // Its user may not ask for the reply.
        this.#requests.set(id, adopted);
        session.calls.set(id, adopted.promise);
      }
      return this.#requests.get(id);
    };
    member(result, 'running', 'array').forEach(requestOf);
    for (const answer of member(result, 'answers', 'array')) {
      const { method } = requestOf(answer.id);
      const view = this.views.get(answer.result?.view);
      // The state is in `views`, once for all answers.
      if (view && (method === 'view/open' || method === 'view/get')) Object.assign(answer.result, view);
      this.#takeReply(answer);
    }
    for (const lost of member(result, 'unknown', 'array').map(requestOf)) this.#refuse(lost, new AnswerLost(lost.method));
    return session;
  }

  #changeSession(params) {
    const { session: name, connections } = params;
    const session = this.sessions.get(name) ?? { name: member(params, 'session', 'string') };
    const entries = member(params, 'opened', 'array').map((entry) => ({ ...entry, ...snapshot(entry) }));
    session.connections = connections;
    this.#replace(session, member(params, 'closed', 'array'), entries);
    if (connections === 0 && session.token) this.#leave(name);
  }

  /** Closes the views with these ids, and then opens or updates those of the entries. */
  #replace(session, ids, entries) {
    const closed = this.#close(({ id }) => ids.includes(id));
    const opened = entries.filter((entry) => !this.#update(entry)).map((entry) => this.#open({ ...entry, session: session.name }));
    this.#notices.push(() => session._emit?.({ opened, closed }));
  }

  // Reconnecting

  /** Ends the views and requests outside of shared sessions, and holds messages back from now on. */
  cut(reason) {
    this.#held ??= [];
    this.#rejoins.clear();
    this.#lose((name) => !this.sessions.get(name)?.token, Disconnected, reason);
  }

  /** Ends all views, sessions and requests, because the server is another process. */
  restarted(reason) {
    this.#lose(() => true, ServerRestarted, reason);
  }

  /** Joins each session again, and asks for the missing replies. */
  rejoin() {
    const joined = [...this.sessions.values()].map((session) => {
      const unanswered = this.#unanswered((name) => name === session.name).map(({ id }) => id);
      const params = { session: session.name, token: session.token, unanswered, delivery: session._delivery };
      const { id, promise } = this.send({ method: 'session/join', params }, true);
      this.#rejoins.set(id, session);
      return promise;
    });
    return Promise.allSettled(joined);
  }

  /** Sends the messages that were held back, except those that were cancelled, or whose view has ended. */
  resume() {
    const held = this.#held;
    this.#held = undefined;
    this.#rejoins.clear();
    for (const { request, message, text } of held) {
      request.isHeld = false;
      if (request.held?.isClosed) this.#refuse(request, request.held.reason);
      else if (!request.id || this.#requests.has(request.id)) this.#write(message, text);
    }
  }

  /** Ends everything for this reason. */
  end(reason) {
    for (const request of this.#requests.values()) request.isHeld = false;
    this.#lose(() => true, { of: () => reason });
  }

  /** The requests of these sessions that the server may have received, and that have no reply. */
  #unanswered(isOf) {
    return [...this.#requests.values()].filter((request) => !request.isHeld && isOf(request.session));
  }

  #lose(isLost, Loss, why) {
    for (const request of this.#unanswered(isLost)) this.#refuse(request, Loss.of(`The reply to ${request.method}`, why));
    this.#close(({ session }) => isLost(session), ({ id }) => Loss.of(`The view ${id}`, why));
    for (const name of [...this.sessions.keys()].filter(isLost)) this.#leave(name, Loss.of(`The session ${name}`, why));
  }
}
