import { Motion } from '@odori/runtime/motion';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { createPmxBone, createVmd, parseVmd, serializeVmd, type Vmd } from '@odori/format';
import { expect, test } from 'vitest';
import { bakedVmd, keptVmd } from '#src/runtime/bake/baked-vmd.js';
import { manySwitches } from '#test/support/many-switches.js';

const DEFINITION = createRigDefinition({ bones: [createPmxBone({ name: 'センター' })], morphs: [] });

/** The property keyframes of a motion whose IK is baked: all of it, or that of some IK bones. */
function bakedProperties(vmd: Vmd, iksOff?: ReadonlySet<string>): Vmd['properties'] {
  const motion = Motion.from(vmd);
  const source = { motion, rig: new Rig(DEFINITION), solve: () => {}, ...(iksOff && { iksOff }) };
  return keptVmd(source, [], '').properties;
}

test('every keyframe of a baked motion switches all IK off', () => {
  const properties = [{ frame: 3, ik: [{ name: 'ik', enabled: true }] }, { frame: 9 }];
  const baked = bakedProperties(createVmd({ properties }));
  expect([...baked.frames, ...baked.ikEnabled, ...baked.ikStarts]).toEqual([0, 3, 9, 0, 0, 0, 0, 1, 2, 3]);
});

test('with 30,000 IK names and 30,000 keyframes, the first keyframe does', () => {
  const { count, ikStarts, ikEnabled } = bakedProperties(manySwitches());
  expect([count, ikStarts[1], ikStarts[count]]).toEqual([30_001, 30_000, 30_000]);
  expect(ikEnabled.every((on) => on === 0)).toBe(true);
});

test('IK that is not baked keeps its switches', () => {
  const switches = [
    { name: 'hair', enabled: true },
    { name: 'leg', enabled: true },
  ];
  const properties = [
    { frame: 0, ik: switches },
    { frame: 9, ik: [switches[0], { name: 'leg', enabled: false }] },
  ];
  const baked = bakedProperties(createVmd({ properties }), new Set(['hair']));
  const read = Array.from(baked.ikNameIndex, (name, i) => [baked.names[name].text, baked.ikEnabled[i]]);
  expect(Object.fromEntries(read.slice(0, 2))).toEqual({ hair: 0, leg: 1 });
  expect(Object.fromEntries(read.slice(2))).toEqual({ hair: 0, leg: 0 });
});

test('a motion whose IK all stays on keeps its property keyframes', () => {
  expect(bakedProperties(createVmd({}), new Set()).count).toBe(0);
});

test('keyframes of a truncated name are kept beside those of a baked bone that has its text', () => {
  const names = ['zxcvbnmasdfghj', 'zxcvbnmasdfghj頭']; // 14 bytes; a file has 15 of the 16
  const bones = names.map((name, frame) => ({ name, frame }));
  const motion = Motion.from(parseVmd(serializeVmd(createVmd({ bones }))));
  const pmx = { bones: names.map((name) => createPmxBone({ name })), morphs: [] };
  const source = { motion, rig: new Rig(createRigDefinition(pmx)), solve: () => {} };
  const baked = [{ bone: 0, frames: Float64Array.of(7), values: Float32Array.of(0, 0, 0, 0, 0, 0, 1) }];
  const again = Motion.from(bakedVmd(source, keptVmd(source, [0], ''), baked));
  const frames = new Map(
    Array.from(again.bones.values(), (track) => [track.name.bytes.length, [...track.frames]]),
  );
  expect(frames).toEqual(
    new Map([
      [15, [1]],
      [14, [7]],
    ]),
  );
});
