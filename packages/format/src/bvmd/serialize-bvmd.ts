import { wordsOf } from '../binary/bytes.js';
import type { MmdName, OnWarning } from '../text/name.js';
import { checkVmd, emptyLights, emptySelfShadows, type Vmd } from '../vmd/vmd.js';
import { kindProblem } from '../columns/column.js';
import { BvmdWriter } from './bvmd-writer.js';
import type { Bvmd, BvmdSource, BvmdVersion } from './bvmd.js';
import { checkSwitches, ikStates } from './ik-states.js';
import {
  CAMERA,
  type Field,
  fieldsOf,
  hasPhysics,
  HEADER_BYTES,
  IK_STATE,
  MORPH,
  MOVABLE_BONE,
  OFFSETS_AT,
  PROPERTY,
  SECTION_NAMES,
  SIGNATURE,
  TURNING_BONE,
} from './layout.js';
import { boneTracksOf, shapeOf, type Track, tracksOf, utf8Of } from './shape.js';

/** Options of {@link serializeBvmd}. @inline */
export interface SerializeBvmdOptions {
  /** The version to write: 2.0, 2.1 or 3.0. */
  version?: BvmdVersion; // the version of the document
  /** Called for each kind of value that the version cannot hold. */
  onWarning?: OnWarning; // none
}

/**
 * Writes a BVMD motion file, track by track, with the keys in their order.
 *
 * An unchanged parsed document gives the bytes of its file. A document with edited values keeps the unusual
 * layout of its file; one with other numbers of keys, or names of other lengths, gets the usual layout.
 * O(keys).
 *
 * @throws RangeError if the version is unknown, a column is too short or of another kind, or an index has no
 * target. {@link MmdFormatError} `too-large` if keys × IK bones are above a million, unless the document has
 * all those switches.
 * @example
 * serializeBvmd(vmdToBvmd(parseVmd(bytes))); // → a file for babylon-mmd's BvmdLoader
 */
export function serializeBvmd(bvmd: Bvmd, options: SerializeBvmdOptions = {}): Uint8Array<ArrayBuffer> {
  const { version = bvmd.version, onWarning } = options;
  const [major, minor, patch] = version;
  if (major !== 3 && major !== 2)
    throw new RangeError(`version ${major}.${minor}.${patch} is not supported, only 2 and 3`);
  checkBvmd(bvmd);
  const sections = sectionsOf(bvmd, version);
  const source = knownSource(bvmd, version);
  const ranges = source?.sections ?? consecutiveRanges(sections, version);
  const whole = writeSections(sections, version, ranges);
  const bytes = joined(source ? applySource(whole, source) : whole, bvmd.trailing);
  const lost = hasPhysics(version)
    ? 0
    : bvmd.bones.physics.subarray(0, bvmd.bones.count).filter((on) => on !== 1).length;
  if (lost > 0 && onWarning) {
    const message = `${lost} ${lost === 1 ? 'key switches' : 'keys switch'} physics off: version 2.0 has no physics switches`;
    onWarning({ code: 'not-expressible', section: 'bones', count: lost, offset: HEADER_BYTES, message });
  }
  return bytes;
}

type WriteSection = (writer: BvmdWriter) => void;

type Ranges = BvmdSource['sections'];

/**
 * The layout that was read, if each value still stands where it stood, and nothing follows a file that ended
 * early.
 */
function knownSource(bvmd: Bvmd, version: BvmdVersion): BvmdSource | undefined {
  const { source, trailing } = bvmd;
  if (source?.version.join() !== version.join() || (source.truncated && trailing.length > 0))
    return undefined;
  const shape = shapeOf(bvmd);
  const isKept =
    shape.length === source.shape.length && shape.every((number, i) => number === source.shape[i]);
  return isKept ? source : undefined;
}

/** The ranges of the sections, one after another. */
function consecutiveRanges(sections: readonly WriteSection[], version: BvmdVersion): Ranges {
  const ruler = new BvmdWriter(version);
  writeHeader(ruler, version, []);
  return sections.map((write) => {
    const begin = ruler.offset;
    write(ruler);
    return { begin, bytes: ruler.offset - begin };
  });
}

function writeSections(
  sections: readonly WriteSection[],
  version: BvmdVersion,
  ranges: Ranges,
): Uint8Array<ArrayBuffer> {
  const ends = ranges.map(({ begin, bytes }) => begin + bytes);
  const writer = new BvmdWriter(version, Math.max(OFFSETS_AT + 4 * SECTION_NAMES.length, ...ends));
  writeHeader(writer, version, ranges);
  // In file order: of a section that ended early, more is written than there was, and the next one may begin
  // there.
  const inOrder = [...ranges.entries()].sort(([, a], [, b]) => a.begin - b.begin);
  for (const [i, { begin }] of inOrder) {
    if (begin < 0) continue;
    writer.seek(begin);
    sections[i](writer);
  }
  return writer.bytes;
}

/** Truncates the file to its length and puts its patches back. */
function applySource(whole: Uint8Array, { length, patches }: BvmdSource): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes.set(whole.subarray(0, length));
  for (const patch of patches) bytes.set(patch.bytes, patch.offset);
  return bytes;
}

function joined(head: Uint8Array<ArrayBuffer>, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  if (tail.length === 0) return head;
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function writeHeader(writer: BvmdWriter, version: BvmdVersion, ranges: Ranges): void {
  writer.raw(Uint8Array.from(SIGNATURE, (character) => character.charCodeAt(0)));
  writer.raw(Uint8Array.from(version));
  if (version[0] < 3) return;
  writer.raw(new Uint8Array(OFFSETS_AT - 4 - HEADER_BYTES));
  writer.u32(4 * SECTION_NAMES.length);
  SECTION_NAMES.forEach((_, section) => writer.u32(Math.max(ranges[section]?.begin ?? 0, 0)));
}

/** In the order of SECTION_NAMES. */
function sectionsOf(bvmd: Bvmd, version: BvmdVersion): WriteSection[] {
  const { bones, morphs, cameras } = bvmd;
  const { turning, movable } = boneTracksOf(bvmd);
  return [
    (writer) => writeTracks(writer, turning, bones, fieldsOf(TURNING_BONE, version)),
    (writer) => writeTracks(writer, movable, bones, fieldsOf(MOVABLE_BONE, version)),
    (writer) => writeTracks(writer, tracksOf(morphs), morphs, MORPH),
    (writer) => writeProperties(writer, bvmd.properties, version),
    (writer) => {
      writer.u32(cameras.count);
      writeFields(writer, CAMERA, cameras, allKeys(cameras.count));
    },
  ];
}

function writeTracks<C extends string>(
  writer: BvmdWriter,
  tracks: readonly Track[],
  section: Columns<C> & { readonly names: readonly MmdName[] },
  fields: readonly Field<C>[],
): void {
  writer.u32(tracks.length);
  for (const { name, keys } of tracks) {
    writer.text(utf8Of(section.names[name]));
    writer.u32(keys.length);
    writeFields(writer, fields, section, keys);
  }
}

type Columns<C extends string> = { readonly [K in C]: Float32Array | Uint32Array | Uint8Array };

function writeFields<C extends string>(
  writer: BvmdWriter,
  fields: readonly Field<C>[],
  columns: Columns<C>,
  order: ArrayLike<number>,
): void {
  for (const field of fields) writer.field(field, columns[field.column], order);
}

function writeProperties(writer: BvmdWriter, properties: Bvmd['properties'], version: BvmdVersion): void {
  const { count, names } = properties;
  const order = allKeys(count);
  writer.u32(count);
  if (version[0] < 3) writer.u32(names.length);
  writeFields(writer, PROPERTY, properties, order);
  if (version[0] >= 3) writer.u32(names.length);
  const states = ikStates(properties);
  for (const name of names) {
    writer.text(utf8Of(name));
    writeFields(writer, IK_STATE, { ikEnabled: states.next().value as Uint8Array }, order);
  }
}

function allKeys(count: number): Uint32Array {
  return new Uint32Array(count).map((_, key) => key);
}

/**
 * Checks a document before it is written. O(keys).
 *
 * @throws RangeError naming the column.
 */
function checkBvmd(bvmd: Bvmd): void {
  const { names, movable } = bvmd.bones;
  if (movable.length < names.length) {
    throw new RangeError(`bones.movable has ${movable.length} entries, but there are ${names.length} names`);
  }
  const problem = kindProblem(bvmd.cameras.fovs, 4, true);
  if (problem) throw new RangeError(`cameras.fovs ${problem}`);
  const cameras = { ...bvmd.cameras, fovs: wordsOf(bvmd.cameras.fovs) }; // integers, as in a VMD
  const columns = { ...bvmd, cameras, lights: emptyLights(0), selfShadows: emptySelfShadows(0) };
  checkVmd(columns as unknown as Vmd); // checkVmd reads only the columns
  checkSwitches(bvmd.properties);
}
