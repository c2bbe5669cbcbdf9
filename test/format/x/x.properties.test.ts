import { MmdFormatError } from '@odori/format';
import { parseX, serializeX, type X } from '@odori/format/x';
import { encodeCp932 } from '@odori/format/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { x, xBytes } from '#test/support/arbitrary-x.js';
import { RUNS } from '#test/support/runs.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

/** What a document says, without the file and its problems. */
function content(document: X): object {
  return { ...document, source: 0, warnings: 0 };
}

function holds(bytes: Uint8Array): void {
  let document: X;
  try {
    document = parseX(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MmdFormatError);
    return;
  }
  expect(Buffer.compare(serializeX(document), bytes)).toBe(0);
}

test('any bytes after a header give a document or an MmdFormatError', () => {
  const header = fc.constantFrom('txt 0032', 'bin 0032', 'bin 0064', 'tzip0032', 'bzip0064');
  checkBytes(
    fc
      .tuple(header, fc.uint8Array({ maxLength: 300 }))
      .map(([kind, bytes]) => Uint8Array.from([...Buffer.from(`xof 0302${kind}`), ...bytes])),
    holds,
  );
});

const piece = fc.oneof(
  fc.constantFrom(
    'Mesh', 'Frame a', 'Material', 'MeshNormals', 'MeshMaterialList', 'MeshTextureCoords', 'MeshVertexColors', 'TextureFilename',
    'FrameTransformMatrix', 'template', '{', '}', '{', '}', '3;', '0;', '1,', '1.5;', ' ', '\n', '"a.bmp"', '"', '<', '>', '//', '#',
    '1.#IND', 'nan', '1;0;0;0;1;0;0;0;0;', '床', '[...]',
  ), // prettier-ignore
  fc.string({ maxLength: 3 }),
);

test('pieces of texts in any order give a document or an MmdFormatError', () => {
  const body = fc.array(piece, { maxLength: 60 });
  checkBytes(
    body.map((pieces) => encodeCp932(`xof 0302txt 0032${pieces.join(' ')}`).bytes),
    holds,
  );
});

test('tokens in any order give a document or an MmdFormatError', () => {
  // 4 letters: Mesh
  const word = fc.constantFrom(1, 2, 3, 5, 6, 7, 10, 10, 11, 11, 19, 20, 31, 0, 0, 2, 4, 0x654d, 0x6873);
  checkBytes(
    fc
      .array(word, { maxLength: 80 })
      .map((words) =>
        Uint8Array.from(
          Buffer.concat([Buffer.from('xof 0302bin 0032'), Buffer.from(Uint16Array.from(words).buffer)]),
        ),
      ),
    holds,
  );
});

test('a valid file with flipped bytes gives a document or an MmdFormatError', () => {
  checkBytes(flippedBytes(xBytes), holds);
});

test('a valid file truncated at any byte gives a document or an MmdFormatError', () => {
  checkBytes(cutBytes(xBytes), holds);
});

test('document → bytes → document keeps everything, in every encoding', () => {
  fc.assert(
    fc.property(x, (document) => {
      expect(content(parseX(serializeX(document)))).toEqual(content(document));
    }),
    { numRuns: RUNS },
  );
});

test('one document is the same in all encodings', () => {
  fc.assert(
    fc.property(x, (document) => {
      for (const encoding of ['text', 'binary', 'compressed-text', 'compressed-binary'] as const) {
        const read = parseX(serializeX(document, { encoding }));
        expect(content(read)).toEqual(content({ ...document, encoding }));
      }
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});
