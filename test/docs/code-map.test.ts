import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './doc-pages.js';

const PAGE = readFileSync(join(ROOT, 'docs/code-map.md'), 'utf8');
const SOURCE = /^[a-z-]+\/src\/[\w/-]+\.tsx?$/;

/** The sections of the page below a heading of the second level, by their headings. */
function sectionsBelow(heading: string): Map<string, string> {
  const part = PAGE.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return new Map(
    part
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  );
}

/** The rows of the tables of a section: the paths of the first cell, and the rest. */
function rowsOf(section: string): { paths: string[]; text: string }[] {
  return section.split('\n').flatMap((line) => {
    const [, first = '', ...rest] = line.split('|');
    const paths = [...first.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
    return line.startsWith('| `') ? [{ paths, text: rest.join('|') }] : [];
  });
}

describe('folders', () => {
  test.each([...sectionsBelow('Folders')])(
    '%s: each path exists, each folder has a row',
    (heading, section) => {
      const [, name] = /^packages\/([a-z-]+)/.exec(heading) ?? [];
      const base = name === undefined ? '' : `packages/${name}/src/`;
      const listed = rowsOf(section).flatMap(({ paths }) => paths);
      expect(listed.length).toBeGreaterThan(0);
      expect(listed.filter((path) => !existsSync(join(ROOT, base, path)))).toEqual([]);
    },
  );
});

/** `#` + the names that a file imports, and the relative paths that it imports from. */
function importsOf(path: string): { names: Set<string>; files: Set<string> } {
  const text = readFileSync(join(ROOT, 'packages', path), 'utf8');
  const names = new Set<string>();
  const files = new Set<string>();
  for (const [, list, from] of text.matchAll(
    /(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\w+)?\s*from '([^']+)'/g,
  )) {
    for (const [name] of (list ?? '').matchAll(/\w+/g)) names.add(name);
    if (from.startsWith('.')) files.add(join(path, '..', from).replace(/\.js$/, '.ts'));
  }
  for (const [, from] of text.matchAll(/import\('([^']+)'\)/g))
    if (from.startsWith('.')) files.add(join(path, '..', from).replace(/\.js$/, '.ts'));
  return { names, files };
}

/** Does a file import another one: by its path, or a name that it declares, through an entry point? */
function imports(path: string, other: string): boolean {
  const { names, files } = importsOf(path);
  if (files.has(other)) return true;
  const text = readFileSync(join(ROOT, 'packages', other), 'utf8');
  const declared = text.matchAll(/^export (?:abstract |async )?(?:class|function|const|interface) (\w+)/gm);
  return [...declared].some(([, name]) => names.has(name));
}

describe('ways through the code', () => {
  test.each([...sectionsBelow('Ways through the code')])(
    '%s: each file is imported by the one before, or the row names the file that calls it',
    (heading, section) => {
      const rows = rowsOf(section).map(({ paths: [path], text }) => ({ path, text }));
      const [, count] = /: (\d+) files$/.exec(heading)!;
      expect(rows.map(({ path }) => path).filter((path) => !SOURCE.test(path))).toEqual([]);
      expect(new Set(rows.map(({ path }) => path)).size).toBe(Number(count)); // each is entered once
      expect(rows).toHaveLength(Number(count));
      const lost = rows.slice(1).filter(({ path, text }, i) => {
        const named = [...text.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, name]) => name);
        const callers = rows.slice(0, i + 1).map((row) => row.path);
        const caller = callers.filter((each) => named.some((name) => each.endsWith(`/${name}`)));
        return !imports(callers[i], path) && caller.length === 0;
      });
      expect(lost.map(({ path }) => path)).toEqual([]);
    },
  );
});

test('the files that recipes name exist', () => {
  const recipes = PAGE.split(/^## /m).find((text) => text.startsWith('Recipes')) ?? '';
  const named = [...recipes.matchAll(/`([a-z-]+\/src\/[\w/-]+(?:\.tsx?)?)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, 'packages', path)))).toEqual([]);
});
