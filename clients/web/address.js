// The open views in the fragment of the URL, and the token of a link. Pure functions.

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const encoded = (text) => encodeURIComponent(text).replaceAll('~', '%7E');

/** The fragment for views (`{type, params}`) and names of joined sessions. */
export function toFragment(views, sessions = []) {
  const parts = views.map(({ type, params }) => encoded(type)
    + (Object.keys(params).length ? `~${encoded(JSON.stringify(params))}` : ''));
  const joined = sessions.length ? `&sessions=${sessions.map(encoded).join(',')}` : '';
  return `#views=${parts.join(',')}${joined}`;
}

/** The views and sessions of a fragment. Parts that cannot be read are left out. `views` is null without a list. */
export function fromFragment(fragment) {
  const parts = new Map(fragment.replace(/^#/, '').split('&').map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const list = (name) => (parts.get(name) ?? '').split(',').filter(Boolean);
  const views = list('views').flatMap((part) => {
    try {
      const [type, params] = part.split('~').map(decodeURIComponent);
      const read = params ? JSON.parse(params) : {};
      return isRecord(read) ? [{ type, params: read }] : [];
    } catch {
      return [];
    }
  });
  const sessions = list('sessions').flatMap((part) => {
    try { return [decodeURIComponent(part)]; } catch { return []; }
  });
  return { views: parts.has('views') ? views : null, sessions };
}

/** The token of a link, or of a text in which somebody has pasted one; null if there is none. */
export const tokenIn = (text) => /(?:(?:#|&|^\s*)token=|^\s*)([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? null;
