import type { Object3D } from 'three';

/** The parts of a `VRM` of `@pixiv/three-vrm` that have a size. */
export interface ScalableVrm {
  readonly scene: Object3D;
  readonly springBoneManager?:
    | {
        readonly joints: Iterable<{ readonly settings: SpringSettings }>;
        readonly colliders: Iterable<{ readonly shape: object }>;
      }
    | undefined;
}

interface SpringSettings {
  stiffness: number;
  gravityPower: number;
  hitRadius: number;
}

/**
 * Makes a VRM avatar larger or smaller, with its hair and clothes: three-vrm's springs have lengths and forces in units of the world.
 * The scene is scaled on top of its present scale. O(joints + colliders).
 *
 * @throws RangeError if `factor` is not a finite number above 0.
 * @example
 * const avatar = bindVrm(vrm);
 * scaleVrm(vrm, 1 / avatar.pose.unit); // as large as an MMD model of these legs
 */
export function scaleVrm({ scene, springBoneManager }: ScalableVrm, factor: number): void {
  if (!(factor > 0 && factor < Infinity))
    throw new RangeError(`factor must be a finite number above 0, not ${factor}`);
  scene.scale.multiplyScalar(factor);
  for (const { settings } of springBoneManager?.joints ?? []) {
    settings.stiffness *= factor;
    settings.gravityPower *= factor;
    settings.hitRadius *= factor;
  }
  for (const { shape } of springBoneManager?.colliders ?? []) {
    resize(shape, factor);
  }
}

function resize(shape: { radius?: number }, factor: number): void {
  if (shape.radius !== undefined) shape.radius *= factor;
}
