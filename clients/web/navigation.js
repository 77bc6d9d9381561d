// Navigation by the address, which contains the open views, and the token of a link. If another site may have chosen it, the page
// asks before it opens or closes anything.

import { fromFragment, tokenIn } from './address.js';
import { button } from './dom.js';
import { canonical, start } from './screen.js';
import { shown } from './text.js';

/** The state of the entries in the history that this page has made. */
const OWN = 'own';

/** Whether another site has made the entry of the history at which the page has begun, or may have made it. */
function isForeign() {
  const [{ type = 'navigate', serverTiming = [] } = {}] = performance.getEntriesByType('navigation');
  return history.state !== OWN && (type !== 'navigate' || serverTiming.some(({ name }) => name === 'other-site'));
}

export class Navigation {
  /** The last address, which a link takes the place of. */
  _address = '';
  /** The address that another site has chosen, until the user agrees to it. */
  _proposed = '';

  /**
   * `on.link()`: the user has moved to a link. `on.isOpen()`: there is a session. `on.arranged()` writes the address.
   * `on.join(session)` joins another session, and returns why not. `on.show(text, ...buttons)` and `on.report(error)` show a line.
   */
  constructor(board, on) {
    Object.assign(this, { board, on });
    addEventListener('popstate', () => {
      const address = fromFragment(location.hash);
      if (tokenIn(location.hash)) on.link();
      else if ((address.views || address.sessions.length) && on.isOpen()) this._follow(address);
    });
  }

  /** The token of the link. Removes it from the URL, so that it is not in the history, and what another site has put there. */
  takeToken(isFirst) {
    const { hash, pathname } = location, rest = hash.replace(/(^#|&)token=[^&]*/, '').replace(/^&/, '#') || this._address;
    const isOther = isFirst && isForeign();
    if (isOther) this._proposed = rest;
    else this._address = rest;
    if (isOther || rest !== hash) history.replaceState(OWN, '', pathname + (isOther ? '' : rest));
    return tokenIn(hash);
  }

  /** Shows the views that are open already, and opens those of the address, or else the first one. */
  async begin(session) {
    const { board } = this, address = fromFragment(location.hash), key = ({ type, params }) => canonical([type, params ?? {}]);
    const order = address.views?.map(key) ?? [], first = start(board.screens);
    const open = [...session.views.values()].sort((one, other) => order.indexOf(key(one)) - order.indexOf(key(other)));
    for (const view of open) board.adopt(view);
    if (first && !address.views && !board.cards.length) board.go(first, {}, { isReplaced: true });
    await this._follow(address);
    this._propose();
  }

  /** Opens what an address names, and says which parts of it cannot be opened. */
  async _follow({ views, sessions, unread }) {
    const unknown = views ? this.board.arrange(views) : [];
    if (!views) this.on.arranged();
    const failures = await Promise.all(sessions.map(this.on.join));
    this.on.report({ message: [unread.length ? `This address has parts that cannot be read: ${unread.join(', ')}.` : '',
      unknown.length ? `This app does not have these view types of the address: ${unknown.join(', ')}.` : '',
      ...failures].filter(Boolean).join(' ') });
  }

  /** Asks whether to follow the address that another site has chosen. */
  _propose() {
    const address = this._proposed, { views, sessions } = fromFragment(address), { show } = this.on;
    this._proposed = '';
    if (!views && !sessions.length) return;
    const names = (views ?? []).map(({ type, params }) =>
      [this.board.screens.get(type)?.title ?? type, ...Object.values(params).map((each) => shown(each, 30))].join(' '));
    const joined = sessions.map((each) => `the session ${each}`);
    show(`Another site may have opened this page. Its address ${views ? 'closes the open views, and opens' : 'joins'}: ${
      [...names, ...joined].join(', ') || 'nothing'}.`,
    button('Follow', () => {
      show();
      location.hash = address;
    }), button('Dismiss', () => show()));
  }

  /** Writes the open views into the address. */
  write(isReplaced) {
    const { fragment } = this.board, isOther = fragment !== location.hash;
    this._address = fragment;
    if (isOther || history.state !== OWN) history[isOther && !isReplaced ? 'pushState' : 'replaceState'](OWN, '', fragment);
  }
}
