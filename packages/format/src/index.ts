export {
  type FormatWarning,
  MmdFormatError,
  type MmdFormatErrorCode,
  type ParseOptions,
} from './errors.js';
export { decodeCp932 } from './text/decode-cp932.js';
export { type Cp932Encoding, encodeCp932 } from './text/encode-cp932.js';
export type { MmdName } from './text/name.js';
export { parseVmd } from './vmd/parse-vmd.js';
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
export type { VmdSource } from './vmd/vmd-source.js';
