import type { SampledPlayable } from '@odori/runtime';
import type { Object3D } from 'three';
import type { Problem } from '../language/problems.js';

/** A stage that is no MMD model: an accessory of MMD (`.x`), or a GLB. */
export interface Prop {
  /** In MMD units. */
  readonly root: Object3D;
  /** What lights its materials, if MMD's light does not: of several, those of one are on. */
  readonly lights?: Object3D | undefined;
  /** Its own motion. */
  readonly playable?: SampledPlayable | undefined;
  /** What is missing. */
  readonly problem: Problem | undefined;
  dispose(): void;
}

/** The formats of props. */
export type PropKind = 'x' | 'glb';
