/**
 * MikuMikuDance models and motions in React and @react-three/fiber: hooks and components with Suspense.
 *
 * @module @odori/react
 */
'use client';

export { Companion, type CompanionProps } from './canvas/companion.js';
export { MmdLight, type MmdLightProps } from './canvas/mmd-light.js';
export { MmdModel, type MmdModelProps, type SurfaceProps } from './canvas/mmd-model.js';
export { MotionCamera, type MotionCameraProps } from './canvas/motion-camera.js';
export {
  MotionPlayer,
  type MotionPlayerEvents,
  type MotionPlayerProps,
  usePlayer,
} from './canvas/motion-player.js';
export { Dancer, type DancerProps, Stage, type StageProps } from './element/cast.js';
export type { OdoriDancerAttributes, OdoriPlayerAttributes, OdoriStageAttributes } from './element/jsx.js';
export { OdoriPlayer, type OdoriPlayerEvents, type OdoriPlayerProps } from './element/odori-player.js';
export { useMmdModel, type UseMmdModelOptions } from './loading/use-mmd-model.js';
export { type MotionInput, useMotion } from './loading/use-motion.js';
