import { type GlbError, readGlb } from '#src/vrm/glb/glb.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { expect, test } from 'vitest';

test('readGlb gives the JSON and the buffer of a file', () => {
  const { json, bin } = readGlb(glbBytes({ asset: { version: '2.0' } }, Uint8Array.of(1, 2, 3, 4)));
  expect(json).toEqual({ asset: { version: '2.0' } });
  expect([...bin]).toEqual([1, 2, 3, 4]);
});

test('a file without a buffer has an empty one', () => {
  expect(readGlb(glbBytes({})).bin).toHaveLength(0);
});

const whole = glbBytes({ asset: {} }, Uint8Array.of(1, 2, 3, 4));
/** The file with one of its 32-bit numbers replaced. */
function withNumber(offset: number, value: number): Uint8Array {
  const bytes = whole.slice();
  new DataView(bytes.buffer).setUint32(offset, value, true);
  return bytes;
}

test.each([
  ['no bytes', new Uint8Array(), 'bad-signature', 0],
  ['another signature', withNumber(0, 0x504d5820), 'bad-signature', 0],
  ['a header that is cut off', whole.slice(0, 9), 'truncated', 9],
  ['glTF 1', withNumber(4, 1), 'bad-version', 4],
  ['a JSON chunk that is longer than the file', withNumber(12, 0xffffffff), 'truncated', 20],
  ['a buffer that is cut off', whole.slice(0, -1), 'truncated', whole.length - 4],
  ['no chunk', whole.slice(0, 12), 'bad-json', 12],
  ['a first chunk that is not JSON', withNumber(16, 0x004e4942), 'bad-json', 12],
  ['JSON that is a list', glbBytes([]), 'bad-json', 20],
  ['JSON that is null', glbBytes(null), 'bad-json', 20],
  ['a text that is not JSON', withNumber(20, 0x20202020), 'bad-json', 20],
])('readGlb throws an error with code and place for %s', (_name, bytes, code, offset) => {
  let error: unknown;
  try {
    readGlb(bytes);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ name: 'GlbError', code, offset });
  expect((error as GlbError).message).toContain(`(at byte ${offset})`);
});
