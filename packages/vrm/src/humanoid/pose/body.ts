import type { RigDefinition } from '@odori/runtime/rig';
import type { HumanBoneName } from '@odori/runtime/joints';
import { findSourceBones, nearest, type SourceBones } from '@odori/runtime/internal';
import type { Humanoid } from '../humanoid.js';
import { HumanoidError } from '../humanoid-error.js';
import { armCorrections } from './arm-corrections.js';
import type { Leg } from './leg.js';

/** Everything of an avatar and its source that does not change while it dances. */
export interface BodySource {
  /** How many of the avatar's units one MMD unit is. */
  readonly unit: number;
  /** Per bone of the avatar: the source's bone whose world rotation it takes over. */
  readonly sources: Int32Array;
  /** Per bone of the avatar, 4: the turn from its rest direction to the source's. */
  readonly corrections: Float64Array;
  /** Per bone of the avatar, 3: from the human bone above it, at rest. */
  readonly offsets: Float64Array;
  /** The source's bone that carries the legs. */
  readonly pelvis: number;
  /** Where it is in the avatar, in this frame. */
  readonly pivot: Float64Array;
  /** From the pivot, at rest: the hips, then the joint of each leg. */
  readonly hipOffsets: Float64Array;
  /** 全ての親 (mother of all), which carries the whole model; −1 = none. */
  readonly root: number;
  /** The source's bone above the pelvis, which turns about a place of its own; −1 = none. */
  readonly carrier: number;
  /**
   * How far the avatar's ankles are above the source's, at the avatar's scale: x y z. It turns with the root.
   */
  readonly lift: Float64Array;
  /** How far its pelvis is from the source's beyond that: x y z. It turns with the carrier. */
  readonly moved: Float64Array;
  /** Per leg, how far its ankle is from the source's: x y z. */
  readonly stances: Float64Array;
  readonly legs: readonly Leg[];
  /** Bones of arms whose twist bones may not lie on the line between the joints. */
  readonly twisted: readonly TwistedBone[];
  readonly head: number;
  readonly eyes: Int32Array;
}

/** A bone of the avatar that has to point from one joint of the source to another. */
export interface TwistedBone {
  readonly bone: number;
  /** x y z: where it points at rest. */
  readonly direction: Float64Array;
  /** The source's joints. */
  readonly from: number;
  readonly to: number;
}

const SIDES = ['left', 'right'] as const;

/**
 * Resolves names and measures both skeletons. O(bones). @throws HumanoidError if the source lacks a trunk or
 * legs.
 */
export function createBody(definition: RigDefinition, humanoid: Humanoid): BodySource {
  const source = findSourceBones(definition);
  checkSource(source);
  const { bones, parents, positions } = humanoid;
  const rests = definition.restPositions;
  const index = (bone: HumanBoneName): number => bones.indexOf(bone);
  const rotationOf = (bone: HumanBoneName): number =>
    source.rotation(nearest(bone, (each) => source.rotation(each))!);
  const unit = legLength(positions, index) / legLength(rests, (bone) => source.joint(bone));
  const pelvis = rotationOf('hips');
  const pivotRest = pivotOf(humanoid, unit, rests, source);
  const legs = SIDES.map((side) => createLeg(side, humanoid, rotationOf));
  const from = (bone: number): number[] => [0, 1, 2].map((k) => positions[3 * bone + k] - pivotRest[k]);
  const stances = Float64Array.from(
    legs.flatMap(({ foot, sourceFoot }) =>
      [0, 1, 2].map((k) => positions[3 * foot + k] - unit * rests[3 * sourceFoot + k]),
    ),
  );
  const lift = Float64Array.of(0, (stances[1] + stances[4]) / 2, 0);
  return {
    unit,
    sources: Int32Array.from(bones, rotationOf),
    corrections: armCorrections(humanoid, definition, source),
    offsets: positions.map((value, i) => {
      const parent = parents[Math.floor(i / 3)];
      return parent < 0 ? 0 : value - positions[3 * parent + (i % 3)];
    }),
    pelvis,
    pivot: new Float64Array(3),
    hipOffsets: Float64Array.from([from(0), ...legs.map(({ upper }) => from(upper))].flat()),
    root: definition.boneNames.indexOf('全ての親'),
    carrier: definition.parents[pelvis],
    lift,
    moved: pivotRest.map((value, k) => value - unit * rests[3 * pelvis + k] - lift[k]),
    stances,
    legs,
    twisted: twistedBones(humanoid, source),
    head: rotationOf('head'),
    eyes: Int32Array.from(
      (['leftEye', 'rightEye'] as const).map((eye) => source.joint(eye)).filter((eye) => eye >= 0),
    ),
  };
}

/** What every source needs, with a name for messages. */
const NEEDED = [
  ['hips', '下半身 (lower body)'],
  ['spine', '上半身 (upper body)'],
  ['leftUpperLeg', '左足 (left leg)'],
  ['leftLowerLeg', '左ひざ (left knee)'],
  ['leftFoot', '左足首 (left ankle)'],
  ['rightUpperLeg', '右足 (right leg)'],
  ['rightLowerLeg', '右ひざ (right knee)'],
  ['rightFoot', '右足首 (right ankle)'],
] as const;

export function checkSource(source: SourceBones): void {
  const missing = NEEDED.filter(([bone]) => source.joint(bone) < 0).map(([, name]) => name);
  if (missing.length > 0)
    throw new HumanoidError(`the rig lacks ${missing.join(', ')}`, 'bad-source', 'bones');
}

/** The mean length of both legs, along thigh and shin. @throws HumanoidError if they have none. */
function legLength(positions: Float64Array, index: (bone: HumanBoneName) => number): number {
  const distance = (a: HumanBoneName, b: HumanBoneName): number =>
    Math.hypot(...[0, 1, 2].map((k) => positions[3 * index(a) + k] - positions[3 * index(b) + k]));
  const lengths = SIDES.map(
    (side) => distance(`${side}UpperLeg`, `${side}LowerLeg`) + distance(`${side}LowerLeg`, `${side}Foot`),
  );
  const length = (lengths[0] + lengths[1]) / 2;
  if (!(length > 0 && Number.isFinite(length)))
    throw new HumanoidError('the legs have no length', 'bad-source', 'bones');
  return length;
}

/**
 * Where the avatar's pelvis turns at rest: as far from its spine as 下半身 (lower body) is from 上半身 (upper body)
 * in the source.
 */
function pivotOf(
  { bones, positions }: Humanoid,
  unit: number,
  rests: Float64Array,
  source: SourceBones,
): Float64Array {
  const spine = bones.indexOf('spine');
  if (spine < 0) return positions.slice(0, 3);
  const [upper, lower] = [source.joint('spine'), source.joint('hips')];
  return Float64Array.from(
    [0, 1, 2],
    (k) => positions[3 * spine + k] + unit * (rests[3 * lower + k] - rests[3 * upper + k]),
  );
}

function twistedBones({ bones, positions }: Humanoid, source: SourceBones): TwistedBone[] {
  const found: TwistedBone[] = [];
  for (const side of SIDES) {
    for (const [part, next] of [
      ['UpperArm', 'LowerArm'],
      ['LowerArm', 'Hand'],
    ] as const) {
      const [bone, end] = [bones.indexOf(`${side}${part}`), bones.indexOf(`${side}${next}`)];
      const [from, to] = [source.joint(`${side}${part}`), source.joint(`${side}${next}`)];
      if (bone < 0 || end < 0 || to < 0 || source.rotation(`${side}${part}`) === from) continue;
      const direction = Float64Array.from([0, 1, 2], (k) => positions[3 * end + k] - positions[3 * bone + k]);
      found.push({ bone, direction, from, to });
    }
  }
  return found;
}

function createLeg(
  side: 'left' | 'right',
  { bones, positions }: Humanoid,
  rotationOf: (bone: HumanBoneName) => number,
): Leg {
  const [upper, lower, foot] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) =>
    bones.indexOf(`${side}${part}`),
  );
  const between = (from: number, to: number): number[] =>
    [0, 1, 2].map((k) => positions[3 * to + k] - positions[3 * from + k]);
  const [thigh, shin] = [between(upper, lower), between(lower, foot)];
  return {
    upper,
    lower,
    foot,
    toes: bones.indexOf(`${side}Toes`),
    sourceUpper: rotationOf(`${side}UpperLeg`),
    sourceLower: rotationOf(`${side}LowerLeg`),
    sourceFoot: rotationOf(`${side}Foot`),
    rest: Float64Array.of(...thigh, ...shin),
    // A knee turns about x only, so that a leg that rests aslant to it never gets straight.
    reach: Math.hypot(thigh[0] + shin[0], Math.hypot(thigh[1], thigh[2]) + Math.hypot(shin[1], shin[2])),
    hip: new Float64Array(3),
    ankle: new Float64Array(3),
    goal: new Float64Array(3),
  };
}
