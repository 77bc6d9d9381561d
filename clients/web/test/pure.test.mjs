// The pure modules of the page: the URL, the arithmetic of tables, texts, and copied requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromFragment, toFragment, tokenIn } from '../address.js';
import { copiers, opening, preview, redacted, secretNames } from '../copy.js';
import { Drafts } from '../drafts.js';
import { Heights, difference, fitting, follower } from '../rows.js';
import { isEqual, screensIn } from '../screen.js';
import { clean, link, parsed, typed } from '../text.js';

const token = 'A'.repeat(43);

test('A fragment holds the views with their parameters, whatever they contain.', () => {
  const views = [{ type: 'login', params: {} }, { type: 'a,b~c&d=%', params: { 'x&y': '~,=#%', n: [1, null] } }];
  const fragment = toFragment(views, ['their, own&']);
  assert.deepEqual(fromFragment(fragment), { views, sessions: ['their, own&'], unread: [] });
  assert.deepEqual(fromFragment(''), { views: null, sessions: [], unread: [] });
  assert.deepEqual(fromFragment('#views='), { views: [], sessions: [], unread: [] });
});

test('Parts of a fragment that cannot be read are returned as texts.', () => {
  const { views, sessions, unread } = fromFragment('#views=a~%7B,b~[1],%E0,c&sessions=%,d');
  assert.deepEqual(views, [{ type: 'c', params: {} }]);
  assert.deepEqual(sessions, ['d']);
  assert.deepEqual(unread, ['a~%7B', 'b~[1]', '%E0', '%']);
});

test('A token is found in a link and alone, but not in other texts.', () => {
  for (const text of [`http://127.0.0.1:7480/#token=${token}`, `#views=a&token=${token}`, ` ${token}\n`]) {
    assert.equal(tokenIn(text), token, text);
  }
  for (const text of ['', token.slice(1), `${token}A`, `#token=${token}A`, `?token=${token}`]) assert.equal(tokenIn(text), null, text);
});

const column = (name, priority) => ({ name, priority });

test('A narrow table leaves out columns with a low priority, and cuts the key first.', () => {
  const columns = [column('id'), column('title', 2), column('time', 1)];
  const widest = new Map([['id', 200], ['title', 150], ['time', 100]]);
  const names = (width) => fitting(columns, widest, width).kept.map((each) => each.name);
  assert.deepEqual(names(450), ['id', 'title', 'time']);
  assert.deepEqual(names(300), ['title', 'time']);
  assert.deepEqual(names(120), ['title']);
  const { widths } = fitting(columns, widest, 400);
  assert.deepEqual([widths.get('title'), widths.get('time'), widths.get('id')], [150, 100, 150]);
  const cut = (key) => Object.fromEntries(fitting([column('id'), column('title')], new Map([['id', 200], ['title', 150]]), 300, key).widths);
  assert.deepEqual([cut('id'), cut()], [{ id: 150, title: 150 }, { id: 200, title: 100 }]);
  const flag = { name: 'flag', role: 'flag' }; // Its title may be cut.
  assert.deepEqual([...fitting([column('title', 1), flag], new Map([['title', 150], ['flag', 100]]), 200).widths], [['title', 150], ['flag', 50]]);
});

test('A large integer is not equal to a text of its digits.', () => {
  const one = { id: 9007199254740993n };
  assert.deepEqual([isEqual(one, { id: 9007199254740993n }), isEqual(one, { id: '9007199254740993' })], [true, false]);
});

test('The difference of arrays is the part between the identical rows at both ends.', () => {
  const [a, b, c, d] = [{}, {}, {}, {}];
  assert.deepEqual(difference([a, b, c], [a, d, c]), { same: 1, tail: 1 });
  assert.deepEqual(difference([a, b], [a, b, c]), { same: 2, tail: 0 });
  assert.deepEqual(difference([b], [a, b]), { same: 0, tail: 1 });
  assert.deepEqual(difference([a, a], [a, a, a]), { same: 2, tail: 0 });
  assert.deepEqual(difference([a], []), { same: 0, tail: 0 });
});

test('A row is followed to its new place by its key, or else as long as no row comes or goes.', () => {
  const placesOf = (before, after, keyOf) => before.map((_, row) => follower(before, after, difference(before, after), keyOf)(row));
  const rows = (text) => [...text].map((id) => ({ id })), byId = (row) => row.id ?? row;
  assert.deepEqual(placesOf(rows('abc'), rows('cxab'), byId), [2, 3, 0]);
  assert.deepEqual(placesOf(rows('abc'), rows('ac'), byId), [0, undefined, 1]);
  assert.deepEqual(placesOf(rows('aab'), rows('xaab'), byId), [2, 1, 3]);
  const [one, two] = [{}, {}];
  assert.deepEqual(placesOf([one, two], [two, one], byId), [1, 0]);
  assert.deepEqual(placesOf([one, two], [{}, two], byId), [0, 1]);
  assert.deepEqual(placesOf([one, two], [{}, {}, two], byId), [undefined, 2]);
  assert.deepEqual(placesOf(['x', 'y'], ['z', 'y'], byId), [0, 1]);
});

test('Measured heights stay with their rows.', () => {
  const heights = new Heights(10);
  heights.splice(3, 0, 0);
  assert.equal(heights.set(1, 50), true);
  assert.equal(heights.set(1, 50.2), false);
  heights.sum();
  assert.deepEqual([heights.total, heights.top(2), heights.at(0), heights.at(10), heights.at(59), heights.at(60), heights.at(999)],
    [70, 60, 0, 1, 1, 2, 2]);
  heights.splice(5, 0, 3); // Two rows before the others.
  assert.deepEqual([heights.top(3), heights.top(4), heights.total], [30, 80, 90]);
  heights.splice(0, 0, 0);
  assert.equal(heights.total, 0);
});

test('A text is cut, and has no half of a character.', () => {
  assert.equal(clean('x'.repeat(1_000_000), 5), 'xxxx…');
  assert.equal(clean('\ud800!'), '\ufffd!');
});

test('Only http and https are links.', () => {
  assert.equal(link('https://a.test/b'), 'https://a.test/b');
  for (const each of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'file:///', '/a', 'a', null, 1]) {
    assert.equal(link(each), null, String(each));
  }
});

test('Typed text is read by the kind of its field.', () => {
  const field = (kind, nullable = false, format = '') => ({ kind, nullable, format });
  assert.equal(parsed(field('text'), ''), '');
  assert.equal(parsed(field('text', true), ''), null);
  assert.equal(parsed(field('integer'), ' -5 '), -5);
  assert.equal(parsed(field('integer'), '9007199254740993'), 9007199254740993n);
  assert.equal(parsed(field('number'), '0.5'), 0.5);
  assert.deepEqual(parsed(field('json'), '{"a": [1]}'), { a: [1] });
  for (const [kind, text] of [['integer', '1.5'], ['integer', ''], ['integer', '9223372036854775808'], ['number', 'x'], ['number', '"1"'], ['json', '{']]) {
    assert.throws(() => parsed(field(kind), text), /^Error: Expected /, `${kind} ${text}`);
  }
  const whole = { '1,234': 1234, '1.234': 1234, '1.000': 1000, '1,000': 1000, '1.0': 1, '007': 7, '+5': 5, '１２': 12, '1 234': 1234, '5.': 5,
    '1.234.567': 1234567, '-9,223,372,036,854,775,808': -9223372036854775808n };
  const numbers = { '1,5': 1.5, '1.234,5': 1234.5, '1,234.5': 1234.5, '.5': 0.5, ',5': 0.5, '+5': 5, '5.': 5, '007': 7, '１２．５': 12.5, '1.234': 1.234,
    '1,234,567': 1234567, '1 234,5': 1234.5, '\u22125': -5, '1e3': 1000, '1\u202f234': 1234, "1'234.5": 1234.5 };
  for (const [kind, texts] of Object.entries({ integer: whole, number: numbers })) {
    for (const [text, value] of Object.entries(texts)) assert.equal(parsed(field(kind), text), value, `${kind} ${text}`);
    for (const text of ['1,23,456', '1.2.3', '1,2.3,4', '1 2', '', '.', ',', '-', '1x', '1e999']) {
      assert.throws(() => parsed(field(kind), text), /^Error: Expected a /, `${kind} ${text}`);
    }
  }
  const amount = (text, money) => parsed({ kind: 'number', money }, text), yen = { currency: 'JPY', symbol: '¥', digits: 0 };
  for (const text of ['1,234', '¥1,234', '￥１,２３４', '1234 JPY', '¥ 1,234']) assert.equal(amount(text, yen), 1234, text);
  assert.equal(amount('-€1.234,50', { currency: 'EUR', symbol: '€', digits: 2 }), -1234.5);
  for (const [text, money] of [['1,234', { currency: 'KWD', digits: 3 }], ['€1', yen]]) assert.throws(() => amount(text, money), text);
  assert.throws(() => parsed(field('number'), '1,234'), /^Error: 1,234 can mean 1234 or 1.234: type one of these\.$/);
  const time = field('text', false, 'time');
  assert.throws(() => parsed(time, '2026-99'), /^Error: Expected a date and a time\.$/);
  assert.match(typed(time, '0002-01-02T00:00:00Z'), /^000\d-\d\d-\d\dT/);
  assert.equal(parsed(time, typed(time, '2021-03-04T05:06:07Z')), '2021-03-04T05:06:07.000Z');
});

const password = { name: 'password', title: 'Password', kind: 'text', secret: true };
const secrets = secretNames(screensIn([{ name: 'login', title: 'Log in', parts: [password],
  actions: [{ name: 'login', title: 'Log in', asks: [{ name: 'user', title: 'User', kind: 'text' }, password] }] }]));
/** The lines of a copy after those that attach to the server. */
const lines = (...requests) => copiers.Shell(requests, 'work').split('\n').slice(2, -1);

test('A copied request contains no secret.', () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'login', params: { view: 'v', user: "O'Hara", password: 'open sesame' } };
  const copied = redacted(request, secrets);
  assert.deepEqual(lines(copied), ["PASSWORD='<password>'  # not copied: put the value here",
    `svvs_call v login 'user=O'\\''Hara' password="$PASSWORD"`]);
  assert.deepEqual(JSON.parse(copiers.JSON([copied])).params, { view: 'v', user: "O'Hara", password: '<password>' });
  for (const each of [{ method: 'view/set', params: { view: 'v', properties: { password: 'open sesame' } } },
    { method: 'view/open', params: { type: 'login', params: { password: 'open sesame' } } },
    { result: { session: 's', token: 'open sesame' } }, [request]]) {
    assert.doesNotMatch(preview(redacted(each, secrets)), /sesame/);
  }
});

test('A copy attaches to the server, opens the view under its name, and calls the action.', () => {
  const requests = [opening({ id: 'user-1', type: 'user', params: { id: 'A' } }), { method: 'load', params: { view: 'user-1' } }];
  assert.equal(copiers.Shell(requests, '/tmp/a b.sock'), `. "$SVVS_SHELL/svvs.sh"
svvs_attach '/tmp/a b.sock'
svvs_open user user-1 'id=A'
svvs_call user-1 load
`);
  assert.deepEqual(copiers.JSON(requests).split('\n').map((each) => JSON.parse(each).id), [1, 2]);
});

test('Each request has a form for the shell.', () => {
  const form = (method, params) => lines({ method, params })[0];
  assert.equal(form('view/open', { type: 'user', params: { id: 'A b' }, view: 'x' }), "svvs_open user x 'id=A b'");
  assert.equal(form('view/set', { view: 'x', properties: { on: true, none: null } }), "svvs_set x 'on:=true' 'none:=null'");
  assert.equal(form('session/list', {}), "svvs_request session/list '{}'");
  assert.equal(form('add', { view: 'x', 'a b': [1, { c: false }] }), "svvs_call x add 'a b:=[1,{\"c\":false}]'");
});

test('The preview of a message ends early, and its time does not depend on the size.', () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  const begin = performance.now();
  assert.match(preview({ rows }, 50), /^\{"rows":\[\{"id":0\},.*…/);
  assert.ok(performance.now() - begin < 20);
  assert.equal(preview({ a: [1, 'x', null, true] }), '{"a":[1,"x",null,true]}');
});

test('A tab keeps texts for a day, the newest ones up to a size, and no secret.', (context) => {
  const items = new Map(), write = (...texts) => texts.map((text, at) => {
    const draft = draftOf({ name: `${at}` });
    draft.edit(text);
    draft.save();
  });
  context.mock.timers.enable({ apis: ['Date'] });
  globalThis.sessionStorage = { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text) };
  let draftOf;
  const reload = (place = ['notes', { id: 1n }], isStored = true) => { draftOf = new Drafts().of(place, isStored); };
  const texts = (count) => Array.from({ length: count }, (_, at) => draftOf({ name: `${at}` }).shown.slice(0, 3));
  reload();
  write('one', 'two');
  for (const part of [{ name: 'a', secret: true }, { name: 'b', submits: 'add' }, { name: 'c' }]) {
    const draft = draftOf(part);
    for (const text of ['sent', 'sent again']) {
      draft.edit(text);
      draft.enter();
    }
    draft.save();
  }
  assert.doesNotMatch(items.get('drafts'), /\\"a\\"/);
  reload(['notes', { id: 2n }]);
  assert.deepEqual(texts(2), ['', '']);
  reload();
  assert.deepEqual(texts(2), ['one', 'two']);
  assert.equal(draftOf({ name: 'a', secret: true }).shown, '');
  assert.deepEqual(draftOf({ name: 'b', submits: 'add' }).kept, ['sent', 'sent again']);
  assert.deepEqual(draftOf({ name: 'b', submits: 'add' }).doubtful, ['sent', 'sent again']);
  assert.equal(draftOf({ name: 'b', submits: 'add' }).shown, '');
  assert.equal(draftOf({ name: 'c' }).shown, 'sent again');
  context.mock.timers.tick(24 * 3_600_000);
  reload();
  assert.deepEqual(texts(2), ['', '']);
  write('one', 'two'.repeat(1e5), 'three'.repeat(1e5), 'four'.repeat(1e5));
  reload();
  assert.deepEqual(texts(4), ['', '', 'thr', 'fou']);
  reload([], false);
  write('one');
  reload([]);
  assert.deepEqual(texts(1), ['']);
  delete globalThis.sessionStorage;
  reload();
  write('one');
  assert.deepEqual(texts(1), ['one']);
});
