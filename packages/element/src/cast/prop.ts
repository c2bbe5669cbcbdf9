import type { SampledPlayable } from '@odori/runtime';
import type { Object3D } from 'three';

/** A stage that is no MMD model: an accessory of MMD (`.x`), or a GLB. */
export interface Prop {
  /** In MMD units. */
  readonly root: Object3D;
  /** What lights its materials, if MMD's light does not: of several, those of one are on. */
  readonly lights?: Object3D | undefined;
  /** Its own motion. */
  readonly playable?: SampledPlayable | undefined;
  /** A sentence on what is missing. */
  readonly problem: string | undefined;
  dispose(): void;
}

/** The formats of props. */
export type PropKind = 'x' | 'glb';
