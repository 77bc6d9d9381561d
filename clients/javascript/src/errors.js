// The errors of this package. No error contains the arguments of a call, because they may contain a password.

/** The base class. The client does not connect again after an error with `isFinal`. */
export class SvvsError extends Error {
  isFinal = false;

  get name() {
    return this.constructor.name;
  }
}

/** The server refused a request, or a request was cancelled. */
export class ResponseError extends SvvsError {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }

  static of({ code, message, data }) {
    return new (classes[code] ?? ResponseError)(code, String(message), data);
  }

  get kind() {
    return this.data?.kind ?? '';
  }

  get path() {
    return this.data?.path;
  }
}

export class RequestCancelled extends ResponseError {
  get reason() {
    return this.data?.reason;
  }
}

export class ContentModified extends ResponseError {
  get commit() {
    return this.data?.commit;
  }
}

export class Overloaded extends ResponseError {
  get limit() {
    return this.data?.limit;
  }

  get isRetryable() {
    return this.data?.retryable === true;
  }
}

const classes = { [-32800]: RequestCancelled, [-32801]: ContentModified, [-32001]: Overloaded };

/** The server sent an invalid message, or omitted a change. */
export class BadMessage extends SvvsError {
  isFinal = true;

  constructor(reason, text = '') {
    const start = text.trim().slice(0, 80);
    super(`The server sent an invalid message: ${/^([[{]|$)/.test(start) ? reason : start}`);
    Object.assign(this, { detail: reason, text });
  }
}

export class ProtocolVersionMismatch extends SvvsError {
  isFinal = true;

  constructor(theirs, ours) {
    super(`The server uses version ${theirs} of the protocol, this client version ${ours}: update the older one.`);
    Object.assign(this, { theirs, ours });
  }
}

/** A reply or a state did not arrive in time. */
export class TimedOut extends SvvsError {}

/** No reply arrived in time; the request was cancelled. */
export class CallTimedOut extends TimedOut {
  constructor(method, timeout) {
    super(`There was no reply to ${method} within ${timeout} ms.`);
    this.method = method;
  }
}

/** The view or session was closed, by any client or by the server. */
export class ViewClosed extends SvvsError {
  constructor(what) {
    super(`${what} is closed.`);
  }
}

/** Views and calls outside of shared sessions were lost with the connection. */
export class Disconnected extends SvvsError {
  static of(what, reason) {
    return new this(`${what} was lost ${this.cause}${reason ? `: ${reason}` : '.'}`);
  }

  static cause = 'with the connection';
}

/** The server was restarted: all views, sessions and calls are lost. */
export class ServerRestarted extends Disconnected {
  static cause = 'when the server was restarted';
}

const finalCodes = [1003, 4401, 4404, 4410];

/** The WebSocket was closed, with this code and reason. */
export class ConnectionClosed extends Disconnected {
  constructor(code, reason) {
    super(`The connection was closed${reason ? `: ${reason}` : '.'} (${code})`);
    Object.assign(this, { code, reason, isFinal: finalCodes.includes(code) });
  }
}

/** The connection was lost, and the server has no record of the request: it may have run, or not. */
export class AnswerLost extends SvvsError {
  constructor(method) {
    super(`The server has no record of the request ${method}: it did not arrive, or its reply was discarded.`);
    this.method = method;
  }
}
