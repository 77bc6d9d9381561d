// JSON in which integers beyond 2^53 keep their digits: they are values of the type bigint.

const mark = `${Math.random()}:`; // Begins the strings that stand for such integers while a text is read or written.
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** The value of a JSON text. */
export function parse(text) {
  if (!/(^|[\s[,:-])\d{16}/.test(text)) return JSON.parse(text);
  let isMarked = false;
  let isInString = false;
  const changed = text.replace(/\\.|"|-?\d[\d.eE+-]*/gs, (token) => {
    if (token === '"') isInString = !isInString;
    if (isInString || !/^-?[1-9]\d{15,}$/.test(token) || Number.isSafeInteger(Number(token))) return token;
    isMarked = true;
    return `"${mark}${token}"`;
  });
  const revive = (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  return isMarked ? JSON.parse(changed, revive) : JSON.parse(text);
}

/** The JSON text of a value. Throws a TypeError for a number or a string that JSON cannot contain. */
export function stringify(value, indent) {
  const check = (key, member) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new TypeError(`${key} is not a finite number.`);
    if (/\p{Surrogate}/u.test(key) || (typeof member === 'string' && /\p{Surrogate}/u.test(member))) {
      throw new TypeError('A string contains an unpaired surrogate, which is not valid Unicode.');
    }
    return typeof member === 'bigint' ? mark + member : member;
  };
  return JSON.stringify(value, check, indent)?.replace(marked, '$1');
}
