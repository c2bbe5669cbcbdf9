import { randomFrom } from '../random.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';
import { invert, multiply, rotateVector } from '../rotation.js';
import { passed, readClock } from './chain.js';
import { type LookTarget, type RigSpace, toRig, toWorld, writeTarget } from './look-target.js';

/** What does not change while she looks. Of upper body, head and eyes: */
export interface GazeSettings {
  readonly space: RigSpace | undefined;
  /** How much of a turn each does. */
  readonly shares: readonly number[];
  /** The largest angles to a side, and up or down, in radians. */
  readonly limits: readonly number[];
  readonly speed: number;
  /** The largest jump of the eyes, in radians. */
  readonly saccades: number;
  readonly seed: number;
}

const EYES = 2;
/** Per second. The body arrives last; a turn of 80° is done but for half a degree after half a second. */
const RATES = [12, 15, 25];
/** The head goes on turning until the eyes are this near to their limits. */
const EYES_AT_EASE = 0.8;
/** In units: at a target nearer than this she does not look. */
const MIN_DISTANCE = 1;
/** Cosines of the angles from ahead beyond which she looks no more, and within which she looks again. */
const BEHIND = -0.5;
const IN_SIGHT = -0.26;
/** The way from the gaze to the target, as a part of that from the eyes, at which a shift begins and ends. */
const SHIFT = 0.26;
const ARRIVED = 0.09;
/** The share of the neck in the turn of the head. */
const NECK = 0.4;
/** In radians, too small to see. */
const STILL = 1e-5;
/** Ahead, as a model rests. */
const AHEAD = /* @__PURE__ */ Float64Array.of(0, 0, 1);

/** Where she looks, and how far body, head and eyes have turned from the pose of the dance. */
export class Gaze {
  readonly #settings: GazeSettings;
  readonly #random: () => number;
  #rig!: Rig;
  /** Of the upper body, the head and the eyes: the bones that turn, from the root on. */
  #parts!: readonly (readonly number[])[];
  /** The bone from which it is measured whether a target is before her. */
  #base!: number;
  /** The eyes, or the head, and all that moves them. */
  #eyes!: readonly number[];
  #path!: Int32Array;
  /** The limits of the parts; 0 for those that cannot turn. */
  #limits!: readonly number[];
  /** To her left and up, for each part: how far it has turned, and how fast it turns. */
  readonly #turns = new Float64Array(6);
  readonly #speeds = new Float64Array(6);
  /** In the rig's space: the target, where the eyes look on their way to it, where they are, and were. */
  readonly #point = new Float64Array(3);
  readonly #gaze = new Float64Array(3);
  readonly #middle = new Float64Array(3);
  readonly #last = new Float64Array(3);
  /** Where the eyes have jumped to from the target, left and up, and the seconds until they jump again. */
  readonly #jump = new Float64Array(3);
  #looks = false;
  #isShifting = false;

  constructor(settings: GazeSettings) {
    this.#settings = settings;
    this.#random = randomFrom(settings.seed);
  }

  /** Turns the bones of the pose. Returns whether a shift of the gaze begins. */
  update(
    rig: Rig,
    target: LookTarget | undefined,
    deltaSeconds: number,
    clock: AdjustClock | undefined,
  ): boolean {
    const isJump = readClock(deltaSeconds, clock);
    if (rig !== this.#rig) this.#bind(rig);
    if (this.#path.length === 0) return false;
    this.#readEyes(this.#last);
    const isFound = target ? this.#find(target) : false; // a page may give the null of a ref
    this.#place();
    this.#looks = isFound && this.#sees();
    const shifts = this.#looks && this.#moveGaze(isJump);
    for (let part = 0; part < 3; part++) this.#turn(part, isJump);
    return shifts;
  }

  #bind(rig: Rig): void {
    const { limits, shares } = this.#settings;
    const { parents, appendSources, appendRatios } = rig.definition;
    const find = (...names: string[]): number[] =>
      names.map((name) => rig.boneIndex(name)).filter((bone) => parents[bone] >= 0);
    const both = find('両目');
    const sides = find('左目', '右目');
    const eyes = sides.length > 0 ? sides : both;
    const head = find('首', '頭');
    // eyes that take over less are turned themselves: 両目 would have to turn further
    const follows = appendSources[eyes[0]] === both[0] && appendRatios[eyes[0]] === 1;
    this.#rig = rig;
    this.#parts = [find('上半身2', '上半身').slice(0, 1), head, follows ? both : eyes];
    this.#base = parents[this.#parts.flat()[0]];
    this.#eyes = eyes.length > 0 ? eyes : head.slice(-1);
    const path = [...both, ...this.#eyes];
    for (let bone = parents[this.#eyes[0]]; bone >= 0; bone = parents[bone]) path.unshift(bone);
    this.#path = Int32Array.from(path);
    this.#limits = limits.map((limit, i) => (this.#parts[i >> 1].length * shares[i >> 1] > 0 ? limit : 0));
  }

  /** Places the bones as the pose says. */
  #place(): void {
    this.#rig.placeBones(this.#path);
    this.#readEyes(this.#middle);
  }

  #readEyes(out: Float64Array): void {
    const { worldPositions } = this.#rig;
    const eyes = this.#eyes;
    out.fill(0);
    for (let i = 0; i < eyes.length; i++)
      for (let k = 0; k < 3; k++) out[k] += worldPositions[3 * eyes[i] + k] / eyes.length;
  }

  /** Finds the target. false: there is none, or it is at her eyes. */
  #find(target: LookTarget): boolean {
    const { space } = this.#settings;
    const point = this.#point;
    const gaze = this.#gaze;
    const last = this.#last;
    const eyes = space?.eyes ?? last;
    const matrix = space?.matrixWorld.elements;
    for (let k = 0; k < 3; k++) vector[k] = eyes[k];
    if (matrix) toWorld(matrix, vector);
    if (!writeTarget(target, point, vector)) return false;
    if (matrix) toRig(matrix, point);
    for (let k = 0; k < 3; k++) point[k] += last[k] - eyes[k];
    writeWay(last, point);
    const distance = vector[LENGTH];
    if (!this.#looks) {
      // from where the eyes look
      rotateVector(this.#rig.worldRotations, 4 * this.#eyes[0], AHEAD, 0, gaze, 0);
      for (let k = 0; k < 3; k++) gaze[k] = last[k] + distance * gaze[k];
    }
    return distance > MIN_DISTANCE && distance < Infinity;
  }

  /** Whether the target is before her. */
  #sees(): boolean {
    writeWay(this.#last, this.#point);
    this.#writeAngles(this.#base, 0);
    return vector[2] > (this.#looks ? BEHIND : IN_SIGHT) * vector[LENGTH];
  }

  /** Moves the gaze towards the target. Returns whether a shift begins. */
  #moveGaze(isJump: boolean): boolean {
    const gaze = this.#gaze;
    const point = this.#point;
    const fraction = isJump ? 1 : 1 - Math.exp(-RATES[EYES] * this.#settings.speed * passed[0]);
    writeWay(this.#last, point);
    const distance = vector[LENGTH];
    writeWay(gaze, point);
    const way = vector[LENGTH] / distance;
    const wasShifting = this.#isShifting;
    this.#isShifting = way > (wasShifting ? ARRIVED : SHIFT);
    for (let k = 0; k < 3; k++) gaze[k] += fraction * (point[k] - gaze[k]);
    return this.#isShifting && !wasShifting;
  }

  /** Turns a part. */
  #turn(part: number, isJump: boolean): void {
    const bones = this.#parts[part];
    if (bones.length === 0) return;
    const { worldRotations, definition } = this.#rig;
    const ends = part === EYES ? this.#eyes : bones;
    const frame = definition.parents[ends[0]];
    rotateVector(worldRotations, 4 * ends[ends.length - 1], AHEAD, 0, vector, 0);
    this.#writeAngles(frame, 0);
    if (part === EYES) writeWay(this.#middle, this.#gaze);
    else writeWay(this.#last, this.#point);
    this.#writeAngles(frame, 2);
    if (part === EYES) this.#jumpEyes();
    this.#ease(part, isJump);
    const left = this.#turns[2 * part];
    const up = this.#turns[2 * part + 1];
    if (left === 0 && up === 0) return;
    for (let i = 0; i < bones.length; i++) {
      // the neck does its share, the head the rest; each eye turns as the other one
      const share = part === EYES || bones.length === 1 ? 1 : i === 0 ? NECK : 1 - NECK;
      angles[2] = angles[0] + share * left;
      angles[3] = angles[1] + share * up;
      this.#turnBone(bones[i], frame);
      if (part === EYES) continue;
      angles[0] = angles[2];
      angles[1] = angles[3];
      this.#place();
    }
  }

  /** The direction of `vector` as angles from ahead beside a bone: to her left and up, in radians. */
  #writeAngles(frame: number, at: number): void {
    invert(this.#rig.worldRotations, 4 * frame, turn, 0);
    rotateVector(turn, 0, vector, 0, vector, 0);
    angles[at] = Math.atan2(vector[0], vector[2]);
    angles[at + 1] = Math.atan2(vector[1], Math.sqrt(vector[0] * vector[0] + vector[2] * vector[2]));
  }

  /** Turns a bone from the first two angles to the last two, beside the bone `frame`. */
  #turnBone(bone: number, frame: number): void {
    const { pose, worldRotations, definition } = this.#rig;
    writeGaze(0, back);
    writeGaze(2, turn);
    invert(back, 0, back, 0);
    multiply(turn, 0, back, 0, turn, 0); // so that a tilt of the head stays
    // to the space of its parent, by rotating the axis
    invert(worldRotations, 4 * definition.parents[bone], back, 0);
    multiply(back, 0, worldRotations, 4 * frame, back, 0);
    rotateVector(back, 0, turn, 0, turn, 0);
    multiply(turn, 0, pose.rotations, 4 * bone, pose.rotations, 4 * bone);
  }

  /** Eases the turn of a part towards its goal, as a critically damped spring. */
  #ease(part: number, isJump: boolean): void {
    const { shares, speed } = this.#settings;
    const looks = this.#looks;
    const limits = this.#limits;
    const seconds = passed[0];
    const rate = RATES[part] * speed * (looks ? 1 : 0.5);
    // the gaze is eased already
    const fade = isJump || (looks && part === EYES) ? 0 : Math.exp(-rate * seconds);
    for (let axis = 0; axis < 2; axis++) {
      const i = 2 * part + axis;
      const own = angles[axis];
      const whole = angles[2 + axis] - own;
      // what is left for the parts that come later
      const rest = EYES_AT_EASE * limits[4 + axis] + (part > 0 ? 0 : limits[2 + axis]);
      // no further than the limit, or than the dance itself
      const right = Math.min(-limits[i] - own, 0);
      const left = Math.max(limits[i] - own, 0);
      const share = shares[part] * whole;
      const wish = part === EYES ? share : Math.min(Math.max(share, whole - rest), whole + rest);
      const goal = looks ? Math.min(Math.max(wish, right), left) : 0;
      const away = this.#turns[i] - goal;
      const pull = this.#speeds[i] + rate * away;
      const turn = goal + (away + pull * seconds) * fade;
      this.#speeds[i] = (this.#speeds[i] - rate * pull * seconds) * fade;
      this.#turns[i] = Math.abs(turn) < STILL ? 0 : Math.min(Math.max(turn, right), left);
    }
  }

  /** Lets the eyes jump a little, every 0.3 to 2.3 seconds. */
  #jumpEyes(): void {
    const { saccades } = this.#settings;
    this.#jump[2] -= passed[0];
    if (this.#jump[2] <= 0) {
      this.#jump[2] = 0.3 + 2 * this.#random();
      this.#jump[0] = saccades * (2 * this.#random() - 1);
      this.#jump[1] = saccades * (this.#random() - 0.5);
    }
    angles[2] += this.#jump[0];
    angles[3] += this.#jump[1];
  }
}

/*
 * What functions here give each other: a number that is an argument, or is returned, may become garbage.
 */
const LENGTH = 3;
const vector = /* @__PURE__ */ new Float64Array(4);
const turn = /* @__PURE__ */ new Float64Array(4);
const back = /* @__PURE__ */ new Float64Array(4);
/** In the frame of a part: where the pose points (to her left, up), and where the target is. */
const angles = /* @__PURE__ */ new Float64Array(4);

/** Writes the way from a point to another into `vector`, and its length behind it. */
function writeWay(from: Float64Array, to: Float64Array): void {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    vector[k] = to[k] - from[k];
    square += vector[k] * vector[k];
  }
  vector[LENGTH] = Math.sqrt(square);
}

/** Ry(left) · Rx(−up), which turns +z to (sin left · cos up, sin up, cos left · cos up). */
function writeGaze(at: number, out: Float64Array): void {
  const left = angles[at] / 2;
  const up = angles[at + 1] / 2;
  out[0] = -Math.cos(left) * Math.sin(up);
  out[1] = Math.sin(left) * Math.cos(up);
  out[2] = Math.sin(left) * Math.sin(up);
  out[3] = Math.cos(left) * Math.cos(up);
}
