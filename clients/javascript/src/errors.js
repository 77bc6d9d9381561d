// The errors of this package, which `index.d.ts` documents. No error contains the arguments of a call, because they may
// contain a password.

export class SvvsError extends Error {
  isFinal = false;

  get name() {
    return this.constructor.name;
  }
}

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

export class TimedOut extends SvvsError {}

export class CallTimedOut extends TimedOut {
  constructor(method, timeout) {
    super(`There was no reply to ${method} within ${timeout} ms.`);
    this.method = method;
  }
}

export class ViewClosed extends SvvsError {
  constructor(what) {
    super(`${what} is closed.`);
  }
}

export class Disconnected extends SvvsError {
  static of(what, reason) {
    return new this(`${what} was lost ${this.cause}${reason ? `: ${reason}` : '.'}`);
  }

  static cause = 'with the connection';
}

export class ServerRestarted extends Disconnected {
  static cause = 'when the server was restarted';
}

const finalCodes = [1003, 4401, 4404, 4410];

export class ConnectionClosed extends Disconnected {
  constructor(code, reason) {
    super(`The connection was closed${reason ? `: ${reason}` : '.'} (${code})`);
    Object.assign(this, { code, reason, isFinal: finalCodes.includes(code) });
  }
}

export class AnswerLost extends SvvsError {
  constructor(method) {
    super(`The server has no record of the request ${method}: it did not arrive, or its reply was discarded.`);
    this.method = method;
  }
}
