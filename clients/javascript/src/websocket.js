import { BadMessage, ConnectionClosed } from './errors.js';
import { parse, stringify } from './json.js';

function parseFirst(text) {
  try {
    return parse(text);
  } catch (error) {
    throw new BadMessage(error.message, text);
  }
}

/**
 * A connection by WebSocket, with a message in each text frame.
 *
 * `first` returns the first message to send on each connection, such as a login. The connection is then open when the
 * reply arrives, which is passed to `onFirst`.
 */
export class WebSocketTransport {
  #url;
  #options;
  #socket;
  #end = () => {};

  constructor(url, { first, onFirst, WebSocket = globalThis.WebSocket } = {}) {
    this.#url = url;
    this.#options = { first, onFirst, WebSocket };
  }

  open({ onMessage, onClose }) {
    return new Promise((resolve, reject) => {
      const { first, onFirst, WebSocket } = this.#options;
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      let end = reject;
      this.#end = (error) => {
        if (this.#socket !== socket) return;
        this.#socket = undefined;
        end(error);
        socket.close();
      };
      const attempt = (action) => {
        try {
          action();
        } catch (error) {
          this.#end(error);
        }
      };
      const begin = () => {
        end = onClose;
        resolve();
      };
      socket.onopen = () => attempt(() => (first ? socket.send(stringify(first())) : begin()));
      socket.onmessage = ({ data }) => attempt(() => {
        if (this.#socket !== socket) return;
        if (typeof data !== 'string') throw new BadMessage('It is binary.');
        if (end === onClose) return onMessage(data);
        const reply = parseFirst(data);
        onFirst?.(reply);
        begin();
      });
      socket.onclose = ({ code, reason }) => this.#end(new ConnectionClosed(code, reason));
    });
  }

  send(text) {
    this.#socket?.send(text);
  }

  close() {
    this.#end(new ConnectionClosed(1000, 'by this client'));
  }
}
