// Converts values to text for people, and typed text to values. Pure functions.

import { at, isEqual, isObject, isPlace } from './screen.js';

export const NONE = '–';
export const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint';
/** Invisible characters, those that change the direction of writing, and joiners beside Latin, Cyrillic or no letters. */
const HIDDEN = new RegExp(String.raw`[\x80-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f`
  + String.raw`\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e00ff}\u{e0200}-\u{e0fff}]|\p{Cs}`
  + String.raw`|(?<![\u0600-\u{10ffff}])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u{10ffff}])`, 'gu');
const CONTROLS = /[\0-\x1f\x7f]/g, CONTROLS_IN_LINES = /[\0-\x08\x0b-\x1f\x7f]/g;
const symbol = (control) => (control === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)));

/** A text of at most `limit` characters, with symbols for control characters and U+FFFD for hidden ones. */
export function clean(value, limit = 400, hasLines = false) {
  const cut = value.length > limit ? `${value.slice(0, limit - 1)}…` : value;
  return (hasLines ? cut.replaceAll('\r\n', '\n') : cut).replace(HIDDEN, '\ufffd')
    .replace(hasLines ? CONTROLS_IN_LINES : CONTROLS, symbol);
}

/** The value as JSON. Integers beyond the precision of a double are written with all their digits. */
export const json = (value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint'
  ? (JSON.rawJSON?.(String(each)) ?? String(each)) : each));

/** Amounts with this number of decimals. A format is kept, because it takes longer to make one than to format 100 values. */
const amountFormats = [];
const amounts = (digits) => amountFormats[digits] ??= new Intl.NumberFormat('en',
  { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A value of any kind in one line; `of` is the field of the values of a list. */
export function shown(value, limit = 400, of = {}, isShort = false, depth = 0) {
  if (value === null) return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return clean(String(value ?? ''), limit);
  const inner = (each) => (typeof each !== 'object' || each === null || (of.format === 'file' && isPlace(each)) ? formatted(of, each, isShort, limit)
    : depth < 2 ? `(${shown(each, limit, {}, isShort, depth + 1)})` : '(…)');
  const entries = isObject(value)
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, 40)
      .map(([name, each]) => `${clean(name, 40)} ${inner(each)}`)
    : value.slice(0, limit / 2).map(inner);
  return clean(entries.join(isObject(value) ? ' · ' : ', '), limit) || NONE;
}

/** The text of a place in a file. */
export const placeText = ({ path, line, column }, limit = 400) =>
  clean([path, line, line && column].filter((each) => each != null).join(':'), limit);

/** The last line of a text that is not empty. A text may be too long to be split. */
function lastLine(text) {
  let end = text.length;
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
  return text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
}

/** A value in the form of its field. It is in one line, except for long texts. The short form suits tables. */
export function formatted(field, value, isShort = false, limit = 400, now = new Date()) {
  if (field.role === 'flag' && value !== true) return '';
  const choice = field.choices?.find((each) => isEqual(each.value, value));
  if (choice) return clean(choice.title, limit);
  if (field.money && isNumber(value)) {
    const { currency, symbol, digits } = field.money, sign = value < 0 ? '-' : '';
    const amount = amounts(digits).format(value < 0 ? -value : value);
    return symbol ? `${sign}${symbol}${amount}` : `${sign}${amount} ${currency}`;
  }
  if (typeof value === 'string' && field.format === 'time') return moment(value, isShort, now);
  if (field.format === 'file' && isPlace(value)) return placeText(value, limit);
  if (typeof value === 'string' && field.format === 'stream') {
    if (isShort) return clean(lastLine(value), limit);
    return `${value.length > limit ? '…' : ''}${clean(value.slice(-limit).replace(/^\p{Cs}/u, ''), limit, true)}`;
  }
  if (typeof value === 'string' && field.format === 'longText') return clean(value, limit, !isShort);
  return shown(value, limit, field.of, isShort);
}

/** The text of a value with its field, such as the name of a row; empty without one. */
export const titled = (found) => (found ? formatted(found.field, found.value, true, 80) : '');

const two = (value) => String(value).padStart(2, '0');
const day = (time) => `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
const clock = (time) => `${two(time.getHours())}:${two(time.getMinutes())}`;

function moment(value, isShort, now) {
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) ? value : NaN);
  if (Number.isNaN(time.getTime())) return clean(value);
  if (!isShort) return `${day(time)} ${clock(time)}:${two(time.getSeconds())}`;
  const seconds = (now - time) / 1000;
  if (seconds >= 0 && seconds < 3600) return seconds < 60 ? 'just now' : `${Math.floor(seconds / 60)} min ago`;
  if (day(time) === day(now)) return clock(time);
  if (time.getFullYear() !== now.getFullYear()) return day(time);
  return `${time.getDate()} ${time.toLocaleString('en', { month: 'short' })} ${clock(time)}`;
}

/** The URL of a text, if a link may lead there: only http and https. */
export function link(value) {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The text of a value in a field. */
export function typed(field, value) {
  if (value === null || value === undefined) return '';
  if (field.format === 'time' && !Number.isNaN(Date.parse(value))) {
    const time = new Date(value);
    return `${day(time)}T${clock(time)}:${two(time.getSeconds())}`;
  }
  return typeof value === 'string' && field.kind === 'text' ? value : json(value);
}

/** The value of a text that was typed into a field. Throws an error for people if there is none. */
export function parsed(field, value) {
  if (field.nullable && value === '') return null;
  if (field.format === 'time' && value) {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) throw new Error('Expected a date and a time.');
    return time.toISOString();
  }
  if (field.kind === 'text') return value;
  if (field.kind === 'integer' || field.kind === 'number') return number(value, field.kind === 'integer', field.money);
  try {
    return JSON.parse(value);
  } catch {
    throw new Error('Expected JSON.');
  }
}

/** A number with a point before its decimals and perhaps commas between its thousands. */
const NUMBER = /^[-+]?(\d+|\d{1,3}(,\d{3})+|(?=\.\d))(\.\d*)?(e[-+]?\d+)?$/i;

/**
 * The number that a text means. The page writes decimals after a point. People may also write them after a comma, digits in
 * full width, and thousands with separators. A whole number has no decimals, so that `1.000` is a thousand. People may also
 * write the currency of an amount.
 */
function number(text, isWhole, { symbol = '', currency = '', digits = Infinity } = {}) {
  const plain = text.normalize('NFKC').replace(symbol, '').replace(currency, '').trim().replace('\u2212', '-')
    .replace(/[\s'’](?=\d{3}(?!\d))/g, '');
  const swapped = plain.replace(/[.,]/g, (each) => (each === '.' ? ',' : '.'));
  const found = [plain, swapped].filter((each) => NUMBER.test(each)).map((each) => each.replaceAll(',', ''));
  if (isWhole) {
    const whole = (found.find((each) => !each.includes('.')) ?? found[0] ?? '').replace(/\.0*$/, '');
    if (/^[-+]?\d+$/.test(whole)) {
      const value = BigInt(whole.replace('+', ''));
      if (BigInt.asIntN(64, value) !== value) throw new Error('Expected a whole number of 64 bits.');
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
  } else if (found.length) {
    const [value, other = value] = found.map(Number);
    // The other meaning has three decimals.
    if (plain.includes(',') && value !== other && digits > 2) throw new Error(`${clean(text, 60)} can mean ${value} or ${other}: type one of these.`);
    if (Number.isFinite(value)) return value;
  }
  throw new Error(`Expected ${isWhole ? 'a whole number' : 'a number'}.`);
}

/** The member of a row, undefined if it is missing; or the row itself for a column without a name. */
export const cell = (row, name) => (name === '' ? row : at(row, name));
