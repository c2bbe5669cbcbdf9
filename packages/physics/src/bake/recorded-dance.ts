import type { Motion } from '@odori/runtime/motion';
import { bindMotion, type HeldBones, type MotionBinding, type Rig } from '@odori/runtime/rig';

/**
 * How a bone is moved at a frame: by its keyframes; by its body; by keyframes, but coming from where its body
 * left it.
 */
const FOLLOWS_KEYS = 0;
const HELD = 1;
const LED = 2;

/** A bone that a body moves. */
export interface MovedBone {
  /** The body only turns it: it stays at its rest offset from its parent. */
  readonly turnsOnly: boolean;
}

/** The most rounds in which bones below physical ones come to rest. */
const MAX_ROUNDS = 8;
/** A transform that changes by less than this, in units or parts of a rotation, is at rest. */
const AT_REST = 1e-9;

/**
 * Where bodies moved bones at each whole frame of a dance. `show` gives back the pose of any of these frames:
 * bones of bodies where these are, and bones below them without the delay of one frame that they have in a
 * simulation.
 */
export class RecordedDance {
  /** Shows a frame. */
  readonly rig: Rig;
  /** The bones that bodies may move, parents first. */
  readonly bones: readonly number[];
  readonly #moved: ReadonlyMap<number, MovedBone>;
  readonly #binding: MotionBinding;
  /** Per frame and bone: 0 to 2, see above. */
  readonly #modes: Uint8Array;
  /** Per frame and bone, 7 numbers: x y z and x y z w, relative to the parent, from rest. */
  readonly #transforms: Float64Array;

  constructor(motion: Motion, rig: Rig, bones: ReadonlyMap<number, MovedBone>) {
    const count = (Math.ceil(motion.lastFrame) + 1) * bones.size;
    this.rig = rig;
    this.bones = [...bones.keys()];
    this.#moved = bones;
    this.#binding = bindMotion(motion, rig);
    this.#modes = new Uint8Array(count);
    this.#transforms = new Float64Array(7 * count);
  }

  /** Records a frame of a simulation, in which bodies hold bones. Frames come in order. */
  record(frame: number, simulated: Rig): void {
    const held = this.#clear(frame);
    this.#findHeldBones(frame, simulated);
    for (let i = 0; i < this.bones.length; i++) {
      if (this.#modes[this.#at(frame, i)] !== LED) continue;
      copyTransform(simulated.pose, this.bones[i], transform, 0);
      setTransform(this.rig.pose, this.bones[i], transform, 0);
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.rig.solve();
      const change = this.#holdAsIn(simulated, frame);
      this.rig.solveAfterPhysics();
      if (change < AT_REST) break;
    }
    for (let i = 0; i < this.bones.length; i++) {
      const at = this.#at(frame, i);
      if (this.#modes[at] === HELD) copyTransform(held, this.bones[i], this.#transforms, 7 * at);
      else if (this.#modes[at] === LED)
        copyTransform(simulated.pose, this.bones[i], this.#transforms, 7 * at);
    }
  }

  /** Solves the rig for a recorded frame. */
  show(frame: number): void {
    const held = this.#clear(frame);
    for (let i = 0; i < this.bones.length; i++) {
      const bone = this.bones[i];
      const at = this.#at(frame, i);
      const mode = this.#modes[at];
      if (mode === FOLLOWS_KEYS) continue;
      setTransform(mode === HELD ? held : this.rig.pose, bone, this.#transforms, 7 * at);
      if (mode !== HELD) continue;
      held.isHeld[bone] = 1;
      held.count++;
    }
    this.rig.solve();
    this.rig.solveAfterPhysics();
  }

  /** The bones that bodies move at some frame, and whether their bodies only turn them. */
  movedBones(): Map<number, MovedBone> {
    const { length } = this.bones;
    const isMoved = new Uint8Array(length);
    this.#modes.forEach((mode, at) => {
      if (mode !== FOLLOWS_KEYS) isMoved[at % length] = 1;
    });
    const moved = this.bones.filter((_, i) => isMoved[i] === 1);
    return new Map(moved.map((bone) => [bone, this.#moved.get(bone)!]));
  }

  #at(frame: number, index: number): number {
    return frame * this.bones.length + index;
  }

  /** Gives the rig the pose of the keyframes alone. */
  #clear(frame: number): HeldBones {
    const held = this.rig.pose.held!;
    held.isKnown.fill(0); // only the simulation leads bones out of physics
    held.isHeld.fill(0);
    held.count = 0;
    this.#binding.sample(frame);
    return held;
  }

  #findHeldBones(frame: number, { pose, worldPositions, worldRotations }: Rig): void {
    const { isHeld, isLed } = pose.held!;
    for (let i = 0; i < this.bones.length; i++) {
      const bone = this.bones[i];
      const isFinite = areFinite(worldPositions, 3 * bone, 3) && areFinite(worldRotations, 4 * bone, 4);
      const mode = isHeld[bone] === 1 ? HELD : isLed[bone] === 1 ? LED : FOLLOWS_KEYS;
      this.#modes[this.#at(frame, i)] = isFinite ? mode : FOLLOWS_KEYS;
    }
  }

  /**
   * Holds bones where they are in the simulation. Returns how much their transforms relative to the parents
   * changed.
   */
  #holdAsIn({ worldPositions, worldRotations }: Rig, frame: number): number {
    const held = this.rig.pose.held!;
    let change = 0;
    for (let i = 0; i < this.bones.length; i++) {
      if (this.#modes[this.#at(frame, i)] !== HELD) continue;
      const bone = this.bones[i];
      const wasHeld = held.isHeld[bone] === 1;
      copyTransform(held, bone, before, 0);
      const { turnsOnly } = this.#moved.get(bone)!;
      this.rig.holdBone(bone, worldRotations, turnsOnly ? undefined : worldPositions, bone);
      copyTransform(held, bone, after, 0);
      for (let j = 0; j < 7; j++)
        change = Math.max(change, wasHeld ? Math.abs(after[j] - before[j]) : Infinity);
    }
    return change;
  }
}

const before = /* @__PURE__ */ new Float64Array(7);
const after = /* @__PURE__ */ new Float64Array(7);
const transform = /* @__PURE__ */ new Float64Array(7);

type Transforms = Pick<HeldBones, 'translations' | 'rotations'>;

function setTransform(
  { translations, rotations }: Transforms,
  bone: number,
  from: Float64Array,
  at: number,
): void {
  for (let j = 0; j < 3; j++) translations[3 * bone + j] = from[at + j];
  for (let j = 0; j < 4; j++) rotations[4 * bone + j] = from[at + 3 + j];
}

function copyTransform(
  { translations, rotations }: Transforms,
  bone: number,
  out: Float64Array,
  at: number,
): void {
  for (let j = 0; j < 3; j++) out[at + j] = translations[3 * bone + j];
  for (let j = 0; j < 4; j++) out[at + 3 + j] = rotations[4 * bone + j];
}

function areFinite(values: Float64Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
