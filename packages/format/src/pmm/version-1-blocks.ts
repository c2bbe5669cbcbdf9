import { readRecord, writeRecord } from '../binary/record-layout.js';
import { SELF_SHADOW_LAYOUT } from './key-layouts.js';
import { newLinks, readKeys, writeKeys } from './keys.js';
import { knownLinks } from './links.js';
import type { PmmCameraKeys, PmmLinks } from './pmm-keys.js';
import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm, PmmVersion1 } from './pmm.js';
import { GRAVITY_STATE, SELF_SHADOW_STATE } from './scene.js';
import {
  BLACK_BACKGROUND,
  CAMERA_FOLLOW,
  CAMERA_MATRIX,
  EDGE_COLOR,
  GROUND_PHYSICS,
  GROUND_SHADOW,
  PHYSICS_MODE,
} from './settings.js';

/** What one release of MMD after the other has put at the end of version 1. */
interface Block {
  readonly section: string;
  readonly read: (reader: PmmReader, pmm: Pmm) => void;
  readonly write: (writer: PmmWriter, pmm: Pmm) => void;
}

/** The first three are just there; the others are announced by a byte that is 1. */
const UNANNOUNCED = 3;

/** A block of fields of one part of the document. */
function fields<T extends object>(section: string, layout: PmmLayout<T>, part: (pmm: Pmm) => T): Block {
  return {
    section,
    read: (reader, pmm) => Object.assign(part(pmm), readRecord(reader, layout)),
    write: (writer, pmm) => writeRecord(writer, layout, part(pmm)),
  };
}

const ADDITIVE: PmmLayout<{ additive: number }> = [['u8', ['additive'], 1]];
const EDGE_WIDTH: PmmLayout<{ edgeWidth: number }> = [['f32', ['edgeWidth']]];
const SELF_SHADOW: PmmLayout<{ selfShadow: number }> = [['u8', ['selfShadow'], 1]];

/** Several blocks that stand together. */
function together(section: string, parts: readonly Block[]): Block {
  return {
    section,
    read: (reader, pmm) => parts.forEach(({ read }) => read(reader, pmm)),
    write: (writer, pmm) => parts.forEach(({ write }) => write(writer, pmm)),
  };
}

/** A field of each of several things. */
function each<T extends object>(section: string, layout: PmmLayout<T>, list: (pmm: Pmm) => T[]): Block {
  return {
    section,
    read: (reader, pmm) => list(pmm).forEach((part) => Object.assign(part, readRecord(reader, layout))),
    write: (writer, pmm) => list(pmm).forEach((part) => writeRecord(writer, layout, part)),
  };
}

function blocks(): Block[] {
  return [
    together('additive', [
      each('models', ADDITIVE, ({ models }) => models),
      each('accessories', ADDITIVE, ({ accessories }) => accessories),
    ]),
    fields('version1', EDGE_WIDTH, ({ version1 }) => version1!),
    fields('display', GROUND_SHADOW, ({ display }) => display),
    each('edgeWidth', EDGE_WIDTH, ({ models }) => models),
    together('physics', [
      fields('physics', PHYSICS_MODE, ({ physics }) => physics),
      fields('gravity', GRAVITY_STATE, ({ gravity }) => gravity),
    ]),
    together('selfShadow', [
      fields('selfShadow', SELF_SHADOW_STATE, ({ selfShadow }) => selfShadow),
      each('models', SELF_SHADOW, ({ models }) => models),
    ]),
    {
      section: 'selfShadow.keys',
      read: (reader, { selfShadow }) => (selfShadow.keys = readKeys(reader, SELF_SHADOW_LAYOUT, 1)),
      write: (writer, { selfShadow }) => writeKeys(writer, SELF_SHADOW_LAYOUT, 1, selfShadow.keys),
    },
    fields('display', EDGE_COLOR, ({ display }) => display),
    fields('display', BLACK_BACKGROUND, ({ display }) => display),
    { section: 'camera.follow', read: readFollow, write: writeFollow },
    fields('camera.current', CAMERA_MATRIX, ({ camera }) => camera.current),
    fields('physics', GROUND_PHYSICS, ({ physics }) => physics),
  ];
}

/** Reads as many blocks as there are into the document. */
export function readBlocks(reader: PmmReader, pmm: Pmm): void {
  let blockCount = 0;
  for (const { section, read } of blocks()) {
    if (reader.remaining === 0) break;
    // Of a chain that goes on otherwise nothing is known: the rest is kept as it is.
    if (blockCount >= UNANNOUNCED && reader.u8At(reader.offset) !== 1) break;
    reader.enter(section);
    if (blockCount >= UNANNOUNCED) reader.take(1);
    read(reader, pmm);
    blockCount++;
  }
  pmm.version1!.blockCount = blockCount;
}

export function writeBlocks(writer: PmmWriter, pmm: Pmm): void {
  blocks()
    .slice(0, pmm.version1!.blockCount)
    .forEach(({ section, write }, i) => {
      writer.enter(section);
      if (i >= UNANNOUNCED) writer.u8('', 1);
      write(writer, pmm);
    });
}

/** The bone that the camera follows was not a part of its keys yet. */
function readFollow(reader: PmmReader, { camera, version1 }: Pmm): void {
  const [model, bone] = reader.i32s('first', 2);
  version1!.firstFollow = [model, bone];
  version1!.follows = reader.i32Column('follows', 3 * reader.count('count', 3 * 4));
  Object.assign(camera.current, readRecord(reader, CAMERA_FOLLOW));
  Object.assign(camera.keys, spreadFollows(version1!, camera.keys.links!));
}

/** What the keys say counts; the file's own list comes back while it says the same. */
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
  writeRecord(writer, CAMERA_FOLLOW, camera.current);
}

type Follows = Pick<PmmVersion1, 'firstFollow' | 'follows'>;

/** What each key follows, as version 2 has it. */
function spreadFollows(
  { firstFollow, follows }: Follows,
  links: PmmLinks,
): Pick<PmmCameraKeys, 'followBones' | 'followModels'> {
  const { places } = links;
  const followModels = new Int32Array(places.length).fill(-1);
  const followBones = new Int32Array(places.length);
  const first = places.indexOf(0);
  [followModels[first], followBones[first]] = firstFollow;
  const keyByNumber = new Map<number, number>();
  places.forEach((_, key) => keyByNumber.set(numberOf(links, key), key));
  for (let i = 0; i + 2 < follows.length; i += 3) {
    const key = keyByNumber.get(follows[i]);
    if (key === undefined || key === first) continue;
    followModels[key] = follows[i + 1];
    followBones[key] = follows[i + 2];
  }
  return { followModels, followBones };
}

/** The same as the file has it, in the order of the pool. */
function listFollows({ followModels, followBones }: PmmCameraKeys, links: PmmLinks): Follows {
  const { places } = links;
  const [first, ...pool] = Array.from(places.keys()).sort((a, b) => places[a] - places[b]);
  const follows = pool.flatMap((key) => [numberOf(links, key), followModels[key], followBones[key]]);
  return { firstFollow: [followModels[first], followBones[first]], follows: Int32Array.from(follows) };
}

/** The number that a key goes by. */
function numberOf({ places, numbers }: PmmLinks, key: number): number {
  const place = places[key];
  return numbers && place > 0 ? numbers[place - 1] : place;
}
