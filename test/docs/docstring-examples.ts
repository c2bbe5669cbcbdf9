import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicNames } from '#test/contract/shape.mjs';
import { ROOT } from './doc-pages.js';

/** An `@example` in the docstring of a public name, or of a member of a public class. */
export interface DocstringExample {
  /** Such as `runtime: Motion`. */
  readonly name: string;
  /** The path of the source, relative to the repository. */
  readonly path: string;
  /** The line of the source with the first line of the code, from 1. */
  readonly line: number;
  readonly code: string;
}

const PACKAGES = readdirSync(join(ROOT, 'packages')).toSorted();
const DECLARATION =
  /(\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?^export (?:declare |abstract |async )*(?:function\*?|class|const) (\w+)/gm;
/** The docstring of a member of a class. */
const MEMBER = /^ {2}\/\*\*(?:(?!\*\/)[^])*\*\//gm;

/** The examples of everything that a package's sources export, by name: an empty list where there is none. */
function examplesIn(name: string): Map<string, DocstringExample[]> {
  const found = new Map<string, DocstringExample[]>();
  const outerNames = new Map<string, string>();
  const folder = join(ROOT, 'packages', name, 'src');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const declarations = [...text.matchAll(DECLARATION)];
    for (const [i, { 0: whole, 1: docstring = '', 2: declared, index }] of declarations.entries()) {
      const end = index + whole.length;
      const members = text.slice(end, declarations[i + 1]?.index).matchAll(MEMBER);
      const docstrings = [
        [docstring, index] as const,
        ...Array.from(members, (m) => [m[0], end + m.index] as const),
      ];
      const place = { name: `${name}: ${declared}`, path: `packages/${name}/src/${file}` };
      const examples = docstrings.flatMap(([each, start]) =>
        exampleOf(each).map(([offset, code]) => ({ ...place, line: lineAt(text, start + offset), code })),
      );
      found.set(declared, [...(found.get(declared) ?? []), ...examples]);
    }
    for (const [, inner, outer] of text.matchAll(/^export \{.*?\b(\w+) as (\w+)\b.*\} from/gm))
      outerNames.set(outer, inner);
  }
  for (const [outer, inner] of outerNames) found.set(outer, found.get(inner) ?? []);
  return found;
}

/** The code after `@example`, without the asterisks, and where it begins. */
function exampleOf(docstring: string): [offset: number, code: string][] {
  return Array.from(
    docstring.matchAll(/@example\s+(?:\* )?((?:(?!\n\s*\* @|\*\/)[^])*)/g),
    ({ 0: whole, 1: code, index }) => [
      index + whole.length - code.length,
      code.replace(/^\s*\* ?/gm, '').trimEnd(),
    ],
  );
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/**
 * The examples of each public value, by `package: name`; an empty list where there is none. A value that a
 * package exports for another one has the examples of that.
 */
export function docstringExamples(): Map<string, DocstringExample[]> {
  const byPackage = new Map(PACKAGES.map((name) => [name, examplesIn(name)]));
  const ofOthers = (value: string): DocstringExample[] =>
    [...byPackage.values()].flatMap((found) => found.get(value) ?? []);
  return new Map(
    PACKAGES.flatMap((name) =>
      publicNames(name)
        .values.filter((value) => value !== 'default')
        .map((value) => [`${name}: ${value}`, byPackage.get(name)!.get(value) ?? ofOthers(value)]),
    ),
  );
}
