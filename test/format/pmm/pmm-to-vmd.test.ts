import { parsePmm, parseVmd, pmmCameraToVmd, pmmToVmd, serializeVmd, transferables } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { wholeBytes } from './pmm-bytes.js';

const PROJECT = wholeBytes().build();
const list = (column: ArrayLike<number>): number[] => Array.from(column);

describe('the motion of a model', () => {
  const vmd = pmmToVmd(parsePmm(PROJECT), 0);

  test('has the first keys of all bones, then the pool in file order', () => {
    const { count, names, nameIndex, frames, positions, physics } = vmd.bones;
    expect([vmd.modelName.text, vmd.version, count]).toEqual(['Dancer', 2, 5]);
    expect(names.map(({ text }) => text)).toEqual(['root', 'arm']);
    expect(list(nameIndex)).toEqual([0, 1, 1, 0, 0]);
    expect(list(frames)).toEqual([0, 0, 7, 9, 5]);
    expect(list(positions).filter((_, i) => i % 3 === 0)).toEqual([10, 11, 12, 13, 14]);
    expect(list(physics)).toEqual([1, 1, 1, 1, 0]);
  });

  test('has the curves, rotations and morph weights', () => {
    expect(list(vmd.bones.curves.subarray(8, 16))).toEqual([20, 20, 107, 107, 1, 2, 3, 4]);
    expect(list(vmd.bones.rotations.subarray(0, 4)).map(Math.fround)).toEqual(
      [0, 0.6, 0, 0.8].map(Math.fround),
    );
    const { nameIndex, frames, weights } = vmd.morphs;
    expect([list(nameIndex), list(frames), list(weights)]).toEqual([
      [0, 1, 1],
      [0, 0, 6],
      [0, 0.5, 1],
    ]);
  });

  test('has visibility and IK switches', () => {
    const { count, names, frames, visible, ikStarts, ikNameIndex, ikEnabled } = vmd.properties;
    expect([count, names.map(({ text }) => text)]).toEqual([2, ['arm']]);
    expect([list(frames), list(visible)]).toEqual([
      [0, 8],
      [1, 0],
    ]);
    expect([list(ikStarts), list(ikNameIndex), list(ikEnabled)]).toEqual([
      [0, 1, 2],
      [0, 0],
      [1, 0],
    ]);
  });

  test('keeps this order in a VMD file', () => {
    const read = parseVmd(serializeVmd(vmd));
    expect(list(read.bones.frames)).toEqual([0, 0, 7, 9, 5]);
    expect(read.bones.positions).toEqual(vmd.bones.positions);
    expect(read.bones.curves).toEqual(vmd.bones.curves);
    expect(read.bones.physics).toEqual(vmd.bones.physics);
    expect(read.properties).toEqual(vmd.properties);
    expect(read.cameras.count).toBe(0);
  });

  test('shares no memory with the project', () => {
    const pmm = parsePmm(PROJECT);
    const before = structuredClone(pmm);
    for (const motion of [pmmToVmd(pmm, 0), pmmCameraToVmd(pmm)]) {
      structuredClone(motion, { transfer: transferables(motion) }); // the sender loses them
    }
    expect(pmm).toEqual(before);
  });
});

test('keys that no link reaches are left out', () => {
  const bytes = PROJECT.slice();
  const pool = 55 + 349 + 2 * 58 + 4; // see parse-pmm.test.ts
  bytes[pool + 2 * 62 + 4 + 8] = 0; // root links to 4, and 4 no longer links to 3, whose x is 13
  const pmm = parsePmm(bytes);
  expect(pmm.warnings.map(({ code }) => code)).toEqual(['unreached-key']);
  expect(list(pmmToVmd(pmm, 0).bones.positions).filter((_, i) => i % 3 === 0)).toEqual([10, 11, 12, 14]);
});

test('outdated links do not change the order: first keys come first', () => {
  const pmm = parsePmm(PROJECT);
  const { bones } = pmm.models[0];
  bones.starts = Uint32Array.of(0, 2, 5); // of places 0 4 3 | 1 2, x 10 14 13 | 11 12
  bones.frames = Uint32Array.of(0, 5, 0, 3, 7);
  expect(list(pmmToVmd(pmm, 0).bones.positions).filter((_, i) => i % 3 === 0)).toEqual([10, 13, 14, 11, 12]);
});

test('without links, the keys are in the order of the tracks', () => {
  const pmm = parsePmm(PROJECT);
  delete pmm.models[0].bones.links;
  expect(list(pmmToVmd(pmm, 0).bones.frames)).toEqual([0, 0, 5, 9, 7]);
});

test('two bones with the same name share its entry, and a switch without a bone is left out', () => {
  const pmm = parsePmm(PROJECT);
  const [model] = pmm.models;
  model.boneNames = [encodeName('x'), encodeName('x')];
  model.ikBones = Int32Array.of(7);
  const { bones, properties } = pmmToVmd(pmm, 0);
  expect([bones.names.length, list(bones.nameIndex)]).toEqual([1, [0, 0, 0, 0, 0]]);
  expect([properties.names, list(properties.ikStarts)]).toEqual([[], [0, 0, 0]]);
});

test('a model that does not exist is refused', () => {
  const error = thrownBy(() => pmmToVmd(parsePmm(PROJECT), 1));
  expect(error).toBeInstanceOf(RangeError);
  expect(error.message).toBe('the project has no model 1; its number of models is 1');
});

describe('camera, light and self shadow', () => {
  const vmd = pmmCameraToVmd(parsePmm(PROJECT));

  test('have the keys in file order', () => {
    expect(vmd.modelName.text).toBe('カメラ・照明');
    const { frames, distances, targets, curves, fovs, perspective } = vmd.cameras;
    expect([list(frames), list(distances), list(targets)]).toEqual([
      [0, 20],
      [-45, -30],
      [0, 10, 0, 0, 10, 0],
    ]);
    expect(list(curves.subarray(0, 8))).toEqual([1, 2, 3, 4, 20, 20, 107, 107]);
    expect([list(fovs), list(perspective)]).toEqual([
      [35, 35],
      [0, 0],
    ]);
    expect([list(vmd.lights.frames), list(vmd.lights.colors)]).toEqual([
      [0, 30],
      [0.5, 0.25, 0.125, 0.75, 0.25, 0.125],
    ]);
    expect(list(vmd.lights.directions)).toEqual([-0.5, -1, 0.5, -0.5, -1, 0.5]);
    const { frames: shadowFrames, modes, distances: shadows } = vmd.selfShadows;
    expect([list(shadowFrames), list(modes), list(shadows)]).toEqual([
      [0, 60],
      [1, 2],
      [Math.fround(0.01125), Math.fround(0.01125)],
    ]);
    expect([vmd.bones.count, vmd.morphs.count, vmd.properties.count]).toEqual([0, 0, 0]);
  });

  test('have the model name of MMD’s own file, including the bytes after its NUL', () => {
    const bytes = serializeVmd(vmd);
    expect(bytes.subarray(30 + 12, 50)).toEqual(Uint8Array.of(0, ...Buffer.from('on Data')));
    expect(parseVmd(bytes).warnings).toEqual([]);
  });
});
