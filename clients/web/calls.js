// The calls of a card: those in progress with Cancel, and the last one with its latency and ways to copy it.

import { AnswerLost, Disconnected, ServerRestarted } from './svvs/index.js';
import { copiers, opening, redacted } from './copy.js';
import { NOT_COPIED, announce, bdi, button, h, renew } from './dom.js';
import { clean } from './text.js';

/** The milliseconds after which a call shows itself. */
const SLOW = 300;

const duration = (time) => (time < 1000 ? `${time.toFixed(time < 10 ? 1 : 0)} ms` : `${(time / 1000).toFixed(1)} s`);

/** A choice of forms in which requests to a server can be copied. Both are functions. */
function copyMenu(requests, server) {
  const select = h('select', { class: 'copy', 'aria-label': 'Copy as',
    title: 'The copy attaches to the server, opens the view and calls the action.' },
    h('option', { value: '' }, 'Copy as'), Object.keys(copiers).map((each) => h('option', { value: each }, each)));
  select.addEventListener('change', async () => {
    const name = select.value, text = copiers[name](requests(), server());
    select.value = '';
    const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
    announce(isCopied ? `Copied as ${name}` : NOT_COPIED);
    select.options[0].text = isCopied ? 'Copied' : 'Not allowed';
    setTimeout(() => { select.options[0].text = 'Copy as'; }, 1500);
  });
  return select;
}

export class CallLines {
  /** The number of calls of the user in progress. */
  count = 0;

  /**
   * `on.begin(call)` adds a call to those that the user can cancel, and returns a function for its end. `on.secrets()` are the
   * names of secrets, `on.server()` is the name of the server.
   */
  constructor(on) {
    this.on = on;
    this._running = h('div', { class: 'running' });
    this._last = h('div', { class: 'last' });
    this._copy = copyMenu(() => redacted(this._requests, on.secrets()), on.server);
    this.element = h('footer', { class: 'calls' }, this._running, this._last);
  }

  /**
   * Calls an action, and waits for its end. A call of the user has the properties `set` that it needs, and is shown as the last
   * one.
   */
  async run(view, action, values, set) {
    if (set) this.count += 1;
    const begin = performance.now(), title = clean(action.title, 80);
    const promise = view.call(action.name, values, { timeout: Infinity });
    const call = { action, cancel: () => promise.cancel() }, end = this.on.begin(call);
    const time = h('span', { class: 'time' });
    const line = h('p', {}, h('span', { class: 'spinner', 'aria-hidden': 'true' }), bdi(title), time,
      action.notCancellable ? '' : button('Cancel', call.cancel, { class: 'quiet' }));
    const update = () => {
      time.textContent = ` ${duration(performance.now() - begin)}`;
      if (!line.isConnected) { this._running.append(line); announce(`${title} is in progress`); }
    };
    let ticks = setTimeout(() => { update(); ticks = setInterval(update, 500); }, SLOW);
    let outcome = 'failed';
    try {
      await promise;
      outcome = '';
    } catch (error) {
      if (error.kind === 'RequestCancelled') {
        outcome = 'cancelled';
        error.isLost = true;
      }
      if (!(error instanceof Disconnected || error instanceof AnswerLost)) throw error;
      if (promise.id === undefined || (error === view.reason && error instanceof ServerRestarted)) {
        outcome = 'not sent';
        throw new Error(`${title} was not called: the server has ended.`);
      }
      outcome = 'no reply';
      const text = `The connection was lost before the reply to ${title}: it may have been done, or not.`;
      throw Object.assign(new Error(text), { isLost: true });
    } finally {
      if (set) this.count -= 1;
      clearTimeout(ticks);
      clearInterval(ticks);
      line.remove();
      end();
      if (set) this._end(action, values, set, view, performance.now() - begin, outcome);
    }
  }

  _end(action, values, set, view, time, outcome) {
    const request = (method, params) => ({ jsonrpc: '2.0', method, params: { view: view.id, ...params } });
    this._requests = [opening(view), ...(Object.keys(set).length ? [request('view/set', { properties: set })] : []),
      request(action.name, values)];
    renew(this._last, [h('span', {}, bdi(action.title, 60), ` · ${outcome || duration(time)}`), this._copy]);
  }
}
