import type { MmdName } from '../text/name.js';
import { readRecord, writeRecord } from '../binary/record-layout.js';
import { boneLayout, MORPH_LAYOUT, propertyLayout } from './key-layouts.js';
import { LINK_BYTES, readKeys, writeKeys } from './keys.js';
import { type ModelCounts, readPose, writePose } from './pose.js';
import type { PmmModel } from './pmm-model.js';
import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import { emptyText } from './pmm-text.js';

export const MODEL_NAME_BYTES = 20; // in version 1
export const PATH_BYTES = 256;

const SELECTION: PmmLayout<Pick<PmmModel, 'drawOrder' | 'selectedBone' | 'selectedMorphs' | 'visible'>> = [
  ['u8', ['drawOrder']],
  ['u8', ['visible'], 1],
  ['i32', ['selectedBone']],
  ['i32s', ['selectedMorphs'], 4],
];

const SCROLL: PmmLayout<Pick<PmmModel, 'lastFrame' | 'scroll'>> = [['i32', ['scroll', 'lastFrame']]];

/** Not in version 1, which has most of it in blocks at its end. */
const LOOK: PmmLayout<Pick<PmmModel, 'additive' | 'calculationOrder' | 'edgeWidth' | 'selfShadow'>> = [
  ['u8', ['additive'], 1],
  ['f32', ['edgeWidth']],
  ['u8', ['selfShadow'], 1],
  ['u8', ['calculationOrder']],
];

/** What a bone takes at least, of a name, a first key and a place in the pose. */
const LEAST_BONE_BYTES: number = 1 + LINK_BYTES + 46 + 31;
const LEAST_MORPH_BYTES: number = 1 + LINK_BYTES + 5 + 4;
/** An index, a switch in the first key, one in the pose. */
const LEAST_IK_BYTES: number = 4 + 1 + 1;
const LEAST_PARENT_BYTES: number = 4 + 8 + 16;

/** Reads a model of version 2. */
export function readModel(reader: PmmReader, section: string): PmmModel {
  reader.enter(section);
  const number = reader.u8('number');
  const name = reader.shortText('name');
  const nameEn = reader.shortText('nameEn');
  const path = reader.text('path', PATH_BYTES);
  const rowCount = reader.u8('rowCount');
  const boneNames = readNames(reader, 'boneNames', LEAST_BONE_BYTES);
  const morphNames = readNames(reader, 'morphNames', LEAST_MORPH_BYTES);
  const bones = boneNames.length;
  const ikBones = readBones(reader, 'ikBones', LEAST_IK_BYTES, { least: 0, bones });
  const externalParentBones = readBones(reader, 'externalParentBones', LEAST_PARENT_BYTES, {
    least: -1,
    bones,
  });
  const head = { number, name, nameEn, path, boneNames, morphNames, ikBones, externalParentBones, rowCount };
  const timeline = readTimeline(reader);
  const motion = readMotion(reader, section, 2, {
    bones,
    morphs: morphNames.length,
    iks: ikBones.length,
    externalParents: externalParentBones.length,
  });
  return { ...head, ...timeline, ...motion, ...readRecord(reader, LOOK) };
}

/** Reads a model of version 1, whose counts are asked for where its keys begin. */
export function readModel1(
  reader: PmmReader,
  section: string,
  countsHere: (name: MmdName) => ModelCounts,
): PmmModel {
  reader.enter(section);
  const number = reader.u8('number');
  const name = reader.text('name', MODEL_NAME_BYTES);
  const path = reader.text('path', PATH_BYTES);
  const timeline = readTimeline(reader);
  const counts = countsHere(name);
  return {
    number,
    name,
    nameEn: emptyText(),
    path,
    boneNames: [],
    morphNames: [],
    ikBones: new Int32Array(0),
    externalParentBones: new Int32Array(0),
    rowCount: 0,
    ...timeline,
    ...readMotion(reader, section, 1, counts),
    additive: 0,
    edgeWidth: 1,
    selfShadow: 1,
    calculationOrder: number + 1,
  };
}

/** Writes a model of either version. */
export function writeModel(writer: PmmWriter, section: string, version: 1 | 2, model: PmmModel): void {
  writer.enter(section);
  writer.u8('number', model.number);
  if (version === 1) writer.text('name', model.name, MODEL_NAME_BYTES);
  else {
    writer.shortText('name', model.name);
    writer.shortText('nameEn', model.nameEn);
  }
  writer.text('path', model.path, PATH_BYTES);
  if (version === 2) writeNames(writer, model);
  writeRecord(writer, SELECTION, model);
  writer.u8('rowsOpen', model.rowsOpen.length);
  writer.raw(model.rowsOpen);
  writeRecord(writer, SCROLL, model);
  writeMotion(writer, section, version, model);
  if (version === 2) writeRecord(writer, LOOK, model);
}

type Timeline = Pick<
  PmmModel,
  'drawOrder' | 'visible' | 'selectedBone' | 'selectedMorphs' | 'rowsOpen' | 'scroll' | 'lastFrame'
>;

function readTimeline(reader: PmmReader): Timeline {
  const selection = readRecord(reader, SELECTION);
  const rowsOpen = reader.u8s('rowsOpen', reader.u8('rowsOpen'));
  const scroll = readRecord(reader, SCROLL);
  return { ...selection, rowsOpen, ...scroll };
}

function readNames(reader: PmmReader, field: string, leastBytes: number): PmmModel['boneNames'] {
  const count = reader.count(field, leastBytes);
  return Array.from({ length: count }, (_, i) => reader.shortText(`${field}[${i}]`));
}

/** A list of bones, from `least` to the last. */
function readBones(
  reader: PmmReader,
  field: string,
  leastBytes: number,
  { least, bones }: { least: number; bones: number },
): Int32Array {
  const count = reader.count(field, leastBytes);
  const at = reader.offset;
  const indices = reader.i32Column(field, count);
  const strays = Array.from(indices.keys()).filter((i) => indices[i] < least || indices[i] >= bones);
  const [first] = strays;
  if (first !== undefined) {
    const problem = `is ${indices[first]} of ${bones}`;
    reader.warn('bad-index', `${field}[${first}]`, problem, at + 4 * first, strays.length);
  }
  return indices;
}

function writeNames(writer: PmmWriter, model: PmmModel): void {
  const { boneNames, morphNames, ikBones, externalParentBones } = model;
  writer.u8('rowCount', model.rowCount);
  writer.count('boneNames', boneNames.length);
  for (const name of boneNames) writer.shortText('boneNames', name);
  writer.count('morphNames', morphNames.length);
  for (const name of morphNames) writer.shortText('morphNames', name);
  writer.count('ikBones', ikBones.length);
  writer.i32s('ikBones', ikBones);
  writer.count('externalParentBones', externalParentBones.length);
  writer.i32s('externalParentBones', externalParentBones);
}

type Motion = Pick<PmmModel, 'bones' | 'morphs' | 'properties' | 'current'>;

function readMotion(reader: PmmReader, section: string, version: 1 | 2, counts: ModelCounts): Motion {
  const { bones, morphs, iks, externalParents } = counts;
  reader.enter(`${section}.bones`);
  const boneKeys = readKeys(reader, boneLayout(version), bones);
  if (version === 1) boneKeys.physicsOff = new Uint8Array(boneKeys.count);
  reader.enter(`${section}.morphs`);
  const morphKeys = readKeys(reader, MORPH_LAYOUT, morphs);
  reader.enter(`${section}.properties`);
  const properties = readKeys(reader, propertyLayout(iks, externalParents), 1);
  reader.enter(`${section}.current`);
  const current = readPose(reader, version, counts);
  reader.enter(section);
  return { bones: boneKeys, morphs: morphKeys, properties, current };
}

function writeMotion(writer: PmmWriter, section: string, version: 1 | 2, model: PmmModel): void {
  const counts = countsOf(model, version);
  const { bones, morphs, iks, externalParents } = counts;
  writer.enter(`${section}.bones`);
  writeKeys(writer, boneLayout(version), bones, model.bones);
  writer.enter(`${section}.morphs`);
  writeKeys(writer, MORPH_LAYOUT, morphs, model.morphs);
  writer.enter(`${section}.properties`);
  writeKeys(writer, propertyLayout(iks, externalParents), 1, model.properties);
  writer.enter(`${section}.current`);
  writePose(writer, version, counts, model.current);
  writer.enter(section);
}

/** A model has as many bones as names; in version 1, as tracks. */
function countsOf(model: PmmModel, version: 1 | 2): ModelCounts {
  const { boneNames, morphNames, ikBones, externalParentBones, bones, morphs, current } = model;
  if (version === 1) {
    return {
      bones: bones.starts.length - 1,
      morphs: morphs.starts.length - 1,
      iks: current.ikEnabled.length,
      externalParents: 0,
    };
  }
  return {
    bones: boneNames.length,
    morphs: morphNames.length,
    iks: ikBones.length,
    externalParents: externalParentBones.length,
  };
}
