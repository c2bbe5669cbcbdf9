import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodePath, resolvePath } from '#src/format/files/resolve-path.js';
import { RUNS } from '#test/support/runs.js';

const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    ':',
    '//',
    'c:',
    'http:',
    'data:',
    'file:',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
  ),
  fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\0',
    '#',
    '?',
    '@',
    ';',
    '顔',
    '．．',
    '／',
    '\ud800',
    '\udc00',
    '𠮷',
    'a',
    'tex',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const path = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

function check(holds: (resolved: string) => void): void {
  fc.assert(
    fc.property(path, fc.oneof(fc.constant(''), path), (from, folder) => {
      const resolved = resolvePath(from, folder);
      if (resolved !== undefined) holds(resolved);
    }),
    { numRuns: 5 * RUNS }, // most of them are refused
  );
}

test('a resolved path consists of names and slashes', () => {
  check((resolved) => {
    for (const name of resolved.split('/')) expect(['', '.', '..']).not.toContain(name);
    expect(resolved).not.toContain('\\');
    expect(resolved).not.toMatch(/\p{Cc}/u);
  });
});

test('a URL parser finds neither a scheme nor a host', () => {
  check((resolved) => {
    expect(() => new URL(resolved.split('/')[0])).toThrow(TypeError);
    expect(new URL(resolved, 'https://host/base/').host).toBe('host');
  });
});

test('an encoded path stays below its base, name by name', () => {
  check((resolved) => {
    const url = new URL(encodePath(resolved), 'https://host/base/');
    expect(url.href.startsWith('https://host/base/')).toBe(true);
    expect(url.pathname.split('/').length).toBe(2 + resolved.split('/').length);
    expect([url.search, url.hash]).toEqual(['', '']);
    const decoded = decodeURIComponent(url.pathname.slice('/base/'.length));
    expect(decoded).toBe(resolved.replace(/\p{Surrogate}/gu, '\ufffd'));
  });
});

test('a resolved path resolves to itself', () => {
  check((resolved) => {
    expect(resolvePath(resolved)).toBe(resolved);
  });
});
