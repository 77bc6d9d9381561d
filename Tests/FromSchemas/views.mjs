// Open views, and the folding of changes into their states.

/** An open view with its state. */
export class View {
  constructor(snapshot, { type, session, delivery = 'properties' } = {}) {
    Object.assign(this, { view: snapshot.view, type, session, delivery });
    this.take(snapshot);
  }

  take({ commit, state }) {
    return Object.assign(this, { commit, state, stale: new Set() });
  }

  fold(commit, { from, changes, patch, changed }) {
    if (from !== this.commit) throw new RangeError(`A change from commit ${from} does not follow commit ${this.commit}.`);
    // States are replaced and never modified: a user interface may keep an old one. Spreading also copies a member
    // named __proto__, which assignment does not.
    this.state = (patch ?? []).reduce(applyStep, { ...this.state, ...changes });
    this.commit = commit;
    for (const name of changed ?? []) this.stale.add(name);
  }
}

function applyStep(state, { op, path, value }) {
  const keys = path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const within = (node, [key, ...rest]) => {
    const isAddition = op === 'add' && !rest.length;
    const isRemoval = op === 'remove' && !rest.length;
    if (Array.isArray(node)) {
      const index = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : Infinity;
      if (isAddition && index <= node.length) return node.toSpliced(index, 0, value);
      if (isRemoval && index < node.length) return node.toSpliced(index, 1);
      if (index < node.length) return node.with(index, rest.length ? within(node[index], rest) : value);
    } else if (node instanceof Object && (isAddition || Object.hasOwn(node, key))) {
      const { [key]: old, ...others } = node;
      return isRemoval ? others : { ...node, [key]: rest.length ? within(old, rest) : value };
    }
    throw new RangeError(`${path} leads to a missing value.`);
  };
  return within(state, keys);
}

/** The open views by their ids. */
export class Views extends Map {
  /** Folds the parameters of `state/changed`. Returns the changed views; throws if a change does not fit its view. */
  fold({ commit, views }) {
    const entries = views.filter((entry) => this.has(entry.view));
    for (const entry of entries) this.get(entry.view).fold(commit, entry);
    return entries.map((entry) => this.get(entry.view));
  }
}
