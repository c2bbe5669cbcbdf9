import type { BvmdReader, ByteRange } from './bvmd-reader.js';
import type { BvmdSource, BvmdVersion } from './bvmd.js';
import { HEADER_BYTES, OFFSETS_AT, SECTION_NAMES } from './layout.js';

/** A section of the file, and the reader that has read it. */
export interface Visit {
  readonly begin: number;
  readonly reader: BvmdReader;
}

/**
 * What a document cannot say of its file, which ends before the trailing bytes; undefined if nothing.
 * O(bytes).
 */
export function sourceOf(
  file: Uint8Array,
  version: BvmdVersion,
  visits: readonly Visit[],
): Omit<BvmdSource, 'shape'> | undefined {
  const sections = SECTION_NAMES.map((name) => {
    const visit = visits.find(({ reader }) => reader.section === name);
    const kept = visit?.reader.kept;
    return kept
      ? { begin: visit.begin, bytes: kept.end + kept.unwritten - visit.begin }
      : { begin: -1, bytes: 0 };
  });
  const ranges = [
    ...visits.flatMap(({ reader }) => reader.oddPadding),
    ...oddGaps(file, headEnd(version), visits),
    ...visits.flatMap((visit) => brokenOff(file, visit, visits)),
  ].filter(({ begin, end }) => end > begin);
  if (ranges.length === 0 && isUsual(file, version, sections)) return undefined;
  if (version[0] >= 3) ranges.push({ begin: HEADER_BYTES, end: headEnd(version) });
  const patches = disjoint(ranges).map(({ begin, end }) => ({
    offset: begin,
    bytes: file.slice(begin, end),
  }));
  const truncated = visits.some(({ reader }) => reader.endsEarly);
  return { version: [...version], length: file.length, truncated, sections, patches };
}

/**
 * The same bytes, none of them twice: several sections may end early, and each time the rest of the file is
 * kept.
 */
function disjoint(ranges: readonly ByteRange[]): ByteRange[] {
  const kept: ByteRange[] = [];
  let at = 0;
  for (const { begin, end } of [...ranges].sort((a, b) => a.begin - b.begin)) {
    if (end > at) kept.push({ begin: Math.max(begin, at), end });
    at = Math.max(at, end);
  }
  return kept;
}

/** Where the header ends in a usual file. */
function headEnd(version: BvmdVersion): number {
  return version[0] >= 3 ? OFFSETS_AT + 4 * SECTION_NAMES.length : HEADER_BYTES;
}

/** Do the sections follow each other up to the end of the file, and is the header as a writer makes it? */
function isUsual(file: Uint8Array, version: BvmdVersion, sections: BvmdSource['sections']): boolean {
  let end = headEnd(version);
  for (const { begin, bytes } of sections) {
    if (begin !== end) return false;
    end += bytes;
  }
  if (version[0] < 3) return end === file.length;
  const [pad, ...size] = file.subarray(HEADER_BYTES, OFFSETS_AT); // 0, then 32 bits
  return end === file.length && pad === 0 && size.join() === `${4 * SECTION_NAMES.length},0,0,0`;
}

/** The bytes between the sections that are not all zero. */
function oddGaps(file: Uint8Array, start: number, visits: readonly Visit[]): ByteRange[] {
  const ranges = visits.map(({ begin, reader }) => ({
    begin,
    end: reader.isBroken ? file.length : reader.offset,
  }));
  const end = Math.max(start, ...ranges.map((range) => range.end));
  return outside(start, end, ranges).filter((gap) =>
    file.subarray(gap.begin, gap.end).some((byte) => byte !== 0),
  );
}

/**
 * Of a section that ends early: its counts, and the bytes after its last whole part that are in no other
 * section.
 */
function brokenOff(file: Uint8Array, { begin, reader }: Visit, visits: readonly Visit[]): ByteRange[] {
  if (!reader.isBroken) return [];
  const others = visits
    .filter((visit) => visit.reader !== reader && visit.reader.kept)
    .map((visit) => ({ begin: visit.begin, end: visit.reader.kept!.end }));
  return [
    ...reader.countOffsets.map((offset) => ({ begin: offset, end: offset + 4 })),
    ...outside(reader.kept?.end ?? begin, file.length, others),
  ];
}

/** The bytes from `start` to `end` that are in none of the ranges. */
function outside(start: number, end: number, ranges: readonly ByteRange[]): ByteRange[] {
  const pieces: ByteRange[] = [];
  let at = start;
  for (const range of [...ranges].sort((a, b) => a.begin - b.begin)) {
    if (range.end <= at) continue;
    pieces.push({ begin: at, end: Math.min(range.begin, end) });
    at = Math.max(at, range.end);
  }
  pieces.push({ begin: at, end });
  return pieces;
}
