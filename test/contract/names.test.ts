import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../packages');
const read = (...path: string[]): string => readFileSync(join(PACKAGES, ...path), 'utf8');

describe.each(readdirSync(PACKAGES))('README of @odori/%s', (name) => {
  const readme = read(name, 'README.md').replace(/^```[^]*?^```/gm, ''); // programs explain no names
  const entries = entryPoints(name);

  test('every exported value and class stands in backticks in its README', () => {
    const mentioned = new Set(Array.from(readme.matchAll(/`([\w$]+)/g), ([, word]) => word));
    const values = new Set([...entries.values()].flatMap((exported) => exported.values));
    expect([...values].filter((value) => !mentioned.has(value))).toEqual([]);
  });

  test('the tables of names list only exported names, with the right entry point', () => {
    const all = [...entries.values()].flatMap(({ values, types }) => [...values, ...types]);
    const wrong = nameRows(readme).flatMap(({ names, entry }) => {
      const exported = entry === undefined ? undefined : entries.get(entry);
      const known = new Set(exported ? [...exported.values, ...exported.types] : all);
      return names.filter((each) => !known.has(each));
    });
    expect(wrong).toEqual([]);
  });

  test('the README has a table of names', () => {
    expect(nameRows(readme).length).toBeGreaterThan(0);
  });
});

test('the test reads the names of an entry point as JavaScript exports them', async () => {
  const format = entryPoints('format').get('@odori/format')!;
  expect(format.values.toSorted()).toEqual(Object.keys(await import('@odori/format')).toSorted());
  expect(format.types).toContain('Vmd');
});

interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The entry points of a package by the name that users import, such as `@odori/runtime/rig`. */
function entryPoints(name: string): Map<string, ExportedNames> {
  const { exports } = JSON.parse(read(name, 'package.json')) as {
    exports: Record<string, string | { default: string }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([path, target]) => {
      const file = typeof target === 'string' ? target : target.default;
      const source = /^\.\/src\/.*\.ts$/.test(file) && !/^\.\/internal\b/.test(path); // not for users
      return source ? [[`@odori/${name}${path.slice(1)}`, exportedNames(read(name, file))] as const] : [];
    }),
  );
}

/** The names in `export { … }`, the only form that entry points use; `as` gives the outer name. */
function exportedNames(source: string): ExportedNames {
  const code = source.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  const values: string[] = [];
  const types: string[] = [];
  for (const [, typeOnly, list] of code.matchAll(/\bexport\s+(type\s+)?\{([^}]*)\}/g)) {
    for (const item of list.split(',').map((each) => each.trim())) {
      if (item === '') continue;
      const [inner, outer = inner] = item.replace(/^type\s+/, '').split(/\s+as\s+/);
      if (outer === 'default') continue; // users give it a name
      (typeOnly !== undefined || item.startsWith('type ') ? types : values).push(outer);
    }
  }
  return { values, types };
}

interface NameRow {
  readonly names: readonly string[];
  /** The entry point in the second column of the table, if it has one. */
  readonly entry: string | undefined;
}

/** The rows of all tables whose first column is called `name`. */
function nameRows(readme: string): NameRow[] {
  const rows: NameRow[] = [];
  let inTable = false;
  for (const line of readme.split('\n')) {
    if (!line.startsWith('|')) inTable = false;
    else if (/^\|\s*name\s*\|/.test(line)) inTable = true;
    else if (inTable) {
      const [first = '', second = ''] = line.split('|').slice(1);
      const names = Array.from(first.matchAll(/`([\w$]+)/g), ([, word]) => word);
      rows.push({ names, entry: /`(@odori\/[^`]+)`/.exec(second)?.[1] });
    }
  }
  return rows;
}
