import { parsePmm, pmmToVmd } from '@odori/format';
import { matchTracks, Motion, sampleBone, sampleMorph, sampleProperty } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { version1Bytes, wholeBytes } from '#test/format/pmm/pmm-bytes.js';

const [model] = parsePmm(wholeBytes().build()).models;

test('a model of a project gives tracks by name, in three’s space', () => {
  const motion = Motion.from(model);
  expect([...motion.bones.keys()]).toEqual(['root', 'arm']);
  const root = motion.bones.get('root')!;
  expect([...root.frames]).toEqual([0, 5, 9]);
  expect([...root.physics]).toEqual([1, 0, 1]);
  const [position, rotation] = [
    [0, 0, 0],
    [0, 0, 0, 0],
  ];
  sampleBone(root, 5, position, rotation);
  expect(position).toEqual([14, 2, -3]);
  expect(rotation.map((value) => Math.round(value * 10) / 10 + 0)).toEqual([0, -0.6, 0, 0.8]);
  expect(sampleMorph(motion.morphs.get('smile')!, 3)).toBe(0.75); // halfway from 0.5 to 1
  expect(motion.lastFrame).toBe(9);
});

test('a model of a project gives visibility and IK switches', () => {
  const { property } = Motion.from(model);
  expect(property!.ikNames).toEqual(['arm']);
  expect(sampleProperty(property!, 7, [0, 0])).toEqual([1, 1]);
  expect(sampleProperty(property!, 8, [0, 0])).toEqual([0, 0]);
});

test('a switch of a bone that does not exist is left out', () => {
  const ikBones = Int32Array.of(99_999, model.ikBones[0]);
  const ikEnabled = Uint8Array.from(model.properties.ikEnabled, (enabled) => enabled);
  const twice = Uint8Array.from({ length: 2 * ikEnabled.length }, (_, i) =>
    i % 2 === 0 ? 1 - ikEnabled[i / 2] : ikEnabled[(i - 1) / 2],
  );
  const odd = { ...model, ikBones, properties: { ...model.properties, ikEnabled: twice } };
  expect(Motion.from(odd).property).toEqual(Motion.from(model).property);
});

test('a model gives the same motion directly and converted to VMD', () => {
  const [direct, viaVmd] = [Motion.from(model), Motion.from(pmmToVmd(parsePmm(wholeBytes().build()), 0))];
  // Only the names differ: a project has whole ones.
  const whole = <T extends { name: object }>(tracks: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...tracks].map(([key, track]) => [key, { ...track, name: { ...track.name, whole: 'first' } }]));
  expect(direct.bones).toEqual(whole(viaVmd.bones));
  expect(direct.morphs).toEqual(whole(viaVmd.morphs));
  const ikFields = viaVmd.property!.ikFields.map((name) => ({ ...name, whole: 'first' }));
  expect(direct.property).toEqual({ ...viaVmd.property, ikFields });
});

test('a model joins other motions, and works after a structured clone', () => {
  const joined = Motion.from(Motion.from(structuredClone(model)).offset(30), Motion.from(model));
  expect(joined.lastFrame).toBe(39);
});

test('names of a project are never truncated, so that they match only whole names', () => {
  const text = 'abcdefghijklmno'; // as long as the field of a VMD
  const long = { text, bytes: Uint8Array.from(text, (letter) => letter.charCodeAt(0)) };
  const { bones } = Motion.from({ ...model, boneNames: [long, long] });
  expect(matchTracks(bones, [`${text}p`]).missing).toEqual([text]);
  expect(matchTracks(bones, [`${text}p`, text]).tracks).toEqual([undefined, bones.get(text)]);
});

test('a project of version 1 without its PMDs has no tracks, and the report has a note', () => {
  const [first] = parsePmm(version1Bytes().build()).models;
  const motion = Motion.from(first);
  expect([motion.bones.size, motion.morphs.size]).toEqual([0, 0]);
  expect(motion.report).toEqual([
    { code: 'no-names', track: 'bone', count: 5 },
    { code: 'no-names', track: 'morph', count: 3 },
  ]);
  expect([...motion.property!.visible]).toEqual([1, 0]);
});
