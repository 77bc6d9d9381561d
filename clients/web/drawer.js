// The messages as they go by, newest first. The memory that they take is bounded.

import { bdi, button, h, newId, renew } from './dom.js';
import { preview, redacted } from './copy.js';

const KEPT = 500, DRAWN = 100;

export class Drawer {
  _entries = [];
  _isDue = false;

  constructor(element, { secrets, onclose }) {
    Object.assign(this, { element, secrets });
    this._filter = h('input',
      { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter messages', oninput: () => this._draw() });
    this._list = h('ol', { tabindex: 0, 'aria-label': 'Messages, newest first' });
    this._count = h('span', { class: 'count' });
    element.replaceChildren(h('header', {}, h('h2', {}, 'Messages ', this._count), this._filter,
      button('Clear', () => { this._entries = []; this._draw(); }), button('Close', onclose)), this._list);
  }

  toggle() {
    const isShown = this.element.hidden;
    this.element.hidden = !isShown;
    if (isShown) { this._draw(); this._filter.focus(); }
    return isShown;
  }

  add({ direction, message, time = Date.now() }) {
    const shown = redacted(message, this.secrets()), { jsonrpc, ...rest } = shown;
    const text = preview(Array.isArray(shown) ? shown : rest);
    this._entries.push({ direction, text, time: new Date(time) });
    if (this._entries.length > KEPT) this._entries.splice(0, this._entries.length - KEPT);
    if (this._isDue || this.element.hidden) return;
    this._isDue = true;
    const draw = () => { this._isDue = false; this._draw(); };
    // What people have pressed is drawn first. Safari has no such callback.
    setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(draw, { timeout: 500 }) : draw()), 100);
  }

  _draw() {
    const wanted = this._filter.value.toLowerCase();
    const found = this._entries.filter((each) => !wanted || each.text.toLowerCase().includes(wanted));
    this._count.textContent = found.length;
    // What is below the newest lines stays while somebody reads it.
    const isRead = this._list.scrollTop > 0, first = found.length - DRAWN;
    const drawn = found.filter((each, at) => at >= first || (isRead && each.element?.isConnected));
    renew(this._list, drawn.reverse().map((each) => each.element ??= this._line(each)));
  }

  _line({ direction, text, time }) {
    const isSent = direction === 'sent';
    return h('li', { class: direction, tabindex: 0, 'data-key': newId() }, h('span', { class: 'direction', title: direction }, isSent ? '↑' : '↓',
      h('span', { class: 'unseen' }, ` ${direction} `)),
    h('time', {}, time.toTimeString().slice(0, 8)), h('code', {}, bdi(text, 2100)));
  }
}
