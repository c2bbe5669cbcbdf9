import { createPmm, createPmmModel, MmdFormatError, parsePmm, serializePmm } from '@odori/format';
import { expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { HOSTILE_PMM } from './hostile-pmm.js';

test('a file of hardly anything but different names is too large', () => {
  const error = thrownBy(() => parsePmm(HOSTILE_PMM['morphs with short names']()));
  expect(error).toBeInstanceOf(MmdFormatError);
  expect(error).toMatchObject({ code: 'too-large' });
  expect((error as MmdFormatError).section).toMatch(/^models\[0\]\.morphNames\[\d+\]$/);
});

test('two thousand different bones with their first keys alone are not too large', () => {
  const boneNames = Array.from({ length: 2000 }, (_, i) => {
    const text = `bone ${i}`;
    return { text, bytes: Uint8Array.from(Buffer.from(text)) };
  });
  const bytes = serializePmm(createPmm({ models: [createPmmModel({ boneNames })] }));
  expect(parsePmm(bytes).models[0].boneNames.at(-1)!.text).toBe('bone 1999');
});

test('the warnings of hundreds of models are counted together', () => {
  const models = Array.from({ length: 200 }, (_, number) => createPmmModel({ number, visible: 7 }));
  const { warnings } = parsePmm(serializePmm(createPmm({ models })));
  expect(warnings.length).toBe(101);
  expect(warnings[99]).toMatchObject({ code: 'odd-value', section: 'models[99]', count: 1 });
  expect(warnings[100]).toMatchObject({
    code: 'odd-value',
    section: 'models',
    count: 100,
    message: 'models[100].visible is 7, not 0 to 1',
  });
});
