// The protocol, without input and output.

import { AnswerLost, BadMessage, Disconnected, RequestCancelled, ServerRestarted, ViewClosed, responseError } from './errors.js';
import { isObject, member } from './fold.js';
import { parse, stringify } from './json.js';
import { Session, View } from './view.js';

/**
 * The views, sessions and requests of a client. `write` is called with each message and its text.
 *
 * When the transport is lost, `cut` holds messages back until `resume`. In between, `rejoin` joins the shared sessions
 * again. No request is sent twice, and no id is used twice, not even by another client that uses the same token.
 */
export class Connection {
  views = new Map();
  sessions = new Map();
  #client;
  #write;
  #requests = new Map();
  #held; // The messages to send after the next connection, while there is none.
  #rejoins = new Map(); // The sessions that are being joined again by the ids of the requests.
  #notices = []; // Calls the listeners, after the whole message was processed.
  #prefix = `${Math.random().toString(36).slice(2, 8)}.`;
  #count = 0;

  constructor(client, write) {
    this.#client = client;
    this.#write = write;
    this.#held = [];
  }

  /** Sends a message `{ method, params, isNotification }`, or several as a batch; returns the requests. */
  send(messages, isUrgent = false) {
    const sent = [messages].flat().map((message) => this.#record(message));
    const lines = sent.map(({ id, message }) =>
      ({ jsonrpc: '2.0', ...(id && { id }), method: message.method, params: message.params ?? {} }));
    const message = Array.isArray(messages) ? lines : lines[0];
    const text = stringify(message);
    const requests = sent.filter(({ id }) => id);
    for (const request of requests) this.#requests.set(request.id, request);
    if (this.#held && !isUrgent) this.#held.push({ sent, message, text });
    else this.#write(message, text);
    return sent;
  }

  /** What is kept of a message. Its other parameters are not kept, because they may contain a password. */
  #record(message, id = message.isNotification ? undefined : `${this.#prefix}${(this.#count += 1)}`) {
    const { method, params: { view, type, params, delivery, session } = {}, value } = message;
    const held = this.views.get(view);
    const request = { id, message, method, view, held, session: held?.session ?? session, delivery, value };
    if (method === 'view/open') Object.assign(request, { type, params });
    // The reply to a join belongs to no session yet: a join is not repeated on the next connection.
    if (method === 'session/join') request.session = undefined;
    if (id) {
      request.promise = new Promise((...functions) => (request.functions = functions));
    }
    return request;
  }

  /** Expects the replies to requests of an earlier client. */
  adopt(ids, session) {
    return ids.filter((id) => !this.#requests.has(id)).map((id) => {
      const request = this.#record({ method: `with the id ${id}`, params: { session } }, id);
      request.promise.catch(() => {}); // Its user may not ask for the reply.
      this.#requests.set(id, request);
      return request;
    });
  }

  /** Ends the requests of an earlier client, whose session could not be joined. */
  disown(requests, error) {
    for (const request of requests) this.#refuse(request, error);
  }

  cancel(id) {
    const request = this.#requests.get(id);
    if (!request || request.isAbandoned) return;
    if (this.#unhold(request)) {
      const data = { kind: 'RequestCancelled', reason: 'requested' };
      this.#refuse(request, new RequestCancelled(-32800, 'The call was cancelled before it was sent.', data));
    } else this.send({ method: '$/cancelRequest', params: { id }, isNotification: true });
  }

  /** Cancels a request and ignores its reply. */
  abandon(id, error) {
    const request = this.#requests.get(id);
    if (!request || request.isAbandoned) return;
    if (!this.#unhold(request)) {
      this.cancel(id);
      this.#requests.set(id, { ...request, isAbandoned: true });
    } else this.#requests.delete(id);
    this.#settle(request, 1, error);
  }

  /** Drops a request that was not sent yet. */
  #unhold(request) {
    const index = this.#held?.findIndex(({ message }) => message.id === request.id) ?? -1;
    return index >= 0 && this.#held.splice(index, 1);
  }

  /** Processes a text from the server. After a BadMessage the connection cannot be used. */
  receive(text, onMessage) {
    try {
      const message = parse(text);
      const messages = Array.isArray(message) ? message : [message];
      if (!messages.length || !messages.every((each) => isObject(each) && each.jsonrpc === '2.0')) {
        throw new BadMessage('It is not a JSON-RPC 2.0 object.');
      }
      onMessage(message);
      for (const each of messages) this.#take(each);
    } catch (error) {
      throw new BadMessage(error.message.replace(/^The server sent an invalid message: /, ''), text);
    } finally {
      for (const notice of this.#notices.splice(0)) notice();
    }
  }

  #take(message) {
    const { id, method, params } = message;
    if (!('method' in message)) this.#takeReply(message);
    else if ('id' in message) {
      if (this.#requests.get(id)?.method === method) throw new BadMessage('It is a copy of a request of this client.');
      const error = { code: -32601, message: 'A client does not accept requests.', data: { kind: 'MethodNotFound' } };
      const reply = { jsonrpc: '2.0', id, error };
      this.#write(reply, stringify(reply));
    } else if (method === 'state/changed') this.#changeStates(params);
    else if (method === 'session/changed') this.#changeSession(params);
  }

  #takeReply(message) {
    const { id, result, error } = message;
    const failure = isObject(error) ? responseError(error) : undefined;
    if (id === null && failure) {
      this.#notices.push(() => this.#client.faults._emit(failure));
      return;
    }
    const request = this.#requests.get(id);
    if (!request || !(failure || 'result' in message)) throw new BadMessage('It is a reply to no request.');
    if (!failure) {
      const value = this.#apply(request, result);
      this.#requests.delete(id);
      this.#settle(request, 0, request.value ? value : result);
      return;
    }
    const session = this.#rejoins.get(id);
    if (session) this.#lose((name) => name === session.name, Disconnected, failure.message);
    this.#refuse(request, failure);
  }

  #refuse(request, error) {
    this.#requests.delete(request.id);
    this.#settle(request, 1, error);
  }

  /** Resolves (0) or rejects (1) the promise of a request, unless it is abandoned. */
  #settle(request, index, value) {
    if (request.isAbandoned) return;
    request.unlimit?.();
    request.functions[index](value);
  }

  /** Updates the views and sessions by a result. This happens before the next message is processed. */
  #apply(request, result) {
    switch (request.method) {
      case 'view/open': {
        const session = this.sessions.get(request.session);
        // After a lost connection, one delivery applies to all views of a session: the one that every view accepts.
        const delivery = request.delivery ?? 'properties'; // 'patch' < 'properties' < 'signal'
        if (session && delivery < session._delivery) session._delivery = delivery;
        const view = this.#open({ ...request, ...this.#snapshot(result) });
        if (request.isAbandoned) this.send({ method: 'view/close', params: { view: view.id } })[0].isAbandoned = true;
        return view;
      }
      case 'view/get': {
        const { view, commit, state } = this.#snapshot(result);
        const held = this.views.get(view);
        if (held) this.#notices.push(held._take(commit, state));
        return held;
      }
      case 'view/close':
        this.#close(({ id }) => id === request.view);
        return undefined;
      case 'session/open':
        return this.#enter(request, result);
      case 'session/join':
        return this.#join(request, result);
      case 'session/close':
        this.#close(({ session }) => session === request.session);
        this.#leave(request.session);
    }
    return undefined;
  }

  #snapshot(result) {
    return {
      view: member(result, 'view', 'string'),
      commit: member(result, 'commit', 'commit'),
      state: member(result, 'state', 'object'),
    };
  }

  #open(snapshot) {
    const known = this.views.get(snapshot.view); // Opened by the reply to a later join.
    if (known) return known;
    const view = new View(this.#client, snapshot);
    this.views.set(view.id, view);
    this.sessions.get(view.session)?.views.set(view.id, view);
    return view;
  }

  #end(view, reason) {
    this.views.delete(view.id);
    this.sessions.get(view.session)?.views.delete(view.id);
    view._close(reason);
  }

  #close(isClosed) {
    const closed = [...this.views.values()].filter(isClosed);
    for (const view of closed) this.#end(view, new ViewClosed(`The view ${view.id}`));
    return closed;
  }

  #enter({ delivery, method }, result) {
    const name = member(result, 'session', 'string');
    const connections = method === 'session/open' ? 1 : undefined;
    if (!this.sessions.has(name)) this.sessions.set(name, new Session(this.#client, { ...result, delivery, connections }));
    return Object.assign(this.sessions.get(name), result.token && { token: result.token });
  }

  #leave(name, reason = new ViewClosed(`The session ${name}`)) {
    const session = this.sessions.get(name);
    this.sessions.delete(name);
    session?._close(reason);
  }

  #join(request, result) {
    const session = this.#enter(request, result);
    const entries = member(result, 'views', 'array');
    const types = new Map(entries.map(({ view, type }) => [view, type]));
    const gone = [...session.views.values()].filter(({ id, type }) => types.get(id) !== type).map(({ id }) => id);
    this.#replace(session.name, gone, entries, member(result, 'commit', 'commit'));
    for (const answer of member(result, 'answers', 'array')) {
      const sent = this.#requests.get(answer.id);
      const view = this.views.get(answer.result?.view);
      // The state is in `views`, once for all answers.
      if (view && ['view/open', 'view/get'].includes(sent?.method)) {
        Object.assign(answer.result, { commit: view.commit, state: view.state });
      }
      if (sent) this.#takeReply(answer);
    }
    for (const id of member(result, 'unknown', 'array')) {
      const lost = this.#requests.get(id);
      if (lost) this.#refuse(lost, new AnswerLost(lost.method));
    }
    return session;
  }

  #changeStates(params) {
    const commit = member(params, 'commit', 'commit');
    const stores = [];
    for (const entry of member(params, 'views', 'array')) {
      const view = this.views.get(member(entry, 'view', 'string'));
      if (view) stores.push(view._fold(commit, entry, params.cause ?? []));
    }
    for (const store of stores) this.#notices.push(store());
  }

  #changeSession(params) {
    const name = member(params, 'session', 'string');
    const { connections } = params;
    this.#replace(name, member(params, 'closed', 'array'), member(params, 'opened', 'array'), undefined, connections);
    if (connections === 0 && this.sessions.get(name)?.token) this.#leave(name);
  }

  /** Closes the views with these ids, and opens or updates those of the entries. */
  #replace(name, ids, entries, at, connections) {
    const closed = this.#close(({ id }) => ids.includes(id));
    const opened = [];
    for (const entry of entries) {
      const { view, commit, state } = this.#snapshot({ ...entry, ...(at !== undefined && { commit: at }) });
      const held = this.views.get(view);
      if (held) this.#notices.push(held._take(commit, state));
      else opened.push(this.#open({ ...entry, commit, session: name }));
    }
    const session = this.sessions.get(name);
    if (!session) return;
    session.connections = connections ?? session.connections;
    this.#notices.push(() => session._emit({ opened, closed, connections: session.connections }));
  }

  // Reconnecting

  /** Ends the views and requests outside of shared sessions, and holds messages back from now on. */
  cut() {
    this.#held ??= [];
    for (const id of this.#rejoins.keys()) this.#requests.delete(id);
    this.#rejoins.clear();
    this.#lose((name) => !this.sessions.get(name)?.token, Disconnected);
  }

  /** Ends all views, sessions and requests, because the server is another process. */
  restarted() {
    this.#lose(() => true, ServerRestarted);
  }

  /** Joins each session again, with the ids of the missing replies; returns a promise of the replies to these requests. */
  rejoin() {
    const requests = [...this.sessions.values()].map((session) => {
      const unanswered = this.#unanswered().filter((each) => each.session === session.name).map(({ id }) => id);
      const params = { session: session.name, token: session.token, unanswered, delivery: session._delivery };
      const [request] = this.send({ method: 'session/join', params }, true);
      this.#rejoins.set(request.id, session);
      return request.promise;
    });
    return Promise.allSettled(requests);
  }

  /** Sends the messages that were held back, except those for views that have ended. */
  resume() {
    const held = this.#held;
    this.#held = undefined;
    this.#rejoins.clear();
    for (const { sent, message, text } of held) {
      const ended = sent.find((each) => each.held?.isClosed);
      if (!ended) this.#write(message, text);
      else for (const request of sent) if (request.id) this.#refuse(request, ended.held.reason);
    }
  }

  /** Ends everything for this reason. */
  end(reason) {
    this.#held = [];
    for (const request of [...this.#requests.values()]) this.#refuse(request, reason);
    for (const view of [...this.views.values()]) this.#end(view, reason);
    for (const name of [...this.sessions.keys()]) this.#leave(name, reason);
  }

  /** The requests that the server may have received, and that have no reply. */
  #unanswered() {
    const held = new Set(this.#held?.flatMap(({ sent }) => sent));
    return [...this.#requests.values()].filter((request) => !held.has(request));
  }

  #lose(isLost, Loss, reason) {
    for (const request of this.#unanswered()) {
      if (isLost(request.session)) this.#refuse(request, Loss.of(`The reply to ${request.method}`, reason));
    }
    for (const view of [...this.views.values()]) {
      if (isLost(view.session)) this.#end(view, Loss.of(`The view ${view.id}`, reason));
    }
    for (const name of [...this.sessions.keys()]) {
      if (isLost(name)) this.#leave(name, Loss.of(`The session ${name}`, reason));
    }
  }
}
