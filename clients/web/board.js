// The open cards, and the navigation between them.

import { toFragment } from './address.js';
import { Card } from './card.js';
import { ask } from './dialogs.js';
import { Drafts } from './drafts.js';
import { move } from './focus.js';
import { secretNames } from './copy.js';
import { vanish } from './press.js';
import { answered, asked, cancelling, canonical, isEqual } from './screen.js';

const hasParams = (card, screen, params) => card.screen.name === screen.name && isEqual(card.params, params);
/** Whether a view has secret parameters, which are not kept. */
const hasSecrets = ({ asks }, params) => asks.some(({ secret, name }) => secret && Object.hasOwn(params, name));

export class Board {
  cards = [];
  /** The calls in progress, in the order of their beginnings. */
  calls = new Set();
  screens = new Map();
  secrets = secretNames(new Map());
  /** The name of the server, or the path of its socket. */
  server = '';
  /** The card that has, or had last, the focus. */
  active = null;
  /** The last value of each parameter, by name: the next view often has the same. */
  _known = Object.create(null);
  /** The names and parameters of the views that the user has closed, without those that have secret parameters. */
  _closed = [];
  _drafts = new Drafts();

  /**
   * `on.arranged()`: the set of cards has changed. `on.activated()`: another card is the active one. `on.kept(card)`: texts of a
   * card that was removed are kept; `on.added(card)`: a card shows its texts.
   */
  constructor(element, on) {
    Object.assign(this, { element, on });
    element.addEventListener('focusin', (event) => this._activate(event.target.closest('.card')));
  }

  /** Opens views in this session from now on. */
  use(session, screens) {
    Object.assign(this, { session, screens, secrets: secretNames(screens) });
  }

  get own() { return this.cards.filter((each) => !each.session); }

  /** The names of the sessions of others that have cards. */
  get sessions() { return [...new Set(this.cards.flatMap((each) => each.session ?? []))]; }

  /** The fragment of the URL for the open views. Views with secret parameters are left out. */
  get fragment() {
    const views = this.own.filter(({ screen, params }) => !hasSecrets(screen, params));
    return toFragment(views.map((each) => ({ type: each.screen.name, params: each.params })), this.sessions);
  }

  /** Goes to the view of a screen that the user has chosen, after asking for its required parameters, or all. */
  async pick(screen, all = false) {
    const fields = asked(screen, {}, all);
    const answers = fields.length
      ? await ask(screen.title, fields, { label: 'Open', description: screen.description, known: this._known }) : {};
    if (answers) this.go(screen, answered(screen, {}, answers));
  }

  /** Goes to the card of a view. Opens the view if it has no card. */
  go(screen, params, { isEntered = true, isReplaced = false } = {}) {
    for (const { name, secret } of screen.asks) if (!secret && Object.hasOwn(params, name)) this._known[name] = params[name];
    let card = this.own.find((each) => hasParams(each, screen, params));
    if (card) {
      if (!card.isOpen) this._open(card, isEntered); else if (isEntered) card.enter();
      return;
    }
    card = this._add(this._create(screen, params));
    card.opener = this.active; // Before the focus makes the new card the active one.
    if (isEntered) move(card.element);
    this.on.arranged(isReplaced);
    this._open(card, isEntered);
  }

  /** The place of the texts of a view: its own, or else one of the same type and parameters that has texts and no card. */
  _placeOf(screen, params, session, id) {
    const kind = [this.server, screen.name, params], own = canonical([...kind, session, id]), { places } = this._drafts;
    const isFree = (place) => place.startsWith(`${canonical(kind).slice(0, -1)},`) && !this.cards.some((each) => each.place === place);
    return places.includes(own) || hasSecrets(screen, params) ? own : places.find(isFree) ?? own;
  }

  _create(screen, params, session = null, id = null, place = this._placeOf(screen, params, session, id)) {
    const card = new Card(screen, params, session, this._drafts.of(place, !hasSecrets(screen, params)), {
      begin: (call) => { this.calls.add(call); return () => this.calls.delete(call); },
      secrets: () => this.secrets, server: () => this.server,
      close: () => this.close(card), ended: () => this._ended(card),
      reopen: () => this.reopen(card),
      open: (view, isEntered = this.active === card) => { if (view) this.go(this.screens.get(view.type), view.params, { isEntered }); },
    });
    return Object.assign(card, { place });
  }

  _add(card) {
    this.cards.push(card);
    this.on.added(card);
    this.element.append(card.element);
    return card;
  }

  /** Opens the view of a card. */
  async _open(card, isEntered) {
    if (card.isOpening) return;
    card.isOpening = true;
    const id = `${card.screen.name.slice(0, 40)}-${Math.random().toString(36).slice(2, 8)}`;
    try {
      const view = await this.session.open(card.screen.name, { params: card.params, view: id, delivery: 'patch' });
      if (!this.cards.includes(card)) return void view.close().catch(() => {});
      card.attach(view, false);
    } catch (error) {
      if (error.kind) card.element.classList.remove('lost'); // The server refuses it: its former state may be private.
      return void card.cover(error.message, 'Try again');
    } finally {
      card.isOpening = false;
    }
    const isHere = card.element.contains(document.activeElement) || document.activeElement === document.body;
    if (isEntered && isHere) card.enter();
  }

  /** Shows a view that is open already, in a session of others or after a reload; in a session, on its card that was lost. */
  adopt(view, session = null) {
    const screen = this.screens.get(view.type), params = view.params ?? {};
    if (!screen) return;
    const lost = this._lost(session).filter((each) => hasParams(each, screen, params));
    const card = lost.find((each) => each.view.id === view.id) ?? lost[0];
    (card ? this._renew(card) : this._add(this._create(screen, params, session, session && view.id))).attach(view, true);
  }

  /** The cards of a session of others that was lost. */
  _lost(session) { return this.cards.filter((each) => session && each.session === session && !each.isOpen); }

  /** Shows a session of others that was joined. Views that were lost and are not in it stay on the page, with what was typed. */
  join({ name, views }) {
    for (const view of views.values()) this.adopt(view, name);
    this.lose(name, 'This view is not in the session any more.');
  }

  /** Says why the cards of a session of others are lost. */
  lose(session, reason) { for (const each of this._lost(session)) each.cover(reason, ''); }

  close(card) {
    const next = this.cards.includes(card.opener) ? card.opener : this.cards.findLast((each) => each !== card);
    // Not a field of the card, so that the next key is not typed into it.
    (next ?? this).element.focus();
    this._remove(card);
    if (!card.session && !hasSecrets(card.screen, card.params)) this._closed.push({ name: card.screen.name, params: card.params });
    this.on.arranged();
  }

  /** Opens the view again that the user has closed last. */
  bringBack() {
    const closed = this._closed.pop(), screen = this.screens.get(closed?.name);
    if (screen) this.go(screen, closed.params);
  }

  /** Removes a card, and closes its view, unless it is left to others. */
  _remove(card, isLeft = false) {
    card.close(isLeft);
    if (card.form.keepsText) this.on.kept(card);
    this.cards = this.cards.filter((each) => each !== card);
    const isLost = card.element.contains(document.activeElement);
    vanish(card.element, this.element);
    if (isLost) move((this.cards.at(-1) ?? this).element);
    if (this.active === card) this.active = null;
  }

  /** Removes the cards of a session of others that was left. */
  drop(session) {
    for (const each of this.cards.filter((one) => one.session === session)) this._remove(each, true);
    this.on.arranged();
  }

  reopen(card) {
    const renewed = this._renew(card);
    this._open(renewed, renewed === card);
  }

  /** The card, or one in its place for the screen of the server, if the server has another schema. */
  _renew(card) {
    const screen = this.screens.get(card.screen.name);
    if (screen === card.screen || !screen) return card;
    const renewed = this._create(screen, card.params, card.session, card.session && card.view.id, card.place);
    this.cards[this.cards.indexOf(card)] = renewed;
    renewed.opener = card.opener;
    for (const each of this.cards) if (each.opener === card) each.opener = renewed;
    if (this.active === card) this.active = renewed;
    card.element.replaceWith(renewed.element);
    return renewed;
  }

  /**
   * Opens and closes views so that these, each `{type, params}`, are open. Asks for required parameters that are missing.
   * Returns the names of unknown view types.
   */
  arrange(views) {
    const known = views.map(({ type, params }) => ({ screen: this.screens.get(type), params })).filter((each) => each.screen);
    const isWhole = (each) => !asked(each.screen, each.params).length;
    const wanted = known.filter(isWhole);
    for (const card of this.own) {
      if (!wanted.some((each) => hasParams(card, each.screen, each.params))) this._remove(card);
    }
    const isFirst = !this.cards.length;
    for (const each of wanted) {
      if (!this.own.some((card) => hasParams(card, each.screen, each.params))) {
        this.go(each.screen, each.params, { isEntered: isFirst && each === wanted[0], isReplaced: true });
      }
    }
    this.on.arranged(true);
    this._pickAll(new Set(known.filter((each) => !isWhole(each)).map((each) => each.screen)));
    return [...new Set(views.map((each) => each.type))].filter((each) => !this.screens.has(each));
  }

  async _pickAll(screens) {
    for (const each of screens) await this.pick(each);
  }

  /** A card of a session of others goes with its view, which was closed. */
  _ended(card) {
    if (!card.session || !this.cards.includes(card)) return;
    this._remove(card, true);
    this.on.arranged();
  }

  _activate(card) {
    const found = this.cards.find((each) => each.element === card);
    if (!found || found === this.active) return;
    this.active = found;
    this.on.activated();
    found.comeBack();
  }

  /** Cancels the last call that can be cancelled, or else work of the active card that began by itself. */
  cancel() {
    const call = [...this.calls].reverse().find((each) => !each.action.notCancellable);
    if (call) call.cancel();
    else if (!this.calls.size && this.active) {
      const action = cancelling(this.active.screen, this.active.state);
      if (action) this.active.request(action);
    }
  }
}
