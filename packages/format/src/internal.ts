/*
 * Names for Odori's other packages alone: not documented, and not covered by semantic versioning.
 */
export { wordsOf } from './binary/bytes.js';
export { describeFormat } from './detect-format.js';
export { encodePath } from './files/encode-path.js';
export { foldName } from './files/fold-name.js';
export { resolvePath } from './files/resolve-path.js';
export { unpackZip, type ZipLimits } from './files/unpack-zip.js';
export { FRAME_LIMIT, MMD_CAMERA, MMD_LIGHT, MMD_SELF_SHADOW, VMD_NAME_BYTES } from './mmd-defaults.js';
export { findBoneCycles } from './pmx/bone-cycles.js';
export { BDEF1, BDEF2, BDEF4, QDEF, SDEF } from './pmx/pmx.js';
export { decodeCp932 } from './text/decode-cp932.js';
export { encodeCp932 } from './text/encode-cp932.js';
export { encodeName } from './text/name.js';
export { CAMERA_MODEL_NAME } from './vmd/header.js';
