import { createX, serializeX, type X, type XMesh } from '@odori/format/x';
import fc from 'fast-check';
import type { XEncoding } from '#src/format/x/x.js';

const float = fc
  .oneof(fc.constantFrom(0, -0, 1, 0.5, -3.25, 1e-9, NaN, Infinity, -Infinity), fc.float())
  .map(Math.fround);
const name = fc.constantFrom('', 'Box01', '床', 'ボソ', '髮親', '01', 'a/b', 'mat#1', 'ｽﾃｰｼﾞ');
const text = fc.constantFrom('', 'a.bmp', 'tex\\ソ.bmp*b.sph', 'screen.bmp', 'c d {e}.spa');
const few = <T>(item: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> => fc.array(item, { maxLength });
const vector = fc.tuple(float, float, float);
/** Mostly an existing element. */
const index = fc.constantFrom(0, 0, 1, 2, 3, 700, 0xffffffff);

const material = fc.record({
  diffuse: fc.tuple(float, float, float, float),
  power: float,
  specular: vector,
  emissive: vector,
  texture: text,
});

const transform = fc.array(float, { minLength: 16, maxLength: 16 }).map((list) => Float32Array.from(list));

/** Frames in the order of a file, and where each mesh stands. */
const hierarchy = fc.array(fc.tuple(fc.nat(3), name, fc.option(transform)), { maxLength: 5 }).map((list) => {
  let path: number[] = [];
  return list.map(([depth, frameName, own], i) => {
    path = path.slice(0, depth);
    const parent = path.at(-1) ?? -1;
    path.push(i);
    return { name: frameName, parent, ...(own && { transform: own }) };
  });
});

const mesh: fc.Arbitrary<XMesh> = fc
  .tuple(
    name,
    few(vector, 5),
    few(few(index, 5), 4),
    fc.option(few(vector)),
    fc.option(few(fc.tuple(float, float))),
    fc.option(few(fc.tuple(index, fc.tuple(float, float, float, float)))),
  )
  .map(([meshName, positions, faces, normals, uvs, colors]) => {
    const corners = Uint32Array.from(faces.flat());
    const faceStarts = new Uint32Array(faces.length + 1);
    faces.forEach((face, i) => (faceStarts[i + 1] = faceStarts[i] + face.length));
    return {
      name: meshName,
      frame: -1,
      positions: Float32Array.from(positions.flat()),
      faceStarts,
      corners,
      ...(normals && { normals: { vectors: Float32Array.from(normals.flat()), corners: corners.slice() } }),
      ...(uvs && { uvs: Float32Array.from(uvs.flat()) }),
      ...(colors && {
        colors: {
          vertices: Uint32Array.from(colors.map(([vertex]) => vertex)),
          values: Float32Array.from(colors.flatMap(([, values]) => values)),
        },
      }),
      materials: [],
      faceMaterials: new Uint32Array(0),
    };
  });

/** Meshes with materials of their own, as most exporters write them. */
const ownMaterials = few(fc.tuple(mesh, few(fc.tuple(name, material), 2), few(index), fc.nat(4))).map(
  (list) => ({
    meshes: list.map(([one, own, faceMaterials], i) => {
      const before = list.slice(0, i).reduce((sum, [, others]) => sum + others.length, 0);
      return {
        ...one,
        materials: own.map((_, j) => before + j),
        faceMaterials: Uint32Array.from(faceMaterials),
      };
    }),
    // the first has no name, so that all of them stand where they are used
    materials: list
      .flatMap(([, own]) => own)
      .map(([given, one], i) => ({ ...one, name: i === 0 ? '' : given })),
  }),
);

/** Meshes that refer to materials at the top of the file. */
const sharedMaterials = fc.tuple(few(mesh), few(material)).chain(([meshes, materials]) =>
  fc
    .array(few(fc.integer({ min: -1, max: materials.length - 1 })), {
      minLength: meshes.length,
      maxLength: meshes.length,
    })
    .map((used) => ({
      meshes: meshes.map((one, i) => ({ ...one, materials: used[i], faceMaterials: Uint32Array.of(0) })),
      materials: materials.map((one, i) => ({ ...one, name: `mat${i}` })),
    })),
);

/**
 * Accessories with all values that a document can hold. Each mesh is in a frame that is open at its place in
 * the file.
 */
export const x: fc.Arbitrary<X> = fc
  .tuple(
    hierarchy,
    fc.oneof(ownMaterials, sharedMaterials),
    fc.constantFrom<32 | 64>(32, 64),
    fc.constantFrom<XEncoding>('text', 'binary', 'compressed-text', 'compressed-binary'),
  )
  .map(([frames, { meshes, materials }, floatBits, encoding]) => {
    const document = createX({
      frames,
      meshes: meshes.map((one, i) => ({ ...one, frame: Math.min(i, frames.length) - 1 })),
      materials,
    });
    return { ...document, floatBits, encoding };
  });

/** The bytes of such accessories. */
export const xBytes: fc.Arbitrary<Uint8Array> = x.map((document) => serializeX(document));
