// The fields of a card: what is edited, and how it is sent and submitted.

import { Editor } from './fields.js';
import { entered, fieldsOf, named } from './screen.js';

export class Form {
  editors = new Map();

  /** The card has the view, calls actions, and shows errors. */
  constructor(card) { this.card = card; }

  /** Adds the input of a property. */
  add(field) {
    const editor = new Editor(field, {
      onedit: () => {
        this.card.dim();
        if (field.filters) this._filter(editor);
      },
      oncommit: () => {
        const isSent = editor.isChosen || !(field.secret || field.filters);
        if (isSent && editor.isEdited) this.card.attempt(() => this._send([editor]));
      },
      onenter: () => this.enter(editor),
    });
    this.editors.set(field.name, editor);
    return editor;
  }

  /** The first field that submits an action. */
  get first() {
    const { fields } = this.card.screen.form;
    return [...this.editors.values()].find(({ field }) => field.submits || fields.includes(field.name));
  }

  /** The names of the fields with text that was not sent. */
  get unsent() { return [...this.editors.values()].filter((each) => each.isEdited).map((each) => each.field.name); }

  /** The edited fields, and those that submit an action. A text that is not a value fails. */
  _edited(action) {
    const edited = [...this.editors.values()].filter((each) => each.isEdited
      || (each.isExact && action && each.field.submits === action.name));
    for (const each of edited) this._value(each);
    return edited;
  }

  _value(editor) {
    try {
      return editor.value;
    } catch (error) {
      throw Object.assign(error, { path: `/${editor.field.name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
    }
  }

  /** Sets the properties of edited fields: all or none. They are set after a turn, with the texts of now. */
  async _send(edited, turn) {
    if (!edited.length) return turn;
    const { view } = this.card, values = Object.fromEntries(edited.map((each) => [each.field.name, this._value(each)]));
    const texts = edited.map((each) => each.beginSending());
    let isSet = false;
    try {
      await turn;
      await view.set(values);
      isSet = true;
    } finally {
      edited.forEach((each, index) => each.endSending(texts[index], isSet));
    }
    for (const each of edited) if (Object.hasOwn(view.state, each.field.name)) each.show(view.state[each.field.name]);
    this.card.dim();
  }

  _filter(editor) {
    this.filteredAt = performance.now();
    this.card.attempt(() => this._send([editor]));
  }

  /** Enter in a field: sets the fields, and calls the action of the field, or of the form if it is the last field. */
  enter(editor) {
    const { card } = this, { screen } = card, own = named(screen.actions, editor.field.submits);
    if (own) {
      editor.input.select?.(); // The next text replaces this one.
      return this._submit(editor, own);
    }
    const typed = screen.form.fields.map((name) => this.editors.get(name)), next = typed[typed.indexOf(editor) + 1];
    if (!typed.includes(editor)) return card.attempt(() => this._send(this._edited()));
    if (next) return next.enter(); // The field that is left sends its text.
    if (!screen.form.calls) return card.attempt(() => this._send(this._edited()));
    typed[0].enter();
    return card.attempt(() => entered(screen, (name) => this._held(name)),
      ({ action, given }) => card.request(action, { given }));
  }

  /** Calls the action of a field, but not again for a text that was not edited since, and whose call has no reply. */
  async _submit(editor, action) {
    if (editor.submission) return;
    const submission = editor.submission = {};
    try {
      await this.card.request(action);
    } finally {
      if (editor.submission === submission) editor.submission = null;
    }
  }

  /** The value of a field: the edited one, or else that of the server, if the server sends it. */
  _held(name) {
    const editor = this.editors.get(name), { state } = this.card;
    return editor.isEdited || !Object.hasOwn(state, name) ? this._value(editor) : state[name];
  }

  /** The fields that an action submits, without its arguments, for a copy of the call. Secret texts are not included. */
  submittedBy(action, values) {
    const { screen, view: { state } } = this.card;
    const fields = fieldsOf(screen, action).filter(({ name, secret }) => this.editors.has(name) && !Object.hasOwn(values, name)
      && (secret || Object.hasOwn(state, name)));
    return Object.fromEntries(fields.map((each) => [each.name, each.secret ? '' : state[each.name]]));
  }

  /** Sends the edited fields, and calls an action. What the next call sets is sent after this call. */
  async call(action, values) {
    let run;
    const sending = this._send(this._edited(action), this._turn);
    this._turn = sending.then(() => { run = this.card.lines.run(action, values); }).catch(() => {});
    await sending;
    await this._turn;
    return run;
  }
}
