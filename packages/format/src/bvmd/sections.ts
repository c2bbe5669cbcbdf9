import { ByteReader } from '../binary/byte-reader.js';
import type { WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { BvmdSource, BvmdVersion } from './bvmd.js';
import { BvmdReader } from './bvmd-reader.js';
import { type Field, HEADER_BYTES, OFFSETS_AT, SECTION_NAMES, type SectionName } from './layout.js';
import { measureTrack, type TrackRange } from './tracks.js';
import { sourceOf, type Visit } from './source-of.js';

/** A track of a file: its name and the places of its fields. */
export interface NamedTrack<F extends Field> {
  readonly name: MmdName;
  readonly range: TrackRange<F>;
}

/** The whole tracks of a section. */
export interface TrackList<F extends Field> {
  readonly reader: BvmdReader;
  readonly tracks: readonly NamedTrack<F>[];
  readonly keyCount: number;
}

/** Visits the sections. Version 3 contains their offsets. In version 2, each begins at the end of the one before. */
export class BvmdSections {
  readonly #file: Uint8Array;
  readonly #version: BvmdVersion;
  readonly #warnings: WarningList;
  readonly #starts: readonly number[] | undefined;
  /** The end of all sections read so far. */
  #end: number;
  #isBroken = false;
  readonly #visits: Visit[] = [];

  constructor(file: Uint8Array, version: BvmdVersion, warnings: WarningList) {
    this.#file = file;
    this.#version = version;
    this.#warnings = warnings;
    this.#starts = version[0] >= 3 ? readStarts(file) : undefined;
    this.#end = this.#starts ? OFFSETS_AT + 4 * this.#starts.length : HEADER_BYTES;
  }

  /** Calls `read` for a section if the file has it. */
  visit(section: SectionName, read: (reader: BvmdReader) => void): BvmdReader {
    const at = this.#starts ? this.#starts[SECTION_NAMES.indexOf(section)] : this.#end;
    const reader = new BvmdReader(this.#file, this.#version, this.#warnings, section);
    if (!at || (this.#isBroken && !this.#starts)) return reader;
    reader.untilBroken(() => {
      reader.take(at);
      read(reader);
    });
    this.#end = Math.max(this.#end, reader.offset);
    this.#isBroken ||= reader.isBroken;
    this.#visits.push({ begin: at, reader });
    return reader;
  }

  /** Finds the tracks of a section, without allocating memory for their keys. */
  visitTracks<F extends Field>(section: SectionName, fields: readonly F[]): TrackList<F> {
    const tracks: NamedTrack<F>[] = [];
    const measured = this.visit(section, (reader) => {
      const count = reader.keptCount('count');
      reader.keep();
      for (let i = 0; i < count; i++) {
        reader.record = i;
        const name = reader.text('name');
        const range = measureTrack(reader, fields, reader.count('count'));
        tracks.push({ name, range });
        reader.keep();
      }
    });
    return { reader: measured, tracks, keyCount: tracks.reduce((sum, { range }) => sum + range.count, 0) };
  }

  source(): BvmdSource | undefined {
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

/** Reads where the sections begin. A section is missing if its offset is 0 or missing. */
function readStarts(file: Uint8Array): number[] {
  const reader = new ByteReader(file);
  reader.claim(OFFSETS_AT - 4, 'header', 'header');
  const bytes = Math.min(reader.u32('header', 'size of the header'), 4 * SECTION_NAMES.length);
  return Array.from({ length: bytes >> 2 }, () => reader.u32('header', 'offset of a section'));
}
