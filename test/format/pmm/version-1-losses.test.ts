import { createPmmModel, parsePmm, type Pmm, serializePmm } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { expect, test } from 'vitest';
import { restingProject1 } from './pmm-bytes.js';

/** A project of one model and twelve blocks, all with the values that a file without them means. */
function usualProject(): Pmm {
  const file = restingProject1([{ bones: 2, morphs: 1, iks: 1 }]);
  const bytes = file
    .u8(0) // additive
    .f32(1)
    .u8(0)
    .u8(1)
    .f32(1)
    .u8(1)
    .u8(0)
    .f32(9.8)
    .i32(10)
    .f32(0, -1, 0)
    .u8(0)
    .u8(1)
    .u8(0)
    .f32(0.01125)
    .u8(1)
    .build();
  return parsePmm(bytes);
}

/** What writing reports. */
function lossesOf(pmm: Pmm): string[] {
  const losses: string[] = [];
  serializePmm(pmm, { onWarning: ({ code, message }) => losses.push(`${code}: ${message}`) });
  return losses.map((loss) => loss.replace('not-expressible: ', ''));
}

test('values of a file that are MMD’s defaults as 32-bit floats are not lost with their blocks', () => {
  const pmm = usualProject();
  expect(pmm.version1!.blockCount).toBe(6);
  expect([pmm.gravity.acceleration, pmm.selfShadow.distance]).toEqual([9.8, 0.01125].map(Math.fround));
  pmm.version1!.blockCount = 0;
  expect(lossesOf(pmm)).toEqual([]);
});

test('values made in code that are MMD’s defaults as 32-bit floats are not lost either', () => {
  const pmm = usualProject();
  pmm.version1!.blockCount = 0;
  pmm.gravity.acceleration = 9.8;
  pmm.gravity.direction = [1e-60, -1 - 1e-12, -0];
  pmm.selfShadow.distance = 0.01125;
  pmm.version1!.edgeWidth = 1 + 1e-12;
  pmm.models[0].edgeWidth = 1 - 1e-12;
  pmm.camera.current.matrix[0] = 1 + 1e-12;
  expect(lossesOf(pmm)).toEqual([]);
});

/** The next 32-bit float. */
function above(value: number): number {
  const bits = new Int32Array(Float32Array.of(value).buffer);
  bits[0] += value < 0 ? -1 : 1;
  return new Float32Array(bits.buffer)[0];
}

test.each<[string, (pmm: Pmm) => void]>([
  ['version1.edgeWidth belongs to block 2', ({ version1 }) => (version1!.edgeWidth = above(1))],
  ['edgeWidth belongs to block 4', ({ models: [model] }) => (model.edgeWidth = above(1))],
  ['physics and gravity belongs to block 5', ({ gravity }) => (gravity.acceleration = above(9.8))],
  ['physics and gravity belongs to block 5', ({ gravity }) => (gravity.direction[1] = above(-1))],
  ['physics and gravity belongs to block 5', ({ gravity }) => (gravity.direction[2] = NaN)],
  ['selfShadow belongs to block 6', ({ selfShadow }) => (selfShadow.distance = above(0.01125))],
  ['camera.current.matrix belongs to block 11', ({ camera }) => (camera.current.matrix[5] = above(1))],
])('%s: the next float is lost', (message, edit) => {
  const pmm = usualProject();
  pmm.version1!.blockCount = 0;
  edit(pmm);
  expect(lossesOf(pmm)).toEqual([`${message} of version 1, the file has 0`]);
});

test('external parents that are not set are not lost, others are', () => {
  const pmm = usualProject();
  const [model] = pmm.models;
  const { properties, current, externalParentBones } = createPmmModel();
  model.externalParentBones = externalParentBones;
  model.properties.externalParents = properties.externalParents;
  model.current.externalParents = current.externalParents;
  expect([...model.properties.externalParents, ...model.current.externalParents]).toEqual([
    -1, 0, 0, 0, -1, 0,
  ]);
  expect(lossesOf(pmm)).toEqual([]);
  model.properties.externalParents[0] = -2; // the ground
  model.current.externalParents[2] = 0;
  expect(lossesOf(pmm)).toEqual(['2 external parents: version 1 cannot hold them']);
});

test('a key of gravity is lost if it differs from the gravity of the panel', () => {
  const pmm = usualProject();
  pmm.gravity.keys = {
    count: 1,
    starts: Uint32Array.of(0, 1),
    frames: new Uint32Array(1),
    selected: new Uint8Array(1),
    noiseOn: new Uint8Array(1),
    noises: Int32Array.of(10),
    accelerations: Float32Array.of(9.8),
    directions: Float32Array.of(0, -1, 0),
  };
  expect(lossesOf(pmm)).toEqual([]);
  pmm.gravity.keys.accelerations[0] = 3;
  expect(lossesOf(pmm)).toEqual(['1 key of gravity: version 1 cannot hold it']);
});

test('bones with physics off and English names are lost', () => {
  const pmm = usualProject();
  pmm.models[0].current.physicsOff[1] = 1;
  pmm.models[0].nameEn = encodeName('EN');
  expect(lossesOf(pmm).toSorted()).toEqual([
    '1 English name: version 1 cannot hold it',
    '1 bone with physics off: version 1 cannot hold it',
  ]);
});
