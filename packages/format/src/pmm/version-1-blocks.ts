import { attempt } from '../binary/record-reader.js';
import { newLinks } from './keys.js';
import { knownLinks } from './links.js';
import { fields, fieldsOfEach, laterParts, type Part, readParts, writeParts } from './parts.js';
import type { PmmCameraKeys, PmmLinks } from './pmm-keys.js';
import type { PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm, PmmVersion1 } from './pmm.js';

/** The first three blocks begin without a mark. Each later one begins with a byte that is 1. */
const UNMARKED = 3;

/** The parts of each block. New releases of MMD have added blocks at the end of version 1. */
function blocks(): (readonly Part[])[] {
  const later = laterParts();
  return [
    [
      fieldsOfEach('additive', ({ models }: Pmm) => models, [['u8', ['additive'], 1]]),
      fieldsOfEach('additive', ({ accessories }: Pmm) => accessories, [['u8', ['additive'], 1]]),
    ],
    [fields('version1', ({ version1 }: Pmm) => version1!, [['f32', ['edgeWidth']]])],
    [later.groundShadow],
    [fieldsOfEach('edgeWidth', ({ models }: Pmm) => models, [['f32', ['edgeWidth']]])],
    [later.physicsMode, later.gravity],
    [later.selfShadow, fieldsOfEach('selfShadow', ({ models }: Pmm) => models, [['u8', ['selfShadow'], 1]])],
    [later.selfShadowKeys],
    [later.edgeColor],
    [later.blackBackground],
    [{ section: 'camera.follow', read: readFollow, write: writeFollow }, later.cameraFollow],
    [later.cameraMatrix],
    [later.groundPhysics],
  ];
}

/** Reads as many blocks as there are into the document. Returns whether the file ends where a block does. */
export function readBlocks(reader: PmmReader, pmm: Pmm): boolean {
  const { keys } = pmm.camera;
  const version1 = pmm.version1!;
  keys.followModels = new Int32Array(keys.count).fill(-1);
  keys.followBones = new Int32Array(keys.count);
  for (const parts of blocks()) {
    if (reader.remaining === 0) break;
    reader.end = reader.offset;
    if (version1.blockCount >= UNMARKED) {
      // an unknown format: the rest of the file becomes `trailing`
      if (reader.u8At(reader.offset) !== 1) break;
      reader.take(1);
    }
    if (!attempt(reader, () => readParts(reader, pmm, parts))) return false;
    version1.blockCount++;
  }
  return true;
}

export function writeBlocks(writer: PmmWriter, pmm: Pmm): void {
  blocks()
    .slice(0, pmm.version1!.blockCount)
    .forEach((parts, i) => {
      if (i >= UNMARKED) writer.u8('', 1);
      writeParts(writer, pmm, parts);
    });
}

/** The keys of version 1 do not contain the bone that the camera follows. This list does. */
function readFollow(reader: PmmReader, { camera, version1 }: Pmm): () => void {
  const [model, bone] = reader.i32s('first', 2);
  const follows = reader.i32Column('follows', 3 * reader.count('count', 3 * 4));
  return () => {
    Object.assign(version1!, { firstFollow: [model, bone], follows });
    Object.assign(camera.keys, spreadFollows(version1!, camera.keys.links!));
  };
}

/** Writes the values of the keys. The list of the file is written if it has the same values. */
function writeFollow(writer: PmmWriter, { camera, version1 }: Pmm): void {
  const { keys } = camera;
  const links = knownLinks(keys) ?? newLinks(keys);
  const spread = spreadFollows(version1!, links);
  const isKept =
    spread.followModels.every((model, key) => model === keys.followModels[key]) &&
    spread.followBones.every((bone, key) => bone === keys.followBones[key]);
  const { firstFollow, follows } = isKept ? version1! : listFollows(keys, links);
  writer.i32s('first', firstFollow);
  writer.count('count', Math.floor(follows.length / 3));
  writer.i32s('follows', follows);
}

type Follows = Pick<PmmVersion1, 'firstFollow' | 'follows'>;

/** The model and the bone that each key follows, as columns. */
function spreadFollows(
  { firstFollow, follows }: Follows,
  links: PmmLinks,
): Pick<PmmCameraKeys, 'followBones' | 'followModels'> {
  const { records } = links;
  const followModels = new Int32Array(records.length).fill(-1);
  const followBones = new Int32Array(records.length);
  const first = records.indexOf(0);
  [followModels[first], followBones[first]] = firstFollow;
  const keyByNumber = new Map<number, number>();
  records.forEach((_, key) => keyByNumber.set(numberOf(links, key), key));
  for (let i = 0; i + 2 < follows.length; i += 3) {
    const key = keyByNumber.get(follows[i]);
    if (key === undefined || key === first) continue;
    followModels[key] = follows[i + 1];
    followBones[key] = follows[i + 2];
  }
  return { followModels, followBones };
}

/** The inverse of {@link spreadFollows}, in the order of the pool. */
function listFollows({ followModels, followBones }: PmmCameraKeys, links: PmmLinks): Follows {
  const { records } = links;
  const [first, ...pool] = Array.from(records.keys()).sort((a, b) => records[a] - records[b]);
  const follows = pool.flatMap((key) => [numberOf(links, key), followModels[key], followBones[key]]);
  return { firstFollow: [followModels[first], followBones[first]], follows: Int32Array.from(follows) };
}

/** The number by which the file refers to a key. */
function numberOf({ records, numbers }: PmmLinks, key: number): number {
  const record = records[key];
  return numbers && record > 0 ? numbers[record - 1] : record;
}
