/**
 * Bytes of MikuMikuDance to data and back: VMD, VPD, PMM, BVMD, PMX, PMD. Needs no three, no DOM, no Node.
 *
 * @module @odori/format
 */
export {
  type FormatWarning,
  MmdFormatError,
  type MmdFormatErrorCode,
  type MmdFormatErrorOptions,
  type ParseOptions,
} from './errors.js';
export type { Bvmd, BvmdBones, BvmdCameras, BvmdVersion } from './bvmd/bvmd.js';
export { bvmdToVmd, type BvmdToVmdOptions } from './bvmd/bvmd-to-vmd.js';
export { parseBvmd } from './bvmd/parse-bvmd.js';
export { serializeBvmd, type SerializeBvmdOptions } from './bvmd/serialize-bvmd.js';
export { vmdToBvmd, type VmdToBvmdOptions } from './bvmd/vmd-to-bvmd.js';
export { FilesError, type FilesErrorCode } from './files/files-error.js';
export { detectFormat, type MmdFormat } from './detect-format.js';
export { detectForeignFormat, type ForeignFormat, type ForeignKind } from './foreign-format.js';
export { fromJson } from './json/from-json.js';
export type { JsonNumber } from './json/json-number.js';
export { stringifyJson } from './json/stringify-json.js';
export { toJson, type ToJsonOptions } from './json/to-json.js';
export type { BoneKeyJson, MorphKeyJson, VmdJson } from './json/vmd-json.js';
export { parsePmd } from './pmd/parse-pmd.js';
export { pmdToPmx } from './pmd/pmd-to-pmx.js';
export { serializePmd, type SerializePmdOptions } from './pmd/serialize-pmd.js';
export type {
  Pmd,
  PmdBone,
  PmdEnglish,
  PmdFrameBone,
  PmdIk,
  PmdJoint,
  PmdMaterial,
  PmdMorph,
  PmdRigidBody,
  PmdSource,
  PmdVector3,
  PmdVertices,
} from './pmd/pmd.js';
export { createPmmModel } from './pmm/create-pmm-model.js';
export { createPmm, createPmmAccessory, pmmTracks } from './pmm/create-pmm.js';
export { parsePmm, type ParsePmmOptions } from './pmm/parse-pmm.js';
export type {
  PmmAccessoryKeys,
  PmmBoneKeys,
  PmmCameraKeys,
  PmmGravityKeys,
  PmmKeys,
  PmmLightKeys,
  PmmLinks,
  PmmMorphKeys,
  PmmPropertyKeys,
  PmmSelfShadowKeys,
} from './pmm/pmm-keys.js';
export type { PmmModel, PmmPose } from './pmm/pmm-model.js';
export type { PmmText } from './pmm/pmm-text.js';
export { pmmCameraToVmd, pmmToVmd } from './pmm/pmm-to-vmd.js';
export type {
  Pmm,
  PmmAccessory,
  PmmCamera,
  PmmDisplay,
  PmmEditor,
  PmmGravity,
  PmmLight,
  PmmMedia,
  PmmPhysics,
  PmmSelfShadow,
  PmmSource,
  PmmVector3,
  PmmVersion1,
} from './pmm/pmm.js';
export { serializePmm, type SerializePmmOptions } from './pmm/serialize-pmm.js';
export { createPmx, createPmxBone } from './pmx/create-pmx.js';
export { parsePmx, type ParsePmxOptions } from './pmx/parse-pmx.js';
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
  type PmxDisplayElement,
  type PmxDisplayFrame,
  type PmxIk,
  type PmxIkLink,
  type PmxJoint,
  type PmxMaterial,
  type PmxRigidBody,
  type PmxSoftBody,
  type PmxSource,
  type PmxVector3,
  type PmxVector4,
  type PmxVertices,
} from './pmx/pmx.js';
export { serializePmx, type SerializePmxOptions } from './pmx/serialize-pmx.js';
export { LINEAR_CURVE } from './mmd-defaults.js';
export type { MmdName } from './text/name.js';
export { transferables } from './transferables.js';
export {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
  createVmd,
  type VmdContent,
} from './vmd/create-vmd.js';
export type {
  BoneCurves,
  BoneKey,
  CameraCurves,
  CameraKey,
  Curve,
  LightKey,
  MorphKey,
  PropertyKey,
  Quaternion,
  SelfShadowKey,
  Vector3,
} from './vmd/key-input.js';
export { parseVmd, type ParseVmdOptions } from './vmd/parse-vmd.js';
export { serializeVmd, type SerializeVmdOptions } from './vmd/serialize-vmd.js';
export type {
  Vmd,
  VmdBones,
  VmdCameras,
  VmdLights,
  VmdMorphs,
  VmdProperties,
  VmdSelfShadows,
} from './vmd/vmd.js';
export type { VmdSource } from './vmd/source.js';
export {
  createVpd,
  type Vpd,
  type VpdBone,
  type VpdContent,
  type VpdEncoding,
  type VpdMorph,
  type VpdSource,
} from './vpd/vpd.js';
export { parseVpd } from './vpd/parse-vpd.js';
export { serializeVpd, type SerializeVpdOptions } from './vpd/serialize-vpd.js';
