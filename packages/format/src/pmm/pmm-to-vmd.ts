import type { MmdName } from '../text/name.js';
import { textOfUnits } from '../text/decode-cp932.js';
import { CAMERA_MODEL_NAME, CAMERA_MODEL_NAME_BYTES } from '../vmd/header.js';
import { emptyVmd, type Vmd, type VmdBones, type VmdMorphs, type VmdProperties } from '../vmd/vmd.js';
import { knownLinks } from './links.js';
import type { PmmBoneKeys, PmmKeys, PmmMorphKeys } from './pmm-keys.js';
import type { PmmModel } from './pmm-model.js';
import { copyName } from './pmm-text.js';
import type { Pmm } from './pmm.js';

/**
 * The motion of one model as MMD saves it: bones, morphs, visibility and IK switches.
 *
 * The keys are in MMD's order: the first keys of all bones in the order of the model, then the other keys in
 * the order of the project. Unreached keys are left out, as in MMD. A VMD has no external parents: they are
 * in `pmm.models[modelIndex].properties`. O(keys).
 *
 * @throws RangeError if the model does not exist or has no names. For a project of version 1, pass its PMDs
 * to `parsePmm`.
 * @see spec: MMD's sample project gives the same order of keys as the VMD that was saved from it with MMD.
 * @example
 * const vmd = pmmToVmd(parsePmm(bytes), 1);
 * vmd.modelName.text; // → '友達' (friend)
 * serializeVmd(vmd);
 */
export function pmmToVmd(pmm: Pmm, modelIndex: number): Vmd {
  const model = pmm.models[modelIndex];
  if (!model)
    throw new RangeError(
      `the project has no model ${modelIndex}; its number of models is ${pmm.models.length}`,
    );
  checkNames(model, modelIndex);
  const vmd = emptyVmd(copyName(model.name));
  vmd.bones = bonesOf(model);
  vmd.morphs = morphsOf(model);
  vmd.properties = propertiesOf(model);
  return vmd;
}

function checkNames({ boneNames, morphNames, bones, morphs }: PmmModel, modelIndex: number): void {
  const needed = [bones.starts.length - 1, morphs.starts.length - 1];
  if (boneNames.length >= needed[0] && morphNames.length >= needed[1]) return;
  throw new RangeError(
    `models[${modelIndex}] has names for ${boneNames.length} of ${needed[0]} bones and ${morphNames.length} of ` +
      `${needed[1]} morphs: a project of version 1 contains none, so give its models to parsePmm`,
  );
}

function bonesOf({ bones, boneNames }: PmmModel): VmdBones {
  const order = savingOrder(bones);
  return {
    count: order.length,
    ...namesOf(bones, boneNames, order),
    ...pickColumns(bones, { frames: 1, positions: 3, rotations: 4, curves: 16 }, order),
    physics: pickKeys(bones.physicsOff, order, 1).map((off) => (off === 0 ? 1 : 0)),
  };
}

function morphsOf({ morphs, morphNames }: PmmModel): VmdMorphs {
  const order = savingOrder(morphs);
  return {
    count: order.length,
    ...namesOf(morphs, morphNames, order),
    ...pickColumns(morphs, { frames: 1, weights: 1 }, order),
  };
}

/** A switch whose bone does not exist has no name and is left out. */
function propertiesOf({ properties, boneNames, ikBones, current }: PmmModel): VmdProperties {
  const order = savingOrder(properties);
  const iks = Array.from(ikBones.keys()).filter((ik) => boneNames[ikBones[ik]] !== undefined);
  const { names, indices } = distinct(iks.map((ik) => boneNames[ikBones[ik]]));
  const perKey = current.ikEnabled.length;
  const switches = Array.from(order, (key) => iks.map((ik) => properties.ikEnabled[key * perKey + ik]));
  return {
    count: order.length,
    names,
    frames: pickKeys(properties.frames, order, 1),
    visible: pickKeys(properties.visible, order, 1).map(asSwitch),
    ikStarts: Uint32Array.from({ length: order.length + 1 }, (_, i) => i * iks.length),
    ikNameIndex: Uint32Array.from(switches.flatMap(() => indices)),
    ikEnabled: Uint8Array.from(switches.flat()).map(asSwitch),
  };
}

function asSwitch(value: number): number {
  return value === 0 ? 0 : 1;
}

function namesOf(
  keys: PmmBoneKeys | PmmMorphKeys,
  trackNames: readonly MmdName[],
  order: Uint32Array,
): { names: MmdName[]; nameIndex: Uint32Array } {
  const { names, indices } = distinct(trackNames);
  const tracks = trackOfKeys(keys);
  return { names, nameIndex: order.map((key) => indices[tracks[key]]) };
}

/** One entry per distinct byte string, and the index of each name's entry. */
function distinct(list: readonly MmdName[]): { names: MmdName[]; indices: number[] } {
  const names: MmdName[] = [];
  const known = new Map<string, number>();
  const indices = list.map((name) => {
    const identity = textOfUnits(name.bytes);
    const index = known.get(identity) ?? names.push(copyName(name)) - 1;
    known.set(identity, index);
    return index;
  });
  return { names, indices };
}

/**
 * Camera, light and self shadow of a project as MMD saves them, in MMD's order of keys.
 *
 * A VMD has no bone that the camera follows, no accessories and no gravity. They are in
 * `pmm.camera.keys.followModels` and `followBones`, `pmm.accessories`, `pmm.gravity`. O(keys).
 *
 * @example
 * const vmd = pmmCameraToVmd(parsePmm(bytes));
 * vmd.modelName.text; // → 'カメラ・照明' (camera and light)
 * vmd.cameras.count; // → 1: the camera of a new project
 */
export function pmmCameraToVmd(pmm: Pmm): Vmd {
  return {
    ...emptyVmd({ text: CAMERA_MODEL_NAME, bytes: CAMERA_MODEL_NAME_BYTES.slice() }),
    cameras: camerasOf(pmm.camera.keys),
    lights: lightsOf(pmm.light.keys),
    selfShadows: selfShadowsOf(pmm.selfShadow.keys),
  };
}

function camerasOf(keys: Pmm['camera']['keys']): Vmd['cameras'] {
  const order = savingOrder(keys);
  return {
    count: order.length,
    ...pickColumns(keys, { frames: 1, distances: 1, targets: 3, rotations: 3, curves: 24 }, order),
    fovs: Uint32Array.from(pickKeys(keys.fovs, order, 1)),
    perspective: pickKeys(keys.perspectiveOff, order, 1).map((off) => (off === 0 ? 1 : 0)),
  };
}

function lightsOf(keys: Pmm['light']['keys']): Vmd['lights'] {
  const order = savingOrder(keys);
  return { count: order.length, ...pickColumns(keys, { frames: 1, colors: 3, directions: 3 }, order) };
}

function selfShadowsOf(keys: Pmm['selfShadow']['keys']): Vmd['selfShadows'] {
  const order = savingOrder(keys);
  return { count: order.length, ...pickColumns(keys, { frames: 1, modes: 1, distances: 1 }, order) };
}

/**
 * The keys of all tracks in the order in which MMD saves them: the first key of each track, then the pool in
 * file order. If the document has no links, or its keys have been edited, the pool is in the order of the
 * tracks.
 *
 * @example
 * // Two tracks of keys 0 1 and 2 3; the pool has key 3 before key 1.
 * const records = Uint32Array.of(0, 3, 1, 2);
 * savingOrder({ ...keys, starts: Uint32Array.of(0, 2, 4), links: { ...links, records } });
 * // → [0, 2, 3, 1]
 */
function savingOrder(keys: PmmKeys): Uint32Array {
  const { starts } = keys;
  const tracked = starts.at(-1)!;
  const tracks = starts.length - 1;
  const order = Uint32Array.from({ length: tracked }, (_, key) => key);
  const links = knownLinks(keys);
  if (links) {
    const { records } = links;
    return order.sort((a, b) => records[a] - records[b]);
  }
  const isFirst = new Uint8Array(tracked);
  for (let track = 0; track < tracks; track++) isFirst[starts[track]] = 1;
  return Uint32Array.from([...order.filter((key) => isFirst[key]), ...order.filter((key) => !isFirst[key])]);
}

/** The track of each key. */
function trackOfKeys({ starts }: PmmKeys): Uint32Array {
  const tracks = new Uint32Array(starts.at(-1)!);
  for (let track = 0; track < starts.length - 1; track++)
    tracks.fill(track, starts[track], starts[track + 1]);
  return tracks;
}

type Column = Float32Array | Int32Array | Uint32Array | Uint8Array;

/** Copies keys of several columns. `perKey`: the entries per key of each. */
function pickColumns<C extends string, K extends Readonly<Record<C, Column>>>(
  columns: K,
  perKey: Readonly<Record<C, number>>,
  keys: Uint32Array,
): Pick<K, C> {
  const picked = (Object.keys(perKey) as C[]).map((name) => [
    name,
    pickKeys(columns[name], keys, perKey[name]),
  ]);
  return Object.fromEntries(picked) as Pick<K, C>;
}

/** Copies keys of a column that has `perKey` entries per key. */
function pickKeys<T extends Column>(column: T, keys: Uint32Array, perKey: number): T {
  const make = column.constructor as new (length: number) => T;
  const picked = new make(perKey * keys.length);
  keys.forEach((key, i) => picked.set(column.subarray(perKey * key, perKey * (key + 1)), perKey * i));
  return picked;
}
