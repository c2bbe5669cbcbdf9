import { type ColumnLayout, readColumns, recordBytes, writeColumns } from '../binary/column-layout.js';
import { followLinks, knownLinks } from './links.js';
import type { PmmKeys, PmmLinks } from './pmm-keys.js';
import type { PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import { reportFrames, reportLinks } from './report-keys.js';

/** frame, previous, next */
export const LINK_BYTES: number = 4 + 4 + 4;
/** A key of the pool begins with its number. */
export const NUMBER_BYTES = 4;

/**
 * Reads a section: the first keys of all tracks, a count, then the pool of all other keys.
 *
 * Only the links show to which track a key of the pool belongs. They are checked. Unreached keys come after
 * the tracks.
 */
export function readKeys<K extends PmmKeys>(reader: PmmReader, layout: ColumnLayout<K>, tracks: number): K {
  const bytes = LINK_BYTES + recordBytes(layout);
  const firstAt = reader.take(tracks * bytes, '[0]');
  const poolCount = reader.count('count', NUMBER_BYTES + bytes);
  const poolAt = reader.take(poolCount * (NUMBER_BYTES + bytes)) + NUMBER_BYTES;
  const spots = new Uint32Array(tracks + poolCount);
  for (let record = 0; record < tracks; record++) spots[record] = firstAt + record * bytes;
  for (let i = 0; i < poolCount; i++) spots[tracks + i] = poolAt + i * (NUMBER_BYTES + bytes);

  const { frames, previous, next, numbers } = readLinks(reader, spots, tracks);
  const linked = followLinks({ tracks, frames, next, numbers });
  const { records, starts } = linked;
  reportLinks(reader, linked, next, spots);
  const isUnlinked = poolCount === 0 && areZero(previous) && areZero(next);
  const bodies = new Uint32Array(records.length);
  const keyFrames = new Uint32Array(records.length);
  for (let key = 0; key < records.length; key++) {
    bodies[key] = spots[records[key]] + LINK_BYTES;
    keyFrames[key] = frames[records[key]];
  }
  const keys: K = {
    ...readColumns(reader, layout, bodies),
    count: records.length,
    starts,
    frames: keyFrames,
    links: isUnlinked ? reader.unlinked(tracks) : { records, previous, next, ...(numbers && { numbers }) },
  };
  reportFrames(reader, keys, (key) => spots[records[key]]);
  return keys;
}

/** A missing section: no tracks. */
export function noKeys<K extends PmmKeys>(reader: PmmReader, layout: ColumnLayout<K>): K {
  const none = new Uint32Array(0);
  return { ...readColumns(reader, layout, none), count: 0, starts: new Uint32Array(1), frames: none };
}

/** Writes a section. The links of the file are written if they still give the same tracks. */
export function writeKeys<K extends PmmKeys>(
  writer: PmmWriter,
  layout: ColumnLayout<K>,
  tracks: number,
  keys: K,
): void {
  checkTracks(writer, tracks, keys);
  const known = knownLinks(keys);
  if (!known) checkFirstFrames(writer, keys);
  const { records, previous, next, numbers } = known ?? newLinks(keys);
  const bytes = LINK_BYTES + recordBytes(layout);
  const poolCount = keys.count - tracks;
  const firstAt = writer.reserve(tracks * bytes);
  writer.count('count', poolCount);
  const poolAt = writer.reserve(poolCount * (NUMBER_BYTES + bytes));
  const { view } = writer;
  const bodies = new Uint32Array(keys.count);
  for (let key = 0; key < records.length; key++) {
    const record = records[key];
    let at = firstAt + record * bytes;
    if (record >= tracks) {
      const i = record - tracks;
      at = poolAt + i * (NUMBER_BYTES + bytes);
      view.setInt32(at, numbers ? numbers[i] : record, true);
      at += NUMBER_BYTES;
    }
    view.setUint32(at, keys.frames[key], true);
    view.setInt32(at + 4, previous[record], true);
    view.setInt32(at + 8, next[record], true);
    bodies[key] = at + LINK_BYTES;
  }
  writeColumns(writer, layout, bodies, keys);
}

function areZero(column: Int32Array | Uint32Array): boolean {
  return column.every((value) => value === 0);
}

/** Columns by record. */
function readLinks(
  { view }: PmmReader,
  spots: Uint32Array,
  tracks: number,
): Omit<PmmLinks, 'records'> & { frames: Uint32Array } {
  const frames = new Uint32Array(spots.length);
  const previous = new Int32Array(spots.length);
  const next = new Int32Array(spots.length);
  const numbers = new Int32Array(spots.length - tracks);
  let isPlain = true;
  for (let record = 0; record < spots.length; record++) {
    const at = spots[record];
    frames[record] = view.getInt32(at, true); // the same bits: the column is unsigned
    previous[record] = view.getInt32(at + 4, true);
    next[record] = view.getInt32(at + 8, true);
    if (record < tracks) continue;
    const number = view.getInt32(at - NUMBER_BYTES, true);
    numbers[record - tracks] = number;
    if (number !== record) isPlain = false;
  }
  return { frames, previous, next, ...(!isPlain && { numbers }) };
}

/** Links as MMD writes them, without gaps in the pool. The order is that of the tracks. */
export function newLinks({ starts, count }: PmmKeys): PmmLinks {
  const tracks = starts.length - 1;
  const records = new Uint32Array(count);
  const previous = new Int32Array(count);
  const next = new Int32Array(count);
  let record = tracks;
  for (let track = 0; track < tracks; track++) {
    records[starts[track]] = track;
    for (let key = starts[track] + 1; key < starts[track + 1]; key++, record++) {
      records[key] = record;
      previous[record] = records[key - 1];
      next[records[key - 1]] = record;
    }
  }
  for (let key = starts[tracks]; key < count; key++) records[key] = record++;
  return { records, previous, next };
}

function checkTracks(writer: PmmWriter, tracks: number, { count, starts, frames }: PmmKeys): void {
  if (starts.length !== tracks + 1) {
    writer.refuse('starts', `has ${starts.length} entries, ${tracks} tracks need ${tracks + 1}`);
  }
  if (starts[0] !== 0) writer.refuse('starts[0]', `is ${starts[0]}, not 0`);
  for (let track = 0; track < starts.length - 1; track++) {
    if (starts[track + 1] > starts[track]) continue;
    writer.refuse(`starts[${track + 1}]`, `is ${starts[track + 1]}: track ${track} has no first key`);
  }
  const tracked = starts.at(-1)!;
  if (!(count >= tracked)) writer.refuse('count', `is ${count}, the tracks have ${tracked} keys`);
  if (frames.length < count) writer.refuse('frames', `has ${frames.length} entries, it needs ${count}`);
  for (let track = 0; track < tracks; track++) {
    for (let key = starts[track] + 1; key < starts[track + 1]; key++) {
      if (frames[key] >= frames[key - 1]) continue;
      writer.refuse(`frames[${key}]`, `is ${frames[key]}, but the key before it is at ${frames[key - 1]}`);
    }
  }
}

/** MMD needs a first key at frame 0. A parsed section without it is still written as it was. */
function checkFirstFrames(writer: PmmWriter, { starts, frames }: PmmKeys): void {
  for (const start of starts.subarray(0, -1)) {
    if (frames[start] !== 0)
      writer.refuse(`frames[${start}]`, `is ${frames[start]}: a track begins at frame 0`);
  }
}
