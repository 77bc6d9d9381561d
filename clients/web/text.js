// Converts values to text for people, and typed text to values. Pure functions.

import { at, isEqual, isObject } from './screen.js';

export const NONE = '–';
export const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint';
/** Controls of the writing direction, invisible characters that could hide a difference, and lone surrogates. */
const HIDDEN = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu;
const CONTROLS = /[\0-\x1f]/g, CONTROLS_IN_LINES = /[\0-\x08\x0b-\x1f]/g;

/** A text of at most `limit` characters, with visible symbols for control characters and U+FFFD for hidden ones. */
export function clean(value, limit = 400, hasLines = false) {
  const cut = value.length > limit ? `${value.slice(0, limit - 1)}…` : value;
  return cut.replace(hasLines ? CONTROLS_IN_LINES : CONTROLS, (each) => String.fromCharCode(0x2400 + each.charCodeAt(0)))
    .replace(HIDDEN, '\ufffd');
}

/** The value as JSON. Integers beyond the precision of a double are written with all their digits. */
export const json = (value, space) => JSON.stringify(value, (_, each) => (typeof each === 'bigint'
  ? (JSON.rawJSON?.(String(each)) ?? String(each)) : each), space);

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
export const grouped = (value) => number.format(value);

/** Amounts with this number of decimals. A format is kept, because it takes longer to make one than to format 100 values. */
const amountFormats = [];
const amounts = (digits) => amountFormats[digits] ??= new Intl.NumberFormat('en',
  { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A value in one line. */
export function shown(value, limit = 400, depth = 0) {
  if (value === null || value === undefined) return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return clean(value, limit);
  if (typeof value !== 'object') return String(value);
  const inner = (each) => (typeof each !== 'object' || each === null ? shown(each, limit)
    : depth < 2 ? `(${shown(each, limit, depth + 1)})` : '(…)');
  const entries = isObject(value)
    ? Object.entries(value).slice(0, 40).map(([name, each]) => `${clean(name, 40)} ${inner(each)}`)
    : value.slice(0, limit / 2).map(inner);
  return clean(entries.join(isObject(value) ? ' · ' : ', '), limit) || NONE;
}

/** A value in one line, in the format of its field. A short form suits tables. */
export function formatted(field, value, isShort = false, limit = 400) {
  if (field.role === 'flag' && value !== true) return '';
  const choice = field.choices?.find((each) => isEqual(each.value, value));
  if (choice) return clean(choice.title, limit);
  if (field.money && isNumber(value)) {
    const { currency, symbol, digits } = field.money, sign = value < 0 ? '-' : '';
    const amount = amounts(digits).format(value < 0 ? -value : value);
    return symbol ? `${sign}${symbol}${amount}` : `${sign}${amount} ${currency}`;
  }
  if (field.format === 'time' && typeof value === 'string') return moment(value, isShort);
  return shown(value, limit);
}

/** The text of a value with its field, such as the name of a row; empty without one. */
export const titled = (found) => (found ? formatted(found.field, found.value, false, 80) : '');

const two = (value) => String(value).padStart(2, '0');
const day = (time) => `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
const clock = (time) => `${two(time.getHours())}:${two(time.getMinutes())}`;

/** A time in the local time zone. The short form is relative within an hour. */
export function moment(value, isShort, now = new Date()) {
  const time = new Date(/^\d{4}-\d\d-\d\d[Tt ].*([Zz]|[+-]\d\d:?\d\d)$/.test(value) ? value : NaN);
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
  if (field.format === 'time' && value) return new Date(value).toISOString();
  if (field.kind === 'text') return value;
  const isWhole = field.kind === 'integer';
  if (isWhole && /^\s*-?\d+\s*$/.test(value)) {
    const whole = Number(value);
    return Number.isSafeInteger(whole) ? whole : BigInt(value);
  }
  try {
    const found = JSON.parse(value);
    if (field.kind === 'number' ? typeof found === 'number' : !isWhole) return found;
  } catch { /* The error below says what is expected. */ }
  throw new Error(`Expected ${isWhole ? 'a whole number' : field.kind === 'number' ? 'a number' : 'JSON'}.`);
}

/** The member of a row, empty if it is missing; or the row itself for a column without a name. */
export function cell(row, name) {
  const found = name === '' ? row : at(row, name);
  return found === undefined ? '' : found;
}
