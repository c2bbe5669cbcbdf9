import { rotateVector } from '@odori/runtime';
import { TaskQueue } from '@odori/runtime/internal/three';
import type { Body, BodyBox, Dancer } from './measure-body.js';

/** Where a body is during its dance, at evenly spaced times. In three's space and MMD units. */
export interface Dance {
  readonly count: number;
  /** Frames from one moment to the next. */
  readonly step: number;
  /**
   * `26 * count`: how far the body reaches in each of {@link DIRECTIONS}: the largest product of a point and
   * the direction.
   */
  readonly reaches: Float64Array;
  /** `3 * count`: the hips; without such a bone, the middle of the body. */
  readonly center: Float64Array;
  /** `3 * count`: the point between the eyes; without a head, the same as the center. */
  readonly face: Float64Array;
  /**
   * `2 * count`, x z: where the head points to (without one, the chest): of length 1, shorter where it looks
   * up or down.
   */
  readonly facing: Float64Array;
}

/** Moments lie this many frames apart, further only in a dance of more than nine minutes. */
const STEP = 4;
const MAX_MOMENTS = 4096;
/** Numbers beyond it are those of a broken file. */
const FAR = 1e7;

/**
 * Follows a body through its dance until `lastFrame`, which may be that of a longer dance of another one: it
 * then stands at the end. In small portions between which the page can draw. O(length · (bones + IK)).
 */
export async function watchDance(
  dancer: Dancer,
  body: Body,
  lastFrame: number,
  signal?: AbortSignal,
): Promise<Dance> {
  const step = Math.max(STEP, Math.ceil(lastFrame / MAX_MOMENTS));
  const count = Math.ceil(lastFrame / step) + 1;
  const dance: Dance = {
    count,
    step,
    reaches: new Float64Array(DIRECTIONS.length * count),
    center: new Float64Array(3 * count),
    face: new Float64Array(3 * count),
    facing: new Float64Array(2 * count),
  };
  const tasks = new TaskQueue();
  const watchMoment = (i: number): void => {
    dancer.pose(Math.min(i * step, dancer.lastFrame));
    watch(dancer, body, dance, i);
  };
  for (let i = 0; i < count; i++) await tasks.run(() => watchMoment(i), signal);
  return dance;
}

function watch(dancer: Dancer, body: Body, dance: Dance, i: number): void {
  const { center, face, facing } = dance;
  const { worldPositions: positions } = dancer.rig;
  const box = watchBoxes(dancer, body, dance, i);
  for (let axis = 0; axis < 3; axis++)
    center[3 * i + axis] = usable(positions[3 * body.hips + axis], box[axis]);
  turned.set(body.face);
  rotate(dancer, body.head, turned);
  for (let axis = 0; axis < 3; axis++) {
    const coordinate = positions[3 * body.head + axis] + turned[axis];
    face[3 * i + axis] = usable(coordinate, center[3 * i + axis]);
  }
  turned.set(FORWARD);
  rotate(dancer, body.head >= 0 ? body.head : body.chest, turned);
  facing[2 * i] = usable(turned[0], 0);
  facing[2 * i + 1] = usable(turned[2], 0);
}

/** Writes the reaches; returns the middle of the body. */
function watchBoxes(dancer: Dancer, body: Body, { reaches }: Dance, i: number): Float64Array {
  extent.fill(-Infinity);
  for (const box of body.boxes) addBox(dancer, box);
  const length = DIRECTIONS.length;
  if (!extent.every((value) => Math.abs(value) < FAR))
    extent.set(i > 0 ? reaches.subarray(length * (i - 1), length * i) : USUAL_EXTENT);
  reaches.set(extent, length * i);
  middle[0] = (extent[2] - extent[6]) / 2;
  middle[1] = (extent[UP] - extent[DOWN]) / 2;
  middle[2] = (extent[0] - extent[4]) / 2;
  return middle;
}

/** Turns a vector as a bone is turned; without a bone, not at all. */
function rotate({ rig }: Dancer, bone: number, vector: Float64Array): void {
  if (bone < 0) return;
  rotateVector(rig.worldRotations, 4 * bone, vector, 0, vector, 0);
}

/** Enlarges the extent by a box that has turned with its bone. */
function addBox({ rig }: Dancer, { bone, center, half }: BodyBox): void {
  const q = bone < 0 ? NO_ROTATION : rig.worldRotations.subarray(4 * bone, 4 * bone + 4);
  for (let axis = 0; axis < 3; axis++) {
    const edge = edges[axis];
    edge.fill(0);
    edge[axis] = half[axis];
    rotateVector(q, 0, edge, 0, edge, 0);
  }
  turned.set(center);
  rotateVector(q, 0, turned, 0, turned, 0);
  if (bone >= 0) for (let axis = 0; axis < 3; axis++) turned[axis] += rig.worldPositions[3 * bone + axis];
  for (let i = 0; i < DIRECTIONS.length; i++) {
    const direction = DIRECTIONS[i];
    let reach = dot(direction, turned);
    for (let axis = 0; axis < 3; axis++) reach += Math.abs(dot(direction, edges[axis]));
    // NaN stays, and is found afterwards
    extent[i] = reach <= extent[i] ? extent[i] : reach;
  }
}

function dot(a: readonly number[], b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function usable(value: number, otherwise: number): number {
  return Math.abs(value) < FAR ? value : otherwise;
}

const FORWARD = [0, 0, 1];
const NO_ROTATION = Float64Array.of(0, 0, 0, 1);
/**
 * How far the last directions of {@link DIRECTIONS} lean: as the upper and lower edges of wide pictures, 15°.
 */
export const TILT: number = Math.tan(Math.PI / 12);
/** Indexes of {@link DIRECTIONS}. */
export const UP = 8;
export const DOWN = 9;
export const TILTED_UP = 10;
export const TILTED_DOWN = 18;

/**
 * Eight around, 45° apart, from +z to +x; up and down; up and, for each of the eight, a little that way; the
 * same down. Of length 1 horizontally or vertically.
 */
export const DIRECTIONS: readonly (readonly [x: number, y: number, z: number])[] = [
  ...around(1, 0),
  [0, 1, 0],
  [0, -1, 0],
  ...around(TILT, 1),
  ...around(TILT, -1),
];

function around(length: number, y: number): [x: number, y: number, z: number][] {
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4;
    return [length * Math.sin(angle), y, length * Math.cos(angle)];
  });
}

/** How far the body reaches in {@link DIRECTIONS}. */
const extent = new Float64Array(DIRECTIONS.length);
/** Of a box that is as large as a grown-up: 10 wide, 20 high and 4 deep. */
const USUAL_EXTENT = DIRECTIONS.map(([x, y, z]) => 5 * Math.abs(x) + 20 * Math.max(y, 0) + 2 * Math.abs(z));
const edges = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
const turned = new Float64Array(3);
const middle = new Float64Array(3);
