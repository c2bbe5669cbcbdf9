import { parsePmm } from '@odori/format';
import { expect, test } from 'vitest';
import { truncationSentence } from '#demos/project/src/truncation-sentence.js';
import { headBytes, modelBytes, wholeBytes } from '#test/format/pmm/pmm-bytes.js';

test('of a truncated project, the page says what is shown', () => {
  const file = modelBytes(modelBytes(headBytes().u8(2)));
  expect(truncationSentence(parsePmm(file.build().subarray(0, -1)))).toBe(
    'The file ends too early. Only what is whole is shown: 1 model. models[1].calculationOrder needs 1 bytes, 0 left.',
  );
});

test('of a whole project, the page says nothing', () => {
  expect(truncationSentence(parsePmm(wholeBytes().build()))).toBeUndefined();
});
