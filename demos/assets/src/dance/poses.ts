import { createVpd, type Quaternion as Turn, type Vpd } from '@odori/format';
import { Vector3 } from 'three';
import { type ArmTurns, turnArm } from './arm.js';
import { SHAPES, type ShapeName, turnFingers } from './fingers.js';
import { SIDES } from './legs.js';
import { mirroredTurn, Puppet, turnOf } from './puppet.js';

type Triple = readonly [number, number, number];

interface HandPose {
  readonly place: Triple;
  readonly palm: Triple;
  readonly aim: Triple;
  readonly shape: ShapeName;
}

interface PoseScore {
  /** Bones: forwards, left, lean; degrees. */
  readonly turns: Readonly<Record<string, Triple>>;
  /** Bones: to her left, up, ahead; units. */
  readonly moves: Readonly<Record<string, Triple>>;
  readonly left: HandPose;
  readonly right: HandPose;
  readonly morphs: Readonly<Record<string, number>>;
}

const DOWN: Triple = [0, -1, 0];
const FRONT: Triple = [0, 0, 1];
const UP: Triple = [0, 1, 0];

const POSES: Readonly<Record<string, PoseScore>> = {
  wave: {
    turns: { センター: [0, -8, 0], 下半身: [0, 6, -9], 上半身: [-2, 4, -4], 上半身2: [-2, 5, -6], 首: [0, 4, 5], 頭: [2, 4, 9], 両目: [0, 2, 0], 右足ＩＫ: [0, -22, 0], 左足ＩＫ: [0, 16, 0] },
    moves: { センター: [0.75, 0, 0], グルーブ: [0, -0.45, 0], 左足ＩＫ: [0.35, 0, 0.1], 右足ＩＫ: [-0.15, 0, -0.2] },
    left: { place: [1.45, -2.75, 0.5], palm: [0, 0, -1], aim: DOWN, shape: 'fist' },
    right: { place: [2.7, 3.6, 1.3], palm: FRONT, aim: UP, shape: 'open' },
    morphs: { 笑い: 1, え: 0.5, 上: 0.5, 照れ: 0.5 },
  },
  jump: {
    turns: { センター: [0, 10, 0], 下半身: [-6, 4, -4], 上半身: [-5, 0, 3], 上半身2: [-7, 0, 4], 首: [-4, 0, 0], 頭: [-6, -6, 6], 左足ＩＫ: [38, 10, 0], 右足ＩＫ: [62, -8, 0] },
    moves: { センター: [0, 3.4, 0], グルーブ: [0, 0.2, 0], 左足ＩＫ: [0.3, 3.9, 0.5], 右足ＩＫ: [-0.2, 6.0, -2.2] },
    left: { place: [2.2, 4.3, 0.9], palm: FRONT, aim: UP, shape: 'fist' },
    right: { place: [4.2, 2.2, 0.8], palm: FRONT, aim: UP, shape: 'open' },
    morphs: { あ: 0.8, 上: 0.9, 笑い: 0.2 },
  },
  heart: {
    turns: { 下半身: [2, -5, 7], 上半身: [2, 4, 3], 上半身2: [1, 3, 3], 首: [0, 0, -5], 頭: [4, -3, -8], 左足ＩＫ: [0, 14, 0], 右足ＩＫ: [22, -20, 0] },
    moves: { センター: [0.5, 0, 0.2], グルーブ: [0, -0.5, 0], 左足ＩＫ: [0.2, 0, 0], 右足ＩＫ: [0.1, 0.42, 0.3] },
    left: { place: [-0.75, -1.0, 2.7], palm: [-0.6, -0.5, -0.2], aim: [-0.75, 0.45, 0.1], shape: 'heart' },
    right: { place: [-0.75, -1.0, 2.7], palm: [-0.6, -0.5, -0.2], aim: [-0.75, 0.45, 0.1], shape: 'heart' },
    morphs: { ウィンク: 1, にやり: 0.6, 照れ: 1, 上: 0.4 },
  },
}; // prettier-ignore

/** Poses by name. */
export function createPoses(): Map<string, Vpd> {
  return new Map(Object.entries(POSES).map(([name, score]) => [name, createPose(score)]));
}

function createPose({ turns, moves, left, right, morphs }: PoseScore): Vpd {
  const puppet = new Puppet();
  for (const [bone, degrees] of Object.entries(turns)) puppet.turn(bone, turnOf(...degrees));
  for (const [bone, move] of Object.entries(moves)) puppet.move(bone, new Vector3(...move));
  for (const side of SIDES) poseHand(puppet, side, side === '左' ? left : right);
  const { rotations, translations } = puppet.rig.pose;
  return createVpd({
    modelFile: 'dancer.osm',
    bones: puppet.rig.definition.boneNames.flatMap((name, i) => {
      const [x, y, z] = translations.subarray(3 * i, 3 * i + 3);
      const [a, b, c, w] = rotations.subarray(4 * i, 4 * i + 4);
      if (w > 1 - 1e-9 && x === 0 && y === 0 && z === 0) return [];
      return [{ name, position: [x, y, -z] as const, rotation: [-a, -b, c, w] as Turn }];
    }),
    morphs: Object.entries(morphs).map(([name, weight]) => ({ name, weight })),
  });
}

function poseHand(puppet: Puppet, side: '左' | '右', { place, palm, aim, shape }: HandPose): void {
  const onSide = side === '左' ? (turn: ArmTurns['肩']) => turn : mirroredTurn;
  const [at, looks, aims] = [place, palm, aim].map((triple) => new Vector3(...triple));
  const turns = turnArm({ place: at, palm: looks, aim: aims, velocity: new Vector3() });
  for (const [bone, turn] of [...Object.entries(turns), ...turnFingers(SHAPES[shape])])
    puppet.turn(side + bone, onSide(turn));
}
