import type { ByteCursor } from '../binary/byte-reader.js';
import { recordBytes } from '../binary/column-layout.js';
import { boneLayout, cameraLayout, LIGHT_LAYOUT, MORPH_LAYOUT } from './key-layouts.js';
import { LINK_BYTES, NUMBER_BYTES } from './keys.js';
import { MODEL_NAME_BYTES, PATH_BYTES } from './models.js';
import { boneStateLayout } from './pose.js';

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
const MAX_FOV = 180;
/** The greatest difference between the square of a rotation's length and 1. */
const UNIT_TOLERANCE = 0.01;
/** Characters of a path begin here. */
const SPACE = 0x20;

/** Can a model end at a place? Judged by the bytes behind it. */
export type EndFit = typeof POSSIBLE_END | typeof NO_END | typeof WHOLE_END;
export const NO_END = 0;
/**
 * Nothing speaks against it, but what follows is not as MMD writes it, or the file ends too early to be sure.
 */
export const POSSIBLE_END = 1;
/** All that must follow is there, as MMD writes it. */
export const WHOLE_END = 2;

/**
 * Checks what the bytes of version 1 can be. Every check fails outside of the file.
 *
 * Every look at a record costs one of `budget`, and so does every byte of a path. Without budget, all checks
 * fail.
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
    const end = this.#poolEnd(at, tracks, firstKeyBytes);
    return end !== undefined && end <= this.#fileEnd ? end : undefined;
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

  /**
   * Does a model begin here: a number, a name, a path, its place in drawing order, its state in the window?
   *
   * The list of names in the header does not help: it is in the language of MMD's window. `lastNumber`: of
   * the model before.
   *
   * @see In MMD's own projects, numbers ascend and no place is above the number of models. A program that
   * removed a model may have left gaps.
   */
  modelAt(at: number, lastNumber: number, modelCount: number): EndFit {
    const pathAt = at + 1 + MODEL_NAME_BYTES;
    const orderAt = pathAt + PATH_BYTES;
    const visibleAt = orderAt + 1;
    const rowsAt = visibleAt + 1 + 5 * 4;
    if (!this.#look() || at > this.#fileEnd || !this.#isPathStart(pathAt)) return NO_END;
    if (!this.#isBetween(orderAt, 1, 255) || !this.#isBetween(visibleAt, 0, 1)) return NO_END;
    const pathEnd = this.#endOfText(pathAt, orderAt);
    if (pathEnd === orderAt || !this.#isBetween(pathEnd, 0, 0)) return NO_END;
    if (!this.has(rowsAt, 1)) return POSSIBLE_END;
    const rowsEnd = rowsAt + 1 + this.reader.u8At(rowsAt);
    for (let row = rowsAt + 1; row < rowsEnd; row++) if (!this.#isBetween(row, 0, 1)) return NO_END;
    const isUsual = this.reader.u8At(at) > lastNumber && this.reader.u8At(orderAt) <= modelCount;
    return isUsual ? this.#fitOf(rowsEnd) : POSSIBLE_END;
  }

  /**
   * Do the keys and the state of the camera, then the keys of the light begin here? They follow the last
   * model.
   */
  cameraAndLightAt(at: number): EndFit {
    if (at > this.#fileEnd) return NO_END;
    if (!this.has(at, CAMERA_BYTES)) return this.#isBetween(at, 0, 0) ? POSSIBLE_END : NO_END;
    if (!this.#isCamera(at)) return NO_END;
    const state = this.#poolEnd(at + CAMERA_BYTES, 1, CAMERA_BYTES);
    if (state === undefined) return NO_END;
    const light = state + CAMERA_STATE_BYTES;
    if (!this.has(light, LIGHT_BYTES)) return POSSIBLE_END;
    if (!this.#isFirst(light, LIGHT_BYTES) || !this.#areFinite(light + LINK_BYTES, LIGHT_FLOATS))
      return NO_END;
    const end = this.#poolEnd(light + LIGHT_BYTES, 1, LIGHT_BYTES);
    return end === undefined ? NO_END : this.#fitOf(end);
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
    for (let i = 0; i < count; i++)
      if (!this.#isRepeated(at + i * STATE_BYTES + STATE_ROTATION)) return false;
    return true;
  }

  has(at: number, bytes: number): boolean {
    return at + bytes <= this.#fileEnd;
  }

  /** The end of a pool, which may be behind the end of the file: keys that are not there are not checked. */
  #poolEnd(at: number, tracks: number, firstKeyBytes: number): number | undefined {
    if (!this.has(at, 4)) return at + 4;
    const bytes = NUMBER_BYTES + firstKeyBytes;
    const count = this.reader.u32At(at);
    const poolAt = at + 4;
    for (let i = 0; i < count && this.has(poolAt + i * bytes, NUMBER_BYTES); i++) {
      if (!this.#look() || this.reader.u32At(poolAt + i * bytes) !== tracks + i) return undefined;
    }
    return poolAt + count * bytes;
  }

  #fitOf(end: number): EndFit {
    return end <= this.#fileEnd ? WHOLE_END : POSSIBLE_END;
  }

  /** Of a byte behind the end of the file, nothing is known. */
  #isBetween(at: number, least: number, most: number): boolean {
    if (!this.has(at, 1)) return true;
    const byte = this.reader.u8At(at);
    return byte >= least && byte <= most;
  }

  #isPathStart(at: number): boolean {
    return this.#isBetween(at, SPACE, 255);
  }

  /** Where the first control character is, at most `limit`, or the end of the file. */
  #endOfText(at: number, limit: number): number {
    let end = at;
    while (end < limit && this.has(end, 1) && this.reader.u8At(end) >= SPACE && this.#look()) end++;
    return end;
  }

  #isCamera(at: number): boolean {
    if (!this.#isFirst(at, CAMERA_BYTES) || !this.#areFinite(at + LINK_BYTES, CAMERA_FLOATS)) return false;
    const curves = at + LINK_BYTES + CAMERA_FLOATS * 4;
    for (let i = 0; i < CAMERA_CURVES; i++) if (this.reader.u8At(curves + i) > 127) return false;
    const perspectiveOff = curves + CAMERA_CURVES;
    const fov = this.reader.u32At(perspectiveOff + 1);
    return this.reader.u8At(perspectiveOff) <= 1 && fov >= 1 && fov <= MAX_FOV;
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
