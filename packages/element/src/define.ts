/**
 * Registers `<odori-player>`, `<odori-dancer>` and `<odori-stage>`, and exports their classes. Without a DOM
 * (server-side rendering) it registers nothing.
 *
 * @module @odori/element/define
 */

import { OdoriDancerElement } from './odori-dancer-element.js';
import { OdoriPlayerElement } from './odori-player-element.js';
import { OdoriStageElement } from './odori-stage-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'odori-dancer': OdoriDancerElement;
    'odori-player': OdoriPlayerElement;
    'odori-stage': OdoriStageElement;
  }
}

if (globalThis.customElements && !customElements.get('odori-player')) {
  customElements.define('odori-player', OdoriPlayerElement);
  customElements.define('odori-dancer', OdoriDancerElement);
  customElements.define('odori-stage', OdoriStageElement);
}

export { OdoriDancerElement, OdoriPlayerElement, OdoriStageElement };
