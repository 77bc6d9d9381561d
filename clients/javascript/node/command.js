// The command line that starts a server.

/** Splits a command line into words as a shell does, with quotes and backslashes; expands nothing. */
export function splitWords(line, name = 'The command') {
  const word = /(?:[^\s\\'"]|\\.|'[^']*'|"(?:[^\\"]|\\.)*")+/gs;
  if (line.replace(word, '').trim()) throw new SyntaxError(`${name} is not a command line: a quote is not closed.`);
  const quoted = /\\(.)|'([^']*)'|"((?:[^\\"]|\\.)*)"/gs;
  return (line.match(word) ?? []).map((found) => found.replace(quoted, (_, escaped, single, double) =>
    escaped ?? single ?? double.replace(/\\([\\"$`])/g, '$1')));
}

/** The words of the command of a server: `command`, a line or a list; else that in SVVS; else `svvs serve`. */
export function commandWords(command = process.env.SVVS?.trim() || 'svvs serve') {
  const words = typeof command === 'string' ? splitWords(command) : [...command];
  if (!words.length) throw new TypeError('The command is empty.');
  return words;
}

const passwords = /(?<=:\/\/)\S*(?=@)|(password\s*=\s*)(?:'(?:[^'\\]|\\.)*'?|[^\s&]*)/gi;

/** A command for messages, without its passwords. */
export function shownCommand(words) {
  return words.map((word) => word.replace(passwords, (_, name = '') => `${name}***`))
    .map((word) => (/^[\w@%+=:,./*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
