// What the browser keeps for the page. If the browser blocks it, or it is full, the page keeps it until it is left.

/** A storage of the browser that never throws. */
function storage(kind) {
  const refused = new Map();
  return {
    /** The text with a name; null if there is none. */
    read(name) {
      if (refused.has(name)) return refused.get(name);
      try { return globalThis[kind].getItem(name); } catch { return null; }
    },
    /** Writes a text; null removes it. Returns whether the browser keeps it. */
    write(name, text) {
      refused.delete(name);
      try {
        if (text === null) globalThis[kind].removeItem(name); else globalThis[kind].setItem(name, text);
        return true;
      } catch {
        refused.set(name, text);
        return false;
      }
    },
  };
}

/** What this tab keeps until it is closed, and what all tabs share. */
export const tab = storage('sessionStorage'), shared = storage('localStorage');
