import { type BoneKey, createVmd, type PropertyKey, type Vmd } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { frameOfBeat, LOOP_FRAMES } from './beat.js';
import { Choreography } from './choreography.js';
import { danceMorphs } from './face.js';
import { fitKeys, type Tolerance } from './fit-keys.js';
import type { Feet } from './legs.js';
import type { Puppet } from './puppet.js';
import { Tails } from './tails.js';

/** The leaps, in which legs move by their own bones: beats. */
export const WITHOUT_IK: readonly (readonly [from: number, to: number])[] = [
  [55.2, 55.75],
  [84.2, 84.75],
];

const MOVED = ['センター', 'グルーブ', '左足ＩＫ', '右足ＩＫ'];
const IK_NAMES = ['左足ＩＫ', '右足ＩＫ', '左つま先ＩＫ', '右つま先ＩＫ'];
/** Hair takes a few seconds to forget that it stood still. */
const WARM_UP = 240;

/** Bones that physics moves. */
const HANGING = /スカート\d|テール|髪|帯/;

/** The dance, the dance without bones that physics moves, and the camera, as motion documents. */
export function recordDance(): { dance: Vmd; body: Vmd; camera: Vmd } {
  const choreography = new Choreography();
  const { puppet, feet, strands } = choreography;
  const { boneNames } = puppet.rig.definition;
  const turns = new Map(boneNames.map((name) => [name, [] as Quaternion[]]));
  const moves = new Map(MOVED.map((name) => [name, [] as Vector3[]]));
  const tails = new Tails();
  for (let frame = -WARM_UP; frame < LOOP_FRAMES; frame++) {
    choreography.pose(frame);
    const hanging = strands.pose(puppet);
    if (frame < 0) continue;
    tails.watch(puppet, strands);
    for (const [name, list] of turns) list.push(hanging.get(name) ?? keyedTurn(puppet, name));
    for (const [name, list] of moves) list.push(keyedMove(puppet, name));
  }
  for (const [name, dodges] of tails.dodges())
    turns.get(name)!.forEach((turn, frame) => turn.multiply(dodges[frame]));
  const keysOf = (name: string): BoneKey[] => {
    const own = turns.get(name)!;
    const ownMoves = moves.get(name);
    own.push(own[0].clone());
    ownMoves?.push(ownMoves[0].clone());
    if (!ownMoves && own.every((turn) => Math.abs(turn.w) > 1 - 1e-9)) return [];
    const stops = stopsOf(name, feet);
    return fitKeys(name, { turns: own, ...(ownMoves && { moves: ownMoves }), stops }, toleranceOf(name));
  };
  const keys = new Map(boneNames.map((name) => [name, keysOf(name)]));
  const rest = { modelName: '踊り子', morphs: danceMorphs(), properties: switchIk() };
  return {
    dance: createVmd({ ...rest, bones: [...keys.values()].flat() }),
    body: createVmd({
      ...rest,
      bones: boneNames.filter((name) => !HANGING.test(name)).flatMap((name) => keys.get(name)!),
    }),
    camera: choreography.camera,
  };
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

/**
 * Where a bone gets keys whatever else: a foot as it leaves and comes down, and all that bears it where IK
 * comes and goes.
 */
function stopsOf(name: string, feet: Feet): number[] {
  if (/足ＩＫ/.test(name)) return [...feet[name.startsWith('左') ? '左' : '右'].stops(), ...switches(1)];
  if (/^.(足|ひざ|足首)$/.test(name)) return switches(3);
  return /センター|グルーブ|^腰$|下半身/.test(name) ? switches(1) : [];
}

/**
 * From one frame before IK is switched off to one frame after it is on again, divided into `parts` of equal
 * length.
 */
function switches(parts: number): number[] {
  return frames().flatMap(([off, on]) => [
    off - 1,
    ...Array.from({ length: parts + 1 }, (_, i) => Math.round(off + ((on - off) * i) / parts)),
    on + 1,
  ]);
}

function switchIk(): PropertyKey[] {
  const state = (frame: number, enabled: boolean): PropertyKey => ({
    frame,
    visible: true,
    ik: IK_NAMES.map((name) => ({ name, enabled })),
  });
  return [state(0, true), ...frames().flatMap(([off, on]) => [state(off, false), state(on, true)])];
}

/** Invisible errors, in degrees and units. Each bone gets as few keyframes as they allow. */
const TOLERANCES: readonly (readonly [bones: RegExp, degrees: number, units: number])[] = [
  [/足先EX/, 8, 0],
  [/足ＩＫ/, 3, 0.06],
  [/^.(足|ひざ)$/, 4, 0],
  [/^.足首$/, 6, 0],
  [/スカート/, 8.2, 0],
  [/テール2/, 5, 0],
  [/テール|髪|帯/, 9, 0],
  [/指.*[３２]|親指１/, 25, 0],
  [/指/, 18, 0],
  [/手首/, 6, 0],
  [/捩/, 7, 0],
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
