/*
 * Names for Odori's other packages alone: not documented, and not covered by semantic versioning.
 */
export { wordsOf } from './binary/bytes.js';
export { cutName, isMarked, UNKNOWN_HALF } from './bvmd/cut-name.js';
export { describeFormat } from './detect-format.js';
export { detectStandIn, foreignProblem } from './stand-ins.js';
export {
  encodePath,
  foldName,
  isScreenPath,
  resolvePath,
  splitPath,
  trimPath,
} from './files/resolve-path.js';
export { MAX_ZIP_FILES, packZip } from './files/pack-zip.js';
export { unpackZip, type ZipOptions } from './files/unpack-zip.js';
export { decodeBmp } from './images/decode-bmp.js';
export { decodeTga, type ImagePixels, readTgaHeader } from './images/decode-tga.js';
export { type ImageSize, imageSize, sniffImage } from './images/image-header.js';
export type { ToJsonOptions } from './json/to-json.js';
export {
  FRAME_LIMIT,
  MMD_CAMERA,
  MMD_GRAVITY,
  MMD_LIGHT,
  MMD_SELF_SHADOW,
  VMD_NAME_BYTES,
} from './mmd-defaults.js';
export type { ParsePmmOptions } from './pmm/parse-pmm.js';
export type { PmmAccessoryKeys, PmmCameraKeys } from './pmm/pmm-keys.js';
export type { PmmCamera, PmmGravity } from './pmm/pmm.js';
export { findBoneCycles } from './pmx/bone-cycles.js';
export { BDEF1, BDEF2, BDEF4, type PmxIkLink, QDEF, SDEF } from './pmx/pmx.js';
export { findVariants } from './show/find-variants.js';
export { type Formation, formationPlaces, type Place } from './show/formation.js';
export {
  type MatchedMotion,
  matchMotions,
  sidesIn,
  type MotionMatch,
  type MotionTarget,
} from './show/match-motions.js';
export { cp932Bytes, decodeCp932, textOfUnits } from './text/decode-cp932.js';
export { encodeAsWindows, encodeCp932, encodeNameIn } from './text/encode-cp932.js';
export { decodeName, wholeBytes } from './text/name-encoding.js';
export { encodeName } from './text/name.js';
export {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
} from './vmd/create-vmd.js';
export { CAMERA_MODEL_NAME } from './vmd/header.js';
export { IK_NAME_BYTES } from './vmd/layout.js';
export { internName } from './vmd/names.js';
