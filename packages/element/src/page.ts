/**
 * What the files for pages without a bundler contain: the tag, with everything that it loads later.
 */

import './webgpu.js';

export { OdoriDancerElement, OdoriPlayerElement, OdoriStageElement } from './define.js';
