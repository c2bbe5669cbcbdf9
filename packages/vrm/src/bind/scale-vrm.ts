import type { Material, Mesh, Object3D } from 'three';

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
 * Makes a VRM avatar larger or smaller, with its hair, its clothes and its outlines: three-vrm's springs have
 * lengths and forces in units of the world, and so have the outlines of MToon. The scene is scaled on top of
 * its present scale. O(objects + joints + colliders).
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
  for (const material of materialsOf(scene)) widen(material, factor);
}

function materialsOf(scene: Object3D): Set<Material> {
  const materials = new Set<Material>();
  scene.traverse((part) => {
    for (const material of [(part as Partial<Mesh>).material ?? []].flat()) materials.add(material);
  });
  return materials;
}

/** What three-vrm's materials have, in which outlines have a width in the world or in the picture. */
interface OutlineWidth {
  readonly outlineWidthMode?: unknown;
  outlineWidthFactor?: unknown;
}

function widen(material: Material & OutlineWidth, factor: number): void {
  const { outlineWidthMode, outlineWidthFactor } = material;
  if (outlineWidthMode === 'worldCoordinates' && typeof outlineWidthFactor === 'number')
    material.outlineWidthFactor = outlineWidthFactor * factor;
}

function resize(shape: { radius?: number }, factor: number): void {
  if (shape.radius !== undefined) shape.radius *= factor;
}
