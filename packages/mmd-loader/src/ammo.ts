/**
 * Makes `Ammo` a global function, in place of the script `ammo.js` or `ammo.wasm.js` of an old page. A global
 * `Ammo` that exists already stays.
 *
 * @module @odori/mmd-loader/ammo
 */

import { Ammo } from './stand-in-ammo.js';

if (!('Ammo' in globalThis)) Object.assign(globalThis, { Ammo });

export { Ammo, Ammo as default };
