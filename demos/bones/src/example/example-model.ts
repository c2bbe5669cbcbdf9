import { createPmx, type Pmx, type Vector3 } from '@odori/format';
import { MonotoneSpline } from '../../../assets/src/mesh/monotone-spline.js';
import { ARM, ELBOW, exampleBoneIndex, exampleBones, onArm, SHOULDER, WRIST } from './example-bones.js';
import { type BoneWeights, MeshBuilder, type TurnedPiece, type TurnedRing } from './mesh-builder.js';

type Rings = readonly TurnedRing[];

const ROWS = 22;

// The rings of each piece: distance along it and half widths. The ends are pointed.
// prettier-ignore
const HEAD: Rings = [[-0.15, 0.02, 0.02], [0.05, 0.5, 0.62, 0.12], [0.8, 0.86, 1.0, 0.08], [1.7, 0.95, 1.1], [2.4, 0.72, 0.85, -0.06], [2.78, 0.02, 0.02, -0.1]];
// prettier-ignore
const NECK: Rings = [[-0.25, 0.02, 0.02], [-0.1, 0.48, 0.48], [0.35, 0.42, 0.42], [0.85, 0.42, 0.42], [1.05, 0.02, 0.02]];
// prettier-ignore
const CHEST: Rings = [[-0.55, 0.02, 0.02], [-0.35, 0.7, 0.6], [0.4, 1.25, 0.92, 0.08], [1.3, 1.45, 1.0, 0.1], [2.0, 1.2, 0.78], [2.45, 0.55, 0.45], [2.55, 0.02, 0.02]];
// prettier-ignore
const WAIST: Rings = [[-0.55, 0.02, 0.02], [-0.4, 0.55, 0.5], [0.3, 0.86, 0.7], [1.1, 0.7, 0.62], [1.5, 0.02, 0.02]];
// prettier-ignore
const HIPS: Rings = [[-0.35, 0.02, 0.02], [-0.15, 0.8, 0.66], [0.6, 1.28, 0.86, -0.05], [1.35, 1.35, 0.86, -0.05], [1.95, 0.75, 0.6], [2.15, 0.02, 0.02]];
// prettier-ignore
const UPPER_ARM: Rings = [[0.25, 0.02, 0.02], [0.4, 0.36, 0.36], [1.0, 0.47, 0.47], [1.9, 0.4, 0.4], [2.5, 0.32, 0.32], [2.6, 0.02, 0.02]];
// prettier-ignore
const FOREARM: Rings = [[0.22, 0.02, 0.02], [0.34, 0.31, 0.31], [0.9, 0.39, 0.39], [1.7, 0.3, 0.3], [2.2, 0.22, 0.22], [2.3, 0.02, 0.02]];
// prettier-ignore
const HAND: Rings = [[0.12, 0.02, 0.02], [0.24, 0.24, 0.14], [0.7, 0.42, 0.19], [1.2, 0.36, 0.15], [1.62, 0.14, 0.09], [1.68, 0.02, 0.02]];
// prettier-ignore
const THIGH: Rings = [[0.2, 0.02, 0.02], [0.45, 0.6, 0.62], [1.2, 0.74, 0.78, 0.03], [2.8, 0.62, 0.64, 0.05], [4.0, 0.45, 0.45], [4.25, 0.02, 0.02]];
// prettier-ignore
const SHIN: Rings = [[0.25, 0.02, 0.02], [0.4, 0.42, 0.42], [1.4, 0.54, 0.58, -0.1], [2.8, 0.42, 0.44, -0.06], [4.1, 0.28, 0.28], [4.4, 0.02, 0.02]];
// prettier-ignore
const FOOT: Rings = [[-0.62, 0.02, 0.02], [-0.55, 0.3, 0.3, -0.03], [0, 0.46, 0.44, 0.05], [0.8, 0.5, 0.32, -0.08], [1.5, 0.48, 0.2, -0.2], [1.92, 0.3, 0.13, -0.27], [2.02, 0.02, 0.02, -0.28]];

const UP: Vector3 = [0, 1, 0];
const DOWN: Vector3 = [0, -1, 0];
const LEFT: Vector3 = [1, 0, 0];
const RIGHT: Vector3 = [-1, 0, 0];
const FORWARD: Vector3 = [0, 0, -1];
/** Away from the back of the left hand. */
const OFF_ARM: Vector3 = [-ARM[1], ARM[0], 0];

/** A jointed wooden mannequin, as painters use it, on MMD's semi-standard skeleton. */
export function exampleModel(): Pmx {
  const builder = new MeshBuilder();
  addTrunk(builder);
  for (const isLeft of [true, false]) addLimbs(builder, isLeft);
  return createPmx({ name: '木の人形', nameEn: 'Mannequin', bones: exampleBones(), ...builder.build() });
}

function addTrunk(builder: MeshBuilder): void {
  const upright = { along: UP, side: LEFT, front: FORWARD };
  builder.add({ ...upright, origin: [0, 16.55, 0], rings: smooth(HEAD), weights: onBone('頭') });
  builder.add({ ...upright, origin: [0, 15.7, 0.1], rings: smooth(NECK), weights: onBone('首') });
  builder.add({ ...upright, origin: [0, 13.1, 0.1], rings: smooth(CHEST), weights: onBone('上半身2') });
  builder.add({ ...upright, origin: [0, 11.6, 0], rings: smooth(WAIST), weights: onBone('上半身') });
  const downwards = { along: DOWN, side: RIGHT, front: FORWARD };
  builder.add({ ...downwards, origin: [0, 11.6, 0], rings: smooth(HIPS), weights: onBone('下半身') });
}

function addLimbs(builder: MeshBuilder, isLeft: boolean): void {
  const add = (piece: TurnedPiece): void => builder.add(isLeft ? piece : mirrored(piece));
  const bone = (name: string): string => (isLeft ? '左' : '右') + name;
  const arm = { along: ARM, side: FORWARD, front: OFF_ARM };
  const ball = (name: string, origin: Vector3, radius: number): void =>
    add({ ...arm, origin, rings: sphere(radius), weights: onBone(bone(name)) });
  const twist = (
    name: string,
    from: string,
    origin: number,
    length: number,
  ): ((along: number) => BoneWeights) =>
    alongTwist([from, `${name}1`, `${name}2`, `${name}3`, name].map(bone), origin, length);

  ball('腕', SHOULDER, 0.52);
  add({
    ...arm,
    origin: SHOULDER,
    rings: smooth(UPPER_ARM),
    weights: twist('腕捩', '腕', 0.4, 2.1),
    squareness: 3.4,
  });
  ball('ひじ', onArm(ELBOW), 0.36);
  add({
    ...arm,
    origin: onArm(ELBOW),
    rings: smooth(FOREARM),
    weights: twist('手捩', 'ひじ', 0.3, 1.9),
    squareness: 3.4,
  });
  ball('手首', onArm(WRIST), 0.24);
  add({ ...arm, origin: onArm(WRIST), rings: smooth(HAND), weights: onBone(bone('手首')), squareness: 2.6 });

  const hip: Vector3 = [0.95, 10.3, 0];
  const knee: Vector3 = [0.95, 5.75, -0.2];
  const ankle: Vector3 = [0.95, 1.05, 0.2];
  ball('足D', hip, 0.66);
  add({ ...limb(hip, knee), rings: smooth(THIGH), weights: onBone(bone('足D')) });
  ball('ひざD', knee, 0.48);
  add({ ...limb(knee, ankle), rings: smooth(SHIN), weights: onBone(bone('ひざD')) });
  ball('足首D', ankle, 0.34);
  const foot = { along: FORWARD, side: RIGHT, front: UP };
  add({ ...foot, origin: [0.95, 0.42, 0.2], rings: smooth(FOOT), weights: onBone(bone('足首D')) });
}

/** A piece of a leg, from one joint towards the next. */
function limb(from: Vector3, to: Vector3): Pick<TurnedPiece, 'origin' | 'along' | 'side' | 'front'> {
  const [, y, z] = to.map((value, axis) => value - from[axis]);
  const length = Math.hypot(y, z);
  return {
    origin: from,
    along: [0, y / length, z / length],
    side: RIGHT,
    front: [0, -z / length, y / length],
  };
}

/** The mirrored piece. `side` is negated, so that the triangles still face outwards. */
function mirrored(piece: TurnedPiece): TurnedPiece {
  const mirror = ([x, y, z]: Vector3): Vector3 => [-x, y, z];
  const [x, y, z] = mirror(piece.side);
  return {
    ...piece,
    origin: mirror(piece.origin),
    along: mirror(piece.along),
    side: [-x, -y, -z],
    front: mirror(piece.front),
  };
}

function onBone(name: string): () => BoneWeights {
  const weights: BoneWeights = [exampleBoneIndex(name)];
  return () => weights;
}

/** Weights each part of a limb to the two twist bones on either side of it. */
function alongTwist(
  names: readonly string[],
  origin: number,
  length: number,
): (along: number) => BoneWeights {
  const bones = names.map(exampleBoneIndex);
  return (along) => {
    const position = Math.min(Math.max((along - origin) / length, 0), 1) * (bones.length - 1);
    const i = Math.min(Math.floor(position), bones.length - 2);
    return [bones[i], bones[i + 1], 1 - (position - i)];
  };
}

/** Smooth rings through the given ones, closer together at the round ends. */
function smooth(rings: Rings): Rings {
  const alongs = rings.map(([along]) => along);
  const [sides, fronts, shifts] = [1, 2, 3].map(
    (column) =>
      new MonotoneSpline(
        alongs,
        rings.map((ring) => ring[column] ?? 0),
      ),
  );
  const first = alongs[0];
  const length = alongs[alongs.length - 1] - first;
  return Array.from({ length: ROWS }, (_, i) => {
    const along = first + (length * (1 - Math.cos((i / (ROWS - 1)) * Math.PI))) / 2;
    return [along, sides.at(along), fronts.at(along), shifts.at(along)];
  });
}

function sphere(radius: number): Rings {
  return Array.from({ length: 13 }, (_, i) => {
    const angle = (i / 12) * Math.PI;
    const width = Math.max(Math.sin(angle) * radius, 0.001);
    return [-Math.cos(angle) * radius, width, width];
  });
}
