import type { FormatWarning } from '@odori/format';
import { createX, parseX, serializeX, type X } from '@odori/format/x';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { xText } from '#test/support/x-bytes.js';
import type { XEncoding } from '#src/format/x/x.js';

const ENCODINGS: readonly XEncoding[] = ['text', 'binary', 'compressed-text', 'compressed-binary'];

function textOf(x: X, onWarning?: (warning: FormatWarning) => void): string {
  return new TextDecoder('shift_jis').decode(serializeX(x, onWarning && { onWarning }));
}

function triangle(): X {
  return createX({
    frames: [{ name: 'root', parent: -1 }],
    meshes: [
      {
        name: 'tri',
        frame: 0,
        positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0),
        faceStarts: Uint32Array.of(0, 3),
        corners: Uint32Array.of(0, 1, 2),
        materials: [0],
        faceMaterials: Uint32Array.of(0),
        uvs: Float32Array.of(0, 0, 0, 1, 1, 0.1),
      },
    ],
    materials: [{ texture: 'ソ.bmp', diffuse: [1, 0.5, 0, 1] }],
  });
}

test.each(ENCODINGS)('a mesh that another frame shows, too, is written once (%s)', (encoding) => {
  const x = triangle();
  x.frames.push({ name: 'twin', parent: -1 });
  const [mesh] = x.meshes;
  x.meshes.push({ ...mesh, frame: 1 }, { ...mesh, frame: 1, positions: mesh.positions.slice() });
  const read = parseX(serializeX(x, { encoding }));
  expect(read.warnings).toEqual([]);
  expect(read.meshes.map(({ frame }) => frame)).toEqual([0, 1, 1]);
  expect(read.meshes[1].positions).toBe(read.meshes[0].positions);
  expect(read.meshes[2].positions).not.toBe(read.meshes[0].positions);
  expect(read.meshes[2].positions).toEqual(mesh.positions);
});

describe('a new document', () => {
  test('is a text in the strict grammar: a comma between entries, a semicolon after the last', () => {
    expect(textOf(triangle())).toBe(
      [
        'xof 0302txt 0032',
        'Frame root {',
        ' Mesh tri {',
        '  3;',
        '  0.0;0.0;0.0;,',
        '  0.0;1.0;0.0;,',
        '  1.0;0.0;0.0;;',
        '  1;',
        '  3;0,1,2;;',
        '  MeshMaterialList {',
        '   1;',
        '   1;',
        '   0;',
        '   Material {',
        '    1.0;0.5;0.0;1.0;;',
        '    0.0;',
        '    0.0;0.0;0.0;;',
        '    0.0;0.0;0.0;;',
        '    TextureFilename {',
        '     "ソ.bmp";',
        '    }',
        '   }',
        '  }',
        '  MeshTextureCoords {',
        '   3;',
        '   0.0;0.0;,',
        '   0.0;1.0;,',
        '   1.0;0.1;;',
        '  }',
        ' }',
        '}',
        '',
      ].join('\r\n'),
    );
  });

  test.each(ENCODINGS)('reads the same, written as %s', (encoding) => {
    const { source: _, ...read } = parseX(serializeX(triangle(), { encoding }), { strict: true });
    expect(read).toEqual({ ...triangle(), encoding });
  });

  test('compressed, zlib unpacks its blocks with the block before as dictionary', () => {
    const x = triangle();
    x.meshes[0].name = 'n'.repeat(40_000); // more than one block
    const plain = Buffer.from(serializeX(x, { encoding: 'binary' }));
    const packed = Buffer.from(serializeX(x, { encoding: 'compressed-binary' }));
    expect(packed.readUInt32LE(16)).toBe(plain.length);
    const blocks: Buffer[] = [];
    for (let at = 20; at < packed.length;) {
      const end = at + 4 + packed.readUInt16LE(at + 2);
      expect(packed.toString('latin1', at + 4, at + 6)).toBe('CK');
      const dictionary = blocks.at(-1);
      const block = inflateRawSync(packed.subarray(at + 6, end), dictionary ? { dictionary } : {});
      expect(block.length).toBe(packed.readUInt16LE(at));
      blocks.push(block);
      at = end;
    }
    expect(blocks.length).toBe(2);
    expect(Buffer.concat(blocks)).toEqual(plain.subarray(16));
  });
});

describe('a changed document', () => {
  test('is written anew, without what it does not hold, which is reported', () => {
    const x = parseX(xText('# comment\nAnimationSet { }\nMaterial a { 1;1;1;1;;0;0;0;0;;0;0;0;; }'));
    x.materials[0].texture = 'b.bmp';
    const warnings: FormatWarning[] = [];
    const text = textOf(x, (warning) => warnings.push(warning));
    expect(text).toContain('"b.bmp";');
    expect(text).not.toContain('comment');
    expect(warnings.map(({ message }) => message)).toEqual([
      'data objects that a document does not hold are left out: AnimationSet',
    ]);
  });

  test('a change of one bit of a column counts', () => {
    const bytes = serializeX(triangle());
    const x = parseX(bytes);
    x.meshes[0].positions[0] = -0;
    expect(textOf(x)).toContain('-0.0;0.0;0.0;,');
    x.meshes[0].positions[0] = 0;
    expect(serializeX(x)).toEqual(bytes);
  });

  test('materials with names of their own are written once, and referred to', () => {
    const x = triangle();
    x.materials[0].name = 'red';
    x.meshes.push({ ...x.meshes[0], name: 'again' });
    expect(textOf(x).match(/Material red/g)?.length).toBe(1);
    expect(parseX(serializeX(x)).meshes.map(({ materials }) => materials)).toEqual([[0], [0]]);
  });

  test('a mesh after a child frame stays there: meshes keep the order in which they are drawn', () => {
    const x = createX({
      frames: [
        { name: 'a', parent: -1 },
        { name: 'b', parent: 0 },
        { name: 'c', parent: -1 },
      ],
      meshes: [1, 0, -1, 2, 0].map((frame, i) => ({
        ...triangle().meshes[0],
        materials: [],
        name: `m${i}`,
        frame,
      })),
    });
    const read = parseX(serializeX(x));
    const places = (document: X): string[] =>
      document.meshes.map(({ name, frame }) => `${name} ${document.frames[frame]?.name}`);
    expect(places(read)).toEqual(places(x));
    // a was closed before its last mesh
    expect(read.frames.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'a']);
  });
});

test('a mesh in a frame that there is not stands outside of all frames', () => {
  const x = triangle();
  x.meshes[0].frame = 7;
  expect(parseX(serializeX(x)).meshes[0].frame).toBe(-1);
});

test('20,000 nested frames are written, in no more bytes than their names and a few blanks take', () => {
  const frames = Array.from({ length: 20_000 }, (_, i) => ({
    name: `a_name_that_is_not_short_${i}`,
    parent: i - 1,
  }));
  const bytes = serializeX(createX({ frames }));
  // "Frame ", 30 letters, " {", "}", two line ends, twice 16 blanks
  expect(bytes.length).toBeLessThan(20_000 * 100);
  expect(parseX(bytes).frames).toEqual(frames);
});

describe('what a text cannot hold', () => {
  test('blanks and braces in names become _, quotes in texts too, and that is reported', () => {
    const x = createX({ materials: [{ name: 'a {b', texture: 'c".bmp' }] });
    const warnings: FormatWarning[] = [];
    expect(textOf(x, (warning) => warnings.push(warning))).toContain('Material a__b {');
    expect(warnings.map(({ code, section }) => [code, section])).toEqual([
      ['not-expressible', 'materials[0]'],
      ['not-expressible', 'materials[0].texture'],
    ]);
    expect(parseX(serializeX(x, { encoding: 'binary' })).materials[0]).toMatchObject({
      name: 'a {b',
      texture: 'c".bmp',
    });
  });

  test('characters that CP932 lacks are reported', () => {
    const warnings: FormatWarning[] = [];
    textOf(createX({ frames: [{ name: '가', parent: -1 }] }), (warning) => warnings.push(warning));
    expect(warnings.map(({ code }) => code)).toEqual(['name-not-cp932']);
  });

  test('a name that reads as UTF-8 by chance is still read as CP932', () => {
    const x = createX({ frames: [{ name: '髮親', parent: -1 }] });
    expect(parseX(serializeX(x)).frames[0].name).toBe('髮親');
  });
});

test('floats are written with as few digits as give the same 32 bits', () => {
  const positions = Float32Array.of(
    0.1,
    1 / 3,
    1e-20,
    1.5e10,
    16777216,
    NaN,
    -Infinity,
    3.4028234663852886e38,
    -0,
  );
  const x = createX({ meshes: [{ positions, faceStarts: Uint32Array.of(0), corners: new Uint32Array(0) }] });
  const text = textOf(x);
  expect(text).toContain('0.1;0.33333334;1.0e-20;,');
  expect(text).toContain('1.#QNAN0;,');
  expect(parseX(serializeX(x)).meshes[0].positions).toEqual(positions);
});
