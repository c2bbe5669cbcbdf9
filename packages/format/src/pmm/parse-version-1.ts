import { sameBytes } from '../binary/bytes.js';
import { readRecord } from '../binary/record-layout.js';
import { MmdFormatError } from '../errors.js';
import { MMD_SELF_SHADOW } from '../mmd-defaults.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import { readAccessories } from './accessories.js';
import { GRAVITY_LAYOUT, SELF_SHADOW_LAYOUT } from './key-layouts.js';
import { noKeys } from './keys.js';
import { MODEL_NAME_BYTES, PATH_BYTES, readModel1 } from './models.js';
import type { ParsePmmOptions } from './parse-pmm.js';
import type { PmmModel } from './pmm-model.js';
import type { PmmReader } from './pmm-reader.js';
import type { Pmm, PmmVersion1 } from './pmm.js';
import { readCamera, readLight } from './scene.js';
import { ACCESSORY_PANEL, DISPLAY, headerLayout, MEDIA, TIMELINE } from './settings.js';
import { readBlocks } from './version-1-blocks.js';
import { type Counts, fitsCounts, solveCounts, VersionOneBytes } from './version-1-counts.js';

type Models = NonNullable<ParsePmmOptions['models']>;

/** What may be spent on finding the counts of all models: the test corpus needs a twentieth of one. */
const LOOKS_PER_BYTE = 4;

/** Reads what follows the signature. */
export function readVersion1(reader: PmmReader, signature: Uint8Array, models: Models = []): Pmm {
  const header = readRecord(reader, headerLayout(1));
  const modelCount = reader.u8('modelCount');
  const modelOrder = Array.from({ length: modelCount }, (_, i) =>
    reader.text(`modelOrder[${i}]`, MODEL_NAME_BYTES),
  );
  const list = readModels(reader, modelOrder, models);
  list.forEach((model, i) => addNames(reader, model, i, models));
  const camera = readCamera(reader, 1);
  camera.keys.followModels = new Int32Array(camera.keys.count).fill(-1);
  camera.keys.followBones = new Int32Array(camera.keys.count);
  const light = readLight(reader);
  reader.enter('editor');
  const panel = readRecord(reader, ACCESSORY_PANEL);
  const accessories = readAccessories(reader, 1);
  reader.enter('editor');
  const timeline = readRecord(reader, TIMELINE);
  reader.enter('media');
  const media = readRecord(reader, MEDIA);
  reader.enter('display');
  const display = readRecord(reader, DISPLAY);
  const pmm: Pmm = {
    format: 'pmm',
    version: 1,
    editor: { ...header, ...panel, ...timeline, frameTextbox: 0 },
    models: list,
    camera,
    light,
    ...accessories,
    media,
    display: { ...display, transparentGroundShadow: 0, edgeColor: [0, 0, 0], blackBackground: 0 },
    physics: { mode: 0, ground: 0 },
    gravity: {
      acceleration: 9.8,
      noise: 10,
      direction: [0, -1, 0],
      noiseOn: 0,
      keys: noKeys(reader, GRAVITY_LAYOUT),
    },
    selfShadow: { on: 0, distance: MMD_SELF_SHADOW.distance, keys: noKeys(reader, SELF_SHADOW_LAYOUT) },
    version1: { modelOrder, edgeWidth: 1, firstFollow: [-1, 0], follows: new Int32Array(0), blockCount: 0 },
    trailing: new Uint8Array(0),
    warnings: reader.warnings.list,
  };
  readBlocks(reader, pmm);
  pmm.source = reader.source(signature);
  return pmm;
}

function readModels(reader: PmmReader, modelOrder: PmmVersion1['modelOrder'], models: Models): PmmModel[] {
  const bytes = new VersionOneBytes(reader, { left: LOOKS_PER_BYTE * reader.remaining });
  const spare = new VersionOneBytes(reader, { left: reader.remaining });
  return Array.from({ length: modelOrder.length }, (_, i) => {
    const isLast = i === modelOrder.length - 1;
    const isEndOf = (within: VersionOneBytes) => (at: number) =>
      isLast ? within.areCameraAndLight(at) : isModelHead(within, at, modelOrder);
    return readModel1(reader, `models[${i}]`, (name) => {
      const at = reader.offset;
      const counts =
        solveCounts(bytes, at, isEndOf(bytes)) ??
        namesakes(models, name)
          .map(countsOf)
          .find((known) => fitsCounts(spare, at, isEndOf(spare), known));
      if (counts) return { ...counts, externalParents: 0 };
      const where = `models[${i}]`;
      const message = `${where} fits no numbers of bones, morphs and IKs: the file is truncated or damaged`;
      throw new MmdFormatError(message, { code: 'bad-syntax', section: where, offset: at });
    });
  });
}

function namesakes(models: Models, { bytes }: MmdName): Models[number][] {
  return models.filter(({ name }) => sameBytes(name.bytes, bytes));
}

function countsOf({ bones, morphs, iks }: Models[number]): Counts {
  return { bones: bones.length, morphs: morphs.length, iks: iks.length };
}

/** A number, a name and a path, then the place at which the header's list has the name, from 1. */
function isModelHead(bytes: VersionOneBytes, at: number, modelOrder: PmmVersion1['modelOrder']): boolean {
  const nameAt = at + 1;
  const orderAt = nameAt + MODEL_NAME_BYTES + PATH_BYTES;
  if (!bytes.has(orderAt, 2)) return false;
  const { reader } = bytes;
  const listed = modelOrder[reader.u8At(orderAt) - 1];
  return (
    listed !== undefined && sameBytes(listed.bytes, bytesToNul(reader.bytesAt(nameAt, MODEL_NAME_BYTES)))
  );
}

/**
 * Names of bones and morphs from the model of the same name, if it has as many. Switches are taken to follow its list of
 * IKs: in every model known to us that is the order of their bones too.
 */
function addNames(reader: PmmReader, model: PmmModel, i: number, models: Models): void {
  const { bones, morphs, current } = model;
  const listed = [bones.starts.length - 1, morphs.starts.length - 1, current.ikEnabled.length].join(', ');
  const known = namesakes(models, model.name);
  const found = known.find((pmd) => Object.values(countsOf(pmd)).join(', ') === listed);
  if (found) {
    model.boneNames = found.bones.map(({ name }) => copied(name));
    model.morphNames = found.morphs.map(({ name }) => copied(name));
    model.ikBones = Int32Array.from(found.iks, ({ bone: target }) => target);
  } else if (known.length > 0) {
    reader.enter(`models[${i}]`);
    const has = Object.values(countsOf(known[0])).join(', ');
    const problem = `has ${listed} bones, morphs and IKs; the model of its name has ${has}`;
    reader.warn('count-mismatch', '', problem, reader.offset);
  }
}

/** A project that goes to a worker must not take its models along. */
function copied({ text, bytes }: MmdName): MmdName {
  return { text, bytes: bytes.slice() };
}
