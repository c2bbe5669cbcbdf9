import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const PAGE = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');

/** The words of a language in the glossary. */
export interface Glossary {
  /** English terms and the words for them; terms that contain others come first. */
  readonly words: readonly (readonly [term: string, word: string])[];
  /** Words that are not used. */
  readonly others: readonly string[];
}

/** The table of a language, such as `ja`. */
export function glossaryOf(language: string): Glossary {
  const [, section] = PAGE.split(`\n\`${language}\`\n`);
  const [table] = section.split(/^## /m);
  const rows = [...table.matchAll(/^\| (?!English|-)(.+?) *\| (.+?) *\|(.*)\|$/gm)];
  const words = rows.map(([, term, word]) => [term, word] as const);
  return {
    words: words.toSorted(([a], [b]) => b.length - a.length),
    others: rows.flatMap(([, , , others]) =>
      others
        .split(',')
        .map((other) => other.trim())
        .filter(Boolean),
    ),
  };
}
