import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/guide/troubleshooting.md'), 'utf8');
const SOURCES = sourcesOfPackages();

/** The unions of codes in the sources, and the headings of the page below which their codes are explained. */
const HEADINGS: Readonly<Record<string, string>> = {
  MmdFormatErrorCode: 'Codes of files',
  TextureWarningCode: 'Codes of textures',
  FilesErrorCode: 'Codes of zips and folders',
  ShelfErrorCode: 'Codes of shelves',
  GlbErrorCode: 'Codes of GLB, VRM and VRMA files',
  HumanoidErrorCode: 'Codes of avatars',
  ModelNoteCode: 'Notes of models',
  SceneNoteCode: 'Notes of projects',
  MotionNoteCode: 'Notes of motions',
};

describe('the page about troubleshooting', () => {
  test('has a section for every type of codes that a package exports', () => {
    expect([...codeTypes().keys()].toSorted()).toEqual(Object.keys(HEADINGS).toSorted());
  });

  test.each(Object.entries(HEADINGS))('explains each %s, below “%s”', (type, heading) => {
    expect(firstCells(heading).toSorted()).toEqual(codeTypes().get(type)!.toSorted());
  });

  test('explains every DOMException that a package makes', () => {
    const names = [...SOURCES.matchAll(/new DOMException\(.*?, '(\w+)'\)/gs)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    const explained = firstCells('Errors of the browser');
    expect([...new Set(names)].filter((name) => !explained.includes(name))).toEqual([]);
  });

  test('explains every warning and error of the bridge', () => {
    const bridge = sourcesOf('packages/mmd-loader/src').join('\n');
    const calls = [...bridge.matchAll(/warnOnce\(\s*['"`]([^'"`$]+)/g)].map(([, text]) => text);
    expect(calls.length).toBeGreaterThan(2);
    const explained = firstCells('Messages of the bridge').flatMap(pieces);
    expect(calls.filter((text) => !explained.some((piece) => text.startsWith(piece)))).toEqual([]);
  });

  test.each(['Messages of files that cannot be loaded', 'Errors of the browser', 'Messages of the bridge'])(
    'quotes only messages that the packages have, below “%s”',
    (heading) => {
      const sentences = firstCells(heading).filter((cell) => cell.includes(' '));
      expect(sentences.length).toBeGreaterThan(2);
      expect(sentences.flatMap(pieces).filter((piece) => !SOURCES.includes(piece))).toEqual([]);
    },
  );

  test('explains every sentence with which a file is refused', () => {
    const loaders = [...sourcesOf('packages/model/src'), ...sourcesOf('packages/runtime/src')].join('\n');
    const literals = [...loaders.matchAll(/(?:LoadError|loadError)\(\w+, (['`])(.+?)\1/g)].map(
      ([, , text]) => text,
    );
    expect(literals.length).toBeGreaterThan(5);
    const explained = firstCells('Messages of files that cannot be loaded').map(pieces);
    const isExplained = (text: string): boolean =>
      explained.some((parts) => parts.length > 0 && parts.every((part) => text.includes(part)));
    expect(literals.filter((text) => /[a-z]{3} /.test(text) && !isExplained(text))).toEqual([]);
  });
});

/** The codes of every exported union whose name ends with `ErrorCode`, `NoteCode` or `WarningCode`. */
function codeTypes(): Map<string, string[]> {
  const code = SOURCES.replaceAll(/\/\*.*?\*\//gs, '');
  const unions = code.matchAll(/^export type (\w+(?:Error|Note|Warning)Code) =([^;]+);/gm);
  return new Map(
    [...unions].map(([, name, union]) => [name, [...union.matchAll(/'([a-z0-9-]+)'/g)].map((m) => m[1])]),
  );
}

/** The text in backticks with which rows of tables begin, in the section of a heading. */
function firstCells(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`the page has no heading “${heading}”`);
  return [...section.matchAll(/^\| `([^`]+)`\s*\|/gm)].map(([, cell]) => cell);
}

/** The parts of a quoted message between its ellipses. */
function pieces(message: string): string[] {
  return message
    .split('…')
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 2);
}

/** All sources of the packages, one after another. */
function sourcesOfPackages(): string {
  const packages = readdirSync(join(ROOT, 'packages'));
  return packages.flatMap((name) => sourcesOf(`packages/${name}/src`)).join('\n');
}

function sourcesOf(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}
