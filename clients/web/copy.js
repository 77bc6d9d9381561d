// Requests as a script for the shell, or as lines of JSON. Secret values are replaced with placeholders. Pure functions.

import { isObject } from './screen.js';
import { json } from './text.js';

/** The placeholder of a secret value. */
class Secret {
  constructor(name) { this.name = name; }
  get variable() { return this.name.replace(/\W+/g, '_').toUpperCase(); }
  toJSON() { return `<${this.name}>`; }
}

/** The names of the secret properties, arguments and parameters of an app. */
export const secretNames = (screens) => new Set(['token', ...[...screens.values()]
  .flatMap(({ asks, parts, actions }) => [...asks, ...parts, ...actions.flatMap((each) => each.asks)])
  .filter((each) => each.secret).map((each) => each.name)]);

/** A message without secret values. Only the parts that may have some are copied: snapshots may be long. */
export function redacted(message, secrets) {
  const hidden = (name, each) => {
    if (secrets.has(name) && each !== null) return new Secret(name);
    return name === 'params' || name === 'properties' ? hide(each) : each;
  };
  const hide = (value) => (isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidden(name, each)])) : value);
  if (Array.isArray(message)) return message.map((each) => redacted(each, secrets));
  if (Object.hasOwn(message, 'method')) return { ...message, params: hide(message.params) };
  return isObject(message.result) && 'token' in message.result ? { ...message, result: hide(message.result) } : message;
}

const quoted = (text) => (/^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function shellValue([name, value]) {
  if (value instanceof Secret) return `${quoted(name)}="$${value.variable}"`;
  return typeof value === 'string' ? quoted(`${name}=${value}`) : quoted(`${name}:=${json(value)}`);
}

/** The secrets in a value. */
function secretsIn(value) {
  if (value instanceof Secret) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}

/** A line for each secret, in which somebody puts the value. */
const placeholders = (requests) => [...new Map(requests.flatMap(secretsIn).map((each) => [each.variable, each.name]))]
  .map(([variable, name]) => `${variable}='<${name.replaceAll("'", '')}>'  # not copied: put the value here`);

const isCall = (method) => !/\/|^\$|^(shutdown|exit|initialize)|\./.test(method);

function shellLine({ method, params = {} }) {
  const { view, ifCommit, ...rest } = params;
  const line = (words, values = {}) => [...words.map(quoted), ...Object.entries(values).map(shellValue)].join(' ');
  if (method === 'view/open') return line(['svvs_open', params.type, params.view ?? params.type], params.params);
  if (method === 'view/set') return line(['svvs_set', view], params.properties);
  if (method === 'view/close') return line(['svvs_close', view]);
  return isCall(method) ? line(['svvs_call', view, method], rest) : line(['svvs_request', method, json(params)]);
}

/** Writes requests, each without secret values, as a script for a server: its name, or the path of its socket. */
export const copiers = {
  Shell: (requests, server) => ['. "$SVVS_SHELL/svvs.sh"', `svvs_attach ${quoted(server)}`, ...placeholders(requests),
    ...requests.map(shellLine), ''].join('\n'),
  JSON: (requests) => requests.map((each, index) => json({ ...each, id: index + 1 })).join('\n'),
};

/** The request that opens a view, for a copied request that uses it. */
export const opening = ({ id, type, params }) => ({ jsonrpc: '2.0', method: 'view/open',
  params: { type, view: id, ...(params && Object.keys(params).length ? { params } : {}) } });

/** The beginning of the JSON text of a value. Its time does not depend on the size of the value. */
export function preview(value, limit = 2000) {
  let left = limit;
  const write = (each, depth) => {
    if (left <= 0) return '';
    let text;
    if (each instanceof Secret) text = json(each);
    else if (typeof each === 'string') text = json(each.slice(0, left));
    else if (typeof each !== 'object' || each === null) text = json(each) ?? 'null';
    else if (depth > 60) text = '…';
    else {
      const isList = Array.isArray(each), written = [];
      left -= 2;
      for (const name of isList ? each.keys() : Object.keys(each)) {
        if (left <= 0) { written.push('…'); break; }
        left -= 1;
        const key = isList ? '' : `${json(name.slice(0, 200))}:`;
        left -= key.length;
        written.push(key + write(each[name], depth + 1));
      }
      return isList ? `[${written.join(',')}]` : `{${written.join(',')}}`;
    }
    left -= text.length;
    return text;
  };
  return write(value, 0);
}

/** The last name of a JSON Pointer. */
export const nameIn = (path) => (typeof path === 'string'
  ? path.split('/').pop().replaceAll('~1', '/').replaceAll('~0', '~') : null);
