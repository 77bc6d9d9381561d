// The arithmetic of long tables: columns that fit, rows in sight, and differences of arrays. Pure functions.

import { leaving } from './screen.js';

/** The width of a cell with “yes”: the title of the column may be cut. */
const FLAG = 48;
const priorityOf = ({ priority = 0 }) => priority;

/**
 * The columns that fit into a width, with their widths by name. `widest` are the natural widths by name. If the columns are
 * too wide, those with the lowest priority are left out, and then others are cut. Those with the highest priority keep up to
 * 60 % of the width. Among equal ones, the key of the rows is cut first.
 */
export function fitting(columns, widest, width, key) {
  const best = Math.max(...columns.map(priorityOf)), isRanked = columns.some((each) => priorityOf(each) < best);
  const wanted = (priority) => (!isRanked ? 64 : priority < best ? 92 : Math.max(92, width * 0.6));
  const least = (each) => Math.min(widest.get(each.name), each.role === 'flag' ? FLAG : wanted(priorityOf(each)));
  let kept = [...columns];
  for (const each of leaving(columns).slice(0, -1)) {
    if (kept.reduce((sum, one) => sum + least(one), 0) <= width) break;
    kept = kept.filter((one) => one !== each);
  }
  const widths = new Map(kept.map((each) => [each.name, least(each)]));
  let left = width - [...widths.values()].reduce((sum, each) => sum + each, 0);
  const isKey = ({ name }) => name === key;
  for (const { name } of [...kept].sort((one, other) => priorityOf(other) - priorityOf(one) || isKey(one) - isKey(other))) {
    const more = Math.max(0, Math.min(left, widest.get(name) - widths.get(name)));
    widths.set(name, widths.get(name) + more);
    left -= more;
  }
  return { kept, widths };
}

/** How two arrays differ: `same` rows at the beginning and `tail` rows at the end are identical objects. */
export function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let same = 0, tail = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  while (tail < shorter - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { same, tail };
}

/**
 * Returns a function for the place after a change of a row by its place before; undefined if the row has gone. `keyOf` returns
 * what tells a row from the others. If no row was added or removed, a row without a key stays at its place.
 */
export function follower(before, after, { same, tail }, keyOf) {
  const shift = after.length - before.length, end = before.length - tail;
  let places = null;
  return (row) => {
    if (row < same) return row;
    if (row >= end) return row + shift;
    const key = keyOf(before[row]);
    if (row < end + shift && keyOf(after[row]) === key) return row;
    places ??= new Map(after.slice(same, end + shift).map((each, at) => [keyOf(each), same + at]));
    return places.get(key) ?? (key === before[row] && !shift ? row : undefined);
  };
}

/** The heights of rows, of which some are measured and the others estimated. */
export class Heights {
  _heights = new Float64Array(0);
  _tops = new Float64Array(1);

  constructor(estimate) { this.estimate = estimate; }

  get total() { return this._tops[this._heights.length]; }

  /** Keeps the heights of the rows that are the same. */
  splice(count, same, tail) {
    const before = this._heights;
    if (before.length === count) return;
    const after = new Float64Array(count).fill(this.estimate);
    after.set(before.subarray(0, same));
    after.set(before.subarray(before.length - tail), count - tail);
    this._heights = after;
    this.sum();
  }

  /** Sets a measured height. Returns whether it differs; then call `sum`. */
  set(row, height) {
    if (Math.abs(this._heights[row] - height) < 0.5) return false;
    this._heights[row] = height;
    return true;
  }

  sum() {
    const count = this._heights.length;
    if (this._tops.length !== count + 1) this._tops = new Float64Array(count + 1);
    for (let row = 0; row < count; row++) this._tops[row + 1] = this._tops[row] + this._heights[row];
  }

  top(row) { return this._tops[row]; }

  /** The row at a distance from the top. */
  at(distance) {
    let low = 0, high = this._heights.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this._tops[middle] <= distance) low = middle; else high = middle - 1;
    }
    return low;
  }
}
