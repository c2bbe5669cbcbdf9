import type { BodySimulation } from '../body-simulation.js';
import type { Poses } from '../pose-matrix.js';

/*
 * Substeps travel to the worker, and poses back, in one buffer of 64-bit numbers:
 *
 *   there:  generation, records, 0       then per record: kind, pace, substep, gravity x y z, ground;
 *                                        per body: dynamic; poses
 *   back:   generation, 0, faults        poses
 *
 * Poses are 3 numbers of each body's position, then 4 of each body's rotation.
 */
const GENERATION = 0;
const RECORDS = 1;
const FAULTS = 2;
const HEADER = 3;

// A record begins with these numbers.
const KIND = 0;
const PACE = 1;
const SUBSTEP = 2;
const GRAVITY = 3;
const GROUND = 6;
const BODIES = 7;

/** Bodies go to their targets at once. */
export const PLACE = 0;
/** A substep. */
export const STEP = 1;

/** What a record holds of a simulation. */
type Recorded = Pick<BodySimulation, 'count' | 'targets' | 'world' | 'isDynamic'>;

function recordLength(count: number): number {
  return BODIES + 8 * count;
}

/** A buffer for some records, or for an answer. */
export function createFrame(count: number, records: number): Float64Array<ArrayBuffer> {
  return new Float64Array(HEADER + Math.max(7 * count, recordLength(count) * records));
}

/** Adds a record at the end of a frame. Returns the frame; a larger copy if it was full. */
export function addRecord(
  frame: Float64Array<ArrayBuffer>,
  kind: typeof PLACE | typeof STEP,
  { count, targets, world, isDynamic }: Recorded,
  pace: number,
): Float64Array<ArrayBuffer> {
  const length = recordLength(count);
  const start = HEADER + length * frame[RECORDS];
  let target = frame;
  if (start + length > frame.length) {
    target = createFrame(count, 2 * frame[RECORDS] + 1);
    target.set(frame);
  }
  target[RECORDS]++;
  target[start + KIND] = kind;
  target[start + PACE] = pace;
  target[start + SUBSTEP] = world.substep!;
  for (let i = 0; i < 3; i++) target[start + GRAVITY + i] = world.gravity[i];
  target[start + GROUND] = world.hasGround ? 1 : 0;
  const bodies = start + BODIES;
  for (let body = 0; body < count; body++) target[bodies + body] = isDynamic(body) ? 1 : 0;
  target.set(targets.positions, bodies + count);
  target.set(targets.rotations, bodies + 4 * count);
  return target;
}

export function countRecords(frame: Float64Array): number {
  return frame[RECORDS];
}

/** The pace of a substep, see `Simulation.step`. */
export function paceOf(frame: Float64Array, record: number, count: number): number {
  return frame[HEADER + recordLength(count) * record + PACE];
}

/** Empties a frame. */
export function clearRecords(frame: Float64Array): void {
  frame[RECORDS] = 0;
}

/** Leaves out every second substep; the next one stands for its time, too. Returns how many it left out. */
export function thinRecords(frame: Float64Array, count: number): number {
  const length = recordLength(count);
  const records = frame[RECORDS];
  let kept = 0;
  let time = 0;
  for (let record = 0; record < records; record++) {
    const start = HEADER + length * record;
    if (frame[start + KIND] === STEP) {
      time += 1 / frame[start + PACE];
      if ((records - record) % 2 === 0) continue; // the newest stays
      frame[start + PACE] = 1 / time;
      time = 0;
    }
    frame.copyWithin(HEADER + length * kept, start, start + length);
    kept++;
  }
  frame[RECORDS] = kept;
  return records - kept;
}

/** Marks a frame with its generation, before it is sent. */
export function setGeneration(frame: Float64Array, generation: number): void {
  frame[GENERATION] = generation;
}

export function generationOf(frame: Float64Array): number {
  return frame[GENERATION];
}

export function faultsOf(frame: Float64Array): number {
  return frame[FAULTS];
}

/** In the worker: makes the substeps of a frame, and replaces them by the poses that they lead to. */
export function runRecords(frame: Float64Array, simulation: BodySimulation): void {
  for (let record = 0; record < frame[RECORDS]; record++) {
    applyRecord(frame, record, simulation);
    const start = HEADER + recordLength(simulation.count) * record;
    if (frame[start + KIND] === PLACE) simulation.placeAll();
    else simulation.step(frame[start + PACE]);
  }
  writeAnswer(frame, simulation);
}

/** Takes targets and settings of a record, without a substep. Allocates nothing. */
export function applyRecord(frame: Float64Array, record: number, simulation: BodySimulation): void {
  const { count, targets, world } = simulation;
  const start = HEADER + recordLength(count) * record;
  world.substep = frame[start + SUBSTEP];
  for (let i = 0; i < 3; i++) world.gravity[i] = frame[start + GRAVITY + i];
  world.hasGround = frame[start + GROUND] === 1;
  const bodies = start + BODIES;
  for (let body = 0; body < count; body++) {
    const dynamic = frame[bodies + body] === 1;
    if (dynamic !== simulation.isDynamic(body)) simulation.setDynamic(body, dynamic);
  }
  copyFrom(frame, bodies + count, targets);
}

/** Writes poses, and how often bodies were lost. */
export function writeAnswer(frame: Float64Array, { count, poses, faults }: BodySimulation): void {
  frame[RECORDS] = 0;
  frame[FAULTS] = faults;
  frame.set(poses.positions, HEADER);
  frame.set(poses.rotations, HEADER + 3 * count);
}

/** Reads the poses of an answer. */
export function readAnswer(frame: Float64Array, out: Poses): void {
  copyFrom(frame, HEADER, out);
}

function copyFrom(frame: Float64Array, start: number, { positions, rotations }: Poses): void {
  for (let i = 0; i < positions.length; i++) positions[i] = frame[start + i];
  const next = start + positions.length;
  for (let i = 0; i < rotations.length; i++) rotations[i] = frame[next + i];
}
