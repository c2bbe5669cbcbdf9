import type { ByteCursor } from '../binary/byte-reader.js';
import { recordBytes } from '../binary/column-layout.js';
import { boneLayout, cameraLayout, LIGHT_LAYOUT, MORPH_LAYOUT } from './key-layouts.js';
import { LINK_BYTES, NUMBER_BYTES } from './keys.js';
import { boneStateLayout, type ModelCounts } from './pose.js';

type Search = { bytes: VersionOneBytes; isEnd: (at: number) => boolean };
export type Counts = Pick<ModelCounts, 'bones' | 'iks' | 'morphs'>;

/**
 * Finds the numbers of bones, morphs and IKs of a model of version 1, which does not contain them. `at`: where the keys of
 * the model begin. Undefined if no numbers fit.
 *
 * The numbers must fit everything that is known of the bytes: the keys of a pool are numbered from the number of first
 * keys on, first keys are at frame 0, rotations have length 1, switches are 0 or 1, the state of a bone has the x of its
 * rotation twice, and the next model or the camera must begin at the end of the model. For given bones, m morphs and k IKs
 * determine two places: the states are 17 m + k bytes further on, the end of the model another 4 m + k bytes.
 *
 * @see Measured on MMD's own sample project: one answer for each of its 11 models.
 */
export function solveCounts(bytes: VersionOneBytes, at: number, isEnd: Search['isEnd']): Counts | undefined {
  for (let bones = 0; ; bones++) {
    const bonesEnd = bytes.poolEnd(at + bones * BONE_BYTES, bones, BONE_BYTES);
    const rest = bonesEnd === undefined ? undefined : solveMorphs({ bytes, isEnd }, bonesEnd, bones);
    if (rest) return { bones, ...rest };
    if (!bytes.isFirstBone(at + bones * BONE_BYTES)) return undefined;
  }
}

function solveMorphs(search: Search, at: number, bones: number): Omit<Counts, 'bones'> | undefined {
  const { bytes } = search;
  for (let morphs = 0; ; morphs++) {
    const morphsEnd = bytes.poolEnd(at + morphs * MORPH_BYTES, morphs, MORPH_BYTES);
    const iks = morphsEnd === undefined ? undefined : solveIks(search, morphsEnd, bones, morphs);
    if (iks !== undefined) return { morphs, iks };
    if (!bytes.isFirstMorph(at + morphs * MORPH_BYTES)) return undefined;
  }
}

function solveIks({ bytes, isEnd }: Search, at: number, bones: number, morphs: number): number | undefined {
  if (!bytes.isFirstProperty(at)) return undefined;
  const switches = at + LINK_BYTES + 1;
  for (let iks = 0; bytes.areSwitches(switches + iks, 1); iks++) {
    const firstBytes = LINK_BYTES + 1 + iks + 1; // visible, switches, selected
    const states = bytes.poolEnd(at + firstBytes, 1, firstBytes);
    if (states === undefined || !bytes.areBoneStates(states, bones)) continue;
    const ikStates = states + bones * STATE_BYTES + morphs * 4;
    if (bytes.areSwitches(ikStates, iks) && isEnd(ikStates + iks)) return iks;
  }
  return undefined;
}

/** Would a model with these numbers end where the next model or the camera can begin? Its values may be odd. O(bones). */
export function fitsCounts(
  bytes: VersionOneBytes,
  at: number,
  isEnd: Search['isEnd'],
  { bones, morphs, iks }: Counts,
): boolean {
  const bonesEnd = bytes.sectionEnd(at, bones, BONE_BYTES);
  if (bonesEnd === undefined) return false;
  const morphsEnd = bytes.sectionEnd(bonesEnd, morphs, MORPH_BYTES);
  if (morphsEnd === undefined) return false;
  const states = bytes.sectionEnd(morphsEnd, 1, LINK_BYTES + 1 + iks + 1);
  if (states === undefined || !bytes.areRepeated(states, bones)) return false;
  return isEnd(states + bones * STATE_BYTES + morphs * 4 + iks);
}

export const BONE_BYTES: number = LINK_BYTES + recordBytes(boneLayout(1)); // 57
export const MORPH_BYTES: number = LINK_BYTES + recordBytes(MORPH_LAYOUT); // 17
export const STATE_BYTES: number = recordBytes(boneStateLayout(1)); // 34
const CAMERA_BYTES: number = LINK_BYTES + recordBytes(cameraLayout(1)); // 70
const LIGHT_BYTES: number = LINK_BYTES + recordBytes(LIGHT_LAYOUT); // 37

/** After links, curves and position. */
const BONE_ROTATION: number = LINK_BYTES + 16 + 12;
/** After the position. */
const STATE_ROTATION = 12;
const QUATERNION_BYTES = 16;
/** Distance, target, rotation. */
const CAMERA_FLOATS: number = 1 + 3 + 3;
const CAMERA_CURVES = 24;
/** Target, distance, rotation, and the perspective switch. */
const CAMERA_STATE_BYTES: number = 9 * 4 + 1;
/** Color and direction. */
const LIGHT_FLOATS: number = 3 + 3;
/** Degrees; MMD's own limit is 125. */
const MOST_FOV = 180;
/** The greatest difference between the square of a rotation's length and 1. */
const UNIT_TOLERANCE = 0.01;

/**
 * Checks what the bytes of version 1 can be. Every check fails outside of the file.
 *
 * Every look at the bytes costs one of `budget`. Without budget, all checks fail.
 */
export class VersionOneBytes {
  readonly reader: ByteCursor;
  readonly #fileEnd: number;
  readonly #budget: { left: number };

  constructor(reader: ByteCursor, budget: { left: number }) {
    this.reader = reader;
    this.#fileEnd = reader.offset + reader.remaining;
    this.#budget = budget;
  }

  /** The end of the pool whose count is at `at`. Its keys must be numbered from the number of tracks on. */
  poolEnd(at: number, tracks: number, firstKeyBytes: number): number | undefined {
    if (!this.has(at, 4)) return undefined;
    const bytes = NUMBER_BYTES + firstKeyBytes;
    const count = this.reader.u32At(at);
    const poolAt = at + 4;
    if (!this.has(poolAt, count * bytes)) return undefined;
    for (let i = 0; i < count; i++) {
      if (!this.#look() || this.reader.u32At(poolAt + i * bytes) !== tracks + i) return undefined;
    }
    return poolAt + count * bytes;
  }

  /** The end of a section of keys, without a check of the keys. */
  sectionEnd(at: number, tracks: number, firstKeyBytes: number): number | undefined {
    const countAt = at + tracks * firstKeyBytes;
    if (!this.has(countAt, 4)) return undefined;
    const poolBytes = this.reader.u32At(countAt) * (NUMBER_BYTES + firstKeyBytes);
    return this.has(countAt + 4, poolBytes) ? countAt + 4 + poolBytes : undefined;
  }

  isFirstBone(at: number): boolean {
    return this.#isFirst(at, BONE_BYTES) && this.#isUnit(at + BONE_ROTATION);
  }

  isFirstMorph(at: number): boolean {
    return this.#isFirst(at, MORPH_BYTES) && this.#areFinite(at + LINK_BYTES, 1);
  }

  /** Checks the key up to its IK switches, whose number is unknown. */
  isFirstProperty(at: number): boolean {
    return this.#isFirst(at, LINK_BYTES + 1);
  }

  /** The keys and the state of the camera, then the keys of the light, follow the last model. */
  areCameraAndLight(at: number): boolean {
    if (!this.#isFirst(at, CAMERA_BYTES) || !this.#areFinite(at + LINK_BYTES, CAMERA_FLOATS)) return false;
    const curves = at + LINK_BYTES + CAMERA_FLOATS * 4;
    for (let i = 0; i < CAMERA_CURVES; i++) if (this.reader.u8At(curves + i) > 127) return false;
    const perspectiveOff = curves + CAMERA_CURVES;
    const fov = this.reader.u32At(perspectiveOff + 1);
    if (this.reader.u8At(perspectiveOff) > 1 || fov < 1 || fov > MOST_FOV) return false;
    const state = this.poolEnd(at + CAMERA_BYTES, 1, CAMERA_BYTES);
    return state !== undefined && this.#isLight(state + CAMERA_STATE_BYTES);
  }

  areSwitches(at: number, count: number): boolean {
    if (!this.has(at, count)) return false;
    for (let i = 0; i < count; i++) if (!this.#look() || this.reader.u8At(at + i) > 1) return false;
    return true;
  }

  areBoneStates(at: number, count: number): boolean {
    if (!this.has(at, count * STATE_BYTES)) return false;
    for (let i = 0, rotation = at + STATE_ROTATION; i < count; i++, rotation += STATE_BYTES) {
      if (!this.#look() || !this.#isRepeated(rotation) || !this.#isUnit(rotation)) return false;
    }
    return true;
  }

  /** The weakest condition of {@link areBoneStates}. */
  areRepeated(at: number, count: number): boolean {
    if (!this.has(at, count * STATE_BYTES)) return false;
    return Array.from({ length: count }, (_, i) => at + i * STATE_BYTES + STATE_ROTATION).every((rotation) =>
      this.#isRepeated(rotation),
    );
  }

  has(at: number, bytes: number): boolean {
    return at + bytes <= this.#fileEnd;
  }

  #isLight(at: number): boolean {
    return (
      this.#isFirst(at, LIGHT_BYTES) &&
      this.#areFinite(at + LINK_BYTES, LIGHT_FLOATS) &&
      this.poolEnd(at + LIGHT_BYTES, 1, LIGHT_BYTES) !== undefined
    );
  }

  /** A first key is at frame 0 and ends with a switch. */
  #isFirst(at: number, bytes: number): boolean {
    return (
      this.has(at, bytes) &&
      this.#look() &&
      this.reader.u32At(at) === 0 &&
      this.reader.u8At(at + bytes - 1) <= 1
    );
  }

  /** The x of a rotation comes a second time after the rotation. */
  #isRepeated(rotation: number): boolean {
    return this.reader.u32At(rotation) === this.reader.u32At(rotation + QUATERNION_BYTES);
  }

  #isUnit(at: number): boolean {
    const { view } = this.reader;
    let square = 0;
    for (let i = 0; i < 4; i++) square += view.getFloat32(at + 4 * i, true) ** 2;
    return Math.abs(square - 1) <= UNIT_TOLERANCE;
  }

  #areFinite(at: number, count: number): boolean {
    const { view } = this.reader;
    for (let i = 0; i < count; i++) if (!Number.isFinite(view.getFloat32(at + 4 * i, true))) return false;
    return true;
  }

  #look(): boolean {
    return this.#budget.left-- > 0;
  }
}
