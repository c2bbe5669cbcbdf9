import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { BvmdSource, BvmdVersion } from './bvmd.js';
import { BvmdReader } from './bvmd-reader.js';
import { type Field, HEADER_BYTES, OFFSETS_AT, SECTION_NAMES, type SectionName } from './layout.js';
import { sourceOf, type Visit } from './source-of.js';

/**
 * The whole tracks of a section: for each one its name, the number of its keys, and where its fields begin.
 */
export interface TrackList<F extends Field> {
  /** For a second reading. */
  readonly reader: BvmdReader;
  readonly fields: readonly F[];
  readonly names: readonly MmdName[];
  readonly counts: readonly number[];
  readonly offsets: readonly number[];
  readonly keyCount: number;
}

/**
 * Visits the sections. Version 3 contains their offsets. In version 2, each begins at the end of the one
 * before.
 */
export class BvmdSections {
  readonly #file: Uint8Array;
  readonly #version: BvmdVersion;
  readonly #warnings: WarningList;
  readonly #starts: readonly number[] | undefined;
  /** The end of all sections read so far. */
  #end: number;
  #isBroken = false;
  /** What the document may still take. */
  #memory: number;
  readonly #visits: Visit[] = [];

  constructor(file: Uint8Array, version: BvmdVersion, warnings: WarningList) {
    this.#file = file;
    this.#version = version;
    this.#warnings = warnings;
    this.#starts = version[0] >= 3 ? readStarts(file) : undefined;
    const whole = new ByteReader(file);
    whole.limitMemory();
    this.#memory = whole.memory;
    this.#end = this.#starts ? OFFSETS_AT + 4 * this.#starts.length : HEADER_BYTES;
  }

  /** Calls `read` for a section if the file has it. */
  visit(section: SectionName, read: (reader: BvmdReader) => void): void {
    const at = this.#starts ? this.#starts[SECTION_NAMES.indexOf(section)] : this.#end;
    if (!at || (this.#isBroken && !this.#starts)) return;
    const reader = this.#reader(section);
    reader.memory = this.#memory;
    reader.untilBroken(() => {
      reader.take(at);
      read(reader);
    });
    this.#memory = reader.memory;
    this.#refuseOverlap(at, reader);
    this.#end = Math.max(this.#end, reader.offset);
    this.#isBroken ||= reader.isBroken;
    this.#visits.push({ begin: at, reader });
  }

  /**
   * Finds the tracks of a section, without allocating memory for their keys. `keyMemory`: bytes of columns
   * per key.
   */
  visitTracks<F extends Field>(section: SectionName, fields: readonly F[], keyMemory: number): TrackList<F> {
    const names: MmdName[] = [];
    const counts: number[] = [];
    const offsets: number[] = [];
    let keyCount = 0;
    this.visit(section, (reader) => {
      const count = reader.keptCount('count');
      reader.keep();
      for (let i = 0; i < count; i++) {
        reader.record = i;
        const name = reader.text('name');
        const keys = reader.count('count');
        const offset = reader.offset;
        for (const field of fields) reader.field(field, keys, '');
        reader.memory -= keys * keyMemory;
        names.push(name);
        counts.push(keys);
        offsets.push(offset);
        keyCount += keys;
        reader.keep();
      }
    });
    const again = this.#reader(section);
    again.isAgain = true;
    return { reader: again, fields, names, counts, offsets, keyCount };
  }

  #reader(section: SectionName): BvmdReader {
    return new BvmdReader(this.#file, this.#version, this.#warnings, section);
  }

  /** Sections that share bytes would give a document of many times the file. No program writes them. */
  #refuseOverlap(begin: number, reader: BvmdReader): void {
    const end = endOf(reader, begin);
    for (const other of this.#visits) {
      if (begin >= endOf(other.reader, other.begin) || other.begin >= end) continue;
      const message = `section ${reader.section} overlaps section ${other.reader.section}: each must have bytes of its own`;
      throw new MmdFormatError(message, { code: 'too-large', section: reader.section, offset: begin });
    }
  }

  source(): Omit<BvmdSource, 'shape'> | undefined {
    const length = this.#isBroken ? this.#file.length : this.#end;
    return sourceOf(this.#file.subarray(0, length), this.#version, this.#visits);
  }

  readTrailing(): Uint8Array {
    const offset = this.#end;
    const count = this.#isBroken ? 0 : this.#file.length - offset;
    if (count > 0) this.#warnings.addTrailing(count, offset);
    return this.#file.slice(offset, offset + count);
  }
}

/** Where the whole parts of a section end. */
function endOf({ isBroken, kept, offset }: BvmdReader, begin: number): number {
  return isBroken ? (kept?.end ?? begin) : offset;
}

/** Reads where the sections begin. A section is missing if its offset is 0 or missing. */
function readStarts(file: Uint8Array): number[] {
  const reader = new ByteReader(file);
  reader.claim(OFFSETS_AT - 4, 'header', 'header');
  const bytes = Math.min(reader.u32('header', 'size of the header'), 4 * SECTION_NAMES.length);
  return Array.from({ length: bytes >> 2 }, () => reader.u32('header', 'offset of a section'));
}
