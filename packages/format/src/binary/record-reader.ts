import { type Finding, MmdFormatError, type MmdFormatErrorCode, WarningList } from '../errors.js';
import { ByteCursor } from './byte-reader.js';
import { signedAt } from './gather.js';
import { pathOf, VERTEX_INDEX } from './record-layout.js';

/** The bits of a NaN: a JavaScript number does not keep them. */
export interface NanBits {
  offset: number;
  bits: number;
}

/**
 * A cursor over the records of a file.
 *
 * It knows its place (section, record), so that every error and warning names it. It collects warnings,
 * checks indices against the number of things they can point at, and keeps the bits of NaNs. `field` in its
 * methods is the path below the current record, such as `ik.links`.
 */
export abstract class RecordReader extends ByteCursor {
  readonly warnings: WarningList;
  /** The NaNs among single numbers. */
  readonly nans: NanBits[] = [];
  /** The section, such as `bones`, and the record in it; −1 outside of records. */
  section = 'header';
  record = -1;
  /** Bytes of an index, by kind. */
  sizes: Uint8Array = new Uint8Array(6);
  /** The number of things that an index can point at, by kind; Infinity while it is unknown. */
  counts: number[] = [Infinity, Infinity, Infinity, Infinity, Infinity, Infinity];
  /**
   * What V8 takes for a field of a record, with its share of the record's objects and lists: a link of an IK
   * chain, which has two fields, takes 52 bytes, a joint with 29 fields 750. Measured with Node 20; other
   * engines take less.
   */
  readonly fieldMemory: number = 28;
  /** The error that {@link fail} has thrown, and its problem. */
  failure: { readonly error: MmdFormatError; readonly problem: string } | undefined;

  constructor(bytes: Uint8Array, warnings: WarningList = new WarningList()) {
    super(bytes);
    this.warnings = warnings;
  }

  /** A text, in the encoding and of the length that the format has. */
  abstract text(field: string, width: number): unknown;

  enter(section: string, record = -1): void {
    this.section = section;
    this.record = record;
  }

  /** @throws {@link MmdFormatError} in any case. */
  fail(code: MmdFormatErrorCode, field: string, problem: string, offset: number = this.offset): never {
    const section = pathOf(this.section, this.record, field);
    const error = new MmdFormatError(`${section} ${problem}`, { code, section, offset });
    this.failure = { error, problem };
    throw error;
  }

  warn(code: MmdFormatErrorCode, field: string, problem: string, offset: number, count = 1): void {
    const find = (): Finding => ({ offset, where: pathOf(this.section, this.record, field), problem });
    this.warnings.add(code, this.section, find, count);
  }

  /** @throws {@link MmdFormatError} `truncated` if fewer than `length` bytes are left. */
  need(length: number, field = ''): void {
    if (length > this.remaining)
      this.fail(
        'truncated',
        field,
        `needs ${length} ${length === 1 ? 'byte' : 'bytes'}, ${this.remaining} left`,
      );
  }

  /**
   * Reads a record of a section. Most take 3 × their bytes or less, but those of the skeleton, materials and
   * physics take up to 7 ×, in any file: this is free for as many of them as a real model may have.
   */
  one<T>(readOne: () => T): T {
    const { memory, offset } = this;
    const record = readOne();
    if (this.record < MAX_FREE && LARGE.includes(this.section)) {
      const usual = memory - 3 * (this.offset - offset);
      this.memory = Math.max(this.memory, Math.min(usual, this.memory + FREE_MEMORY));
    }
    return record;
  }

  /**
   * Moves past `length` bytes and returns where they begin. With every field the document grows by
   * `fieldMemory`.
   *
   * @throws {@link MmdFormatError} `truncated` if fewer bytes are left, `too-large` beyond the limit of
   * memory.
   */
  take(length: number, field = ''): number {
    const at = this.offset;
    this.spend(this.fieldMemory, this.section);
    if (length > this.remaining) this.need(length, field);
    this.offset = at + length;
    return at;
  }

  /** The number of entries of at least `leastBytes` each. It is believed only if they fit. */
  count(field: string, leastBytes = 0): number {
    const at = this.take(4, field);
    const count = this.u32At(at);
    const needed = count * leastBytes;
    if (needed > this.remaining) {
      const problem = `declares a count of ${count}: that needs ${needed} bytes or more, ${this.remaining} left`;
      this.fail('truncated', field, problem, at);
    }
    return count;
  }

  /** More than `most` is reported. */
  u8(field: string, most = 255): number {
    const at = this.take(1, field);
    const value = this.u8At(at);
    if (value > most) this.warn('odd-value', field, `is ${value}, not 0 to ${most}`, at);
    return value;
  }

  u16(field: string): number {
    return this.view.getUint16(this.take(2, field), true);
  }

  i32(field: string): number {
    return this.view.getInt32(this.take(4, field), true);
  }

  f32(field: string): number {
    const at = this.take(4, field);
    const value = this.view.getFloat32(at, true);
    if (!Number.isFinite(value)) {
      this.warn('not-finite', field, NOT_FINITE, at);
      if (Number.isNaN(value)) {
        this.memory -= NAN_MEMORY;
        this.nans.push({ offset: at, bits: this.u32At(at) });
      }
    }
    return value;
  }

  vector3(field: string): [number, number, number] {
    return [this.f32(field), this.f32(field), this.f32(field)];
  }

  vector4(field: string): [number, number, number, number] {
    return [this.f32(field), this.f32(field), this.f32(field), this.f32(field)];
  }

  index(field: string, kind: number): number {
    const at = this.take(this.sizes[kind], field);
    return this.checkedIndex(this.indexAt(at, kind), kind, field, at);
  }

  /** −1 points at nothing; any other index without a target is reported. */
  checkedIndex(index: number, kind: number, field: string, at: number): number {
    const count = this.counts[kind];
    if (index < -1 || index >= count) this.warn('bad-index', field, `is ${index}, there are ${count}`, at);
    return index;
  }

  /** Vertices are unsigned. */
  indexAt(at: number, kind: number): number {
    const size = this.sizes[kind];
    const index = signedAt(this.view, at, size);
    const free = 32 - 8 * size;
    return kind === VERTEX_INDEX ? (index << free) >>> free : index;
  }

  /** A copy of the bytes from `offset` to the end of the file. */
  rest(offset: number = this.offset): Uint8Array {
    return this.bytesAt(offset, this.length - offset).slice();
  }

  /** The same for the bytes after the last section, with a warning if there are any. */
  trailing(): Uint8Array {
    const { offset, remaining } = this;
    if (remaining > 0) this.warnings.addTrailing(remaining, offset);
    return this.rest();
  }
}

/**
 * Reads a part that may break off: `reader.fail` inside of `read` becomes a warning, and an error in strict
 * mode. Returns whether the part is whole.
 */
export function attempt(reader: RecordReader, read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    const { failure } = reader;
    if (!failure || error !== failure.error) throw error;
    const { code, offset, section: where } = failure.error;
    reader.warnings.add(code, reader.section, () => ({ offset, where, problem: failure.problem }));
    return false;
  }
}

export const NOT_FINITE = 'is not finite';

/** Twice what an entry of `nans` takes, because a part of a bone is free. No model has thousands of NaNs. */
const NAN_MEMORY = 150;

const LARGE = ['materials', 'bones', 'rigidBodies', 'joints'];
/** More than real models have of bones, of bodies or of joints. */
const MAX_FREE = 5000;
/** What such a record may take beyond three times its bytes. */
const FREE_MEMORY = 400;
