import { sameBytes, wordsOf } from '../binary/bytes.js';
import type { MmdName, OnWarning } from '../text/name.js';
import { checkVmd, emptyLights, emptySelfShadows, type Vmd } from '../vmd/vmd.js';
import { kindProblem } from '../columns/column.js';
import { BvmdWriter } from './bvmd-writer.js';
import type { Bvmd, BvmdSource, BvmdVersion } from './bvmd.js';
import { markedText } from './cut-name.js';
import { checkSwitches, ikStates } from './ik-states.js';
import {
  CAMERA,
  EMPTY_BYTES,
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
import { parseBvmd } from './parse-bvmd.js';

/** Options of {@link serializeBvmd}. */
export interface SerializeBvmdOptions {
  /** The version to write: 2.0, 2.1 or 3.0. */
  version?: BvmdVersion; // the version of the document
  /** Called for each kind of value that the version cannot hold. */
  onWarning?: OnWarning; // none
}

/**
 * Writes a BVMD motion file, track by track, with the keys in their order.
 *
 * An unchanged parsed document gives the bytes of its file. An edited document keeps the unusual layout of its file if no
 * edit is lost in it. Otherwise the file gets the usual layout. O(keys).
 *
 * @throws RangeError if the version is unknown, a column is too short or of another kind, or an index has no target.
 * {@link MmdFormatError} `too-large` if keys × IK bones are above a million, unless the document has all those switches.
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
  const usual = usualFile(sections, version, bvmd.trailing);
  const bytes = fileWithSource(bvmd, version, sections, usual) ?? usual;
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

type Places = BvmdSource['sections'];

function usualFile(
  sections: readonly WriteSection[],
  version: BvmdVersion,
  trailing: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return joined(writeSections(sections, version, consecutivePlaces(sections, version)), trailing);
}

/**
 * The file in the layout that was read; undefined if an edit would be lost in it, because a patch or another section
 * overwrites the edit. To find this out, the function reads the new file: it is correct if its document and `bvmd` give
 * the same file in the usual layout.
 */
function fileWithSource(
  bvmd: Bvmd,
  version: BvmdVersion,
  sections: readonly WriteSection[],
  usual: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const source = knownSource(bvmd, version, sections);
  if (!source) return undefined;
  const whole = writeSections(sections, version, source.sections);
  const bytes = joined(applySource(whole, source), bvmd.trailing);
  const again = parseBvmd(bytes);
  const isSame = sameBytes(usualFile(sectionsOf(again, version), version, again.trailing), usual);
  return isSame ? bytes : undefined;
}

/** The places of the sections, one after another. */
function consecutivePlaces(sections: readonly WriteSection[], version: BvmdVersion): Places {
  const ruler = new BvmdWriter(version);
  writeHeader(ruler, version, []);
  return sections.map((write) => {
    const begin = ruler.offset;
    write(ruler);
    return { begin, bytes: ruler.offset - begin };
  });
}

/** The layout that was read, if every section still has its length, and nothing follows a file that ended early. */
function knownSource(
  { source, trailing }: Bvmd,
  version: BvmdVersion,
  sections: readonly WriteSection[],
): BvmdSource | undefined {
  if (source?.version.join() !== version.join() || (source.truncated && trailing.length > 0))
    return undefined;
  const isKept = sections.every((write, i) => {
    const { begin, bytes } = source.sections[i];
    const ruler = new BvmdWriter(version);
    ruler.seek(Math.max(begin, 0));
    write(ruler);
    return begin < 0 ? ruler.offset === EMPTY_BYTES[i] : ruler.offset === begin + bytes;
  });
  return isKept ? source : undefined;
}

function writeSections(
  sections: readonly WriteSection[],
  version: BvmdVersion,
  places: Places,
): Uint8Array<ArrayBuffer> {
  const ends = places.map(({ begin, bytes }) => begin + bytes);
  const writer = new BvmdWriter(version, Math.max(OFFSETS_AT + 4 * SECTION_NAMES.length, ...ends));
  writeHeader(writer, version, places);
  places.forEach(({ begin }, i) => {
    if (begin < 0) return;
    writer.seek(begin);
    sections[i](writer);
  });
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

function writeHeader(writer: BvmdWriter, version: BvmdVersion, places: Places): void {
  writer.raw(Uint8Array.from(SIGNATURE, (character) => character.charCodeAt(0)));
  writer.raw(Uint8Array.from(version));
  if (version[0] < 3) return;
  writer.raw(new Uint8Array(OFFSETS_AT - 4 - HEADER_BYTES));
  writer.u32(4 * SECTION_NAMES.length);
  SECTION_NAMES.forEach((_, section) => writer.u32(Math.max(places[section]?.begin ?? 0, 0)));
}

/** In the order of SECTION_NAMES. */
function sectionsOf(bvmd: Bvmd, version: BvmdVersion): WriteSection[] {
  const { bones, morphs, cameras } = bvmd;
  const boneTracks = tracksOf(bones);
  const isMovable = ({ name, keys }: Track): boolean =>
    bones.movable[name] === 1 || keys.some((key) => isMoved(bones.positions, key));
  const movable = new Set(boneTracks.filter(isMovable));
  const turning = boneTracks.filter((track) => !movable.has(track));
  return [
    (writer) => writeTracks(writer, turning, bones, fieldsOf(TURNING_BONE, version)),
    (writer) => writeTracks(writer, [...movable], bones, fieldsOf(MOVABLE_BONE, version)),
    (writer) => writeTracks(writer, tracksOf(morphs), morphs, MORPH),
    (writer) => writeProperties(writer, bvmd.properties, version),
    (writer) => {
      writer.u32(cameras.count);
      writeFields(writer, CAMERA, cameras, allKeys(cameras.count));
    },
  ];
}

interface Track {
  /** Into the names of the section. */
  readonly name: number;
  readonly keys: readonly number[];
}

/** One track per name, also for names without keys. */
function tracksOf({
  count,
  names,
  nameIndex,
}: Pick<Bvmd['morphs'], 'count' | 'names' | 'nameIndex'>): Track[] {
  const tracks = names.map((_, name) => ({ name, keys: [] as number[] }));
  for (let key = 0; key < count; key++) tracks[nameIndex[key]].keys.push(key);
  return tracks;
}

function isMoved(positions: Float32Array, key: number): boolean {
  return positions[3 * key] !== 0 || positions[3 * key + 1] !== 0 || positions[3 * key + 2] !== 0;
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

/** The bytes of the name if they are its text in UTF-8. The bytes of names from a VMD are CP932. */
function utf8Of({ text, bytes }: MmdName): Uint8Array {
  return markedText(bytes) === text ? bytes : new TextEncoder().encode(text);
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
