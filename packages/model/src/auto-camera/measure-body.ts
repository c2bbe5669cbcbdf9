import type { Rig } from '@odori/runtime';

/** What the automatic camera knows about a model. In three's space and MMD units. */
export interface Dancer {
  /** Of its own: {@link pose} changes its pose. */
  readonly rig: Rig;
  /** Poses and solves the rig at a frame of the dance. */
  pose(frame: number): void;
  /** Frames of the dance; 0 for a model that only stands. */
  readonly lastFrame: number;
  /** `3 * vertices`, at rest. */
  readonly positions: ArrayLike<number>;
  /** `4 * vertices`. An index beyond the bones belongs to no bone. */
  readonly boneIndices: ArrayLike<number>;
  /** `4 * vertices`. */
  readonly boneWeights: ArrayLike<number>;
  /** Bones of hair and clothes, which rigid bodies move. */
  readonly physicalBones: readonly number[];
}

/** A box around the vertices that follow one bone most, at rest. */
export interface BodyBox {
  /** −1: vertices without a bone, which never move. */
  readonly bone: number;
  /** From the bone's position at rest. */
  readonly center: Float64Array;
  /** Half its width, height and depth. */
  readonly half: Float64Array;
}

/** The proportions of a model. In three's space and MMD units. */
export interface Body {
  readonly boxes: readonly BodyBox[];
  /** From the soles to the top of the head; of a model without a head, to its highest vertex. Above 0. */
  readonly height: number;
  /** From the head's bone to the top of the head; 0 without a head. */
  readonly headHeight: number;
  /** Indexes of bones, −1 = none. */
  readonly head: number;
  readonly chest: number;
  readonly hips: number;
  /** The point between the eyes, from the position of the head's bone at rest. */
  readonly face: readonly [x: number, y: number, z: number];
}

const HEAD = ['頭', 'head', 'Head'];
const CHEST = ['上半身2', '上半身', 'upper body2', 'upper body', 'Chest', 'chest', 'Spine', 'spine'];
const HIPS = ['下半身', 'センター', 'lower body', 'center', 'Hips', 'hips'];
const EYES = [
  ['左目', '右目'],
  ['eye_L', 'eye_R'],
  ['LeftEye', 'RightEye'],
];

/**
 * Heights of heads, as a part of the whole height, which may have a hat or long ears: a grown-up has 0.13.
 */
const MIN_HEAD = 0.08;
const MAX_HEAD = 0.3;
const USUAL_HEAD = 0.16;
/** How high the eyes are in a head without bones for them. */
const EYE_LEVEL = 0.4;
/** Height of a model without vertices and bones: MMD's camera then shows as much as of a grown-up. */
const NO_HEIGHT = 20;

/**
 * Measures a model at rest. Hair and clothes that rigid bodies move do not count, unless there is nothing
 * else. O(vertices + bones).
 */
export function measureBody(dancer: Dancer): Body {
  const { rig } = dancer;
  const { restPositions } = rig.definition;
  const boxes = boxesOf(dancer);
  const [head, chest, hips] = [HEAD, CHEST, HIPS].map((names) => findBone(rig, names));
  const [bottom, top] = restHeights(boxes, restPositions);
  const whole = top - bottom > 0 && top - bottom < Infinity ? top - bottom : NO_HEIGHT;
  const joint = restPositions[3 * head + 1] - bottom;
  if (head < 0 || !(joint > 0 && joint < whole))
    return { boxes, height: whole, headHeight: 0, head: -1, chest, hips, face: [0, 0, 0] };
  const skull = boxes.find(({ bone }) => bone === head);
  const measured = skull ? skull.center[1] + skull.half[1] : USUAL_HEAD * whole;
  const headHeight = Math.min(Math.max(measured, MIN_HEAD * whole), MAX_HEAD * whole);
  const face = faceOf(rig, head, headHeight);
  return { boxes, height: joint + headHeight, headHeight, head, chest, hips, face };
}

function findBone(rig: Rig, names: readonly string[]): number {
  for (const name of names) if (rig.boneIndex(name) >= 0) return rig.boneIndex(name);
  return -1;
}

function faceOf(rig: Rig, head: number, headHeight: number): [number, number, number] {
  const { restPositions } = rig.definition;
  for (const names of EYES) {
    const [left, right] = names.map((name) => rig.boneIndex(name));
    if (left < 0 || right < 0) continue;
    const [x, y, z] = [0, 1, 2].map(
      (axis) =>
        (restPositions[3 * left + axis] + restPositions[3 * right + axis]) / 2 -
        restPositions[3 * head + axis],
    );
    if (y > 0 && y < headHeight) return [x, y, z];
  }
  return [0, EYE_LEVEL * headHeight, 0];
}

/** The lowest and the highest point at rest. */
function restHeights(boxes: readonly BodyBox[], restPositions: Float64Array): [number, number] {
  let [bottom, top] = [Infinity, -Infinity];
  for (const { bone, center, half } of boxes) {
    const y = center[1] + (bone < 0 ? 0 : restPositions[3 * bone + 1]);
    bottom = Math.min(bottom, y - half[1]);
    top = Math.max(top, y + half[1]);
  }
  return [bottom, top];
}

/** One box for each bone that moves vertices; without vertices, an empty one at each bone. */
function boxesOf(dancer: Dancer): readonly BodyBox[] {
  const { definition } = dancer.rig;
  const isPhysical = physicalWithChildren(dancer);
  const bounds = new Map<number, Bounds>();
  for (let vertex = 0; 4 * vertex < dancer.boneIndices.length; vertex++) {
    const bone = mainBone(dancer, vertex);
    let box = bounds.get(bone);
    if (!box)
      bounds.set(
        bone,
        (box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }),
      );
    for (let axis = 0; axis < 3; axis++) {
      const value = dancer.positions[3 * vertex + axis];
      box.min[axis] = Math.min(box.min[axis], value);
      box.max[axis] = Math.max(box.max[axis], value);
    }
  }
  if (bounds.size === 0) {
    for (let bone = 0; bone < definition.boneCount; bone++) {
      const position = [...definition.restPositions.subarray(3 * bone, 3 * bone + 3)];
      bounds.set(bone, { min: position, max: position });
    }
  }
  const finite = [...bounds].filter(([, { min, max }]) => [...min, ...max].every(Number.isFinite));
  const firm = finite.filter(([bone]) => bone < 0 || isPhysical[bone] === 0);
  return (firm.length > 0 ? firm : finite).map(([bone, box]) => bodyBox(bone, box, definition.restPositions));
}

interface Bounds {
  readonly min: number[];
  readonly max: number[];
}

function bodyBox(bone: number, { min, max }: Bounds, restPositions: Float64Array): BodyBox {
  const center = new Float64Array(3);
  const half = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    center[axis] = (min[axis] + max[axis]) / 2 - (bone < 0 ? 0 : restPositions[3 * bone + axis]);
    half[axis] = (max[axis] - min[axis]) / 2;
  }
  return { bone, center, half };
}

/** The bone with the largest weight, −1 if there is none. */
function mainBone({ rig, boneIndices, boneWeights }: Dancer, vertex: number): number {
  let main = 4 * vertex;
  for (let i = main + 1; i < 4 * vertex + 4; i++) if (boneWeights[i] > boneWeights[main]) main = i;
  return boneIndices[main] < rig.definition.boneCount ? boneIndices[main] : -1;
}

/** `boneCount`, 1 = moved by a rigid body, or a child of such a bone. */
function physicalWithChildren({ rig, physicalBones }: Dancer): Uint8Array {
  const { parents, boneCount } = rig.definition;
  const isPhysical = new Uint8Array(boneCount);
  for (const bone of physicalBones) if (bone >= 0 && bone < boneCount) isPhysical[bone] = 1;
  for (let bone = 0; bone < boneCount; bone++) {
    let above = bone;
    while (above >= 0 && isPhysical[above] === 0) above = parents[above];
    if (above >= 0) isPhysical[bone] = 1;
  }
  return isPhysical;
}
