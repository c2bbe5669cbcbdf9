/**
 * Registers `<odori-player>` and exports its class. Without a DOM (server-side rendering) it registers
 * nothing.
 *
 * @module @odori/element/define
 */

import { OdoriPlayerElement } from './odori-player-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'odori-player': OdoriPlayerElement;
  }
}

if (globalThis.customElements && !customElements.get('odori-player')) {
  customElements.define('odori-player', OdoriPlayerElement);
}

export { OdoriPlayerElement };
