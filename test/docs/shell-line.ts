/** A command in a line of a shell. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** The words of the command that pipes its output into this one. */
  readonly pipedFrom?: readonly string[];
}

/** Joins lines that end with a backslash. Each result has the number of its first line, from 0. */
export function shellLines(code: string): { line: number; text: string }[] {
  const joined: { line: number; text: string }[] = [];
  let goesOn = false;
  code.split('\n').forEach((text, line) => {
    const part = text.replace(/\\$/, '');
    if (goesOn) joined.at(-1)!.text += ` ${part.trim()}`;
    else joined.push({ line, text: part });
    goesOn = text.endsWith('\\');
  });
  return joined.filter(({ text }) => text.trim() !== '');
}

/**
 * Splits a line into its commands: quotes, comments, `|`, `&&`, `;` and redirections, but no variables.
 *
 * @example
 * shellCommands(`odori inspect 'a b.vmd' > out.txt # shows it`); // → [{ words: ['odori', 'inspect', 'a b.vmd'] }]
 */
export function shellCommands(text: string): ShellCommand[] {
  const commands: { words: string[]; pipedFrom?: string[] }[] = [{ words: [] }];
  let redirects = false;
  for (const [token, operator] of text.matchAll(
    /(\|\|?|&&|;|[12]?>>?|<)|#.*|(?:'[^']*'|"[^"]*"|[^\s'"|&;<>#]|\b#)+/g,
  )) {
    if (token.startsWith('#')) break;
    if (operator === undefined) {
      if (!redirects) commands.at(-1)!.words.push(token.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
      redirects = false;
    } else if (/[<>]/.test(operator)) redirects = true;
    else commands.push({ words: [], ...(operator === '|' && { pipedFrom: commands.at(-1)!.words }) });
  }
  return commands.filter(({ words }) => words.length > 0);
}
