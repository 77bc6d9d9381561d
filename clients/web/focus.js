// Where the focus is. It belongs to the user: nothing takes it from a field that is edited, and letters that the user types
// while it moves are not commands.

/** The time without a letter after which a letter is a command, in milliseconds. */
const PAUSE = 1000;

/** The field that the user edits: from the first change of its text until Enter, or until another element has the focus. */
let edited = null;
/** When the page has moved the focus by itself, or a letter was typed that was not a command. */
let movedAt = -Infinity;

/** Whether keys that are typed into an element are text. */
export const isText = (element) => element.matches('input:not([type=checkbox]), textarea, select');

export const isEditing = () => edited !== null && edited === document.activeElement;

/** Moves the focus, though the user does not ask for it at this moment. */
export function move(element) {
  if (element === document.activeElement) return;
  movedAt = performance.now();
  element.focus({ preventScroll: true });
}

/** Whether a key that was pressed outside of a field is a command. */
export function isCommand({ key }) {
  if (key.length > 1) return true;
  const isTyping = performance.now() - movedAt < PAUSE;
  if (isTyping) movedAt = performance.now();
  return !isTyping;
}

// Keys of an input method, such as the Enter that confirms a word, reach no handler. Safari sends that one after the end of the word.
addEventListener('keydown', (event) => {
  if (!event.isComposing && event.keyCode !== 229) return;
  event.stopImmediatePropagation();
  if (event.key === 'Enter') event.preventDefault();
}, true);
addEventListener('input', ({ target }) => { if (isText(target) && target.tagName !== 'SELECT') edited = target; });
addEventListener('focusin', ({ target }) => { if (target !== edited) edited = null; });
addEventListener('keydown', (event) => {
  if (event.key === 'Enter') edited = null;
  else if (event.key?.length === 1 && isText(event.target)) movedAt = performance.now();
  else if (['Tab', 'Escape'].includes(event.key)) movedAt = -Infinity;
}, true);
addEventListener('pointerdown', () => { movedAt = -Infinity; }, true);
