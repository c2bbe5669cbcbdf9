import { createVpd, MmdFormatError, parseVpd, serializeVpd, type Vpd } from '@odori/format';
import { encodeCp932 } from '@odori/format/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '#test/support/runs.js';
import { checkBytes } from '#test/support/spoiled-bytes.js';

const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, 0.5, NaN, Infinity));
const name = fc.oneof(
  fc.constantFrom('右腕', 'ボーン{', '頭 首', 'ﾈｸﾀｲ', ''),
  fc.stringMatching(/^[a-zA-Z0-9{}.,;]{0,6}$/),
);
const vpd: fc.Arbitrary<Vpd> = fc
  .record({
    bones: fc.array(
      fc.record({
        name,
        position: fc.tuple(number, number, number),
        rotation: fc.tuple(number, number, number, number),
      }),
      { maxLength: 4 },
    ),
    morphs: fc.array(fc.record({ name, weight: number }), { maxLength: 2 }),
  })
  .map((content) => createVpd(content));

const piece = fc.oneof(
  fc.constantFrom(
    'Bone0{',
    'Morph1{',
    '}',
    ';',
    ',',
    '\n',
    '\r',
    '//',
    '0.5',
    '-1e5',
    '1.#IND',
    '右腕',
    ' ',
    '\t',
    '{',
    '-',
  ),
  fc.string({ maxLength: 3 }),
);

function holds(bytes: Uint8Array): void {
  let pose: Vpd;
  try {
    pose = parseVpd(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return;
  }
  expect(Buffer.compare(serializeVpd(pose), bytes)).toBe(0);
  const again = parseVpd(serializeVpd(pose, { exact: true, encoding: 'utf-8' }));
  expect(again.bones.length).toBe(pose.bones.length);
  expect(again.bones.map((bone) => bone.rotation)).toEqual(pose.bones.map((bone) => bone.rotation));
}

/** The document, if the bytes give one whose names a file can hold. */
function readable(bytes: Uint8Array): Vpd | undefined {
  try {
    const pose = parseVpd(bytes);
    let isLossy = false;
    const { source: _, ...plain } = pose;
    serializeVpd(plain, { onWarning: () => (isLossy = true) });
    return isLossy ? undefined : pose;
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return undefined;
  }
}

function check(bytes: fc.Arbitrary<Uint8Array>): void {
  checkBytes(bytes, holds);
}

test('any bytes after the signature give a document or an MmdFormatError', () => {
  const signature = [...Buffer.from('Vocaloid Pose Data file\n')];
  check(fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from([...signature, ...bytes])));
});

test('pieces of poses in any order give a document or an MmdFormatError', () => {
  const body = fc.array(piece, { maxLength: 60 });
  check(body.map((pieces) => encodeCp932(`Vocaloid Pose Data file\nm.osm;\n1;\n${pieces.join('')}`).bytes));
});

test('a valid pose with flipped bytes, or truncated, gives a document or an MmdFormatError', () => {
  const change = fc.tuple(vpd, fc.nat(), fc.nat(255), fc.boolean());
  check(
    change.map(([pose, at, bits, isTruncated]) => {
      const bytes = serializeVpd(pose);
      if (isTruncated) return bytes.subarray(0, at % bytes.length);
      bytes[at % bytes.length] ^= bits;
      return bytes;
    }),
  );
});

test('a changed document is written so that it reads as it was changed', () => {
  const blocks = fc.array(piece, { maxLength: 20 });
  const header = fc.constantFrom('m.osm;\n1;\n', 'm.osm; // x\r\n', 'm;', '', 'm.osm; 1; ', '1;\n');
  const change = fc.record({ header, pieces: blocks, content: vpd, hasBones: fc.boolean(), keep: fc.nat(3) });
  fc.assert(
    fc.property(change, ({ header: start, pieces, content, hasBones, keep }) => {
      const block = hasBones ? 'Bone0{a\n0,0,0;\n0,0,0,1;\n}\nBone1{b 1,2,3; 0,0,0,1;}Morph0{c 1;}' : '';
      const { bytes } = encodeCp932(`Vocaloid Pose Data file\n${start}${block}${pieces.join('')}`);
      const pose = readable(bytes);
      if (!pose) return;
      pose.bones = [...pose.bones.slice(0, keep), ...content.bones];
      pose.morphs = content.morphs;
      pose.modelFile = content.modelFile;
      const read = parseVpd(serializeVpd(pose, { exact: true }));
      expect(read).toMatchObject({ bones: pose.bones, morphs: pose.morphs, modelFile: pose.modelFile });
    }),
    { numRuns: RUNS },
  );
});

test('document → bytes → document keeps everything', () => {
  fc.assert(
    fc.property(vpd, (pose) => {
      const read = parseVpd(serializeVpd(pose, { exact: true }));
      expect(read.bones).toEqual(pose.bones);
      expect(read.morphs).toEqual(pose.morphs);
    }),
    { numRuns: RUNS },
  );
});
