// The inputs for properties, parameters and arguments.

import { bdi, h, newId, tip } from './dom.js';
import { isEqual } from './screen.js';
import { NONE, clean, formatted, parsed, shown, titled, typed } from './text.js';

/** The maximum number of offered values in a list. */
const OFFERED = 500;

/** An input with its title and its error. `isAsked`: in a form, where an optional value may be left out. */
export class Editor {
  /** The value on the server that was shown last, if any. */
  served;
  /** Its text, or that of the empty input. */
  _served = '';
  /** Whether the text is that of the value on the server exactly. */
  isExact = false;
  /** The number of requests in progress that send the text. It counts as edited until they end. */
  _sending = 0;

  constructor(field, { isAsked = false, offered = [], onedit, oncommit, onenter } = {}) {
    Object.assign(this, { field, id: newId() });
    const isOptional = isAsked && field.optional;
    const values = field.kind === 'switch' ? [false, true] : field.choices?.map((each) => each.value);
    this.isToggle = field.kind === 'switch' && !field.nullable && !isOptional;
    this._values = !values || this.isToggle ? null : [...(field.nullable || isOptional ? [null] : []), ...values];
    this.input = this._create();
    this.input.id = this.id;
    this.error = h('p', { class: 'field-error', id: `${this.id}e`, role: 'alert', hidden: true });
    const label = h('label', { for: this.id, title: isAsked ? null : tip(field.description) },
      bdi(field.title, 80), isOptional && h('span', { class: 'note' }, 'optional'));
    const note = isAsked && field.description ? h('p', { class: 'note' }, bdi(field.description, 300)) : null;
    this.row = h('div', { class: 'input-row' }, this.input);
    this.element = h('div', { class: `field ${this.isToggle ? 'toggle' : ''}`, 'data-property': field.name },
      this.isToggle ? [this.row, label] : [label, this.row], note, this.error);
    if (offered.length) this._offer(offered);
    this._served = this.text;
    this.input.addEventListener('input', () => {
      this.submission = null;
      this.mark();
      if (!this.isChosen) onedit?.(this);
    });
    this.input.addEventListener('change', () => oncommit?.(this));
    this.input.addEventListener('keydown', (event) => {
      const isLine = this.input.tagName !== 'TEXTAREA' || event.ctrlKey || event.metaKey || (field.submits && !event.shiftKey);
      if (event.key === 'Enter' && !event.isComposing && isLine && !this.isChosen && onenter) {
        event.preventDefault();
        onenter(this);
      }
    });
  }

  _create() {
    const { field } = this, common = { autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${this.id}e` };
    if (this.isToggle) return h('input', { type: 'checkbox', role: 'switch', ...common });
    if (this._values) {
      return h('select', common, this._values.map((each, at) =>
        h('option', { value: at }, each === null ? NONE : formatted(field, each))));
    }
    if (!['text', 'integer', 'number'].includes(field.kind) || field.format === 'longText') {
      return h('textarea', { rows: 2, class: field.kind === 'text' ? '' : 'code', ...common });
    }
    const mode = { integer: 'numeric', number: 'decimal' }[field.kind] ?? (field.format === 'url' ? 'url' : null);
    const isTime = field.format === 'time';
    return h('input', { type: field.secret ? 'password' : isTime ? 'datetime-local' : field.filters ? 'search' : 'text',
      step: isTime ? 1 : null, inputmode: mode, dir: 'auto', ...common });
  }

  _offer(values) {
    const options = values.slice(0, OFFERED)
      .map(({ value, name }) => h('option', { value: typed(this.field, value), label: titled(name) || null }));
    this.input.setAttribute('list', `${this.id}l`);
    this.row.append(h('datalist', { id: `${this.id}l` }, options));
  }

  /** Whether the value is chosen, not typed. */
  get isChosen() { return Boolean(this._values) || this.isToggle; }
  get text() { return this.isToggle ? String(this.input.checked) : this.input.value; }
  get isEdited() { return this._sending > 0 || this.text !== this._served; }

  /** Focuses the input, and selects the text of a line, which the next text replaces. */
  enter() {
    this.input.focus();
    if (this.input.tagName === 'INPUT') this.input.select();
  }

  /** The value of the input. Throws an error for people if there is none. */
  get value() {
    if (this.isToggle) return this.input.checked;
    return this._values ? this._values[this.input.value] : parsed(this.field, this.input.value);
  }

  set _shown(text) {
    if (this.isToggle) this.input.checked = text === 'true'; else this.input.value = text;
  }

  /** The text of a value as the input returns it. Inputs change line endings, and reject what is not a time. */
  _textOf(value) {
    if (this.isToggle) return String(value === true);
    const probe = this.input.cloneNode(true);
    probe.value = this._values ? this._values.findIndex((each) => isEqual(each, value)) : typed(this.field, value);
    return probe.value;
  }

  /** Shows the value on the server, unless somebody has typed another text. */
  show(value) {
    const wasEdited = this.isEdited;
    this.served = value;
    this._served = this._textOf(value);
    this.isExact = this._served === typed(this.field, value);
    if (!wasEdited && this.text !== this._served) this._shown = this._served;
    if (this._values) this.input.title = this._served ? '' : shown(value);
    this.mark();
  }

  /** At the beginning of a request that sends the text. Returns the text. */
  beginSending() {
    this._sending += 1;
    return this.text;
  }

  /** At the end of the request. */
  endSending(text, isSet) {
    this._sending -= 1;
    if (isSet) this.sent(text);
    else if (this.input.selectionEnd) this.input.selectionStart = this.input.selectionEnd; // Typing does not replace it.
    this.mark();
  }

  /** The server has accepted this text. The user may have typed another one since. */
  sent(text) {
    if (this.text !== text) return;
    Object.assign(this, { _served: text, isExact: true });
    this.mark();
  }

  mark() { this.element.classList.toggle('edited', this.isEdited && !this.isChosen); }

  fail(text = '') {
    this.error.hidden = !text;
    this.error.textContent = clean(text);
    this.input.ariaInvalid = text ? 'true' : null;
  }

  /** Removes a text that was sent to an earlier server and cannot be read, such as a password. */
  forget() { if (!this.isEdited) this._shown = this._served = ''; }
}
