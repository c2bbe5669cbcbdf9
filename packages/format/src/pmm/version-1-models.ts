import { sameBytes } from '../binary/bytes.js';
import type { Pmd } from '../pmd/pmd.js';
import { createPmmModel } from './create-pmm-model.js';
import { MODEL_NAME_BYTES, PATH_BYTES, readMotion, readTimeline } from './models.js';
import type { PmmModel } from './pmm-model.js';
import type { PmmReader } from './pmm-reader.js';
import { copyName, type PmmText } from './pmm-text.js';
import type { Pmm } from './pmm.js';
import { type Counts, fitsCounts, solveCounts } from './version-1-counts.js';
import { VersionOneBytes } from './version-1-bytes.js';

/** Models that contain the bone and morph names, which a project of version 1 lacks. @inline */
export type NamedModels = readonly Pick<Pmd, 'bones' | 'iks' | 'morphs' | 'name'>[];

/**
 * The budget for finding the counts of all models: a hostile file costs at most this much, half a second per
 * megabyte.
 *
 * @see Measured: MMD's own projects need 0.03; twenty models of 500 bones and 60 morphs without keys need 2,
 * one of 2,000 bones and 1,000 morphs needs 22.
 */
const LOOKS_PER_BYTE = 64;
const NO_COUNTS =
  'has no end: no numbers of bones, morphs and IKs fit its bytes; the file is truncated or damaged';

/** Reads the models of version 1, after a list of their names in drawing order. */
export function readVersion1Models(reader: PmmReader, pmm: Pmm, namedModels: NamedModels): void {
  const modelOrder = Array.from({ length: reader.u8('modelCount') }, (_, i) =>
    reader.text(`modelOrder[${i}]`, MODEL_NAME_BYTES),
  );
  pmm.version1 = {
    modelOrder,
    edgeWidth: 1,
    firstFollow: [-1, 0],
    follows: new Int32Array(0),
    blockCount: 0,
  };
  const findCounts = countsFinder(reader, modelOrder.length, namedModels);
  reader.list(pmm.models, modelOrder.length, (i) => {
    const model = readModel(reader, `models[${i}]`, (number, name) => findCounts(i, number, name));
    addNames(reader, model, i, namedModels);
    return model;
  });
}

/** `countsOf` is called where the keys of the model begin. */
function readModel(
  reader: PmmReader,
  section: string,
  countsOf: (number: number, name: PmmText) => Counts,
): PmmModel {
  reader.enter(section);
  const number = reader.u8('number');
  const name = reader.text('name', MODEL_NAME_BYTES);
  const path = reader.text('path', PATH_BYTES);
  const timeline = readTimeline(reader);
  const motion = readMotion(reader, section, 1, { ...countsOf(number, name), externalParents: 0 });
  const lacks = { externalParentBones: new Int32Array(0), rowCount: 0 }; // of version 1
  return { ...createPmmModel({ number, name, path, ...lacks }), ...timeline, ...motion };
}

/** Finds the counts of the model whose keys begin at the reader's offset. */
function countsFinder(
  reader: PmmReader,
  modelCount: number,
  namedModels: NamedModels,
): (model: number, number: number, name: PmmText) => Counts {
  const bytes = new VersionOneBytes(reader, { left: LOOKS_PER_BYTE * reader.remaining });
  const spare = new VersionOneBytes(reader, { left: reader.remaining });
  return (model, number, name) => {
    const at = reader.offset;
    const fitIn = (within: VersionOneBytes) => (end: number) =>
      model === modelCount - 1 ? within.cameraAndLightAt(end) : within.modelAt(end, number, modelCount);
    const { sure, possible } = solveCounts(bytes, at, fitIn(bytes));
    const named = (): Counts | undefined =>
      modelsNamed(namedModels, name)
        .map(countsIn)
        .find((known) => fitsCounts(spare, at, fitIn(spare), known));
    return (
      sure ?? named() ?? possible ?? reader.fail(model === 0 ? 'bad-syntax' : 'truncated', '', NO_COUNTS, at)
    );
  };
}

function modelsNamed(namedModels: NamedModels, { bytes }: PmmText): NamedModels[number][] {
  return namedModels.filter(({ name }) => sameBytes(name.bytes, bytes));
}

function countsIn({ bones, morphs, iks }: NamedModels[number]): Counts {
  return { bones: bones.length, morphs: morphs.length, iks: iks.length };
}

/**
 * Takes the names of bones and morphs from the model of the same name, if its counts are the same. The IK
 * switches are assumed to be in the order of its IKs. In every model known to us, that is also the order of
 * their bones.
 */
function addNames(reader: PmmReader, model: PmmModel, i: number, namedModels: NamedModels): void {
  const { bones, morphs, current } = model;
  const counts = [bones.starts.length - 1, morphs.starts.length - 1, current.ikEnabled.length].join(', ');
  const sameName = modelsNamed(namedModels, model.name);
  const found = sameName.find((pmd) => Object.values(countsIn(pmd)).join(', ') === counts);
  if (found) {
    model.boneNames = found.bones.map(({ name }) => copyName(name));
    model.morphNames = found.morphs.map(({ name }) => copyName(name));
    model.ikBones = Int32Array.from(found.iks, ({ bone }) => bone);
  } else if (sameName.length > 0) {
    reader.enter(`models[${i}]`);
    const has = Object.values(countsIn(sameName[0])).join(', ');
    const problem = `has ${counts} bones, morphs and IKs; the model of its name has ${has}`;
    reader.warn('count-mismatch', '', problem, reader.offset);
  }
}
