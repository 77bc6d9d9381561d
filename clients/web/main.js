// Connects the page to the app: the login, the connection and the parts around the cards.

import { Client, Disconnected, ProtocolVersionMismatch, WebSocketTransport } from './svvs/index.js';
import { tokenIn } from './address.js';
import { Board } from './board.js';
import { $, announce, bdi, button, h } from './dom.js';
import { Drawer } from './drawer.js';
import { watch } from './heartbeat.js';
import { Navigation } from './navigation.js';
import { screensIn } from './screen.js';
import { setUp } from './shell.js';
import { tab } from './storage.js';
import { clean } from './text.js';

/** The seconds that the server keeps the views of this page while it is not connected, as during a reload. */
const KEEP = 60;
/** Why a page is not as usual in a browser that keeps nothing for it. */
const BLOCKED = 'The browser blocks the data of this site. A reload needs a new link, and loses what you have typed.';
/** The codes with which `web` says that the server has ended, or does not run. */
const ENDED = [4404, 4410];
/** The first and the last time between two looks for a server that has ended, in milliseconds. */
const LOOK = 500, LONGEST_LOOK = 5000;
/** If the server ends so soon after the page has opened its views again by itself, the views may be the reason. */
const CRASH = 10_000;
/** The states of the connection, in words. */
const STATES = { connecting: 'Connecting', connected: 'Connected', waiting: 'Not connected', closed: 'Disconnected' };
/** What to do about a server that is older than this page. */
const RENEW = 'Build the app with the current version of svvs, then run “web --restart”.';
let reopenedAt = -Infinity;
let client, session, token = null, isStarting, schemaHash = '';

const board = new Board($('board'), { activated: () => showTitle(), arranged: (isReplaced) => arranged(isReplaced),
  kept({ title, place }) {
    unread.set(place, `${title} keeps the text that was not sent: open it again to see it.`);
    report();
  },
  added: ({ place }) => { if (unread.delete(place)) report(); } });
const navigation = new Navigation(board, { link: () => logIn(), isOpen, join,
  arranged: () => arranged(true), show: banner, report });
const drawer = new Drawer($('drawer'), { secrets: () => board.secrets, onclose: () => shell.toggleMessages() });
const shell = setUp({ board, drawer, leave, join: tryToJoin, joinAgain: join, isJoined: (name) => joined.has(name),
  own: () => session?.name, sessions: async () => (isConnected() ? client.sessions() : null) });

const transport = () => new WebSocketTransport(`ws://${location.host}/connection`, {
  first: () => ({ ...(token ? { token } : { secret: tab.read('secret') }), start: isStarting }),
  onFirst({ secret, app, server }) {
    if (!tab.write('secret', secret) && token) unread.set('', BLOCKED);
    token = null;
    isStarting = false;
    $('app').textContent = clean(app, 80);
    board.server = server ?? '';
    $('server').textContent = clean(server ?? '', 200);
    showTitle();
  },
});

function newClient() {
  const carrier = transport(), made = new Client(carrier, { initialize: { clientInfo: { name: 'web page' } } });
  const polls = new Set(); // The ids of requests that the page repeats by itself: people look for others in the drawer.
  made.messages.subscribe((entry) => {
    const { direction, message } = entry;
    if (direction === 'sent' && message?.method === 'session/list') polls.add(message.id);
    else if (direction === 'sent' || !polls.delete(message?.id)) drawer.add(entry);
  });
  made.faults.subscribe(report);
  watch(made, carrier);
  return made;
}

/** The title of the tab: the active view, the app, and the server without its directory. */
function showTitle() {
  const names = [board.active?.screen.title, $('app').textContent, board.server.split('/').pop()];
  document.title = names.filter(Boolean).map((each) => clean(each, 80)).join(' · ');
}

/** A line above the cards. Without a text, hides it. */
function banner(text = '', ...more) {
  $('banner').hidden = !text;
  $('banner').replaceChildren(h('span', {}, bdi(text, 600)), ...more);
}

/** Messages for the user that have not been dismissed, though the connection may have ended since, by the places of the texts. */
const unread = new Map();

const isConnected = () => client.status.value.state === 'connected';
function isOpen() { return session && !session.isClosed; }

/** Shows an error that belongs to no card, if any, and what is unread. Without a connection, the banner already says what to do. */
function report({ message } = {}) {
  const text = [message, ...unread.values()].filter(Boolean).join(' ');
  if (isConnected() && (text || message === undefined)) banner(text, text && button('Dismiss', () => {
    unread.clear();
    report();
  }));
}

function gate(reason = '') {
  $('link').placeholder = `${location.origin}/#token=…`;
  $('shell').hidden = true;
  $('gate').hidden = false;
  $('refusal').textContent = reason;
  $('link').focus();
}

$('paste').addEventListener('submit', (event) => {
  event.preventDefault();
  token = tokenIn($('link').value);
  if (!token) return gate('This is not a link of this page: it ends with “#token=” and 43 letters.');
  $('link').value = '';
  isStarting = true;
  connect();
});

/** Connects anew, and opens the views of the URL, or those of the cards. */
async function connect() {
  $('gate').hidden = true;
  $('shell').hidden = false;
  const old = client, made = client = newClient();
  session = null;
  old?.close();
  const slow = setTimeout(() => banner('Connecting…'), 400);
  let wasLost = false;
  made.status.subscribe(({ state, reason }) => {
    if (made !== client) return;
    document.documentElement.dataset.connection = state;
    $('connection').title = $('connection').ariaLabel = STATES[state];
    if (state === 'waiting') {
      wasLost = true;
      banner('Connection lost: reconnecting.', button('Try now', () => made.retry(), { class: 'primary' }));
    } else if (state === 'closed') lost(reason);
    else if (state === 'connected' && wasLost) {
      wasLost = false;
      if (!isOpen()) return void prepare(made);
      keepSession();
      report();
    }
  });
  try {
    await made.start();
    await prepare(made);
  } catch { /* The listener has shown the reason. */ } finally {
    clearTimeout(slow);
  }
}

async function readScreens(made) {
  const { 'x-screens': described } = await made.request('rpc.discover');
  if (!Array.isArray(described)) throw new Error(`The server describes no screens (x-screens). ${RENEW}`);
  return screensIn(described);
}

/** Reads the screens, and opens the views. If the connection is lost meanwhile, the next one does this again. */
async function prepare(made) {
  try {
    const isKnown = made.info.schemaHash === schemaHash;
    const screens = isKnown ? board.screens : await readScreens(made);
    const { opened, isNew } = await openSession(made);
    schemaHash = made.info.schemaHash;
    session = opened;
    keepSession();
    board.use(session, screens);
    shell.show(screens);
    report();
    if (isNew && board.cards.length) {
      board.own.forEach((card) => board.reopen(card));
      board.sessions.forEach(join);
    } else navigation.begin(session);
  } catch (error) {
    if (!(error instanceof Disconnected)) banner(error.message, button('Try again', () => prepare(made)));
    else if (made === client && isConnected() && !session) prepare(made);
  }
}

/** Joins the session of this page again after a reload, or else opens one. */
async function openSession(made) {
  const [name, key] = (tab.read('session') ?? '').split('\n');
  // A copy of the tab has the same storage, but must not take the session away.
  const isFree = tab.read('isFree') === 'yes';
  tab.write('isFree', 'no');
  if (name && isFree) {
    try {
      return { opened: await made.join(name, { token: key, delivery: 'patch' }), isNew: false };
    } catch (error) {
      if (!error.kind) throw error; // Otherwise, the server no longer has the session.
    }
  }
  return { opened: await made.share(`web-${Math.random().toString(36).slice(2, 10)}`, { keep: KEEP }), isNew: true };
}

const keepSession = () => tab.write('session', `${session.name}\n${session.token}`);
addEventListener('pagehide', () => {
  if (session) keepSession();
  tab.write('isFree', 'yes');
});
addEventListener('pageshow', (event) => { if (event.persisted) tab.write('isFree', 'no'); });

function arranged(isReplaced) {
  navigation.write(isReplaced);
  showTitle();
  shell.update();
}

function lost(reason) {
  if (reason?.code === 4401) {
    const isLink = token !== null;
    token = null;
    if (isLink && tab.read('secret')) return void connect(); // A link that was used does not end the login.
    tab.write('secret', null);
    return gate(reason.reason || 'This link cannot be used.');
  }
  const why = reason?.reason || reason?.message;
  const isOlder = reason instanceof ProtocolVersionMismatch || reason?.path === '/protocolVersion';
  banner(`Disconnected${why ? `: ${why}` : '.'} ${isOlder ? RENEW : ''}`, button('Reopen all', () => {
    isStarting = true;
    connect();
  }, { class: 'primary' }));
  announce('Disconnected');
  const isLoggedIn = token === null;
  if (isLoggedIn && ENDED.includes(reason?.code) && performance.now() - reopenedAt > CRASH) lookOut(LOOK);
}

/** Opens the views again when the server is back. Only the user starts it: it may have crashed, and would do so again. */
async function lookOut(wait) {
  const ended = client, attempt = new Client(transport());
  isStarting = false;
  await new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, wait);
  });
  const failure = await attempt.start().catch((error) => error);
  attempt.close();
  if (client !== ended) return; // The user has connected.
  if (!failure) {
    reopenedAt = performance.now();
    connect();
  } else if (failure.code === 4401) lost(failure); else lookOut(Math.min(2 * wait, LONGEST_LOOK));
}
let wake = () => {};
addEventListener('online', () => {
  client?.retry();
  wake();
});

// Sessions of other front ends. Each has a connection of its own: the end of the connection leaves the session.

const joined = new Map();

/** Joins a session. Returns why it could not be joined; empty after a success. */
async function join(name) {
  if (joined.has(name)) return '';
  const other = newClient();
  joined.set(name, other);
  let failure = '';
  try {
    await other.start();
    const found = await other.join(name, { delivery: 'patch' });
    board.join(found);
    found.subscribe(({ opened }) => { for (const view of opened) board.adopt(view, name); arranged(); });
    found.closed.then((reason) => {
      if (joined.get(name) !== other) return; // The user has left the session.
      leave(name, reason.name !== 'ViewClosed' && `The connection to the session ${name} was lost.`);
      if (!(reason instanceof Disconnected)) report(reason); else if (isOpen()) join(name);
    });
    arranged(true);
  } catch (error) {
    joined.delete(name);
    other.close();
    const isOver = error.path === '/session';
    failure = isOver ? `The session ${name} has ended.` : error.message;
    if (isOver) board.lose(name, `${failure} If it begins again, the page joins it.`);
  }
  shell.update();
  return failure;
}

async function tryToJoin(name) { report({ message: await join(name) }); }

/** Leaves a session. If it was lost, its cards stay, and say so. */
function leave(name, loss) {
  joined.get(name)?.close();
  joined.delete(name);
  if (loss) board.lose(name, loss); else board.drop(name);
}

/** Connects if the address is a link, or the tab is logged in. A tab that is connected does not need a token. */
function logIn(isFirst) {
  token = navigation.takeToken(isFirst);
  isStarting = token !== null; // To load the page again is not to start a server that has ended.
  if (session && isConnected()) {
    token = null;
    arranged(true);
  } else if (token || tab.read('secret')) connect(); else gate();
}

logIn(true);
