import type { Motion } from '@odori/runtime';
import type { DirectionalLight, Object3D } from 'three';

/** Who dances: the page's own figure, or a model. */
export interface Performer {
  readonly root: Object3D;
  /** The light it is to be seen in, and which the motion may change; undefined: the stage's own. */
  readonly lamp: DirectionalLight | undefined;
  /** Bones that the motion moves and the performer lacks. */
  readonly missingBones: readonly string[];
  /** Takes up a motion; the light is then as it was at first. */
  dance(motion: Motion): void;
  /** Poses it, the lamp being lit already. Allocates nothing. */
  sample(frame: number, deltaSeconds: number): void;
  /** Leaves the scene for good, and frees what it has on the GPU. */
  dispose(): void;
}
