/**
 * `<OdoriPlayer>` alone, for pages without @react-three/fiber, and the types of `<odori-player>` in JSX.
 *
 * @module @odori/react/element
 */
'use client';

export { Dancer, type DancerProps, Stage, type StageProps } from './cast.js';
export type { OdoriDancerAttributes, OdoriPlayerAttributes, OdoriStageAttributes } from './jsx.js';
export { OdoriPlayer, type OdoriPlayerEvents, type OdoriPlayerProps } from './odori-player.js';
