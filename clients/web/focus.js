// Where the focus is, and which keys are commands. The focus belongs to the user: nothing takes it from a field that is edited,
// and letters that the user types while it moves are not commands.

/** The time without a letter after which a letter is a command, in milliseconds. */
const PAUSE = 1000;

/** The field that the user edits: from the first change of its text until Enter, or until another element has the focus. */
let edited = null;
/** When the page has moved the focus by itself, or a letter was typed that was not a command. */
let movedAt = -Infinity;

const isEditing = () => edited !== null && edited === document.activeElement && edited.checkVisibility();
/** Whether the focus is in a field with text that was not sent. */
export const isWriting = () => isEditing() || document.activeElement?.closest('.field.edited') != null;
const isTyping = () => performance.now() - movedAt < PAUSE;

/** Whether keys that are typed into an element are text. */
export const isText = (element) => element.matches('input:not([type=checkbox]), textarea, select');

/** Whether a key is a letter that is not typed into a field. */
const isLetter = ({ key, target, altKey, ctrlKey, metaKey }) =>
  key?.length === 1 && !isText(target) && !altKey && !ctrlKey && !metaKey;

/** Whether a key is a command. */
export const isCommand = (event) => isLetter(event) && !isTyping();

/** Moves the focus without a request of the user, unless the user edits a field. */
export function move(element) {
  if (isEditing() || element === document.activeElement) return;
  movedAt = performance.now();
  element.focus({ preventScroll: true });
}

addEventListener('keydown', (event) => {
  const { key, target, repeat, ctrlKey, metaKey } = event, isEnter = key === 'Enter';
  // A key that is held does not press a button again. In a text of several lines, Enter begins one.
  const isHeld = repeat && (isEnter ? !(target.rows > 1) || ctrlKey || metaKey : isLetter(event));
  // Keys of an input method, such as the Enter that confirms a word. Safari sends that one after the end of the word.
  const isComposed = event.isComposing || event.keyCode === 229;
  if (isHeld || isComposed) event.stopImmediatePropagation();
  if (isHeld || (isComposed && isEnter)) event.preventDefault();
  if (isHeld || isComposed) return;
  if (isEnter) edited = null;
  else if (['Tab', 'Escape'].includes(key)) movedAt = -Infinity;
  else if (key?.length === 1 && (isText(target) || isTyping())) movedAt = performance.now();
}, true);
addEventListener('input', ({ target }) => { if (isText(target) && target.tagName !== 'SELECT') edited = target; });
addEventListener('focusin', ({ target }) => { if (target !== edited) edited = null; });
addEventListener('pointerdown', () => { movedAt = -Infinity; }, true);
