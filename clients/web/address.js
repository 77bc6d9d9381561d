// The open views in the fragment of the URL, and the token of a link. Pure functions.

import { isObject } from './screen.js';

const encoded = (text) => encodeURIComponent(text).replaceAll('~', '%7E');

/** The fragment for views (`{type, params}`) and names of joined sessions. */
export function toFragment(views, sessions = []) {
  const parts = views.map(({ type, params }) => encoded(type)
    + (Object.keys(params).length ? `~${encoded(JSON.stringify(params))}` : ''));
  const joined = sessions.length ? `&sessions=${sessions.map(encoded).join(',')}` : '';
  return `#views=${parts.join(',')}${joined}`;
}

/**
 * The views and sessions of a fragment. `views` is null without a list. `unread` are the texts of the parts that cannot be
 * read.
 */
export function fromFragment(fragment) {
  const parts = new Map(fragment.replace(/^#/, '').split('&').map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const unread = [];
  const list = (name, read) => (parts.get(name) ?? '').split(',').filter(Boolean).flatMap((part) => {
    try {
      return [read(part)];
    } catch {
      unread.push(part);
      return [];
    }
  });
  const views = list('views', (part) => {
    const [type, text] = part.split('~').map(decodeURIComponent), params = text ? JSON.parse(text) : {};
    if (!isObject(params)) throw new TypeError('The parameters are not an object.');
    return { type, params };
  });
  const sessions = list('sessions', decodeURIComponent);
  return { views: parts.has('views') ? views : null, sessions, unread };
}

/** The token of a link, or of a text in which somebody has pasted one; null if there is none. */
export const tokenIn = (text) => /(?:(?:#|&|^\s*)token=|^\s*)([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? null;
