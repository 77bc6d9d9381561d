// Folding and JSON, beyond the vectors of `schemas`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch, isEqual, parse, stringify } from '../src/index.js';
import { fold, merge } from '../src/fold.js';

const timeout = 20_000;

test('A patch shares the unchanged parts of the state, and copies an array once.', { timeout }, (t) => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, tags: ['a'] }));
  const state = { rows, other: { a: 1 } };
  const { slice } = Array.prototype;
  let copies = 0;
  t.after(() => (Array.prototype.slice = slice));
  Array.prototype.slice = function count(...range) {
    if (this.length >= 99_999) copies += 1;
    return slice.apply(this, range);
  };
  const steps = Array.from({ length: 100 }, (_, index) => ({ op: 'replace', path: `/rows/${index}/tags/0`, value: index }));
  const next = applyPatch(state, [...steps, { op: 'remove', path: '/rows/99999' }, { op: 'add', path: '/rows/0', value: 'new' }]);
  assert.equal(copies, 1);
  assert.equal(next.other, state.other);
  assert.deepEqual([next.rows.length, next.rows[0], next.rows[1], next.rows[101] === rows[100]],
    [100_000, 'new', { id: 0, tags: [0] }, true]);
  assert.deepEqual([rows.length, rows[0]], [100_000, { id: 0, tags: ['a'] }]);
});

test('A step changes a value that an earlier step has added, and not the patch.', { timeout }, () => {
  const patch = [{ op: 'add', path: '/a', value: { b: [1] } }, { op: 'add', path: '/a/b/1', value: 2 }];
  assert.deepEqual(applyPatch({}, patch), { a: { b: [1, 2] } });
  assert.deepEqual(patch[0].value, { b: [1] });
});

test('A change names the texts that have only grown, and what was added.', { timeout }, () => {
  const state = { log: 'a', user: { name: 'A' }, rows: [1] };
  const { names, appended } = fold(state, { changes: { rows: [] }, appended: { log: 'b' } });
  assert.deepEqual([names, appended], [['rows', 'log'], { log: 'b' }]);
  const step = (path, op = 'append') => ({ op, path, value: 'c' });
  const patched = fold(state, { patch: [step('/log'), step('/user/name')] });
  assert.deepEqual([patched.names, patched.appended], [['log', 'user'], { log: 'c' }]);
  assert.deepEqual(fold(state, { patch: [step('/log', 'replace'), step('/log')] }).appended, {});
});

test('A member named __proto__ is a member like any other.', { timeout }, () => {
  const state = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { a: 1 } }, { op: 'replace', path: '/__proto__/a', value: 2 }]);
  assert.equal(JSON.stringify(state), '{"__proto__":{"a":2}}');
  assert.equal(Object.getPrototypeOf(state), Object.prototype);
  assert.equal({}.a, undefined);
  assert.equal(JSON.stringify(merge({}, parse('{"__proto__":1}')).state), '{"__proto__":1}');
  assert.throws(() => applyPatch({}, [{ op: 'replace', path: '/__proto__/a', value: 2 }]), { name: 'BadMessage' });
});

test('A patch that is not one is a fault.', { timeout }, () => {
  const patches = [[7], [null], [{ op: 'replace', path: 'a', value: 1 }], [{ op: 'replace', path: '', value: 1 }], [{ op: 'replace' }],
    [{ op: 'move', path: '/a', from: '/b' }], [{ path: '/a', value: 1 }], [{ op: 'replace', path: '/a/b', value: 1 }]];
  for (const patch of patches) assert.throws(() => applyPatch({ a: 'text', b: 1 }, patch), JSON.stringify(patch));
});

test('A snapshot keeps the values that are equal.', { timeout }, () => {
  const old = { same: [{ a: 1 }], changed: { b: [1] }, gone: 1 };
  const { state, names } = merge(old, { same: [{ a: 1 }], changed: { b: [2] }, added: null });
  assert.deepEqual([state, names.sort()], [{ same: [{ a: 1 }], changed: { b: [2] }, added: null }, ['added', 'changed', 'gone']]);
  assert.equal(state.same, old.same);
});

test('Values are compared like JSON.', { timeout }, () => {
  const values = [null, 0, '0', false, [], {}, [0], { 0: 0 }, { a: undefined }, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, [[]], 2n ** 60n, 2n ** 61n];
  for (const [i, a] of values.entries()) for (const [j, b] of values.entries()) assert.equal(isEqual(a, structuredClone(b)), i === j);
});

test('Integers beyond 2^53 keep their digits.', { timeout }, () => {
  const text = '{"a":9007199254740993,"b":[-9223372036854775808,9007199254740991],"c":"9007199254740993","d":0.12345678901234566,'
    + '"e":1.2345678901234567e+20,"f\\"9007199254740993":12345678901234567890,"g":1e400}';
  const value = parse(text);
  assert.deepEqual(value, { a: 9007199254740993n, b: [-9223372036854775808n, 9007199254740991], c: '9007199254740993',
    d: 0.12345678901234566, e: 1.2345678901234567e20, 'f"9007199254740993': 12345678901234567890n, g: Infinity });
  const { g, ...rest } = value;
  assert.equal(stringify(rest), text.replace(',"g":1e400', '').replace('1.2345678901234567e+20', '123456789012345670000'));
  assert.deepEqual(parse('[9007199254740993]'), [9007199254740993n]);
  assert.deepEqual(parse('9007199254740993'), 9007199254740993n);
  for (const wrong of ['09007199254740993', '9007199254740993x', '{"a":9007199254740993', '"9007199254740993']) {
    assert.throws(() => parse(wrong), SyntaxError, wrong);
  }
});

test('A long text beside a long integer.', { timeout }, () => {
  const long = '\\"x'.repeat(5_000_000);
  assert.deepEqual(parse(`["${long}",9007199254740993]`)[1], 9007199254740993n);
});

test('What JSON cannot contain is refused, without the value in the error.', { timeout }, () => {
  for (const value of [NaN, Infinity, { a: [-Infinity] }, '\ud800', { '\udc00': 1 }]) {
    assert.throws(() => stringify(value), TypeError);
  }
  assert.throws(() => stringify({ password: 'secret\ud800' }), ({ message }) => !message.includes('secret'));
  assert.equal(stringify({ a: undefined, b: '\ud83d\ude00', c: '\\ud800' }), '{"b":"😀","c":"\\\\ud800"}');
});
