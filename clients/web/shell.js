// The parts around the cards: the list of view types, sessions, messages and keys.

import { $, bdi, button, h, iconButton, renew, tip } from './dom.js';
import { isCommand, isText } from './focus.js';
import { shared } from './storage.js';
import { clean } from './text.js';

/** The time between two polls of the sessions, in milliseconds: no message says that one begins or ends. */
const POLL_INTERVAL = 2000;

export function setUp({ board, drawer, sessions, isJoined, join, joinAgain, leave, own }) {
  let screens = new Map(), listed = null, isPolling = false;
  const find = $('find');

  function update() {
    const wanted = find.value.toLowerCase(), open = new Map();
    for (const each of board.cards) open.set(each.screen.name, (open.get(each.screen.name) ?? 0) + 1);
    const found = [...screens.values()].filter((each) => each.title.toLowerCase().includes(wanted));
    renew($('types'), found.slice(0, 300).map((each) => {
      const count = open.get(each.name);
      const mark = count && h('span', { class: 'count' }, String(count), h('span', { class: 'unseen' }, ' open'));
      const pick = (all) => { menu(false); board.pick(screens.get(each.name), all); };
      return h('li', { 'data-key': each.name }, button([bdi(each.title, 60), mark], () => pick(false),
        { class: `type ${count ? 'open' : ''}`, title: tip(each.description) }),
      each.asks.some((one) => one.optional) && iconButton('more', `${clean(each.title, 60)} with all parameters`,
        () => pick(true)));
    }));
    $('hint').hidden = board.cards.length > 0;
  }

  find.addEventListener('input', update);
  find.addEventListener('keydown', (event) => {
    const first = $('types').querySelector('button');
    if (!['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'ArrowDown') return first?.focus();
    if (event.key === 'Enter') first?.click();
    find.value = '';
    update();
  });
  $('types').addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...$('types').querySelectorAll('.type')];
    if (!step) return;
    event.preventDefault();
    (all[all.indexOf(document.activeElement) + step] ?? find).focus();
  });

  const isLost = (name) => board.sessions.includes(name) && !isJoined(name);

  /** Requests the list of the sessions, and joins those again whose cards were lost. */
  async function poll() {
    if (isPolling || document.hidden || !($('sessions').open || board.sessions.some(isLost))) return;
    isPolling = true;
    const found = await sessions().catch(() => null);
    isPolling = false;
    if (!found) return; // The list stays until there is a connection.
    listed = found;
    listSessions();
    for (const { session } of found) if (isLost(session)) joinAgain(session);
  }

  function listSessions() {
    if (!listed) return;
    const found = listed.filter((each) => each.session !== own());
    renew($('session-list'), found.map(({ session, views, connections }) => {
      const isIn = isJoined(session);
      const who = connections.map((each) => each.clientInfo?.name).filter(Boolean).join(', ');
      const size = h('span', { class: 'note' }, ` ${views.length} view${views.length === 1 ? '' : 's'}`);
      return h('li', { 'data-key': `${isIn} ${session}` }, h('span', { title: tip(who) }, bdi(session, 60), size),
        button(isIn ? 'Leave' : 'Join', async () => {
          if (isIn) leave(session); else await join(session);
          listSessions();
          poll();
        }, { class: 'quiet' }));
    }));
    if (!found.length) $('session-list').append(h('li', { class: 'note' }, 'No other front end shares a session.'));
  }
  $('sessions').addEventListener('toggle', poll);
  setInterval(poll, POLL_INTERVAL);

  function menu(isOpen) {
    $('side').classList.toggle('open', isOpen);
    $('menu').setAttribute('aria-expanded', String(isOpen));
  }
  $('menu').addEventListener('click', () => menu(!$('side').classList.contains('open')));
  addEventListener('pointerdown', ({ target }) => { if (!target.closest('#side')) menu(false); });

  function toggleMessages() {
    menu(false); // It may cover them.
    $('messages').setAttribute('aria-expanded', String(drawer.toggle()));
  }
  $('messages').addEventListener('click', toggleMessages);

  const single = $('single');
  single.checked = shared.read('keys') !== 'off';
  single.addEventListener('change', () => shared.write('keys', single.checked ? 'on' : 'off'));
  const help = () => $('help').showModal();
  $('keys').addEventListener('click', help);
  $('close-help').addEventListener('click', () => $('help').close());

  const step = (by) => {
    const { cards } = board, at = cards.indexOf(board.active);
    cards[(at + by + cards.length) % cards.length]?.visit();
  };
  const keys = {
    '?': help, m: toggleMessages, x: () => board.cancel(), r: () => $('banner').querySelector('.primary')?.click(),
    o() { menu(true); find.focus(); find.select(); }, '[': () => step(-1), ']': () => step(1),
    w: () => board.active && board.close(board.active), u: () => board.bringBack(), i: () => board.active?.inspect(),
    '/': () => (board.active?.element.querySelector('input[type=search]') ?? find).focus(),
    ...Object.fromEntries([...'123456789'].map((each) => [each, () => board.cards[each - 1]?.visit()])),
  };
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key === 'Escape' && (isText(target) || target.closest('#side.open, #drawer')) && !target.closest('dialog')) {
      event.preventDefault(); // Otherwise a browser empties a search field.
      menu(false);
      if (target.closest('#drawer')) toggleMessages();
      (target.closest('.card') ?? [$('menu'), $('messages')].find((each) => each.checkVisibility())).focus();
    } else if (isCommand(event) && Object.hasOwn(keys, key) && single.checked && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      keys[key]();
    }
  });

  const updateAll = () => { update(); listSessions(); };
  return { update: updateAll, toggleMessages, show(found) { screens = found; updateAll(); } };
}
