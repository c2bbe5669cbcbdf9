import { asBytes } from '../binary/bytes.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { LINEAR_CURVE } from '../mmd-defaults.js';
import { emptyBones, emptyMorphs, emptyProperties, type VmdMorphs, type VmdProperties } from '../vmd/vmd.js';
import {
  type Bvmd,
  type BvmdBones,
  type BvmdCameras,
  type BvmdVersion,
  emptyBvmd,
  emptyBvmdCameras,
} from './bvmd.js';
import type { BvmdReader } from './bvmd-reader.js';
import {
  type BoneField,
  CAMERA,
  type Field,
  fieldsOf,
  HEADER_BYTES,
  IK_STATE,
  MORPH,
  MOVABLE_BONE,
  PROPERTY,
  SIGNATURE,
  TURNING_BONE,
  VERSION_OFFSET,
} from './layout.js';
import { measureTrack, readTrack } from './tracks.js';
import { BvmdSections, type TrackList } from './sections.js';

/**
 * Reads a BVMD motion file, babylon-mmd's form of VMD, of version 2 or 3.
 *
 * The columns are those of a `Vmd`, in MMD's space. Odd values stay as they are and are listed in `warnings`. If the file
 * ends early, its whole tracks are kept. `serializeBvmd` gives the same bytes back. The document holds no view of
 * `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is not a BVMD motion, `unknown-type` if it has another
 * version, `truncated` if the header is not whole; with `strict`, the first warning. It throws nothing else.
 * @see Tested with a file of version 2.0 from babylon-mmd's demo and with files of version 3.0 that babylon-mmd 1.3.0 wrote.
 * @example
 * const bvmd = parseBvmd(await readFile('dance.bvmd'));
 * bvmd.bones.names[0].text; // → '上半身' (upper body)
 * Motion.from(bvmd).lastFrame; // → 5950
 */
export function parseBvmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Bvmd {
  const file = asBytes(bytes);
  const warnings = new WarningList(options.strict);
  const version = readVersion(file);
  const bvmd = emptyBvmd(version);
  const sections = new BvmdSections(file, version, warnings);
  const turning = sections.visitTracks('bones', fieldsOf(TURNING_BONE, version));
  const movable = sections.visitTracks('movable bones', fieldsOf(MOVABLE_BONE, version));
  bvmd.bones = readBones(turning, movable);
  bvmd.morphs = readMorphs(sections.visitTracks('morphs', MORPH));
  sections.visit('properties', (reader) => {
    bvmd.properties = readProperties(reader, version);
  });
  sections.visit('camera', (reader) => {
    bvmd.cameras = readCameras(reader);
  });
  const source = sections.source();
  if (source) bvmd.source = source;
  bvmd.trailing = sections.readTrailing();
  bvmd.warnings = warnings.list;
  return bvmd;
}

function readVersion(file: Uint8Array): BvmdVersion {
  const signature = String.fromCharCode(...file.subarray(0, SIGNATURE.length));
  if (signature !== SIGNATURE) {
    const found = JSON.stringify(signature);
    throw new MmdFormatError(`not a BVMD motion: it begins with ${found}`, {
      code: 'bad-signature',
      section: 'header',
      offset: 0,
    });
  }
  if (file.length < HEADER_BYTES) {
    const message = `header needs ${HEADER_BYTES} bytes, ${file.length} left`;
    throw new MmdFormatError(message, { code: 'truncated', section: 'header', offset: 0 });
  }
  const [major, minor, patch] = file.subarray(VERSION_OFFSET);
  if (major !== 2 && major !== 3) {
    const message = `BVMD version ${major}.${minor}.${patch} is not supported, only 2 and 3`;
    throw new MmdFormatError(message, { code: 'unknown-type', section: 'header', offset: VERSION_OFFSET });
  }
  return [major, minor, patch];
}

/** Values that the file lacks are set to MMD's defaults: linear curves, and physics on. */
function readBones(turning: TrackList<BoneField>, movable: TrackList<BoneField>): BvmdBones {
  const bones = emptyBones(turning.keyCount + movable.keyCount);
  fillLinear(bones.curves);
  bones.physics.fill(1);
  readTracks(turning, bones, bones, 0);
  readTracks(movable, bones, bones, turning.keyCount);
  const isMovable = bones.names.map((_, track) => (track < turning.tracks.length ? 0 : 1));
  return { ...bones, movable: Uint8Array.from(isMovable) };
}

/** Copies the filled part, which doubles it each time. A loop over all bytes takes far longer. */
function fillLinear(curves: Uint8Array): void {
  curves.set(LINEAR_CURVE.slice(0, curves.length));
  for (let filled = LINEAR_CURVE.length; filled < curves.length; filled *= 2) {
    curves.copyWithin(filled, 0, filled);
  }
}

function readMorphs(list: TrackList<(typeof MORPH)[number]>): VmdMorphs {
  const morphs = emptyMorphs(list.keyCount);
  readTracks(list, morphs, morphs, 0);
  return morphs;
}

/** Every track gets a name of its own, even if two tracks have the same name. */
function readTracks<C extends string>(
  { reader, tracks }: TrackList<Field<C>>,
  keys: Pick<VmdMorphs, 'names' | 'nameIndex'>,
  columns: Parameters<typeof readTrack<C>>[2],
  first: number,
): void {
  for (const { name, range } of tracks) {
    const track = keys.names.push(name) - 1;
    keys.nameIndex.fill(track, first, first + range.count);
    readTrack(reader, range, columns, first);
    first += range.count;
  }
}

/** The number of IK bones is before the keys in version 2, and after them in version 3. */
function readProperties(reader: BvmdReader, version: BvmdVersion): VmdProperties {
  const count = reader.keptCount('count');
  const early = version[0] < 3 ? reader.keptCount('ik count') : undefined;
  const later = early === undefined ? 1 : 0;
  reader.keepEmpty(later);
  const range = measureTrack(reader, PROPERTY, count);
  const properties = emptyProperties(count, 0);
  readTrack(reader, range, properties, 0);
  reader.keep(later);
  const states: Uint8Array[] = [];
  const none = new Uint8Array(0);
  reader.untilBroken(() => {
    const iks = early ?? reader.keptCount('ik count');
    reader.keep();
    for (let i = 0; i < iks; i++) {
      const path = `ik[${i}].`;
      const name = reader.text(`${path}name`);
      const ik = measureTrack(reader, IK_STATE, count, path);
      const state = count > 0 ? new Uint8Array(count) : none;
      readTrack(reader, ik, { ikEnabled: state }, 0);
      properties.names.push(name);
      states.push(state);
      reader.keep();
    }
  });
  return { ...properties, ...switchColumns(states, count) };
}

/** Joins the states of the IK bones into columns, key by key. */
function switchColumns(
  states: readonly Uint8Array[],
  count: number,
): Pick<VmdProperties, 'ikStarts' | 'ikNameIndex' | 'ikEnabled'> {
  const iks = states.length;
  const ikEnabled = new Uint8Array(iks * count);
  states.forEach((state, ik) => state.forEach((enabled, key) => (ikEnabled[iks * key + ik] = enabled)));
  return {
    ikStarts: Uint32Array.from({ length: count + 1 }, (_, key) => iks * key),
    ikNameIndex: Uint32Array.from(ikEnabled, (_, i) => i % iks),
    ikEnabled,
  };
}

function readCameras(reader: BvmdReader): BvmdCameras {
  const count = reader.keptCount('count');
  reader.keepEmpty();
  const range = measureTrack(reader, CAMERA, count);
  reader.keep();
  const cameras = emptyBvmdCameras(range.count);
  readTrack(reader, range, cameras, 0);
  return cameras;
}
