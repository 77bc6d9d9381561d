// The inputs of properties, parameters and arguments.

import { bdi, h, newId, tip } from './dom.js';
import { isEqual } from './screen.js';
import { NONE, clean, formatted, parsed, titled, typed } from './text.js';

/** The maximum number of offered values in a list. */
const OFFERED = 500;

/** An input with its title and its error. `isAsked`: in a form, where an optional value may be left out. */
export class Editor {
  /** The value that was shown last, if any. */
  served;

  constructor(field, { isAsked = false, offered = [], onedit, oncommit, onenter } = {}) {
    Object.assign(this, { field, id: newId(), _offered: offered });
    const isOptional = isAsked && field.optional;
    const values = field.kind === 'switch' ? [false, true] : field.choices?.map((each) => each.value);
    this.isToggle = field.kind === 'switch' && !field.nullable && !isOptional;
    this._values = !values || this.isToggle ? null : [...(field.nullable || isOptional ? [null] : []), ...values];
    this.input = this._create();
    this.input.id = this.id;
    this.error = h('p', { class: 'field-error', id: `${this.id}e`, role: 'alert', hidden: true });
    this.label = h('label', { for: this.id, title: isAsked ? null : tip(field.description) },
      bdi(field.title, 80), isOptional && h('span', { class: 'note' }, 'optional'));
    const notes = isAsked ? [field.description, field.from && !offered.length && 'There is nothing to choose from.'] : [];
    this.row = h('div', { class: 'input-row' }, this.input);
    this.element = h('div', { class: `field ${this.isToggle ? 'toggle' : ''}`, 'data-property': field.name },
      this.isToggle ? [this.row, this.label] : [this.label, this.row],
      notes.filter(Boolean).map((each) => h('p', { class: 'note' }, bdi(each, 300))), this.error);
    if (offered.length) this._offer();
    this.input.addEventListener('input', () => { if (!this.isChosen) onedit?.(this); });
    // A text that was refused is sent, too, when its field is left; the browser does not say that it has changed.
    this.input.addEventListener(this.isChosen ? 'change' : 'blur', () => oncommit?.(this));
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

  _offer() {
    const options = this._offered.slice(0, OFFERED)
      .map(({ value, name }) => h('option', { value: typed(this.field, value), label: titled(name) || null }));
    this.input.setAttribute('list', `${this.id}l`);
    this.row.append(h('datalist', { id: `${this.id}l` }, options));
  }

  /** Whether the value is chosen, not typed. */
  get isChosen() { return Boolean(this._values) || this.isToggle; }

  get text() { return this.isToggle ? String(this.input.checked) : this.input.value; }
  set text(text) {
    if (this.isToggle) this.input.checked = text === 'true'; else this.input.value = text;
  }

  /** Focuses the input, and selects the text of a line, which the next text replaces. */
  enter() {
    this.input.focus();
    if (this.input.tagName === 'INPUT') this.input.select();
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
    this.input.ariaInvalid = text ? 'true' : null;
  }
}
