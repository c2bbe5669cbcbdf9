import { wordsOf } from '../binary/bytes.js';
import { type OnWarning, reportName, writableName } from '../text/name-losses.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import { textOfUnits } from '../text/decode-cp932.js';
import type { PmmSource } from './pmm.js';
import { MMD_NAME_BYTES, type PmmText } from './pmm-text.js';

/** Writes a project field by field, in a buffer that grows. */
export class PmmWriter {
  /** As warnings and errors name it. */
  section = 'header';
  /** For columns, which fill what {@link reserve} made. */
  view: DataView = new DataView(new ArrayBuffer(1 << 12));
  #length = 0;
  readonly #onWarning: OnWarning | undefined;
  readonly #nans: ReadonlyMap<number, number>;
  readonly #longTexts: ReadonlySet<string>;

  constructor(source?: PmmSource, onWarning?: OnWarning) {
    this.#onWarning = onWarning;
    this.#nans = new Map(source?.nans.map(({ offset, bits }) => [offset, bits]));
    this.#longTexts = new Set(source?.longTexts?.map(textOfUnits));
  }

  enter(section: string): void {
    this.section = section;
  }

  /** What has been written. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer as ArrayBuffer).slice(0, this.#length);
  }

  /** Room for `bytes` bytes, all zero; returns where they begin. */
  reserve(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.view.byteLength) {
      const room = new Uint8Array(2 * this.#length);
      room.set(new Uint8Array(this.view.buffer));
      this.view = new DataView(room.buffer);
    }
    return at;
  }

  /** A number of things; the format counts to `most`. */
  count(field: string, count: number, most = 0x7fffffff): void {
    this.#check(field, count, 0, most);
    if (most === 0xff) this.u8(field, count);
    else this.i32(field, count);
  }

  u8(field: string, value: number): void {
    this.#check(field, value, 0, 0xff);
    const at = this.reserve(1); // which may make another view
    this.view.setUint8(at, value);
  }

  flag(field: string, value: number): void {
    this.u8(field, value);
  }

  i32(field: string, value: number): void {
    this.#check(field, value, -0x80000000, 0x7fffffff);
    const at = this.reserve(4);
    this.view.setInt32(at, value, true);
  }

  f32(field: string, value: number): void {
    if (typeof value !== 'number') this.refuse(field, `is ${String(value)}, not a number`);
    float[0] = value;
    if (Number.isFinite(value) && !Number.isFinite(float[0]))
      this.refuse(field, `is ${value}, beyond 32 bits`);
    const at = this.reserve(4);
    this.view.setUint32(at, (Number.isNaN(value) ? this.#nans.get(at) : undefined) ?? floatBits[0], true);
  }

  u8s(field: string, values: Uint8Array, count: number): void {
    if (values.length !== count) this.refuse(field, `has ${values.length} entries, not ${count}`);
    this.raw(values);
  }

  i32s(field: string, values: ArrayLike<number>, count: number = values.length): void {
    for (let i = 0; i < count; i++) this.i32(field, values[i]);
  }

  f32s(field: string, values: ArrayLike<number>, count: number): void {
    for (let i = 0; i < count; i++) this.f32(field, values[i]);
  }

  raw(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    new Uint8Array(this.view.buffer).set(bytes, at);
  }

  /** A field of fixed width: what stood behind the NUL comes back if it still fits. */
  text(_field: string, name: PmmText, width: number): void {
    const { bytes } = writableName(name);
    const room = this.#room(bytes, width - 1, width); // a file may have no NUL, MMD wants one
    const offset = this.reserve(width);
    const field = new Uint8Array(this.view.buffer, offset, width);
    field.set(bytes.subarray(0, room));
    const { rest } = name;
    if (rest && rest.length === width - bytes.length - 1) field.set(rest, bytes.length + 1);
    if (this.#onWarning)
      reportName(name, room, { section: this.section, offset }, this.#onWarning, bytesToNul);
  }

  /** A field that tells its length in its first byte. */
  shortText(field: string, name: MmdName): void {
    const { bytes } = writableName(name);
    const room = this.#room(bytes, MMD_NAME_BYTES, MOST_SHORT);
    const used = bytes.subarray(0, room);
    const offset = this.reserve(0);
    this.u8(field, used.length);
    this.raw(used);
    if (this.#onWarning)
      reportName(name, room, { section: this.section, offset }, this.#onWarning, (all) => all);
  }

  /** What MMD has room for; all of the field for a text that was read so. */
  #room(bytes: Uint8Array, usual: number, width: number): number {
    const isLong = bytes.length > usual && bytes.length <= width;
    return isLong && this.#longTexts.has(textOfUnits(bytes)) ? width : usual;
  }

  refuse(field: string, problem: string): never {
    throw new RangeError(`${this.section}${field.startsWith('[') ? '' : '.'}${field} ${problem}`);
  }

  #check(field: string, value: number, least: number, most: number): void {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    this.refuse(field, `is ${String(value)}, not a whole number from ${least} to ${most}`);
  }
}

const MOST_SHORT = 255;
const float = /* @__PURE__ */ new Float32Array(1);
const floatBits = /* @__PURE__ */ wordsOf(float);
