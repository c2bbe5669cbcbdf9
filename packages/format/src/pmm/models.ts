import { readRecord, writeRecord } from '../binary/record-layout.js';
import { countOf } from '../text/count-of.js';
import { boneLayout, MORPH_LAYOUT, propertyLayout } from './key-layouts.js';
import { LINK_BYTES, readKeys, writeKeys } from './keys.js';
import { type ModelCounts, readPose, writePose } from './pose.js';
import type { PmmModel } from './pmm-model.js';
import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm } from './pmm.js';

/** Bytes of a model's name in version 1. */
export const MODEL_NAME_BYTES = 20;
export const PATH_BYTES = 256;

const SELECTION: PmmLayout<Pick<PmmModel, 'drawOrder' | 'selectedBone' | 'selectedMorphs' | 'visible'>> = [
  ['u8', ['drawOrder']],
  ['u8', ['visible'], 1],
  ['i32', ['selectedBone']],
  ['i32s', ['selectedMorphs'], 4],
];

const SCROLL: PmmLayout<Pick<PmmModel, 'lastFrame' | 'scroll'>> = [['i32', ['scroll', 'lastFrame']]];

/** Version 1 has most of these fields in blocks at its end. */
const LOOK: PmmLayout<Pick<PmmModel, 'additive' | 'calculationOrder' | 'edgeWidth' | 'selfShadow'>> = [
  ['u8', ['additive'], 1],
  ['f32', ['edgeWidth']],
  ['u8', ['selfShadow'], 1],
  ['u8', ['calculationOrder']],
];

/** The fewest bytes of a bone: a name, a first key and an entry in the pose. */
const MIN_BONE_BYTES: number = 1 + LINK_BYTES + 46 + 31;
const MIN_MORPH_BYTES: number = 1 + LINK_BYTES + 5 + 4;
/** An index, a switch in the first key and one in the pose. */
const MIN_IK_BYTES: number = 4 + 1 + 1;
const MIN_PARENT_BYTES: number = 4 + 8 + 16;

/** Reads the models of version 2. */
export function readModels(reader: PmmReader, pmm: Pmm): void {
  reader.list(pmm.models, reader.u8('modelCount'), (i) => readModel(reader, `models[${i}]`));
}

function readModel(reader: PmmReader, section: string): PmmModel {
  reader.enter(section);
  const number = reader.u8('number');
  const name = reader.shortText('name');
  const nameEn = reader.shortText('nameEn');
  const path = reader.text('path', PATH_BYTES);
  const rowCount = reader.u8('rowCount');
  const boneNames = readNames(reader, 'boneNames', MIN_BONE_BYTES);
  const morphNames = readNames(reader, 'morphNames', MIN_MORPH_BYTES);
  const bones = boneNames.length;
  const ikBones = readBones(reader, 'ikBones', MIN_IK_BYTES, { least: 0, bones });
  const externalParentBones = readBones(reader, 'externalParentBones', MIN_PARENT_BYTES, {
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

/** Writes the models of both versions. */
export function writeModels(writer: PmmWriter, { version, models, version1 }: Pmm): void {
  const count = writer.declaredCount ?? models.length;
  writer.u8('modelCount', count);
  if (version === 1) {
    if (!version1) writer.refuse('version1', 'is missing: it contains the order of the models');
    const { modelOrder } = version1;
    if (modelOrder.length !== count) {
      writer.refuse('modelOrder', `has ${modelOrder.length} entries for ${count} models`);
    }
    for (const name of modelOrder) writer.text('modelOrder', name, MODEL_NAME_BYTES);
  }
  models.forEach((model, i) => writeModel(writer, `models[${i}]`, version, model));
}

function writeModel(writer: PmmWriter, section: string, version: 1 | 2, model: PmmModel): void {
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

/** Reads the fields before the keys, the same in both versions. */
export function readTimeline(
  reader: PmmReader,
): Pick<
  PmmModel,
  'drawOrder' | 'lastFrame' | 'rowsOpen' | 'scroll' | 'selectedBone' | 'selectedMorphs' | 'visible'
> {
  const selection = readRecord(reader, SELECTION);
  const rowsOpen = reader.u8s('rowsOpen', reader.u8('rowsOpen'));
  const scroll = readRecord(reader, SCROLL);
  return { ...selection, rowsOpen, ...scroll };
}

function readNames(reader: PmmReader, field: string, leastBytes: number): PmmModel['boneNames'] {
  const count = reader.count(field, leastBytes);
  return Array.from({ length: count }, (_, i) => reader.shortText(`${field}[${i}]`));
}

/** Reads a list of bones. Each must be `least` or more, and less than `bones`. */
function readBones(
  reader: PmmReader,
  field: string,
  leastBytes: number,
  { least, bones }: { least: number; bones: number },
): Int32Array {
  const count = reader.count(field, leastBytes);
  const at = reader.offset;
  const indices = reader.i32Column(field, count);
  const isUnmatched = (index: number): boolean => index < least || index >= bones;
  const first = indices.findIndex(isUnmatched);
  if (first >= 0) {
    const problem = `is ${indices[first]}, there ${bones === 1 ? 'is' : 'are'} ${countOf(bones, 'bone')}`;
    reader.warn(
      'bad-index',
      `${field}[${first}]`,
      problem,
      at + 4 * first,
      indices.filter(isUnmatched).length,
    );
  }
  return indices;
}

function writeNames(writer: PmmWriter, model: PmmModel): void {
  writer.u8('rowCount', model.rowCount);
  for (const field of ['boneNames', 'morphNames'] as const) {
    writer.count(field, model[field].length);
    for (const name of model[field]) writer.shortText(field, name);
  }
  for (const field of ['ikBones', 'externalParentBones'] as const) {
    writer.count(field, model[field].length);
    writer.i32s(field, model[field]);
  }
}

type Motion = Pick<PmmModel, 'bones' | 'morphs' | 'properties' | 'current'>;

export function readMotion(reader: PmmReader, section: string, version: 1 | 2, counts: ModelCounts): Motion {
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

/** The counts of names in version 2. Version 1 has no names, so the counts of tracks. */
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
