import { parsePmd, type Pmd, serializePmd } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { skeletonBytes, wholeBytes } from '#test/support/pmd-bytes.js';

const bytes = wholeBytes().build();

/** Code and message of every warning of a writer. */
function lossesOf(pmd: Pmd): [string, string][] {
  const losses: [string, string][] = [];
  serializePmd(pmd, { onWarning: ({ code, message }) => losses.push([code, message]) });
  return losses;
}

function expectSame(pmd: Pmd, expected: Uint8Array): void {
  expect(Buffer.compare(serializePmd(pmd), expected)).toBe(0);
}

describe('what a document does not hold comes back', () => {
  test('bytes after the NUL of a text', () => {
    const zeroPadded = bytes.slice();
    zeroPadded.fill(0, 7 + 6, 7 + 20); // after `Dancer`
    const pmd = parsePmd(zeroPadded);
    expect(pmd.source!.oddFields.map(({ offset, bytes: field }) => [offset, field.length])).toEqual([
      [7, 20],
    ]);
    expectSame(pmd, zeroPadded);
  });

  test('but not once the text is another', () => {
    const zeroPadded = bytes.slice();
    zeroPadded.fill(0, 7 + 6, 7 + 20);
    const written = serializePmd({ ...parsePmd(zeroPadded), name: encodeName('踊り') });
    // 踊 is 9778, り 82E8; then NUL and FD
    expect(Buffer.from(written.subarray(7, 27)).toString('hex')).toBe(`977882e800${'fd'.repeat(15)}`);
  });

  test('signalling NaN with their payload, in columns and in single numbers', () => {
    const odd = bytes.slice();
    const signalling = [0x01, 0x00, 0xa0, 0x7f];
    const vertex = 3 + 280 + 4;
    const limit = vertex + 3 * 38 + 4 + 6 + 4 + 70 + 2 + 3 * 39 + 2 + 7;
    odd.set(signalling, vertex);
    odd.set(signalling, limit);
    const pmd = parsePmd(odd);
    expect(pmd.source!.nans).toEqual([{ offset: limit, bits: 0x7fa00001 }]);
    expectSame(pmd, odd);
    pmd.iks[0].limitAngle = 0.25; // 3E800000
    expect([...serializePmd(pmd).subarray(limit, limit + 4)]).toEqual([0, 0, 0x80, 0x3e]);
  });
});

describe('edits', () => {
  test('a bone more: its English name is empty', () => {
    const pmd = parsePmd(bytes);
    const position: [number, number, number] = [1, 2, 3];
    pmd.bones.push({ name: encodeName('新'), parent: 1, tail: -1, type: 7, ik: -1, position });
    const read = parsePmd(serializePmd(pmd));
    expect(read.warnings).toEqual([]);
    expect(read.bones[3]).toEqual({ ...pmd.bones[3], name: encodeName('新') });
    expect(read.english!.boneNames.map(({ text }) => text)).toEqual(['Root', 'Arm', 'Goal', '']);
    expect(read.joints!.length).toBe(1);
  });

  test('joints alone bring all that stands before them', () => {
    const { joints } = parsePmd(bytes);
    const short = parsePmd(skeletonBytes().u16(0).u8(0, 0).u32(0).build());
    const read = parsePmd(serializePmd({ ...short, joints: joints! }));
    expect(read.english).toBeUndefined();
    expect(read.source!.englishFlag).toBe(0);
    expect(read.toonNames!.map(({ text }) => text).slice(8)).toEqual(['toon09.bmp', 'toon10.bmp']);
    expect(read.rigidBodies).toEqual([]);
    expect(read.joints).toEqual(joints);
  });

  test('a new document without optional ends has none', () => {
    const { source: _, ...pmd } = parsePmd(skeletonBytes().u16(0).u8(0, 0).u32(0).build());
    expectSame(pmd, skeletonBytes().u16(0).u8(0, 0).u32(0).build());
  });

  test('after an edited section, the rest of a truncated record is dropped and reported', () => {
    const pmd = parsePmd(bytes.subarray(0, bytes.length - 1)); // a joint, but for its last byte
    pmd.joints!.push(...parsePmd(bytes).joints!);
    expectSame(pmd, bytes);
    expect(lossesOf(pmd)).toEqual([
      ['not-expressible', 'the 123 bytes of a truncated record are dropped, because the model was edited'],
    ]);
  });

  test('nor may it pass for a whole one: English names of fewer bones', () => {
    const toonBytes = 10 * 100; // the names before them are 20 + 256 + 3 × 20 + 20 + 50 bytes
    const physicsBytes = 4 + 2 * 83 + 4 + 124;
    const pmd = parsePmd(bytes.subarray(0, bytes.length - physicsBytes - toonBytes - 1));
    expect(pmd.source!.truncated!.section).toBe('english');
    pmd.bones.pop();
    expect(lossesOf(pmd)).toEqual([
      ['not-expressible', 'the 405 bytes of a truncated record are dropped, because the model was edited'],
    ]);
    const read = parsePmd(serializePmd(pmd));
    expect([read.english, read.trailing.length]).toEqual([undefined, 0]);
  });
});

describe('losses are reported', () => {
  test('a name that is cut', () => {
    const pmd = parsePmd(bytes);
    pmd.bones[0].name = encodeName('abcdefghijklmnopqrstuvwxyz');
    expect(lossesOf(pmd)).toEqual([
      [
        'name-truncated',
        'name "abcdefghijklmnopqrstuvwxyz" (26 bytes) is truncated to 20 bytes: "abcdefghijklmnopqrst"',
      ],
    ]);
    expect(parsePmd(serializePmd(pmd)).bones[0].name.text).toBe('abcdefghijklmnopqrst');
  });

  test('a name that CP932 lacks, and one with a NUL', () => {
    const pmd = parsePmd(bytes);
    pmd.bones[0].name = { text: '가', bytes: new Uint8Array(0) };
    pmd.morphs[1].name = { text: '\0a', bytes: Uint8Array.of(0, 0x61) };
    expect(lossesOf(pmd)).toEqual([
      ['name-not-cp932', 'name "가" is written "?": CP932 lacks 가'],
      ['not-expressible', 'name "\\u0000a" contains a NUL, where readers stop'],
    ]);
  });

  test('nothing else', () => {
    expect(lossesOf(parsePmd(bytes))).toEqual([]);
  });
});

describe('a document that cannot be written is a RangeError', () => {
  test.each([
    [
      'vertices.normals has 3 entries, it needs 9',
      (pmd: Pmd) => (pmd.vertices.normals = new Float32Array(3)),
    ],
    [
      'morphs[1].offsets has 0 entries, it needs 3',
      (pmd: Pmd) => (pmd.morphs[1].offsets = new Float32Array(0)),
    ],
    [
      'facialList has 256 entries, the format allows at most 255',
      (pmd: Pmd) => (pmd.facialList = new Uint16Array(256)),
    ],
    [
      'iks[0].links has 300 entries, the format allows at most 255',
      (pmd: Pmd) => (pmd.iks[0].links = new Uint16Array(300)),
    ],
    [
      'vertices.count is NaN, not a whole number from 0 to 4294967295',
      (pmd: Pmd) => (pmd.vertices.count = NaN),
    ],
    [
      'vertices.positions is not an array of 32-bit floats',
      (pmd: Pmd) => (pmd.vertices.positions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as never),
    ],
    [
      'vertices.boneIndices is not an array of 16-bit whole numbers',
      (pmd: Pmd) => (pmd.vertices.boneIndices = Array(6).fill(70000) as never),
    ],
    [
      'vertices.weights is not an array of 8-bit whole numbers',
      (pmd: Pmd) => (pmd.vertices.weights = Array(3).fill(300) as never),
    ],
    [
      'vertices.edgeFlags is not an array of 8-bit whole numbers',
      (pmd: Pmd) => (pmd.vertices.edgeFlags = new Uint16Array(3) as never),
    ],
    ['indices is not an array of 16-bit whole numbers', (pmd: Pmd) => (pmd.indices = [0, 1, 65536] as never)],
    [
      'morphs[1].offsets is not an array of 32-bit floats',
      (pmd: Pmd) => (pmd.morphs[1].offsets = new Float64Array(3) as never),
    ],
    [
      'bones[2].parent is 40000, not a whole number from -32768 to 32767',
      (pmd: Pmd) => (pmd.bones[2].parent = 40000),
    ],
    ['bones[0].type is 256, not a whole number from 0 to 255', (pmd: Pmd) => (pmd.bones[0].type = 256)],
    ['bones[1].ik is 0.5, not a whole number from -32768 to 32767', (pmd: Pmd) => (pmd.bones[1].ik = 0.5)],
    ['bones[1].position has 2 entries, it needs 3', (pmd: Pmd) => pmd.bones[1].position.pop()],
    [
      'materials[0].indexCount is -1, not a whole number from 0 to 4294967295',
      (pmd: Pmd) => (pmd.materials[0].indexCount = -1),
    ],
    [
      'iks[0].loopCount is 70000, not a whole number from 0 to 65535',
      (pmd: Pmd) => (pmd.iks[0].loopCount = 70000),
    ],
    ['morphs[1].type is -1, not a whole number from 0 to 255', (pmd: Pmd) => (pmd.morphs[1].type = -1)],
    [
      'frameBones[0].bone is 32768, not a whole number from -32768 to 32767',
      (pmd: Pmd) => (pmd.frameBones[0].bone = 32768),
    ],
    [
      'joints[0].bodyA is 2147483648, not a whole number from -2147483648 to 2147483647',
      (pmd: Pmd) => (pmd.joints![0].bodyA = 2 ** 31),
    ],
    [
      'toonNames has 11 entries, the format allows at most 10',
      (pmd: Pmd) => pmd.toonNames!.push(encodeName('eleven')),
    ],
  ])('%s', (message, spoil) => {
    const pmd = parsePmd(bytes);
    spoil(pmd);
    expect(() => serializePmd(pmd)).toThrow(new RangeError(message));
  });
});

test('the document is not touched', () => {
  const pmd = parsePmd(bytes);
  const before = structuredClone(pmd);
  serializePmd(pmd);
  expect(pmd).toEqual(before);
});
