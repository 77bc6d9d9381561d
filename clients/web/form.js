// The fields of a card, which draw their drafts, and what is sent of them: the section Forms of SCREENS.md.

import { button, h } from './dom.js';
import { Draft } from './draft.js';
import { Editor } from './fields.js';
import { at, entered, fieldsOf, named } from './screen.js';
import { clean, shown } from './text.js';

/** Texts in one line, of which the first one is shown. */
const listed = (texts) => `${clean(texts[0], 60)}${texts.length > 1 ? `, and ${texts.length - 1} more` : ''}`;

/** The texts of fields to send, each `{editor, text}`. */
const taken = (editors) => editors.map((editor) => ({ editor, text: editor.draft.enter() })).filter(({ text }) => text !== null);

/** The input of a property. It shows the draft, and beside it the messages that are on their way or kept. */
class Property extends Editor {
  constructor(field, draftOf, on) {
    super(field, on);
    this._part = this.isChosen ? { secret: field.secret } : field;
    this.draft = this.isChosen ? new Draft(this._part) : draftOf(field);
    this.draft.editor = this;
    this._note = h('span', { class: 'note', role: 'status' });
    this._kept = button('', () => {
      this.draft.recall();
      this.draw();
      this.input.focus();
      on.onrecall();
    }, { class: 'kept quiet', title: 'Exchanges it with the text in the field' });
    if (!this.isToggle) this.element.prepend(h('div', { class: 'inline' }, this.label, this._note));
  }

  /** Whether the text is sent when its field is left. */
  get isSentByLeaving() {
    const { secret, filters, submits } = this.field;
    return this.isChosen || !(secret || filters || submits);
  }

  /** Whether sending the text would replace one that the user has not seen. */
  get isOutdated() { return this.isSentByLeaving && this.draft.isOutdated; }

  draw() {
    const { draft, input } = this, { sent, kept, doubtful } = draft, texts = sent.filter(Boolean);
    draft.save();
    if (this.isChosen && !this.isPassing) draft.typed = null; // It is sent when it is chosen, or else the state is shown.
    if (!this.isUnfinished && this.text !== draft.shown) this.text = draft.shown;
    if (this._values) input.title = this.text ? '' : shown(this.served);
    this.element.classList.toggle('edited', draft.typed !== null || (sent.length > 0 && !draft.isMessage && !this.isChosen));
    this._note.textContent = this.isOutdated
      ? `Meanwhile it became “${clean(this.textOf(this.served), 60)}”: ${this.enterKey} replaces that, Escape takes it`
      : [['sending', draft.isMessage ? texts : []], ['May have arrived', doubtful]].filter(([, found]) => found.length)
        .map(([title, found]) => `${title}: ${listed(found)}`).join(' · ');
    if (!kept.length) this._kept.remove(); else if (!this._kept.isConnected) this.row.after(this._kept);
    this._kept.textContent = kept.length ? `Take back: ${listed(kept)}` : '';
  }

  /** Shows the value in the state of a new view. Returns the text to send, if any. */
  begin(value) {
    this.served = value;
    const due = this.draft.begin(this._part, this.textOf(value));
    this.draw();
    // The input does not take a text of an earlier version of the app, or a date of which only a part was entered.
    if (this.text !== this.draft.shown) this.draft.typed = null;
    this.draw();
    return due;
  }

  /** Shows another value in the state. */
  show(value) {
    this.served = value;
    this.draft.serve(this.textOf(value));
    this.draw();
  }
}

export class Form {
  editors = new Map();
  /** Ends when the calls that need values have ended: until then, no other property is set. */
  _calls = Promise.resolve();
  /** The texts on their way that no call has sent; null if there are none. */
  _texts = null;
  /** Functions that refuse what was not sent yet. */
  _waiting = new Set();

  /**
   * `draftOf(field)` returns a draft of the view. `on.run(view, action, values)` calls, `on.request(action, options)` calls after
   * questions, `on.attempt(step, then)` shows errors, and `on.edited()` says that other fields have text that was not sent.
   */
  constructor(screen, draftOf, on) { Object.assign(this, { screen, on, _draftOf: draftOf }); }

  /** Adds the input of a property. */
  add(field) {
    const editor = new Property(field, this._draftOf, {
      fields: this.screen.parts,
      onedit: () => {
        if (field.filters) this.filteredAt = performance.now();
        this._send([{ editor, text: editor.draft.edit(editor.text) }]);
        editor.draw();
        this.on.edited();
      },
      oncommit: () => {
        if (this._isOver) return editor.draw();
        if (editor.isChosen) editor.draft.edit(editor.text);
        if (editor.isSentByLeaving && !editor.isOutdated) this._send(taken([editor]));
      },
      onrecall: this.on.edited,
      onescape: () => {
        if (!editor.isSentByLeaving) return;
        editor.fail();
        editor.draft.typed = null;
        editor.text = editor.draft.shown;
        editor.draw();
        this.on.edited();
      },
      onenter: () => this.enter(editor),
    });
    this.editors.set(field.name, editor);
    return editor;
  }

  /** The first field that submits an action. */
  get first() {
    const { fields } = this.screen.form;
    return [...this.editors.values()].find(({ field }) => field.submits || fields.includes(field.name));
  }

  /** The names of the fields with text that was not sent, or has no reply. */
  get unsent() {
    return [...this.editors.values()].filter(({ draft }) => draft.typed !== null || draft.sent.length).map((each) => each.field.name);
  }

  /** Whether texts are kept that have not arrived, and would not if the view were closed. */
  get keepsText() {
    return [...this.editors.values()].some(({ draft: { typed, kept, sent, isMessage } }) =>
      typed || kept.length || (isMessage && sent.length));
  }

  /** Shows the state of a new view. What was to be sent to an earlier one is not sent to this one, and does not delay it. */
  begin(view) {
    Object.assign(this, { view, _isOver: false, _calls: Promise.resolve(), _texts: null });
    for (const editor of this.editors.values()) this._send([{ editor, text: editor.begin(at(view.state, editor.field.name)) }]);
  }

  show(state) {
    if (this._isOver) return;
    for (const each of this.editors.values()) {
      const { name } = each.field;
      if (Object.hasOwn(state, name) && state[name] !== each.served) each.show(state[name]);
    }
  }

  /** The view has ended: it is closed, or its server has ended. What was sent has a reply, and nothing else is sent. */
  end(isLost) {
    this._isOver = true;
    for (const each of this.editors.values()) {
      if (isLost) each.draft.lose(); else each.draft.close();
      each.draw();
    }
    const reason = Object.assign(new Error('The view has ended.'), { kind: 'RequestCancelled' });
    for (const refuse of this._waiting) refuse(reason);
  }

  /** Enter in a field: sets the fields, and calls the action of the field, or of the form if it is the last field. */
  enter(editor) {
    const { screen, on } = this, own = named(screen.actions, editor.field.submits);
    if (own) return on.request(own);
    const fields = screen.form.fields.flatMap((name) => this.editors.get(name) ?? []), next = fields[fields.indexOf(editor) + 1];
    if (!fields.includes(editor)) return this._send(taken([editor]));
    if (next && editor.isSentByLeaving) this._send(taken([editor])); // Leaving it does not send what replaces an unseen text.
    if (next) return next.enter();
    if (!screen.form.calls) return this._send(taken(fields));
    (editor.field.secret ? editor : fields[0]).enter(); // A secret is not typed again into another field.
    return on.attempt(() => entered(screen, (name) => this._value(this.editors.get(name))),
      ({ action, given }) => on.request(action, { given }));
  }

  /** Whether a call would do something: the same key or button twice does not submit a text twice. */
  isReady({ name }) {
    const own = [...this.editors.values()].filter(({ draft }) => draft.field.submits === name);
    return !own.length || own.some(({ draft }) => draft.isReady);
  }

  /** The fields that an action submits, without its arguments, for a copy of the call. Secret texts are not included. */
  submittedBy(action, values) {
    const { state } = this.view, fields = fieldsOf(this.screen, action).filter(({ name, secret }) => this.editors.has(name)
      && !Object.hasOwn(values, name) && (secret || Object.hasOwn(state, name)));
    return Object.fromEntries(fields.map((each) => [each.name, each.secret ? '' : state[each.name]]));
  }

  /** Sends the texts of the moment, and then calls an action. If it needs them, what is set later waits for its end. */
  call(action, values) {
    const { view } = this, run = () => this.on.run(view, action, values);
    if (this.screen.parts.some((each) => each.cancel === action.name)) return run(); // It may cancel a call in progress.
    const editors = [...this.editors.values()], own = taken(editors.filter(({ draft }) => draft.field.submits === action.name));
    const others = taken(editors.filter(({ draft }) => draft.typed !== null && !draft.isMessage)), texts = [...own, ...others];
    const setting = this._end(Promise.all([this._texts, this._set(texts)]), others, 'set');
    const call = this._end(this._before(setting).then(run), own, 'called');
    if (texts.length || fieldsOf(this.screen, action).length) this._calls = Promise.allSettled([this._calls, call]);
    return call;
  }

  /** Sets properties, in their turn. */
  set(values) {
    const { view } = this;
    return this._before(this._calls).then(() => view.set(values));
  }

  /** Waits, unless the view ends before. */
  _before(promise) {
    let refuse;
    return new Promise((resolve, reject) => {
      this._waiting.add(refuse = reject);
      promise.then(resolve, reject);
    }).finally(() => this._waiting.delete(refuse));
  }

  /** Sends texts that no call sends. Without a text, there is nothing to do. */
  _send(found) {
    const texts = found.filter(({ text }) => typeof text === 'string');
    if (!texts.length) return;
    const setting = this._end(this._set(texts), texts, 'set'), sent = this._texts = Promise.all([this._texts, setting]);
    sent.catch(() => {}).then(() => { if (this._texts === sent) this._texts = null; });
    this.on.attempt(() => setting, null, texts.map((each) => each.editor));
  }

  /** Sets the properties of texts: all or none. A text that is not a value fails. */
  async _set(texts) {
    if (texts.length) await this.set(Object.fromEntries(texts.map(({ editor, text }) => [editor.field.name, this._value(editor, text)])));
  }

  /** Waits for the end of texts. If it fails, they are refused. */
  async _end(promise, texts, ending) {
    let result = 'refused';
    try {
      for (const { editor } of texts) editor.draw();
      await promise;
      result = ending;
    } catch (error) {
      if (error.isLost) result = 'lost';
      throw error;
    } finally {
      if (texts.length) this.show(this.view.state); // It may not be drawn yet.
      for (const { editor, text } of texts) {
        this._send([{ editor, text: editor.draft.end(text, result) }]);
        editor.draft.editor.draw();
      }
      this.on.edited();
    }
  }

  _value(editor, text = editor.draft.shown) {
    try {
      return editor.valueOf(text);
    } catch (error) {
      throw Object.assign(error, { path: `/${editor.field.name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
    }
  }
}
