// The drafts of all views, whose texts the tab keeps.

import { Draft } from './draft.js';
import { canonical } from './screen.js';
import { tab } from './storage.js';

/** The time for which the tab keeps texts, in milliseconds, and their size, in characters. */
const AGE = 24 * 3_600_000, SIZE = 2 ** 20;

/** They outlive the cards and, except for secrets, the page. */
export class Drafts {
  _drafts = new Map();
  /** The texts that the tab keeps, each `{at, texts}` with the time of the last change, by the key of the draft; the oldest first. */
  _stored = new Map();

  constructor() {
    try {
      this._stored = new Map(JSON.parse(tab.read('drafts')).filter(([, { at }]) => Date.now() - at < AGE));
    } catch { /* Nothing is stored. */ }
  }

  /** The places of views with texts. */
  get places() { return [...this._stored.keys()].map((key) => JSON.parse(key)[0]); }

  /** A function that returns the draft of a field of one view. */
  of(place, isStored) {
    return (field) => {
      const key = canonical([place, field.name]);
      if (!this._drafts.has(key)) this._drafts.set(key, this._begin(key, field, isStored));
      return this._drafts.get(key);
    };
  }

  _begin(key, field, isStored) {
    const draft = new Draft(field), stored = this._stored.get(key);
    if (stored && !field.secret) draft.resume(...JSON.parse(stored.texts));
    if (isStored) draft.save = () => this._save(key, draft);
    return draft;
  }

  _save(key, { field, typed, kept, sent, doubtful }) {
    const isEmpty = field.secret || (typed === null && !kept.length && !sent.length);
    const texts = isEmpty ? undefined : JSON.stringify([typed, kept, sent, doubtful]), stored = this._stored;
    if (stored.get(key)?.texts === texts) return;
    stored.delete(key);
    if (texts) stored.set(key, { at: Date.now(), texts });
    let size = 0;
    for (const [name, each] of [...stored].reverse()) {
      size += name.length + each.texts.length;
      if (size > SIZE) stored.delete(name);
    }
    tab.write('drafts', JSON.stringify([...stored]));
  }
}
