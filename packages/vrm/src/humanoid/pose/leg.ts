import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import { writeArc } from './arc.js';

/** One leg of an avatar, and the source's bones that it follows. */
export interface Leg {
  /** The avatar's bones. −1: it has no toes. */
  readonly upper: number;
  readonly lower: number;
  readonly foot: number;
  readonly toes: number;
  /** The source's bones: 足, ひざ, 足首 (thigh, knee, ankle), or those that follow them. */
  readonly sourceUpper: number;
  readonly sourceLower: number;
  readonly sourceFoot: number;
  /** The avatar's thigh at rest, x y z, then its shin. */
  readonly rest: Float64Array;
  /** How far the ankle may be from the joint of the hip. */
  readonly reach: number;
  /** The joint of the hip and the ankle in this frame, and where the ankle is to be. */
  readonly hip: Float64Array;
  readonly ankle: Float64Array;
  readonly goal: Float64Array;
}

/*
 * What the steps of `solveLeg` hand to each other: function arguments and results that are not integers would
 * be garbage.
 */
const vectors = /* @__PURE__ */ new Float64Array(21);
/** The avatar's thigh and shin, rotated as the source's. */
const THIGH = 0;
const SHIN = 3;
/** The axis about which the source's knee bends; later tilted, so that the ankle reaches the goal. */
const AXIS = 6;
/** The source's thigh upwards: perpendicular to its axis. */
const UP = 9;
/** From the hip to the goal, of length 1. */
const AIM = 12;
/** From hip to knee, and from knee to ankle. */
const TO_KNEE = 15;
const TO_ANKLE = 18;

const lengths = /* @__PURE__ */ new Float64Array(6);
/** From hip to goal. */
const DISTANCE = 0;
/** Of thigh and shin: their parts along the axis, and what remains of their lengths. */
const ALONG_THIGH = 1;
const ALONG_SHIN = 2;
const FLAT_THIGH = 3;
const FLAT_SHIN = 4;
/** The cosine of the angle between the axis and the line from hip to ankle. */
const SLANT = 5;

const arc = /* @__PURE__ */ new Float64Array(4);
const UNIT_X = /* @__PURE__ */ Float64Array.of(1, 0, 0);
const UNIT_Y = /* @__PURE__ */ Float64Array.of(0, 1, 0);
/** The cosine of the smallest angle between the axis and the line from hip to goal. */
const MAX_SLANTED = 0.95;

/**
 * Writes the world rotations of thigh and shin, and the ankle: at its goal, or as near as the leg reaches.
 * The knee bends about the axis about which the source's knee bends.
 *
 * A thigh or shin that rests aslant to the axis stays so: the axis tilts as little as the goal demands. The
 * source's own legs so come out exactly as they are. `rotations`: 4 per bone of the avatar. Allocates
 * nothing.
 */
export function solveLeg(leg: Leg, sourceRotations: Float64Array, rotations: Float64Array): void {
  const { upper, lower, sourceUpper, sourceLower, rest, hip, ankle } = leg;
  rotateVector(sourceRotations, 4 * sourceUpper, rest, 0, vectors, THIGH);
  rotateVector(sourceRotations, 4 * sourceLower, rest, 3, vectors, SHIN);
  rotateVector(sourceRotations, 4 * sourceUpper, UNIT_X, 0, vectors, AXIS);
  rotateVector(sourceRotations, 4 * sourceUpper, UNIT_Y, 0, vectors, UP);
  aim(leg);
  splitLengths();
  bendKnee();
  for (let k = 0; k < 3; k++) ankle[k] = hip[k] + vectors[TO_KNEE + k] + vectors[TO_ANKLE + k];
  writeArc(vectors, THIGH, vectors, TO_KNEE, arc, 0);
  multiplyRotations(arc, 0, sourceRotations, 4 * sourceUpper, rotations, 4 * upper);
  writeArc(vectors, SHIN, vectors, TO_ANKLE, arc, 0);
  multiplyRotations(arc, 0, sourceRotations, 4 * sourceLower, rotations, 4 * lower);
}

function dot(a: number, b: number): number {
  return vectors[a] * vectors[b] + vectors[a + 1] * vectors[b + 1] + vectors[a + 2] * vectors[b + 2];
}

function aim({ hip, goal }: Leg): void {
  for (let k = 0; k < 3; k++) vectors[AIM + k] = goal[k] - hip[k];
  const distance = Math.sqrt(dot(AIM, AIM));
  lengths[DISTANCE] = distance;
  for (let k = 0; k < 3; k++)
    vectors[AIM + k] = distance > 0 ? vectors[AIM + k] / distance : -vectors[UP + k];
}

/** Thigh and shin along the axis and across it. */
function splitLengths(): void {
  const thigh = dot(THIGH, AXIS);
  const shin = dot(SHIN, AXIS);
  const most = MAX_SLANTED * lengths[DISTANCE];
  const sum = Math.abs(thigh + shin);
  const scale = sum > most ? most / sum : 1;
  lengths[ALONG_THIGH] = thigh * scale;
  lengths[ALONG_SHIN] = shin * scale;
  lengths[FLAT_THIGH] = Math.sqrt(Math.max(dot(THIGH, THIGH) - (thigh * scale) ** 2, 0));
  lengths[FLAT_SHIN] = Math.sqrt(Math.max(dot(SHIN, SHIN) - (shin * scale) ** 2, 0));
}

/** The triangle of hip, knee and ankle, across the axis. */
function bendKnee(): void {
  const along = lengths[ALONG_THIGH] + lengths[ALONG_SHIN];
  const thigh = lengths[FLAT_THIGH];
  const shin = lengths[FLAT_SHIN];
  const wanted = Math.sqrt(Math.max(lengths[DISTANCE] ** 2 - along * along, 0));
  const reach = Math.min(Math.max(wanted, Math.abs(thigh - shin)), thigh + shin);
  const total = Math.sqrt(reach * reach + along * along);
  // Legs that rest along the axis, or so far away that their lengths are lost in rounding.
  const slant = total > 0 ? Math.min(Math.max(along / total, -MAX_SLANTED), MAX_SLANTED) : 0;
  lengths[SLANT] = slant;
  tiltAxis();
  // The aim, across the axis.
  const flatness = 1 / Math.sqrt(1 - slant * slant);
  for (let k = 0; k < 3; k++) vectors[AIM + k] = (vectors[AIM + k] - slant * vectors[AXIS + k]) * flatness;
  const down = reach > 0 ? (thigh * thigh + reach * reach - shin * shin) / (2 * reach) : 0;
  const forwards = Math.sqrt(Math.max(thigh * thigh - down * down, 0));
  for (let k = 0; k < 3; k++) {
    const b = (k + 1) % 3;
    const c = (k + 2) % 3;
    const front = vectors[AIM + b] * vectors[AXIS + c] - vectors[AIM + c] * vectors[AXIS + b];
    const out = down * vectors[AIM + k] + forwards * front;
    vectors[TO_KNEE + k] = lengths[ALONG_THIGH] * vectors[AXIS + k] + out;
    vectors[TO_ANKLE + k] = lengths[ALONG_SHIN] * vectors[AXIS + k] + reach * vectors[AIM + k] - out;
  }
}

/** Tilts the axis to its slant against the aim. */
function tiltAxis(): void {
  const slant = lengths[SLANT];
  const cosine = dot(AXIS, AIM);
  for (let k = 0; k < 3; k++) vectors[AXIS + k] -= cosine * vectors[AIM + k];
  let length = Math.sqrt(dot(AXIS, AXIS));
  // The axis lies in the aim: the thigh's upward direction is perpendicular to both.
  if (length < 1e-9) {
    for (let k = 0; k < 3; k++) vectors[AXIS + k] = vectors[UP + k];
    length = 1;
  }
  const across = Math.sqrt(1 - slant * slant) / length;
  for (let k = 0; k < 3; k++) vectors[AXIS + k] = slant * vectors[AIM + k] + across * vectors[AXIS + k];
}
