import { describe, expect, it } from 'vitest';
import { composeProject } from '#demos/shared/group/compose-project.js';
import { createPmx, createPmxBone, createVmd, parsePmm, pmmToVmd, serializePmm } from '#src/format/index.js';
import { Motion } from '#src/runtime/index.js';

const center = createPmxBone({ name: 'センター', position: [0, 8, 1] });
const head = createPmxBone({ name: '頭', parent: 0, position: [0, 15, 0] });
const pmx = createPmx({ name: '踊り子', bones: [center, head] });
const HALF = Math.SQRT1_2;

const vmd = createVmd({
  bones: [
    { name: 'センター', frame: 0, position: [1, 0, 2] },
    { name: 'センター', frame: 30, position: [0, 0, 0], rotation: [HALF, 0, 0, HALF] },
    { name: '頭', frame: 10, rotation: [0, HALF, 0, HALF], curves: [1, 2, 3, 4] },
  ],
  properties: [{ frame: 5, visible: false, ik: [] }],
});

const compose = (place: { x: number; z: number; turn: number }) =>
  parsePmm(
    serializePmm(
      composeProject({
        models: [{ pmx, path: 'UserFile\\Model\\a.pmx', motion: Motion.from(vmd), place }],
        accessories: ['UserFile\\Accessory\\mic.x'],
        camera: undefined,
        song: 'UserFile\\Wave\\song.ogg',
      }),
    ),
  );

describe('composeProject', () => {
  it('keeps all keyframes, with one at frame 0', () => {
    const { bones, properties } = pmmToVmd(compose({ x: 0, z: 0, turn: 0 }), 0);
    const keys = Array.from(bones.frames, (frame, i) => [bones.names[bones.nameIndex[i]].text, frame]);
    expect(keys).toEqual([
      ['センター', 0],
      ['頭', 0],
      ['センター', 30],
      ['頭', 10],
    ]);
    expect([...bones.positions]).toEqual([1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // the head holds its first keyframe before it
    expect([...bones.rotations.subarray(4, 8)]).toEqual([...bones.rotations.subarray(12, 16)]);
    expect(bones.rotations[13]).toBeCloseTo(HALF, 6);
    expect([...bones.curves.subarray(48, 52)]).toEqual([1, 2, 3, 4]);
    expect([...properties.frames]).toEqual([0, 5]);
    expect([...properties.visible]).toEqual([1, 0]);
  });

  it('moves the bones without a parent to the place', () => {
    const { bones } = pmmToVmd(compose({ x: 10, z: 4, turn: 0 }), 0);
    // z points away from the viewer in MMD: 2 - 4
    expect([...bones.positions]).toEqual([11, 0, -2, 0, 0, 0, 10, 0, -4, 0, 0, 0]);
  });

  it('turns a dancer about the origin of the model', () => {
    const { bones } = pmmToVmd(compose({ x: 10, z: 4, turn: 90 }), 0);
    // The center is at (1, 8, 3) in MMD's space, so at z = −3 in three's. There, 90° about y moves
    // (x, z) to (z, −x) = (−3, −1), and the place adds (10, 4): (7, 3), which is z = −3 in MMD's space.
    // The center rests at (0, 8, 1): (7 − 0, −3 − 1).
    expect(bones.positions[0]).toBeCloseTo(7, 5);
    expect(bones.positions[2]).toBeCloseTo(-4, 5);
    // −90° about y in MMD's space
    const rotation = [0, -HALF, 0, HALF];
    rotation.forEach((value, i) => expect(bones.rotations[i]).toBeCloseTo(value, 6));
    // (0, −h, 0, h) · (h, 0, 0, h) = (h·h, −h·h, h·h, h·h)
    [0.5, -0.5, 0.5, 0.5].forEach((value, i) => expect(bones.rotations[8 + i]).toBeCloseTo(value, 6));
  });

  it('names the accessories and the song, and frames the dancers', () => {
    const { accessories, media, camera } = compose({ x: 10, z: 0, turn: 0 });
    expect(accessories.map(({ name, path }) => [name.text, path.text])).toEqual([
      ['mic', 'UserFile\\Accessory\\mic.x'],
    ]);
    expect([...accessories[0].keys.shadows]).toEqual([0]);
    expect([media.waveOn, media.wave.text]).toEqual([1, 'UserFile\\Wave\\song.ogg']);
    expect([...camera.keys.targets]).toEqual([5, 10, 0]);
  });
});
