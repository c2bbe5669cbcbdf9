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
  BONE_KEY_MEMORY,
  type BoneField,
  CAMERA,
  CAMERA_KEY_MEMORY,
  type Field,
  fieldsOf,
  HEADER_BYTES,
  IK_STATE,
  MORPH,
  MORPH_KEY_MEMORY,
  MOVABLE_BONE,
  PROPERTY,
  PROPERTY_KEY_MEMORY,
  SIGNATURE,
  SWITCH_MEMORY,
  TURNING_BONE,
  VERSION_OFFSET,
} from './layout.js';
import { measureTrack, readTrack, type TrackRange } from './tracks.js';
import { BvmdSections, type TrackList } from './sections.js';
import { shapeOf } from './shape.js';

/**
 * Reads a BVMD motion file, babylon-mmd's form of VMD, of version 2 or 3.
 *
 * The columns are those of a `Vmd`, in MMD's space. Odd values stay as they are and are listed in `warnings`.
 * If the file ends early, its whole tracks are kept. `serializeBvmd` gives the same bytes back. The document
 * holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is not a BVMD motion, `unknown-type` if it has
 * another version, `truncated` if the header is not whole, `too-large` if two sections share bytes or the
 * document would take more memory than 3 × the file + 1 MB; with `strict`, the first warning. It throws
 * nothing else.
 * @see Tested with a file of version 2.0 from babylon-mmd's demo and with files of version 3.0 that
 * babylon-mmd 1.3.0 wrote.
 * @example
 * const bvmd = parseBvmd(await readFile('dance.bvmd'));
 * bvmd.bones.names[0].text; // → '腰' (waist)
 * Motion.from(bvmd).lastFrame; // → 1920
 */
export function parseBvmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Bvmd {
  const file = asBytes(bytes);
  const warnings = new WarningList(options);
  const version = readVersion(file);
  const bvmd = emptyBvmd(version);
  const sections = new BvmdSections(file, version, warnings);
  const turning = sections.visitTracks('bones', fieldsOf(TURNING_BONE, version), BONE_KEY_MEMORY);
  const movable = sections.visitTracks('movable bones', fieldsOf(MOVABLE_BONE, version), BONE_KEY_MEMORY);
  bvmd.bones = readBones(turning, movable);
  bvmd.morphs = readMorphs(sections.visitTracks('morphs', MORPH, MORPH_KEY_MEMORY));
  sections.visit('properties', (reader) => {
    bvmd.properties = readProperties(reader, version);
  });
  sections.visit('camera', (reader) => {
    bvmd.cameras = readCameras(reader);
  });
  const source = sections.source();
  if (source) bvmd.source = { ...source, shape: Uint32Array.from(shapeOf(bvmd)) };
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
  const isMovable = bones.names.map((_, track) => (track < turning.names.length ? 0 : 1));
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
  { reader, fields, names, counts, offsets }: TrackList<Field<C>>,
  keys: Pick<VmdMorphs, 'names' | 'nameIndex'>,
  columns: Parameters<typeof readTrack<C>>[2],
  first: number,
): void {
  for (let i = 0; i < names.length; i++) {
    const track = keys.names.push(names[i]) - 1;
    if (counts[i] === 0) continue;
    keys.nameIndex.fill(track, first, first + counts[i]);
    reader.record = i;
    reader.offset = offsets[i];
    readTrack(reader, measureTrack(reader, fields, counts[i]), columns, first);
    first += counts[i];
  }
}

/** The number of IK bones is before the keys in version 2, and after them in version 3. */
function readProperties(reader: BvmdReader, version: BvmdVersion): VmdProperties {
  const count = reader.keptCount('count');
  const early = version[0] < 3 ? reader.keptCount('ik count') : undefined;
  const later = early === undefined ? 1 : 0;
  reader.keepEmpty(later);
  const range = measureTrack(reader, PROPERTY, count);
  reader.memory -= count * PROPERTY_KEY_MEMORY;
  const properties = emptyProperties(count, 0);
  readTrack(reader, range, properties, 0);
  reader.keep(later);
  const states: TrackRange<IkField>[] = [];
  reader.untilBroken(() => {
    const iks = early ?? reader.keptCount('ik count');
    reader.keep();
    for (let i = 0; i < iks; i++) {
      const path = `ik[${i}].`;
      const name = reader.text(`${path}name`);
      const state = measureTrack(reader, IK_STATE, count, path);
      reader.memory -= count * SWITCH_MEMORY;
      properties.names.push(name);
      if (count > 0) states.push(state);
      reader.keep();
    }
  });
  return { ...properties, ...switchColumns(reader, states, count) };
}

type IkField = (typeof IK_STATE)[number];

/** Joins the states of the IK bones into columns, key by key. */
function switchColumns(
  reader: BvmdReader,
  states: readonly TrackRange<IkField>[],
  count: number,
): Pick<VmdProperties, 'ikStarts' | 'ikNameIndex' | 'ikEnabled'> {
  const iks = states.length;
  const ikEnabled = new Uint8Array(iks * count);
  const state = new Uint8Array(count);
  states.forEach((range, ik) => {
    readTrack(reader, range, { ikEnabled: state }, 0);
    for (let key = 0; key < count; key++) ikEnabled[iks * key + ik] = state[key];
  });
  return {
    ikStarts: new Uint32Array(count + 1).map((_, key) => iks * key),
    ikNameIndex: new Uint32Array(iks * count).map((_, i) => i % iks),
    ikEnabled,
  };
}

function readCameras(reader: BvmdReader): BvmdCameras {
  const count = reader.keptCount('count');
  reader.keepEmpty();
  const range = measureTrack(reader, CAMERA, count);
  reader.memory -= count * CAMERA_KEY_MEMORY;
  reader.keep();
  const cameras = emptyBvmdCameras(range.count);
  readTrack(reader, range, cameras, 0);
  return cameras;
}
