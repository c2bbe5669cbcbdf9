import type { MmdName } from '../text/name.js';
import { textOfUnits } from '../text/decode-cp932.js';
import { emptyVmd, type Vmd, type VmdBones, type VmdMorphs, type VmdProperties } from '../vmd/vmd.js';
import { pickKeys, savingOrder, trackOfKeys } from './saving-order.js';
import type { PmmBoneKeys, PmmMorphKeys } from './pmm-keys.js';
import type { PmmModel } from './pmm-model.js';
import type { Pmm } from './pmm.js';

/**
 * The motion of one model as MMD saves it: bones, morphs, visibility and IK switches.
 *
 * Keys stand in MMD's order: the first key of every bone, in the model's order, then the others as they lie in the
 * project. Keys that no link reaches are left out, as MMD does. A VMD has no external parents: they are in
 * `pmm.models[modelIndex].properties`. O(keys).
 *
 * @throws RangeError if there is no such model, or if it has no names: a project of version 1 needs its PMDs, see
 * `parsePmm`.
 * @see spec: rebuilt so, MMD's sample project gives the key order of the VMD that was saved from it, key for key.
 * @example
 * const vmd = pmmToVmd(pmm, 2);
 * vmd.modelName.text; // → '初音ミク'
 * serializeVmd(vmd);
 */
export function pmmToVmd(pmm: Pmm, modelIndex: number): Vmd {
  const model = pmm.models[modelIndex];
  if (!model) throw new RangeError(`no model ${modelIndex}: the project has ${pmm.models.length}`);
  checkNames(model, modelIndex);
  const vmd = emptyVmd(copied(model.name));
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
      `${needed[1]} morphs: version 1 needs the PMD`,
  );
}

function bonesOf({ bones, boneNames }: PmmModel): VmdBones {
  const order = savingOrder(bones);
  return {
    count: order.length,
    ...namesOf(bones, boneNames, order),
    frames: pickKeys(bones.frames, order, 1),
    positions: pickKeys(bones.positions, order, 3),
    rotations: pickKeys(bones.rotations, order, 4),
    curves: pickKeys(bones.curves, order, 16),
    physics: pickKeys(bones.physicsOff, order, 1).map((off) => (off === 0 ? 1 : 0)),
  };
}

function morphsOf({ morphs, morphNames }: PmmModel): VmdMorphs {
  const order = savingOrder(morphs);
  return {
    count: order.length,
    ...namesOf(morphs, morphNames, order),
    frames: pickKeys(morphs.frames, order, 1),
    weights: pickKeys(morphs.weights, order, 1),
  };
}

/** A switch whose bone is not there has no name and is left out. */
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

/** One entry per distinct byte string, and where each name is. */
function distinct(list: readonly MmdName[]): { names: MmdName[]; indices: number[] } {
  const names: MmdName[] = [];
  const known = new Map<string, number>();
  const indices = list.map((name) => {
    const identity = textOfUnits(name.bytes);
    const index = known.get(identity) ?? names.push(copied(name)) - 1;
    known.set(identity, index);
    return index;
  });
  return { names, indices };
}

/** Neither what follows the NUL nor the memory of the project. */
function copied({ text, bytes }: MmdName): MmdName {
  return { text, bytes: bytes.slice() };
}
