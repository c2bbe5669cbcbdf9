import { Accessor, NodeIO } from '@gltf-transform/core';
import { readGlb } from '#src/vrm/glb/glb.js';
import { GltfWriter } from '#src/vrm/glb/gltf-writer.js';
import { ModelWriter } from '#src/vrm/glb/model-writer.js';
import { writeGlb } from '#src/vrm/glb/write-glb.js';
import { checkGlb } from '#test/vrm/check-glb.js';
import { expect, test } from 'vitest';

const ASSET = { asset: { version: '2.0' } };

test('writeGlb pads the JSON with spaces and the buffer with zeros to multiples of 4 bytes', () => {
  const bytes = writeGlb({ asset: { version: '2.0', generator: 'ab' } }, [
    Uint8Array.of(1, 2),
    Uint8Array.of(3),
  ]);
  const text = '{"asset":{"version":"2.0","generator":"ab"}}'; // 44 bytes
  const words = new DataView(bytes.buffer);
  expect([0, 4, 8, 12, 16].map((at) => words.getUint32(at, true))).toEqual([
    0x46546c67, // glTF
    2,
    12 + 8 + 44 + 8 + 4,
    44,
    0x4e4f534a, // JSON
  ]);
  expect(new TextDecoder().decode(bytes.subarray(20, 64))).toBe(text);
  expect([...bytes.subarray(64)]).toEqual([4, 0, 0, 0, 0x42, 0x49, 0x4e, 0, 1, 2, 3, 0]);
  const odd = writeGlb({ asset: { version: '2.0', generator: 'abc' } }, []);
  expect(new TextDecoder().decode(odd.subarray(20))).toBe('{"asset":{"version":"2.0","generator":"abc"}}   ');
});

test('readGlb reads what writeGlb wrote', () => {
  const { json, bin } = readGlb(writeGlb(ASSET, [Uint8Array.of(1, 2, 3, 4)]));
  expect(json).toEqual(ASSET);
  expect([...bin]).toEqual([1, 2, 3, 4]);
});

test('a writer writes columns that glTF-Transform reads back, and the validator finds nothing to complain about', async () => {
  const writer = new ModelWriter();
  const positions = Float32Array.of(0, 0, 0, 1, 0, -2, 0, 3, 0.5);
  const position = writer.add(positions, 3, { target: 'attributes', hasBounds: true });
  const joints = writer.add(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 4, {
    target: 'attributes',
  });
  const indices = writer.add(Uint16Array.of(0, 1, 2), 1, { target: 'indices' });
  const morph = writer.addSparse(3, Uint16Array.of(2), Float32Array.of(0.5, -1, 2));
  const nothing = writer.addSparse(3, new Uint16Array(0), new Float32Array(0));
  const attributes = { POSITION: position, _BONES: joints };
  const primitive = { attributes, indices, targets: [{ POSITION: morph }, { POSITION: nothing }] };
  const bytes = writer.toGlb({
    ...ASSET,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [primitive] }],
  });
  await checkGlb(bytes);
  const root = (await new NodeIO().readBinary(bytes)).getRoot();
  const [read] = root.listMeshes()[0].listPrimitives();
  expect(read.getAttribute('POSITION')!.getArray()).toEqual(positions);
  expect(read.getAttribute('_BONES')!.getElement(1, [])).toEqual([5, 6, 7, 8]);
  expect(read.getIndices()!.getArray()).toEqual(Uint16Array.of(0, 1, 2));
  const targets = read.listTargets().map((target) => target.getAttribute('POSITION') as Accessor);
  expect([...targets[0].getArray()!]).toEqual([0, 0, 0, 0, 0, 0, 0.5, -1, 2]);
  expect([...targets[1].getArray()!]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('bounds are those of the column, and include the zeros of a sparse accessor', () => {
  const writer = new ModelWriter();
  writer.add(Float32Array.of(1, -5, 2, 7, 3, 0), 3, { hasBounds: true });
  writer.addSparse(9, Uint16Array.of(1, 2), Float32Array.of(1, -2, -3, 4, -5, -6));
  expect(writer.accessors.map(({ min, max }) => [min, max])).toEqual([
    [
      [1, -5, 0],
      [7, 3, 2],
    ],
    [
      [0, -5, -6],
      [4, 0, 0],
    ],
  ]);
});

test('a file in a buffer view keeps its exact length', () => {
  const writer = new ModelWriter();
  writer.addFile(Uint8Array.of(1, 2, 3, 4, 5));
  writer.addFile(Uint8Array.of(6));
  const { json, bin } = readGlb(writer.toGlb(ASSET));
  expect(json['bufferViews']).toEqual([
    { buffer: 0, byteLength: 5, byteOffset: 0 },
    { buffer: 0, byteLength: 1, byteOffset: 8 },
  ]);
  expect(json['buffers']).toEqual([{ byteLength: 12 }]);
  expect([...bin]).toEqual([1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]);
});

test('a GltfWriter without columns writes no buffer, because glTF forbids empty ones', async () => {
  const bytes = new GltfWriter().toGlb(ASSET);
  expect(readGlb(bytes).json).toEqual({ ...ASSET });
  await checkGlb(bytes);
});

test('normalized columns are marked, so that 255 of 8 bits stands for 1', () => {
  const writer = new GltfWriter();
  writer.add(Uint8Array.of(255, 0, 0, 0), 4, { isNormalized: true });
  writer.add(Uint8Array.of(255, 0, 0, 0), 4);
  expect(writer.accessors.map(({ normalized }) => normalized)).toEqual([true, undefined]);
});
