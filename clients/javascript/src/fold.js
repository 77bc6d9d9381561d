// The folding of changes into states. A state is never modified: the new state shares the unchanged parts.

import { BadMessage } from './errors.js';

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const checks = {
  array: Array.isArray,
  commit: Number.isSafeInteger,
  object: isObject,
  string: (value) => typeof value === 'string',
};

/** A member of an object in a message, which must have this type. */
export function member(container, name, type) {
  const value = container?.[name];
  if (!checks[type](value)) throw new BadMessage(`${name} is not of type ${type}.`);
  return value;
}

/** Folds an entry of `state/changed`: the new state, the names of what has changed, and what was added to texts. */
export function fold(state, { changes, appended, patch }) {
  if (Array.isArray(patch)) return { state: applyPatch(state, patch), ...summary(patch) };
  if (![changes ?? appended, appended ?? changes].every(isObject)) throw new BadMessage('A change has neither changes nor patch.');
  const folded = { ...state, ...changes };
  for (const name of Object.keys(appended ?? {})) {
    if (changes && Object.hasOwn(changes, name)) throw new BadMessage(`The property ${name} changes and grows.`);
    put(folded, name, extended(Object.hasOwn(state, name) && state[name], appended[name]));
  }
  return { state: folded, names: Object.keys({ ...changes, ...appended }), appended: appended ?? {} };
}

/** The names of the properties that a patch changes, and what was added to the texts that only grow. */
function summary(patch) {
  const names = new Set();
  const appended = {};
  for (const { op, path, value } of patch) {
    const [name, ...rest] = pointer(path);
    if (op === 'append' && rest.length === 0 && !names.has(name)) put(appended, name, value);
    else delete appended[name];
    names.add(name);
  }
  return { names: [...names], appended };
}

/** Applies a JSON Patch. An array or object is copied once, however many steps change it. */
export function applyPatch(state, patch) {
  const copies = new Set();
  const copied = (value) => {
    if (copies.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    copies.add(copy);
    return copy;
  };
  const result = copied(state);
  for (const { op, path, value } of patch) {
    if (op !== 'remove' && value === undefined) throw new BadMessage('A step of a patch has no value.');
    const keys = pointer(path);
    const last = keys.pop();
    let node = result;
    for (const key of keys) {
      check(node, key, path);
      const inner = isObject(node[key]) || Array.isArray(node[key]) ? copied(node[key]) : node[key];
      node = put(node, key, inner);
    }
    check(node, last, path, op === 'add');
    const isArray = Array.isArray(node);
    if (op === 'remove') isArray ? node.splice(last, 1) : delete node[last];
    else if (op === 'add' && isArray) node.splice(last, 0, value);
    else if (op === 'add' || op === 'replace') put(node, last, value);
    else if (op === 'append') put(node, last, extended(node[last], value));
    else throw new BadMessage(`The operation of a patch is ${op}.`);
  }
  return result;
}

/** The names and indices in a JSON Pointer. */
export function pointer(path) {
  if (typeof path !== 'string' || path[0] !== '/') throw new BadMessage('The path of a patch does not begin with /.');
  return path.slice(1).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function extended(text, added) {
  if (typeof text === 'string' && typeof added === 'string') return text + added;
  throw new BadMessage('A value that grows is not a text.');
}

function check(node, key, path, isAddition = false) {
  const isValid = Array.isArray(node)
    ? /^(0|[1-9]\d*)$/.test(key) && Number(key) < node.length + isAddition
    : isObject(node) && (isAddition || Object.hasOwn(node, key));
  if (!isValid) throw new BadMessage(`The path ${path} of a patch leads to a missing value.`);
}

/** Sets a member. An assignment to `__proto__` would not add a member. */
function put(node, key, value) {
  if (key !== '__proto__') node[key] = value;
  else Object.defineProperty(node, key, { value, configurable: true, enumerable: true });
  return value;
}

/** The new state of a snapshot, with the old values of equal properties, and the names of the others. */
export function merge(old, snapshot) {
  const names = [...new Set([...Object.keys(old), ...Object.keys(snapshot)])]
    .filter((name) => !(Object.hasOwn(old, name) && Object.hasOwn(snapshot, name) && isEqual(old[name], snapshot[name])));
  const state = { ...snapshot };
  for (const name of Object.keys(state)) if (!names.includes(name)) put(state, name, old[name]);
  return { state, names };
}

/** Whether two JSON values are equal. */
export function isEqual(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length
    && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
}
