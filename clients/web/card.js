// A card: the properties of an open view in their order, and its actions.

import { CallLines } from './calls.js';
import { ask, confirm, dialog } from './dialogs.js';
import { NO_EFFECT, announce, bdi, button, copyText, h, iconButton, newId, notify, renew, tip } from './dom.js';
import { move } from './focus.js';
import { Form } from './form.js';
import { nameIn } from './copy.js';
import { fact, rowContent } from './parts.js';
import { ELSEWHERE, Question } from './question.js';
import { answer, answered, appearing, asked, at, busy, buttons, cancelling, canonical, changed, chosen, confirmation,
  errorPlace, isDimmed, isShown, named, noticed, offered, returned, rowArguments, rowName, scrolling, settled, subtitle, visible } from './screen.js';
import { Stream } from './stream.js';
import { Table } from './table.js';
import { clean, formatted, placeText, shown, titled } from './text.js';

/** The minimum time between two drawings, in milliseconds. */
const FRAME = 10;
/** The roles of parts that people only read. */
const READ = new Set(['error', 'flag', 'progress', 'question']);

export class Card {
  state = {};
  view = null;
  isOpening = false;
  /** The properties that have opened other cards from this one. */
  _followed = new Set();
  /** The answers of calls that have failed or were not confirmed, by action and arguments: the next form has them. */
  _answers = new Map();
  /** The names of the actions that are dimmed. */
  _dimmed = new Set();
  _drawnAt = 0;

  /**
   * `session` is its name if the view belongs to a session of others. The user calls `on.close()` and `on.reopen()`;
   * `on.ended()` follows when the view was closed by others. `on.open(view, isEntered)` opens another one. The other functions
   * are those of `CallLines`.
   */
  constructor(screen, params, session, draftOf, on) {
    Object.assign(this, { screen, params, session, on });
    const id = newId();
    this._parts = new Map();
    this._tables = [];
    this._subtitle = h('span', { class: 'subtitle' });
    this._busy = h('div', { class: 'busy', role: 'status', hidden: true });
    this._message = h('div', { class: 'error', role: 'alert', hidden: true });
    this.form = new Form(screen, draftOf, {
      run: (...call) => this._run(...call), request: (...call) => this.request(...call),
      attempt: (...steps) => this.attempt(...steps), edited: () => this._dim(),
    });
    this._lines = new CallLines(on);
    this._body = h('form', { class: 'body', novalidate: true, onsubmit: (event) => event.preventDefault() },
      h('p', { class: 'loading' }, 'Loading…'));
    this.element = h('article', { class: 'card', tabindex: -1, 'aria-labelledby': id, 'data-type': screen.name,
      onkeydown: (event) => {
        if (event.key !== 'Enter' || event.target !== this.element) return;
        event.preventDefault(); // Otherwise, the field would get the Enter, too.
        this.enter();
      } },
      h('header', {}, h('h2', { id, title: tip(screen.description) }, bdi(screen.title, 80), ' ', this._subtitle),
        session && h('span', { class: 'badge', title: 'The view belongs to this session.' }, bdi(session, 40)),
        iconButton('more', `Whole state of ${clean(screen.title, 80)}`, () => this.inspect()),
        iconButton('close', `Close ${clean(screen.title, 80)}`, on.close)),
      this._busy, this._message, this._body, this._lines.element);
  }

  get isOpen() { return Boolean(this.view) && !this.view.isClosed; }

  get title() {
    const value = this._subtitle.textContent;
    return `${clean(this.screen.title, 80)}${value ? ` · ${value}` : ''}`;
  }

  /** Shows an open view, and its changes from now on; and calls the action that is called when it appears. */
  attach(view, isJoined) {
    this.view = view;
    this._followed.clear();
    for (const each of this._parts.values()) each.take?.();
    this.element.classList.remove('lost', 'over');
    this._ending?.remove();
    this.fail();
    if (!this._parts.size) this._build();
    this.form.begin(view);
    this._show(view.state, true);
    view.subscribe((change) => this._changed(view, change));
    view.closed.then((reason) => { if (this.view === view) this._end(reason); });
    const action = appearing(this.screen, isJoined);
    if (action) this.attempt(() => this._run(view, action, {}, true));
  }

  /** The view was closed by the app or by others, or was lost with the server. */
  _end(reason) {
    const isLost = reason.name !== 'ViewClosed';
    this._endQuestions();
    this.form.end(isLost);
    if (!isLost) this._answers.clear();
    this.element.classList.toggle('lost', isLost);
    if (isLost) return this._dim();
    this.cover('This view was closed by the app, or by another front end.');
    this.on.ended();
  }

  /** Closes the view, unless it is left to others. */
  close(isLeft = false) {
    this._endQuestions();
    this.form.end(false);
    if (!isLeft) this.view?.close().catch(() => {});
    this.view = null;
  }

  async _run(view, action, values, isAutomatic = false) {
    await this._lines.run(view, action, values, isAutomatic ? null : this.form.submittedBy(action, values));
    this.on.open(settled(action, values, view.state));
  }

  /** Resets the properties that had opened other cards, when the user comes back to this one. */
  comeBack() {
    if (this.isOpen) for (const part of this._followed) this._set(returned(part, this.view.state));
    this._followed.clear();
  }

  _set(values) { if (Object.keys(values).length) this.form.set(values).catch((error) => this.fail(error)); }

  _build() {
    const { screen } = this, blocks = [], filters = [];
    let facts = null;
    for (const field of visible(screen).filter((each) => each.role !== 'notice')) {
      const isEditor = field.editable && !READ.has(field.role) && field.opens?.file === undefined;
      const part = ['rows', 'list'].includes(field.kind) ? this._table(field) : isEditor ? this._editor(field)
        : field.role === 'question' ? new Question(field, (...given) => this._answer(field, ...given))
        : field.format === 'stream' ? new Stream(field) : fact(field, (each) => this._choose(each, at(this.state, each.name)));
      this._parts.set(field.name, part);
      if (field.filters) filters.push(part);
      else if (part.isFact) {
        if (!facts) blocks.push(facts = h('dl', { class: 'facts' }));
        facts.append(part.element);
      } else {
        blocks.push(part.element);
        facts = null;
      }
    }
    for (const { field, element } of filters) {
      const table = this._parts.get(field.filters);
      if (table) table.tools.append(element); else blocks.push(element);
    }
    if (!blocks.length && !buttons(screen).length) blocks.push(h('p', { class: 'empty' }, 'This view is empty.'));
    this._body.replaceChildren(...blocks);
    const submitting = new Set([...this.form.editors.values()].map((each) => each.field.submits));
    const others = buttons(screen).filter((each) => !submitting.has(each.name))
      .map((each) => this._button(each, each.name === screen.form.calls));
    if (others.length) this._body.append(h('div', { class: 'actions' }, others));
  }

  _button(action, isFirst = false, given = {}) {
    const style = `${isFirst ? 'primary' : ''} ${action.destructive ? 'destructive' : ''}`;
    const half = (label, all, options) => button(label, () => this.request(action, { given, all }),
      { class: style, 'aria-description': this._dimmed.has(action.name) && NO_EFFECT, ...options });
    const main = half(bdi(action.title, 80), false, { title: tip(action.description), 'data-action': action.name });
    return !action.asks.some((each) => each.optional) ? main : h('span', { class: 'split' }, main, half('…', true,
      { 'aria-label': `${clean(action.title, 80)} with all arguments`, title: 'With all arguments', 'data-all': action.name }));
  }

  _table(field) {
    const table = new Table(this.screen, field, {
      call: (action, row) => this.request(action, { given: rowArguments(action, field, row) }),
      choose: (row) => this._choose(field, row), inspect: (row) => this._inspectRow(field, row),
      isDimmed: (action) => this._dimmed.has(action.name),
    });
    this._tables.push(table);
    return table;
  }

  _editor(field) {
    const editor = this.form.add(field), action = named(buttons(this.screen), field.submits);
    if (action) editor.row.append(this._button(action, true));
    return editor;
  }

  /** Shows the notices of a change, opens what it opens, and shows the present state of the view, at most once in a while. */
  _changed(view, { names, appended, previous, state }) {
    if (view !== this.view) return;
    const { texts, sets } = noticed(this.screen, previous, state);
    texts.forEach(notify);
    this._set(sets);
    this._follow(previous, state);
    for (const name of names) this._parts.get(name)?.take?.(at(appended, name));
    if (this._timer) return;
    const wait = this._drawnAt + FRAME - performance.now(), show = () => {
      this._timer = null;
      if (this.isOpen) this._show(this.view.state);
    };
    if (wait <= 0) show(); else this._timer = setTimeout(show, wait);
  }

  _show(state, isSnapshot = false) {
    const before = this.state, { screen } = this;
    this.state = state;
    this.form.show(state);
    this._drawnAt = performance.now();
    const isTyping = this._drawnAt - (this.form.filteredAt ?? -1e9) < 1500;
    for (const field of screen.parts) {
      const part = this._parts.get(field.name), isEndInSight = part?.atEnd;
      const isOther = (name) => name !== undefined && (isSnapshot || at(state, name) !== at(before, name));
      if (!part || this.form.editors.has(field.name)) continue;
      if (isOther(field.name) || isOther(field.total)) part.show(at(state, field.name), !isSnapshot && !isTyping, state);
      if (field.scroll && (isOther(field.name) || isOther(field.scroll.target))) {
        const { row, sets } = scrolling(field, isSnapshot ? null : before, state, isEndInSight);
        if (row !== undefined) part.scrollTo(row);
        this._set(sets);
      }
    }
    if (this._isAwaitingRows && this._tables[0].rows.length) {
      if (document.activeElement === this.element) this.enter();
      this._isAwaitingRows = false;
    }
    this._placeErrors(state);
    for (const { empty, field } of this._tables) empty.textContent = this._emptyText(field, state);
    this._showBusy();
    this._dim();
    const found = subtitle(screen, state);
    const params = screen.asks.filter(({ name, secret }) => !secret && Object.hasOwn(this.params, name))
      .map(({ name }) => shown(this.params[name], 30)).join(' ');
    const text = found === null ? params : formatted(screen.subtitle, found, false, 60);
    renew(this._subtitle, [text && bdi(text)]);
  }

  /** Opens the views that a change of the state opens. */
  _follow(before, state) {
    for (const { part, view, isOffered } of changed(this.screen, before, state, this._lines.count > 0)) {
      if (view.file) {
        if (!isOffered) this._parts.get(part.name)?.element.scrollIntoView({ block: 'nearest' }); // A page cannot open it.
      } else {
        this.on.open(view);
        this._followed.add(part);
      }
    }
  }

  /** Puts each error at the part that it is about, while people see that part. */
  _placeErrors(state) {
    for (const field of this.screen.parts.filter((each) => each.about)) {
      const { element, message } = this._parts.get(field.name), at = this._parts.get(errorPlace(this.screen, field, state));
      const place = at?.place?.() ?? at?.element ?? element;
      if (message && message.parentElement !== place) place.append(message);
    }
    for (const each of this.form.editors.values()) each.check();
  }

  _emptyText(field, state) {
    const { parts } = this.screen, isFiltered = parts.some((each) => each.filters === field.name && at(state, each.name));
    if (parts.some((each) => each.role === 'error' && isShown(each, at(state, each.name)))) return '';
    return busy(this.screen, state).length ? 'Loading…' : isFiltered ? 'Nothing matches.' : 'Nothing here yet.';
  }

  _showBusy() {
    const found = busy(this.screen, this.state), action = cancelling(this.screen, this.state);
    this._busy.hidden = !found.length;
    this.element.setAttribute('aria-busy', String(found.length > 0));
    const names = found.map((each) => (each.choices ? formatted(each, this.state[each.name], true, 60) : clean(each.title, 60)))
      .join(', ');
    renew(this._busy, [h('span', { class: 'spinner', 'aria-hidden': 'true' }), bdi(names),
      action && button('Cancel', () => this.request(action), { class: 'quiet', 'data-key': action.name })]);
  }

  /** Disables the actions of a view that is lost, and dims those that would do nothing now, which people can call nevertheless. */
  _dim() {
    const { unsent } = this.form, isLost = this.element.classList.contains('lost');
    const dimmed = this.screen.actions.filter((each) => isDimmed(this.screen, each, this.state, unsent));
    this._dimmed = new Set(dimmed.map((each) => each.name));
    for (const each of this.element.querySelectorAll('[data-action], [data-all]')) {
      each.ariaDescription = this._dimmed.has(each.dataset.action ?? each.dataset.all) ? NO_EFFECT : null;
      each.ariaDisabled = isLost ? 'true' : null;
    }
  }

  /** Says why the view is not open, and offers to open it. Hides the state of a closed view, as it may be private. */
  cover(reason, label = 'Open again') {
    this._ending?.remove();
    this._ending = h('div', { class: 'error', role: 'alert' }, bdi(reason, 600), label && button(label, this.on.reopen));
    this._message.before(this._ending);
    if (this.element.classList.contains('lost')) return;
    this.element.classList.add('over');
    this.fail();
    this.state = {};
    if (this._body.contains(document.activeElement)) move(this.element);
  }

  /** Shows an error beside the field that it is about, or on the card. Without one, the card shows none. */
  fail(error, more = '') {
    const editor = this.form.editors.get(nameIn(error?.path));
    editor?.fail(error.message);
    this._message.hidden = !error || Boolean(editor);
    this._message.replaceChildren(bdi(error?.message ?? '', 600), more);
  }

  /** Runs a step for fields, and then the next one with its result. An error appears on the card, and is the result. */
  async attempt(step, then, editors = this.form.editors.values()) {
    this.fail();
    for (const each of editors) each.fail();
    try {
      const result = await step();
      then?.(result);
    } catch (error) {
      if (error.kind !== 'RequestCancelled') this.fail(error);
      return error;
    }
    return null;
  }

  /** Calls an action, after asking for its missing arguments, and whether people mean it. */
  async request(action, { given = {}, all = false, failure } = {}) {
    if (!this.isOpen || !this.form.isReady(action)) return;
    const { view } = this, fields = asked(action, given, all), key = canonical([action.name, given]);
    let answers = {};
    if (fields.length) {
      answers = await ask(`${this.title} · ${action.title}`, fields, { label: action.title, failure, known: this._answers.get(key),
        description: action.description, offered: (each) => offered(this.screen, each, this.state) });
      if (!answers) return;
      this._answers.set(key, answers);
    }
    const values = answered(action, given, answers), question = confirmation(this.screen, action, values, this.state);
    if (question && !await confirm(question.text, titled(question.beside), action)) return;
    if (this.view !== view) return this.fail({ message: `${action.title} was not called, because the view was opened again.` });
    const error = await this.attempt(() => this.form.call(action, values));
    const isFailed = error || this.screen.parts.some((each) => each.role === 'error' && isShown(each, at(view.state, each.name)));
    if (!isFailed) this._answers.delete(key);
    const name = nameIn(error?.path);
    if (error && fields.some((each) => each.name === name)) {
      this.fail();
      this.request(action, { given, all, failure: { name, message: error.message } });
    }
  }

  /** Answers a question, and waits for the end; null without an answer. Texts that were not sent stay in their fields. */
  _answer(part, question, choice) {
    const { view } = this, reply = answer(this.screen, part, question, choice);
    return reply && this.attempt(() => this._run(view, reply.action, reply.values)).then((error) => {
      if (error?.kind !== 'ContentModified') return;
      this.fail();
      notify(ELSEWHERE);
    });
  }

  _endQuestions() { for (const each of this._parts.values()) each.end?.(); }

  _choose(field, row) {
    const next = chosen(field, row);
    if (next?.file) copyText(placeText(next.file, Infinity)); else if (next) this.on.open(next, true); else this._inspectRow(field, row);
  }

  _inspectRow(field, row) {
    const actions = buttons(this.screen, field);
    const element = dialog(titled(rowName(field, row)) || field.title, h('div', {}, rowContent(field, row),
      actions.length ? h('footer', { onclick: () => element.close() },
        actions.map((each) => this._button(each, false, rowArguments(each, field, row)))) : ''));
  }

  /** Shows the whole state, with what the card hides. */
  inspect() {
    const whole = this.screen.parts.filter((each) => Object.hasOwn(this.state, each.name))
      .map((each) => h('div', {}, h('dt', {}, bdi(each.title, 80)), h('dd', {}, bdi(shown(this.state[each.name], 4000), 4000))));
    dialog(this.title, h('dl', { class: 'facts' }, whole));
  }

  /** Focuses the first field of the form, or else the first table, or else its filter. */
  enter() {
    const { first } = this.form;
    const [table] = this._tables;
    // The action of `onAppear` may be about to fill the table.
    this._isAwaitingRows = !first && table && !table.rows.length && Boolean(this.screen.onAppear);
    const target = this.element.classList.contains('over') || this._isAwaitingRows ? this.element
      : first?.input ?? (table?.rows.length ? table : null) ?? [...this.form.editors.values()][0]?.input ?? this.element;
    move(target);
    if (this.element.contains(document.activeElement)) this._arrive(); // Otherwise, the user edits a field of another card.
  }

  /** Focuses the card itself, where letters are keys, and Enter leads to its fields. */
  visit() {
    this.element.focus({ preventScroll: true });
    this._arrive();
  }

  _arrive() {
    this.element.scrollIntoView({ block: 'nearest' });
    announce(this.title);
  }
}
