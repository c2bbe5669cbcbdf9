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

test('a code that no file can have, and an --allow without effect, are wrong usage', () => {
  expect(() => new Refusal({ refuse: 'name-truncated' })).toThrow(
    '--refuse does not know "name-truncated": use bad-index, ',
  );
  expect(() => new Refusal({ allow: 'not-finite' })).toThrow('--allow not-finite has no effect');
});
