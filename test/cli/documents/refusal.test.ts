import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Refusal } from '#src/cli/documents/refusal.js';

const warning = (code: 'truncated' | 'not-finite' | 'unsorted-keys') => ({
  code,
  section: 'bone keys',
  count: 1,
  offset: 7,
  message: 'bone keys[1] is odd',
});

test('files that are cut off are refused unless that is allowed', () => {
  expect(() => new Refusal({}).check([warning('not-finite'), warning('truncated')])).toThrow(
    'bone keys[1] is odd (at byte 7); --allow truncated reads it all the same',
  );
  expect(() => new Refusal({ allow: ' truncated ' }).check([warning('truncated')])).not.toThrow();
});

test('other warnings are refused if an option names them; strict leaves what MMD itself writes', () => {
  expect(new Refusal({}).has(warning('not-finite'))).toBe(false);
  expect(new Refusal({ refuse: 'odd-value, not-finite' }).has(warning('not-finite'))).toBe(true);
  expect(new Refusal({ strict: true }).has(warning('not-finite'))).toBe(true);
  expect(new Refusal({ strict: true, allow: 'not-finite' }).has(warning('not-finite'))).toBe(false);
  expect(new Refusal({ strict: true }).has(warning('unsorted-keys'))).toBe(false);
  expect(new Refusal({ strict: true, refuse: 'unsorted-keys' }).has(warning('unsorted-keys'))).toBe(true);
});

test('every warning that the page about troubleshooting lists can be refused', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/troubleshooting.md'), 'utf8');
  const [tables] = page.split('Thrown if what is before it')[1].split('Warnings of a writer');
  const codes = Array.from(tables.matchAll(/^\| `([a-z\d-]+)`/gm), ([, code]) => code);
  expect(codes.length).toBeGreaterThan(15);
  expect(() => new Refusal({ refuse: codes.join() })).not.toThrow();
});

test('a code that no file can have, and an --allow without effect, are wrong usage', () => {
  expect(() => new Refusal({ refuse: 'name-truncated' })).toThrow(
    '--refuse does not know "name-truncated": use bad-index, ',
  );
  expect(() => new Refusal({ allow: 'not-finite' })).toThrow('--allow not-finite has no effect');
});
