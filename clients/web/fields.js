// The inputs of properties, parameters and arguments.

import { bdi, h, newId, tip } from './dom.js';
import { isEqual } from './screen.js';
import { NONE, clean, formatted, parsed, titled, typed } from './text.js';

/** The maximum number of offered values in a list. */
const OFFERED = 500;
/** The maximum length of a text that is wrapped. A browser takes seconds to wrap a megabyte. */
const WRAPPED = 100_000;
/** The text of a date and time of which only a part was entered, for which the browser returns an empty text. */
const PARTIAL = '…';
/** The keys that open a list, choose from it or discard the choice; the others pass its values. */
const CHOOSING = new Set(['Enter', ' ', 'Escape', 'F4']);

/** The text before a secret names who logs in. */
const namesUser = (field, fields) => field.kind === 'text' && !field.secret
  && Boolean(fields[fields.findIndex((each) => each.name === field.name) + 1]?.secret);

/**
 * An input with its title and its error. `isAsked`: in a form, where an optional value may be left out. `fields` are all that
 * are asked for. `onedit` follows a change by the user, `oncommit` the choice of a value, or the end of the input, and `onescape`
 * the key Escape.
 */
export class Editor {
  /** The value that was shown last, if any. */
  served;
  /** Whether the user passes values of a list by its keys. None of them is chosen before Enter, or before the field is left. */
  isPassing = false;
  isComposing = false;

  constructor(field, { isAsked = false, offered = [], fields = [], onedit, oncommit, onenter, onescape } = {}) {
    Object.assign(this, { field, id: newId(), _offered: offered, _isUser: namesUser(field, fields) });
    const isOptional = isAsked && field.optional, unit = field.money?.symbol ?? field.money?.currency;
    const values = field.kind === 'switch' ? [false, true] : field.choices?.map((each) => each.value);
    this.isToggle = field.kind === 'switch' && !field.nullable && !isOptional;
    this._values = !values || this.isToggle ? null : [...(field.nullable || isOptional ? [null] : []), ...values];
    this.input = this._create();
    this.input.id = this.id;
    this.error = h('p', { class: 'field-error', id: `${this.id}e`, role: 'alert', hidden: true });
    this.label = h('label', { for: this.id, title: isAsked ? null : tip(field.description) },
      bdi(field.title, 80), unit && h('span', { class: 'note' }, bdi(unit, 20)), isOptional && h('span', { class: 'note' }, 'optional'));
    const notes = isAsked ? [field.description, field.from && !offered.length && 'There is nothing to choose from.'] : [];
    this.row = h('div', { class: 'input-row' }, this.input);
    this.element = h('div', { class: `field ${this.isToggle ? 'toggle' : ''}`, 'data-property': field.name },
      this.isToggle ? [this.row, this.label] : [this.label, this.row],
      notes.filter(Boolean).map((each) => h('p', { class: 'note' }, bdi(each, 300))), this.error);
    if (offered.length) this._offer();
    const listen = (type, action) => this.input.addEventListener(type, action), edit = () => {
      this.fail();
      if (!this.isComposing && (!this.isChosen || this.isPassing)) onedit?.(this);
    }, finish = (action) => {
      if (this.isUnfinished) edit(); // The browser does not say that a part of a date was entered.
      action?.(this);
      this.isPassing = false;
    };
    listen('compositionstart', () => { this.isComposing = true; });
    listen('compositionend', () => {
      this.isComposing = false;
      edit();
    });
    listen('input', edit);
    listen('change', () => { if (this.isChosen && !this.isPassing) finish(oncommit); });
    // A text that was refused is sent, too, when its field is left; the browser does not say that it has changed.
    listen('blur', () => { if (!this.isChosen || this.isPassing) finish(oncommit); });
    listen('pointerdown', () => { this.isPassing = false; });
    listen('keydown', (event) => {
      const { key } = event, isLine = event.ctrlKey || event.metaKey || (this.enterKey === 'Enter' && !event.shiftKey);
      const isEnd = key === 'Enter' && isLine && onenter && (isAsked || !this.isChosen);
      if (isEnd || (key === 'Enter' && this.isPassing)) event.preventDefault();
      if (key === 'Enter' && this.isPassing) finish(oncommit);
      if (isEnd) finish(onenter);
      if (key === 'Escape') onescape?.(this);
      this.isPassing = Boolean(this._values) && !event.altKey && !CHOOSING.has(key);
    });
  }

  _create() {
    const { field } = this, isTime = field.format === 'time', isUrl = field.format === 'url';
    const common = { autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${this.id}e` };
    if (this.isToggle) return h('input', { type: 'checkbox', role: 'switch', ...common });
    if (this._values) {
      return h('select', common, this._values.map((each, at) =>
        h('option', { value: at }, each === null ? NONE : formatted(field, each))));
    }
    const isNumber = ['integer', 'number'].includes(field.kind), isText = field.kind === 'text';
    const hasLines = ['longText', 'stream'].includes(field.format) || !(isText || isNumber);
    this.enterKey = hasLines && !field.submits ? 'Ctrl+Enter' : 'Enter';
    const isArea = isText && !(field.secret || field.filters || isTime || isUrl || this._isUser || this._offered.length);
    // A pasted text keeps its lines.
    if (hasLines || isArea) {
      return h('textarea', { rows: hasLines ? 2 : 1, wrap: 'soft', class: isText ? '' : 'code', dir: isText ? 'auto' : null, ...common });
    }
    const mode = { integer: 'numeric', number: 'decimal' }[field.kind] ?? (isUrl ? 'url' : null);
    // Names of the app could take the place of members of the form. Password managers know these two.
    const names = field.secret ? { name: 'password', autocomplete: 'current-password' }
      : this._isUser ? { name: 'username', autocomplete: 'username' } : {};
    return h('input', { type: field.secret ? 'password' : isTime ? 'datetime-local' : field.filters ? 'search' : 'text',
      ...(isTime ? { step: 1, max: '9999-12-31T23:59:59' } : {}), inputmode: mode, dir: 'auto', ...common, ...names });
  }

  _offer() {
    const options = this._offered.slice(0, OFFERED)
      .map(({ value, name }) => h('option', { value: typed(this.field, value), label: titled(name) || null }));
    this.input.setAttribute('list', `${this.id}l`);
    this.row.append(h('datalist', { id: `${this.id}l` }, options));
  }

  /** Whether the value is chosen, not typed. */
  get isChosen() { return Boolean(this._values) || this.isToggle; }

  /** Whether an input method or a part of a date is about to become a text. */
  get isUnfinished() { return this.isComposing || this.input.validity.badInput; }

  get text() {
    const { checked, validity, value } = this.input;
    return this.isToggle ? String(checked) : validity.badInput ? PARTIAL : value;
  }

  set text(text) {
    const { input } = this;
    if (input.wrap) input.wrap = text.length > WRAPPED ? 'off' : 'soft';
    if (this.isToggle) input.checked = text === 'true'; else input.value = text;
  }

  /** Focuses the input, and selects the text of a line, which the next text replaces. */
  enter() {
    this.input.focus();
    if (!this.isChosen && this.input.rows !== 2) this.input.select();
  }

  /** The value of a text, or the offered one with this name. Throws an error for people if there is none. */
  valueOf(text = this.text) {
    const { field, served, _offered: offered } = this;
    if (this.isToggle) return text === 'true';
    if (this._values) return this._values[text];
    if (served !== undefined && text === this.textOf(served)) return served; // The input may have changed its text.
    const isOffered = offered.some(({ value }) => typed(field, value) === text);
    const [found, other] = isOffered ? [] : offered.filter(({ name }) => name && titled(name) === text);
    const isName = found && !other;
    try {
      return isName && field.kind === 'text' ? found.value : parsed(field, text);
    } catch (error) {
      if (isName) return found.value;
      throw error;
    }
  }

  /** The text of a value as the input returns it. Inputs change line endings, and reject what is not a time. */
  textOf(value) {
    if (this.isToggle) return String(value === true);
    const probe = this.input.cloneNode(true);
    probe.value = this._values ? this._values.findIndex((each) => isEqual(each, value)) : typed(this.field, value);
    return probe.value;
  }

  show(value) {
    this.served = value;
    this.text = this.textOf(value);
  }

  fail(text = '') {
    this.error.hidden = !text;
    this.error.textContent = clean(text);
    this.check();
  }

  /** Marks the input as invalid while its element has an error, which may be one of the app. */
  check() {
    const errors = [...this.element.querySelectorAll('[role=alert]')];
    this.input.ariaInvalid = errors.some((each) => !each.hidden) ? 'true' : null;
    this.input.setAttribute('aria-describedby', errors.map((each) => each.id).join(' '));
  }
}
