/**
 * Registers `<odori-player>`, where there is a registry.
 *
 * @module @odori/element/define
 */

import { OdoriPlayerElement } from './odori-player-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'odori-player': OdoriPlayerElement;
  }
}

// Outside of browsers (server-side rendering) there is no registry.
if (globalThis.customElements && !customElements.get('odori-player')) {
  customElements.define('odori-player', OdoriPlayerElement);
}

export { OdoriPlayerElement };
