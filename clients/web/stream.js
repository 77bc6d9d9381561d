// A text that grows at its end, such as a log. Its end is drawn, and followed while it is in sight.

import { bdi, h, newId, tip } from './dom.js';
import { clean, formatted } from './text.js';

/** The number of characters that are drawn. Whoever reads or selects earlier ones keeps ten times as many. */
const DRAWN = 100_000;
/** The length of a block of whole lines, and of lines that are cut. A browser lays out all lines of a block that grows again. */
const BLOCK = 4000, LONGEST = 20_000;
/** The pixels between the end and what is in sight within which the end is followed. */
const NEAR = 12;

/** The characters whose look depends on the next one, or on the one before. */
const OPEN = /[\r\u200c\u200d]$/, JOINER = /^[\u200c\u200d]/;
/** Half of a character. */
const isHalf = (code) => code >= 0xdc00 && code < 0xe000;

export class Stream {
  atEnd = true;
  /** The text that is drawn; null if the value is not a text. */
  _value = null;
  /** What was added to it and is not drawn yet; null if the value has become another one. */
  _added = null;

  constructor(field) {
    const id = newId();
    this.field = field;
    this._note = h('p', { class: 'note' });
    this._area = h('div', { class: 'long', role: 'log', 'aria-live': 'off', 'aria-labelledby': id, tabindex: 0, dir: 'auto',
      onscroll: () => { this.atEnd = this._area.scrollTop + this._area.clientHeight >= this._area.scrollHeight - NEAR; } });
    this.element = h('section', { class: 'stream', 'aria-labelledby': id, 'data-property': field.name },
      h('h3', { id, title: tip(field.description) }, bdi(field.title, 80)), this._note, this._area);
    new ResizeObserver(() => this._follow()).observe(this._area);
  }

  /** Takes what was added to the text, until it is shown; undefined if the text has become another one. */
  take(added) { this._added = added === undefined || this._added === null ? null : this._added + added; }

  show(value) {
    const before = this._value, isText = typeof value === 'string';
    if (this._added === null && isText && before && value.startsWith(before)) this._added = value.slice(before.length);
    if (this._added === null || !isText) this._draw(isText ? value : formatted(this.field, value));
    else this._append(this._added);
    this._value = isText ? value : null;
    this._added = isText ? '' : null;
    this._trim();
    this._follow();
  }

  /** Draws the end of another text. */
  _draw(text) {
    const from = text.length > DRAWN ? text.indexOf('\n', text.length - DRAWN) + 1 || text.length - DRAWN : 0;
    this._area.replaceChildren();
    this._left = from + isHalf(text.charCodeAt(from));
    this._last = '';
    this._append(text.slice(this._left));
  }

  /** Draws what was added. Its first character may change the look of the last ones, which are then drawn again. */
  _append(added) {
    const node = this._area.lastChild?.firstChild, size = clean(this._last, Infinity, true).length;
    const isOpen = node?.length >= size && (OPEN.test(this._last) || JOINER.test(added));
    if (isOpen) node.deleteData(node.length - size, size);
    this._write(clean((isOpen ? this._last : '') + added, Infinity, true));
    this._last = [...(this._last + added.slice(-4)).slice(-4)].slice(-2).join('');
  }

  _write(text) {
    for (let rest = text; rest;) {
      const node = this._area.lastChild?.firstChild ?? this._block(), room = Math.max(0, BLOCK - node.length);
      let end = rest.length > room ? rest.indexOf('\n', room) + 1 || rest.length : rest.length;
      if (node.length + end > LONGEST) end = Math.max(LONGEST - node.length, 2);
      if (isHalf(rest.charCodeAt(end))) end -= 1;
      node.appendData(rest.slice(0, end));
      rest = rest.slice(end);
      if (node.length >= LONGEST - 1 || (node.length >= BLOCK && node.data.endsWith('\n'))) this._block();
    }
  }

  _block() {
    const node = new Text();
    this._area.append(h('div', {}, node));
    return node;
  }

  /** Leaves out the first blocks of a text that has become long. */
  _trim() {
    const { anchorNode, isCollapsed } = getSelection(), isUsed = !this.atEnd || (!isCollapsed && this._area.contains(anchorNode));
    const blocks = [...this._area.children], sizes = blocks.map((each) => each.firstChild.length);
    let drawn = sizes.reduce((sum, each) => sum + each, 0);
    while (drawn > (isUsed ? 10 : 1) * DRAWN && blocks.length > 1) {
      const size = sizes.shift();
      blocks.shift().remove();
      drawn -= size;
      this._left += size;
    }
    this._note.textContent = this._left ? `The first ${this._left.toLocaleString('en')} characters are left out.` : '';
  }

  _follow() { if (this.atEnd) this._area.scrollTop = this._area.scrollHeight; }
}
