import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type TypeScript = typeof import('../../../docs/node_modules/typescript/lib/typescript.js');
type Node = import('../../../docs/node_modules/typescript/lib/typescript.js').Node;

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'packages/cli/src');

// TypeScript 7 has no parser for programs yet. The site has TypeScript 6, for TypeDoc.
const ts = createRequire(join(ROOT, 'docs/package.json'))('typescript') as TypeScript;

/** Two words, one after another. */
const SENTENCE = /[a-z]{2,},? [a-z]{2,}/i;
/** Options, commands, pages, scripts and policies, names of programs, and what no user sees. */
const NO_TEXT =
  /^(?:-|odori |curl |<|\(|import\(|body |default-src|\{'descr'|Google Chrome|Microsoft Edge|no stdout$|vmd as json$|textures keep$)|Google Chrome for Testing|^[A-Z, +…→]+$|is not a file in/;

/** The literals of a source that say something, with their places. */
function sentencesIn(name: string): string[] {
  const source = readFileSync(join(SOURCES, name), 'utf8');
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const text = isText ? node.getText().slice(1, -1) : '';
    if (SENTENCE.test(text.replaceAll(/\$\{[^}]*\}/g, '')) && !NO_TEXT.test(text))
      found.push(`${name}: ${text.slice(0, 80)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('all that odori says comes from the catalogs', () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.startsWith('language'));
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.flatMap(sentencesIn)).toEqual([]);
});
