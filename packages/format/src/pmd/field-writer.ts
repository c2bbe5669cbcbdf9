import { ByteWriter } from '../binary/byte-writer.js';
import { sameBytes, wordsOf } from '../binary/bytes.js';
import { type OnWarning, reportName, writableName } from '../text/name-losses.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import type { PmdSource } from './pmd.js';
import { textField } from './text-field.js';

/** Writes the fields of a record one after the other, and puts back what {@link PmdSource} still knows of them. */
export class FieldWriter {
  readonly file: ByteWriter;
  /** As warnings and errors name it. */
  section = 'header';
  /** The part of the section, such as `[3].parent`. */
  part = '';
  readonly #onWarning: OnWarning | undefined;
  readonly #nans: ReadonlyMap<number, number>;
  readonly #oddFields: ReadonlyMap<number, Uint8Array>;

  constructor(length: number, source?: PmdSource, onWarning?: OnWarning) {
    this.file = new ByteWriter(length);
    this.#onWarning = onWarning;
    this.#nans = new Map(source?.nans.map(({ offset, bits }) => [offset, bits]));
    this.#oddFields = new Map(source?.oddFields.map(({ offset, bytes }) => [offset, bytes]));
  }

  /** The count that opens a section. */
  count(section: string, count: number, bytes: 1 | 2 | 4): void {
    this.section = section;
    this.part = '';
    if (bytes === 4) this.u32(count);
    else if (bytes === 2) this.u16(count);
    else this.u8(count);
  }

  u8(value: number): void {
    this.#check(value, 0, 0xff);
    this.file.u8(value);
  }

  u16(value: number): void {
    this.#check(value, 0, 0xffff);
    this.#low16(value);
  }

  i16(value: number): void {
    this.#check(value, -0x8000, 0x7fff);
    this.#low16(value);
  }

  u32(value: number): void {
    this.#check(value, 0, 0xffffffff);
    this.file.u32(value);
  }

  i32(value: number): void {
    this.#check(value, -0x80000000, 0x7fffffff);
    this.file.u32(value);
  }

  f32(value: number): void {
    if (typeof value !== 'number') this.#refuse(`is ${String(value)}, not a number`);
    float[0] = value;
    const bits = Number.isNaN(value) ? this.#nans.get(this.file.offset) : undefined;
    this.file.u32(bits ?? floatBits[0]);
  }

  vector3(values: readonly number[]): void {
    this.#vector(values, 3);
  }

  vector4(values: readonly number[]): void {
    this.#vector(values, 4);
  }

  text(name: MmdName, width: number): void {
    const { offset } = this.file;
    const { bytes } = writableName(name);
    const raw = this.#oddFields.get(offset);
    const fits = raw?.length === width && sameBytes(bytesToNul(raw), bytes);
    this.file.raw(fits ? raw : textField(bytes, width));
    if (this.#onWarning)
      reportName(name, width, { section: this.section, offset }, this.#onWarning, bytesToNul);
  }

  #low16(value: number): void {
    this.file.u8(value & 0xff);
    this.file.u8((value >> 8) & 0xff);
  }

  #vector(values: readonly number[] | undefined, length: number): void {
    for (let i = 0; i < length; i++) this.f32(values?.[i] as number);
  }

  #check(value: number, least: number, most: number): void {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    this.#refuse(`is ${String(value)}, not a whole number from ${least} to ${most}`);
  }

  #refuse(problem: string): never {
    throw new RangeError(`${this.section}${this.part} ${problem}`);
  }
}

const float = /* @__PURE__ */ new Float32Array(1);
const floatBits = /* @__PURE__ */ wordsOf(float);
