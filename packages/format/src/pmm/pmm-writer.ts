import { RecordWriter } from '../binary/record-writer.js';
import { bytesToNul, type MmdName, type OnWarning, reportName, writableName } from '../text/name.js';
import { textOfUnits } from '../text/decode-cp932.js';
import { MMD_NAME_BYTES, type PmmText } from './pmm-text.js';
import type { PmmSource } from './pmm.js';

/** The counterpart of `PmmReader`. */
export class PmmWriter extends RecordWriter {
  /** Of a list that breaks off: the number of entries that it declares. */
  declaredCount: number | undefined;
  readonly #onWarning: OnWarning | undefined;
  readonly #longTexts: ReadonlySet<string>;

  constructor(source?: PmmSource, onWarning?: OnWarning) {
    super(CAPACITY, source?.nans);
    this.#onWarning = onWarning;
    this.#longTexts = new Set(source?.longTexts?.map(textOfUnits));
  }

  /** Refuses numbers that would become infinite as 32-bit floats. */
  override f32(field: string, value: number): void {
    if (Number.isFinite(value) && !Number.isFinite(Math.fround(value)))
      this.refuse(field, `is ${value}, too large for a 32-bit float`);
    super.f32(field, value);
  }

  index(field: string, value: number): void {
    this.i32(field, value);
  }

  u8s(field: string, values: Uint8Array, count: number): void {
    if (values.length !== count) this.refuse(field, `has ${values.length} entries, not ${count}`);
    this.raw(values);
  }

  i32s(field: string, values: ArrayLike<number>, count: number = values.length): void {
    for (let i = 0; i < count; i++) this.i32(field, values[i]);
  }

  /** A field of fixed width. The bytes after the NUL of the parsed field are written if they still fit. */
  text(_field: string, name: PmmText, width: number): void {
    const { bytes } = writableName(name);
    // MMD needs a NUL; a field of a parsed file may lack it
    const used = this.#usedWidth(bytes, width - 1, width);
    const { section, offset } = this;
    const field = new Uint8Array(width);
    field.set(bytes.subarray(0, used));
    const { rest } = name;
    if (rest && rest.length === width - bytes.length - 1) field.set(rest, bytes.length + 1);
    this.raw(field);
    if (this.#onWarning) reportName(name, used, { section, offset }, this.#onWarning, bytesToNul);
  }

  /** A field whose first byte is its length. */
  shortText(field: string, name: MmdName): void {
    const { section, offset } = this;
    const { bytes } = writableName(name);
    const width = this.#usedWidth(bytes, MMD_NAME_BYTES, MAX_SHORT);
    const used = bytes.subarray(0, width);
    this.u8(field, used.length);
    this.raw(used);
    if (this.#onWarning) reportName(name, width, { section, offset }, this.#onWarning, (all) => all);
  }

  /** `usual`, the bytes that MMD keeps; for a text that was longer in the parsed file, the whole width. */
  #usedWidth(bytes: Uint8Array, usual: number, width: number): number {
    const isLong = bytes.length > usual && bytes.length <= width;
    return isLong && this.#longTexts.has(textOfUnits(bytes)) ? width : usual;
  }
}

/** Enough for small projects. The buffer grows for larger ones. */
const CAPACITY = 1 << 12;
const MAX_SHORT = 255;
