// The motions on which avatars are measured: two real ones, and one with everything that breaks other
// programs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVmd, parsePmd, parsePmm, parseVmd, pmmToVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';

/** The real motions: a dance of Miku's, and KAITO's in MMD's sample project. */
export function realMotions(corpus) {
  const read = (path) => new Uint8Array(readFileSync(join(corpus, path)));
  const models = ['pmd/KAITO.pmd', 'pmd/Dammy_Bone.pmd'].map((path) => parsePmd(read(path)));
  const project = parsePmm(read('pmm/kishimen_v1.pmm'), { models });
  const kaito = project.models.findIndex(({ boneNames }) => boneNames.length > 100);
  return [
    ['wavefile', Motion.from(parseVmd(read('vmd/wavefile_v2.vmd')))],
    ['kishimen', Motion.from(pmmToVmd(project, kaito))],
  ];
}

const about = (axis, degrees) => {
  const half = (degrees * Math.PI) / 360;
  const q = [0, 0, 0, Math.cos(half)];
  q[axis] = Math.sin(half);
  return q;
};
const [X, Y, Z] = [0, 1, 2];

/**
 * Full turns about y, deep squats, steps with the parents of the leg IKs, twist bones, shoulders, the waist,
 * and a stretch in which the legs have IK off and are keyed by hand. 300 frames.
 *
 * `boneNames`: the only bones that it may move; all of them by default.
 */
export function syntheticMotion(boneNames) {
  const bones = [];
  const add = (name, frame, rotation, position = [0, 0, 0]) => {
    if (!boneNames || boneNames.includes(name)) bones.push({ name, frame, rotation, position });
  };
  for (let frame = 0; frame <= 300; frame += 10) {
    const wave = Math.sin(frame / 23);
    add('全ての親', frame, about(Y, 4 * frame), [3 * wave, 0, frame / 60]);
    add('センター', frame, about(Y, 20 * wave), [wave, -2 - 2 * Math.cos(frame / 17), 0.5 * wave]);
    add('グルーブ', frame, about(X, 0), [0, 0.4 * Math.sin(frame / 5), 0]);
    add('腰', frame, about(Y, 15 * Math.sin(frame / 11)));
    add('下半身', frame, about(Z, 15 * Math.sin(frame / 13)));
    add('上半身', frame, about(X, 20 * wave));
    add('上半身2', frame, about(Y, -25 * wave));
    add('首', frame, about(Z, 12 * wave));
    add('頭', frame, about(Y, 30 * wave));
    add('両目', frame, about(Y, 8 * wave));
    for (const [side, sign] of [
      ['左', 1],
      ['右', -1],
    ]) {
      add(`${side}肩P`, frame, about(Z, 10 * wave));
      add(`${side}肩`, frame, about(Z, sign * 8));
      add(`${side}腕`, frame, about(Z, sign * 50 * wave));
      add(`${side}腕捩`, frame, about(X, sign * 90 * wave));
      add(`${side}ひじ`, frame, about(Y, sign * (60 + 50 * wave)));
      add(`${side}手捩`, frame, about(X, sign * 70 * wave));
      add(`${side}手首`, frame, about(Z, 30 * wave));
      add(`${side}人指１`, frame, about(Z, sign * (30 + 30 * wave)));
      add(`${side}親指１`, frame, about(Y, sign * 20 * wave));
      add(`${side}足IK親`, frame, about(Y, sign * 20 * wave), [sign * 0.5, 0, 0.6 * wave]);
      add(`${side}足ＩＫ`, frame, about(X, 25 * wave), [0, Math.max(0, sign * 2 * wave), sign * wave]);
      add(`${side}足`, frame, about(X, 40 + 30 * wave));
      add(`${side}ひざ`, frame, about(X, -60 - 40 * wave));
      add(`${side}足首`, frame, about(X, -20 * wave));
      add(`${side}足先EX`, frame, about(X, 20 * wave));
    }
  }
  const switches = (enabled) =>
    ['左', '右'].flatMap((side) => ['足ＩＫ', 'つま先ＩＫ'].map((part) => ({ name: side + part, enabled })));
  const properties = [0, 150, 220].map((frame) => ({ frame, ik: switches(frame !== 150) }));
  return Motion.from(createVmd({ bones, properties }));
}
