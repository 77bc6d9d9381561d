// Values and events that can be observed.

/** A source of events. */
export class Topic {
  #subscriptions = new Set();

  get isObserved() {
    return this.#subscriptions.size > 0;
  }

  /** Calls the listener with each event from now on; returns a function that ends this. */
  subscribe(listener) {
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => void this.#subscriptions.delete(subscription);
  }

  /** An error of a listener is thrown later: it must not disturb the other listeners, or the connection. */
  _emit(event) {
    for (const subscription of [...this.#subscriptions]) {
      if (!this.#subscriptions.has(subscription)) continue;
      try {
        subscription.listener(event);
      } catch (error) {
        queueMicrotask(() => { throw error; });
      }
    }
  }
}

/** A value that changes; the event is the new value. */
export class Observable extends Topic {
  #value;

  constructor(value) {
    super();
    this.#value = value;
  }

  get value() {
    return this.#value;
  }

  _set(value) {
    this.#value = value;
    this._emit(value);
  }
}
