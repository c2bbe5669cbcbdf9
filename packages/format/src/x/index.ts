/**
 * Accessories of MikuMikuDance to data and back: DirectX files (`.x`) and VAC. Needs no three, no DOM, no
 * Node.
 *
 * An entry point of its own, so that pages without accessories do not load its code.
 *
 * @module @odori/format/x
 */
export { parseVac } from './parse-vac.js';
export { parseX } from './parse-x.js';
export { serializeVac } from './serialize-vac.js';
export { serializeX } from './serialize-x.js';
export type { Vac } from './vac.js';
export { createX, type X, type XMaterial, type XMesh } from './x.js';
