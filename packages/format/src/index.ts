/**
 * Bytes of MikuMikuDance to data and back: VMD, VPD, PMM, BVMD, PMX, PMD. Needs no three, no DOM, no Node.
 *
 * @module @odori/format
 */
export { type FormatWarning, MmdFormatError, type MmdFormatErrorCode } from './errors.js';
export type { Bvmd } from './bvmd/bvmd.js';
export { bvmdToVmd } from './bvmd/bvmd-to-vmd.js';
export { parseBvmd } from './bvmd/parse-bvmd.js';
export { serializeBvmd } from './bvmd/serialize-bvmd.js';
export { vmdToBvmd } from './bvmd/vmd-to-bvmd.js';
export { FilesError, type FilesErrorCode } from './files/files-error.js';
export { detectFormat, type MmdFormat } from './detect-format.js';
export { detectForeignFormat } from './foreign-format.js';
export type { ForeignFormat } from './stand-ins.js';
export { fromJson } from './json/from-json.js';
export { stringifyJson } from './json/stringify-json.js';
export { toJson } from './json/to-json.js';
export type { VmdJson } from './json/vmd-json.js';
export { parsePmd } from './pmd/parse-pmd.js';
export { pmdToPmx } from './pmd/pmd-to-pmx.js';
export { serializePmd } from './pmd/serialize-pmd.js';
export type {
  Pmd,
  PmdBone,
  PmdIk,
  PmdJoint,
  PmdMaterial,
  PmdMorph,
  PmdRigidBody,
  PmdVertices,
} from './pmd/pmd.js';
export { createPmmModel } from './pmm/create-pmm-model.js';
export { createPmm, createPmmAccessory, pmmTracks } from './pmm/create-pmm.js';
export { parsePmm } from './pmm/parse-pmm.js';
export type { PmmKeys } from './pmm/pmm-keys.js';
export type { PmmModel } from './pmm/pmm-model.js';
export { pmmCameraToVmd, pmmToVmd } from './pmm/pmm-to-vmd.js';
export type { Pmm, PmmAccessory } from './pmm/pmm.js';
export { serializePmm } from './pmm/serialize-pmm.js';
export { createPmx, createPmxBone } from './pmx/create-pmx.js';
export { parsePmx } from './pmx/parse-pmx.js';
export type {
  PmxBoneMorph,
  PmxGroupMorph,
  PmxImpulseMorph,
  PmxMaterialMorph,
  PmxMorph,
  PmxUvMorph,
  PmxVertexMorph,
} from './pmx/pmx-morph.js';
export {
  type Pmx,
  PMX_BONE,
  PMX_MATERIAL,
  PMX_WEIGHT,
  type PmxBone,
  type PmxDisplayFrame,
  type PmxIk,
  type PmxJoint,
  type PmxMaterial,
  type PmxRigidBody,
  type PmxSoftBody,
  type PmxVertices,
} from './pmx/pmx.js';
export { serializePmx } from './pmx/serialize-pmx.js';
export { isStage } from './show/is-stage.js';
export { LINEAR_CURVE } from './mmd-defaults.js';
export type { MmdName } from './text/name.js';
export { transferables } from './transferables.js';
export type { Curve, Quaternion, Vector3 } from './tuples.js';
export { addKeys, createVmd, type VmdContent } from './vmd/create-vmd.js';
export type { BoneKey, CameraKey, LightKey, MorphKey, PropertyKey, SelfShadowKey } from './vmd/key-input.js';
export { parseVmd } from './vmd/parse-vmd.js';
export { serializeVmd } from './vmd/serialize-vmd.js';
export type {
  Vmd,
  VmdBones,
  VmdCameras,
  VmdLights,
  VmdMorphs,
  VmdProperties,
  VmdSelfShadows,
} from './vmd/vmd.js';
export { createVpd, type Vpd, type VpdBone, type VpdEncoding, type VpdMorph } from './vpd/vpd.js';
export { parseVpd } from './vpd/parse-vpd.js';
export { serializeVpd } from './vpd/serialize-vpd.js';
