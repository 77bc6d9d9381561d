// A table of any number of rows, which draws only the rows in sight.

import { NO_EFFECT, bdi, button, h, icon, iconButton, mark, newId, renew, tip } from './dom.js';
import { vanish } from './press.js';
import { Heights, difference, fitting, follower } from './rows.js';
import { at, buttons, canonical, isEqual, visible } from './screen.js';
import { cell, clean, formatted, link } from './text.js';

const ROW = 37, SAMPLE = 60, SPARE = 240, WIDEST = 320, PADDING = 18, RENEWAL = 30_000;
/** More new rows than this are another list, and are not marked. */
const MARKED = 20;
/** The elements of a row to which the arrow keys move. */
const places = (row) => [row, ...row.querySelectorAll('button,a')];
const pen = document.createElement('canvas').getContext('2d');

export class Table {
  rows = [];
  cursor = 0;
  _drawn = new Map();
  _widest = new Map();
  /** The index of the focused element among the `places` of its row. */
  _place = 0;
  _height = 480;

  /** `on.call(action, row)`, `on.choose(row)`: what the user wants. `on.isDimmed(action)`: how its buttons look. */
  constructor(screen, field, on) {
    Object.assign(this, { field, on });
    const id = newId(), columns = visible(field);
    this._actions = buttons(screen, field);
    this._columns = columns.length ? columns : [{ kind: 'json', ...field.of, name: '', title: 'Value' }];
    this._isLong = columns.some((each) => each.format === 'longText');
    this._heights = new Heights(ROW);
    // The title of the card is not repeated.
    const isSame = field.title === screen.title;
    this.count = h('span', { class: 'count' });
    this._unit = h('span', { class: isSame ? 'note' : 'unseen' });
    this.tools = h('div', { class: 'tools' });
    this._head = h('div', { role: 'row', class: 'row head', 'aria-rowindex': 1 });
    this._body = h('div', { role: 'rowgroup', class: 'rows' });
    this.grid = h('div', { class: `grid ${this._isLong ? 'tall' : ''}`, role: 'grid', 'aria-labelledby': id,
      onscroll: () => { this._draw(); this.atEnd = this._isAtEnd; },
      onkeydown: (event) => this._press(event) }, h('div', { role: 'rowgroup', class: 'heads' }, this._head), this._body);
    this.empty = h('p', { class: 'empty' });
    this.element = h('section', { class: 'table', 'aria-labelledby': id, 'data-property': field.name },
      h('header', {}, h('h3', { id }, h('bdi', { class: isSame ? 'unseen' : '' }, clean(field.title, 80)), ' ', this.count,
        this._unit), this.tools), this.grid, this.empty);
    this.atEnd = true;
    new ResizeObserver(() => this._resize()).observe(this.grid);
    if (this._columns.some((each) => each.format === 'time')) this._renew();
  }

  _resize() {
    const { clientWidth: width, clientHeight: height } = this.grid, wasAtEnd = this.atEnd;
    if (!width || (width === this._width && height === this._height)) return;
    const isOther = width !== this._width;
    Object.assign(this, { _width: width, _height: height });
    if (isOther) this._arrange();
    if (this.field.scroll && wasAtEnd) this.scrollTo(this.rows.length - 1); else this._draw();
  }

  focus() {
    this._resize(); // The observer may not have run yet.
    this._focus(true);
  }

  /** Draws times again from time to time, because they are relative to now. */
  _renew() {
    const ticks = setInterval(() => {
      if (!this.element.isConnected) return clearInterval(ticks);
      for (const [, entry] of this._drawn) entry.isOld = true;
      this._draw();
    }, RENEWAL);
  }

  get _isAtEnd() { return this.grid.scrollTop + this._height >= this._heights.total + ROW - 12; }

  /** What tells a row from the others: its key, or else the row itself. */
  _key(row) {
    const key = at(row, this.field.key) ?? row;
    return key !== row && typeof key === 'object' ? canonical(key) : key;
  }

  /** Shows other rows. The cursor follows its row. With `isMarked`, marks what has changed. */
  show(value, isMarked) {
    const before = this.rows, rows = Array.isArray(value) ? value : [];
    const { same, tail } = difference(before, rows), shift = rows.length - before.length, end = before.length - tail;
    const hasFocus = this._body.contains(document.activeElement), first = this._heights.at(this.grid.scrollTop);
    const top = this._heights.top(first), placeOf = follower(before, rows, { same, tail }, (row) => this._key(row));
    this.rows = rows;
    if (before.length) this.cursor = placeOf(this.cursor) ?? this.cursor;
    this.cursor = Math.max(0, Math.min(this.cursor, rows.length - 1));
    const isOther = before.length - same - tail > MARKED || rows.length - same - tail > MARKED || !before.length;
    const drawn = [...this._drawn];
    this._drawn = new Map();
    for (const [row, entry] of drawn) {
      const now = placeOf(row);
      if (now !== undefined && !this._drawn.has(now)) this._drawn.set(now, entry);
      else vanish(entry.element, this.grid);
    }
    this._heights.splice(rows.length, same, tail);
    this.count.textContent = rows.length ? rows.length.toLocaleString('en') : '';
    this._unit.textContent = !rows.length ? '' : rows.length === 1 ? ' row' : ' rows';
    this.grid.hidden = !rows.length;
    this.empty.hidden = Boolean(rows.length);
    this.grid.setAttribute('aria-rowcount', rows.length + 1);
    this._body.style.height = `${this._heights.total}px`;
    if (this._measure(same, rows.length - tail) && this._width) this._arrange();
    if (shift && first >= end && before.length) this.grid.scrollTop += this._heights.top(first + shift) - top;
    this._draw(isMarked && !isOther ? { same, end: rows.length - tail } : null);
    if (hasFocus) this._focus(false);
    if (hasFocus && !rows.length) this.element.closest('.card').focus({ preventScroll: true });
  }

  /** Scrolls to a row, whose height may not be known yet. */
  scrollTo(row) {
    for (let times = 0; times < 3 && row >= 0; times++) {
      const isLast = row === this.rows.length - 1;
      this.grid.scrollTop = isLast ? this._heights.total + ROW : this._heights.top(row) - ROW;
      this._draw();
      this.atEnd = isLast;
    }
  }

  /** Measures the widths of some rows. Returns whether a column has become wider. */
  _measure(from, to) {
    let isWider = false;
    pen.font = this._font ??= getComputedStyle(document.body).font;
    const step = Math.max(1, Math.floor((to - from) / SAMPLE));
    for (const each of this._columns) {
      let width = Math.max(this._widest.get(each.name) ?? 0, pen.measureText(clean(each.title, 60)).width + 20);
      for (let row = from; row < to; row += step) {
        width = Math.max(width, pen.measureText(formatted(each, cell(this.rows[row], each.name), true, 120)).width + 22);
      }
      width = Math.min(WIDEST, Math.ceil(width));
      isWider ||= width > (this._widest.get(each.name) ?? 0);
      this._widest.set(each.name, width);
    }
    return isWider;
  }

  /** Lays out the columns that fit. */
  _arrange() {
    const labels = this._actions.map((each) => clean(each.title, 40));
    let actions = labels.reduce((sum, each) => sum + pen.measureText(each).width + 26, labels.length ? 12 : 0);
    const free = this._width - 2 * PADDING - this._columns.reduce((sum, { name }) => sum + this._widest.get(name), 0);
    const wasCompact = this._isCompact;
    this._isCompact = actions > Math.max(this._width * 0.25, free);
    if (this._isCompact) actions = 44;
    if (this.field.opens) actions += 28;
    const { kept, widths: found } = fitting(this._columns, this._widest, this._width - actions - 2 * PADDING, this.field.key);
    if (!isEqual(kept, this._kept) || this._isCompact !== wasCompact) for (const each of this._drawn.values()) each.isOld = true;
    this._kept = kept;
    const widths = kept.map(({ name }) => `minmax(0, ${Math.floor(found.get(name))}fr)`);
    this.grid.style.setProperty('--columns', [...widths, ...(actions ? [`${Math.ceil(actions)}px`] : [])].join(' '));
    this.grid.setAttribute('aria-colcount', this._kept.length + (actions ? 1 : 0));
    this._head.replaceChildren(...this._kept.map((each) => h('div', { role: 'columnheader', class: this._class(each),
      title: tip(each.description) }, bdi(each.title, 60))),
    ...(actions ? [h('div', { role: 'columnheader' }, h('span', { class: 'unseen' }, 'Actions'))] : []));
  }

  _class({ kind }) { return kind === 'integer' || kind === 'number' ? 'number' : ''; }

  _draw(change) {
    if (!this._kept) return;
    const top = this.grid.scrollTop, { _heights: heights, rows } = this;
    const first = rows.length ? heights.at(Math.max(0, top - SPARE)) : 0;
    const last = rows.length ? heights.at(top + this._height + SPARE) : -1;
    const isKept = this._body.contains(document.activeElement) && rows.length;
    for (const [row, { element }] of this._drawn) {
      if ((row < first || row > last) && !(isKept && row === this.cursor)) {
        element.remove();
        this._drawn.delete(row);
      }
    }
    for (let row = first; row <= last; row++) this._drawRow(row, change);
    if (isKept && (this.cursor < first || this.cursor > last)) this._drawRow(this.cursor, change);
    if (this._isLong) {
      let isOther = false;
      for (const [row, { element }] of this._drawn) isOther = heights.set(row, element.offsetHeight) || isOther;
      if (isOther) {
        heights.sum();
        this._body.style.height = `${heights.total}px`;
      }
    }
    for (const [row, entry] of this._drawn) {
      const place = heights.top(row);
      if (entry.place !== place) entry.element.style.transform = `translateY(${entry.place = place}px)`;
      if (entry.at !== row) entry.element.setAttribute('aria-rowindex', (entry.at = row) + 2);
      entry.element.tabIndex = row === this.cursor ? 0 : -1;
    }
  }

  _drawRow(row, change) {
    const value = this.rows[row], isIn = change && row >= change.same && row < change.end;
    const drawn = this._drawn.get(row), entry = drawn ?? { element: this._row(), isOld: true };
    if (entry.row !== value || entry.isOld) this._fill(entry, value, isIn && drawn);
    if (drawn) return;
    this._drawn.set(row, entry);
    this._body.append(entry.element);
    if (isIn) mark(entry.element);
  }

  _row() {
    return h('div', { role: 'row', class: `row ${this.field.opens ? 'opens' : ''}`, tabindex: -1,
      onclick: ({ target, currentTarget: element }) => {
        const inner = target.closest('button,a');
        this._moveTo(this._rowOf(element), places(element).indexOf(inner ?? element), !inner);
        if (this.field.opens && !inner) this.on.choose(this.rows[this.cursor]);
      } });
  }

  /** Draws the cells of a row, which stay the same elements. */
  _fill(entry, value, isMarked) {
    const { element, row: earlier } = entry, cells = this._kept.map((each) => this._cell(each, cell(value, each.name)));
    if (this._actions.length || this.field.opens) cells.push(this._rowActions(element));
    renew(element, cells);
    for (const [at, { name }] of isMarked ? this._kept.entries() : []) {
      if (!isEqual(cell(earlier, name), cell(value, name))) mark(element.children[at]);
    }
    Object.assign(entry, { row: value, isOld: false });
  }

  _cell(member, content) {
    const isLong = member.format === 'longText', target = member.format === 'url' ? link(content) : null;
    const text = h('bdi', {}, formatted(member, content, !isLong, 4000));
    return h('div', { role: 'gridcell', class: `${this._class(member)} ${isLong ? 'long' : ''}`, 'data-key': member.name },
      target ? h('a', { href: target, target: '_blank', rel: 'noopener noreferrer', tabindex: -1 }, text) : text);
  }

  _rowActions(element) {
    const here = () => this.rows[this._rowOf(element)];
    return h('div', { role: 'gridcell', class: 'row-actions' }, this._isCompact
      ? iconButton('more', 'Actions of this row', () => this.on.inspect(here()), { tabindex: -1 })
      : this._actions.map((each) => button(bdi(each.title, 40), () => this.on.call(each, here()),
        { class: `quiet ${each.destructive ? 'destructive' : ''}`, tabindex: -1, title: tip(each.description), 'data-key': each.name,
          'data-action': each.name, 'aria-description': this.on.isDimmed(each) && NO_EFFECT })),
    this.field.opens && icon('next'));
  }

  _rowOf(element) { return [...this._drawn].find(([, each]) => each.element === element)?.[0] ?? this.cursor; }

  _moveTo(row, place, isFocused = true) {
    this.cursor = Math.max(0, Math.min(row, this.rows.length - 1));
    this._place = place;
    if (isFocused) this._focus(true);
  }

  /** Focuses the row at the cursor, or a button in it. */
  _focus(isRevealed) {
    const { grid, _heights: heights, cursor } = this;
    if (isRevealed) {
      const top = heights.top(cursor), bottom = heights.top(cursor + 1) + ROW;
      if (top < grid.scrollTop) grid.scrollTop = top;
      else if (bottom > grid.scrollTop + this._height) grid.scrollTop = bottom - this._height;
    }
    if (!this.rows.length) return;
    this._drawRow(cursor);
    this._draw();
    const { element } = this._drawn.get(cursor) ?? {};
    if (!element) return;
    const found = places(element);
    this._place = Math.min(this._place, found.length - 1);
    found[this._place].focus({ preventScroll: true });
  }

  _press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // A key of the browser, such as Alt+Left.
    const page = Math.max(1, Math.floor(this._height / ROW) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    const isRow = event.target.role === 'row' || event.target.classList.contains('row');
    if (steps) this._moveTo(this.cursor + steps, this._place);
    else if (event.key === 'ArrowRight') this._moveTo(this.cursor, this._place + 1);
    else if (event.key === 'ArrowLeft') this._moveTo(this.cursor, Math.max(0, this._place - 1));
    else if (event.key === 'Enter' && isRow) this.on.choose(this.rows[this.cursor]);
    else if (event.key === ' ' && isRow) this.on.inspect(this.rows[this.cursor]);
    else return;
    event.preventDefault();
  }
}
