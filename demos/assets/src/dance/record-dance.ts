import { type BoneKey, createVmd, type PropertyKey, type Vmd } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { frameOfBeat, LOOP_FRAMES } from './beat.js';
import { Choreography } from './choreography.js';
import { danceMorphs } from './face.js';
import { fitKeys, type Tolerance } from './fit-keys.js';
import { SIDES } from './legs.js';
import type { Puppet } from './puppet.js';

/** The leaps, in which legs move by their own bones: beats. */
export const WITHOUT_IK: readonly (readonly [from: number, to: number])[] = [
  [55.2, 55.75],
  [84.2, 84.75],
];

const MOVED = ['センター', 'グルーブ', '左足ＩＫ', '右足ＩＫ'];
const LEG = ['足', 'ひざ', '足首'];
const IK_NAMES = ['左足ＩＫ', '右足ＩＫ', '左つま先ＩＫ', '右つま先ＩＫ'];
/** Hair takes a few seconds to forget that it stood still. */
const WARM_UP = 240;

/** The dance and its camera as motion documents. */
export function recordDance(): { dance: Vmd; camera: Vmd } {
  const choreography = new Choreography();
  const { puppet, feet, strands } = choreography;
  const hangs = new Set(strands.names);
  const { boneNames } = puppet.rig.definition;
  const turns = new Map(boneNames.map((name) => [name, [] as Quaternion[]]));
  const moves = new Map(MOVED.map((name) => [name, [] as Vector3[]]));
  for (let frame = -WARM_UP; frame < LOOP_FRAMES; frame++) {
    choreography.pose(frame);
    const hanging = strands.pose(puppet);
    if (frame < 0) continue;
    const legs = isWithoutIk(frame) ? solvedLegs(puppet) : undefined;
    for (const [name, list] of turns)
      list.push(hanging.get(name) ?? legs?.get(name) ?? keyedTurn(puppet, name));
    for (const [name, list] of moves) list.push(keyedMove(puppet, name));
  }
  const bones = boneNames.flatMap((name): BoneKey[] => {
    const own = turns.get(name)!;
    const ownMoves = moves.get(name);
    own.push(own[0].clone());
    ownMoves?.push(ownMoves[0].clone());
    if (!ownMoves && own.every((turn) => Math.abs(turn.w) > 1 - 1e-9)) return [];
    const side = SIDES.find((one) => name.startsWith(one))!;
    const stops = /足ＩＫ|足先EX/.test(name)
      ? [...feet[side].stops(), ...switches()]
      : hangs.has(name)
        ? []
        : switches();
    return fitKeys(name, { turns: own, ...(ownMoves && { moves: ownMoves }), stops }, toleranceOf(name));
  });
  const dance = createVmd({ modelName: 'オドリ', bones, morphs: danceMorphs(), properties: switchIk() });
  return { dance, camera: choreography.camera };
}

function keyedTurn({ rig }: Puppet, name: string): Quaternion {
  return new Quaternion().fromArray(rig.pose.rotations, 4 * rig.boneIndex(name));
}

function keyedMove({ rig }: Puppet, name: string): Vector3 {
  return new Vector3().fromArray(rig.pose.translations, 3 * rig.boneIndex(name));
}

function frames(): [off: number, on: number][] {
  return WITHOUT_IK.map(([from, to]) => [frameOfBeat(from), frameOfBeat(to)]);
}

function isWithoutIk(frame: number): boolean {
  return frames().some(([off, on]) => frame >= off && frame <= on);
}

/** The legs' own turns come with the frame in which IK goes, and leave after the one in which it is back. */
function switches(): number[] {
  return frames().flatMap(([off, on]) => [off - 1, off, on, on + 1]);
}

function switchIk(): PropertyKey[] {
  const state = (frame: number, enabled: boolean): PropertyKey => ({
    frame,
    visible: true,
    ik: IK_NAMES.map((name) => ({ name, enabled })),
  });
  return [state(0, true), ...frames().flatMap(([off, on]) => [state(off, false), state(on, true)])];
}

/** What IK has made of hips, knees and ankles. */
function solvedLegs(puppet: Puppet): Map<string, Quaternion> {
  const { parents, boneNames } = puppet.rig.definition;
  return new Map(
    SIDES.flatMap((side) =>
      LEG.map((bone): [string, Quaternion] => {
        const name = side + bone;
        const parent = puppet.heading(boneNames[parents[puppet.index(name)]]);
        return [name, parent.invert().multiply(puppet.heading(name))];
      }),
    ),
  );
}

/** What an eye may miss: each bone has as few keys as that allows. Degrees, units. */
const TOLERANCES: readonly (readonly [bones: RegExp, degrees: number, units: number])[] = [
  [/足先EX/, 6, 0],
  [/足ＩＫ/, 3, 0.06],
  [/^.(足|ひざ|足首)$/, 2, 0],
  [/スカート/, 5.5, 0],
  [/テール|髪|帯/, 6.5, 0],
  [/指.*[３２]|親指１/, 18, 0],
  [/指/, 13, 0],
  [/手首/, 5, 0],
  [/捩/, 5, 0],
  [/両目/, 3, 0],
  [/肩/, 2, 0],
  [/腕|ひじ/, 2.2, 0],
  [/首|頭/, 1.8, 0],
  [/./, 1, 0.03],
];

function toleranceOf(name: string): Tolerance {
  const [, degrees, units] = TOLERANCES.find(([bones]) => bones.test(name))!;
  return { degrees, units };
}
