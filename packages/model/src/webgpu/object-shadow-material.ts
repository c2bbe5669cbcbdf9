import { Matrix4, type Object3D, Vector3 } from 'three';
import { normalize, uniform, vec4 } from 'three/tsl';
import { writePlaneDepth } from '../ground-shadow/plane-depth.js';
import { GROUND_SHADOW_HEIGHT } from '../look/mmd-look.js';
import type { GroundShadowSurface, LookSettings } from '../surface/surface-kit.js';
import { FlatMaterial, GroundShadowValues, type GroundPlane } from './ground-shadow-material.js';

class ObjectShadowValues extends GroundShadowValues {
  readonly ground: () => Object3D;
  readonly groundView: Matrix4 = new Matrix4();

  constructor(ground: () => Object3D, lightRange: LookSettings['lightRange']) {
    super(lightRange);
    this.ground = ground;
  }
}

/**
 * The ground shadow of any mesh of three.js: as that of a model, but with three's own skinning and morph
 * targets, and on the ground of another object, because an accessory may be turned by the bone that it is
 * attached to.
 */
class ObjectShadowMaterial extends FlatMaterial<ObjectShadowValues> {
  protected override readonly plane: GroundPlane = OTHER_GROUND;

  constructor(values: ObjectShadowValues) {
    super('mmd object shadow', values);
  }
}

/** The matrix of the plane y = 0 of the object that gives the ground. */
const groundView = uniform(new Matrix4()).onObjectUpdate(({ material, camera }) => {
  const { ground, groundView: matrix } = (material as ObjectShadowMaterial).values;
  return matrix.multiplyMatrices(camera!.matrixWorldInverse, ground().matrixWorld);
});

/** As webgl/object-shadow-material.ts explains. */
const OTHER_GROUND: GroundPlane = {
  up: normalize(groundView.mul(vec4(0, 1, 0, 0)).xyz),
  point: groundView.mul(vec4(0, 0, 0, 1)).xyz,
  lift: groundView.mul(vec4(0, GROUND_SHADOW_HEIGHT, 0, 0)).xyz,
  depth: uniform(new Vector3()).onObjectUpdate(({ material, camera }, { value }) => {
    const { ground, groundView: matrix } = (material as ObjectShadowMaterial).values;
    matrix.multiplyMatrices(camera!.matrixWorldInverse, ground().matrixWorld);
    writePlaneDepth(value, camera!, matrix);
  }),
};

export function createObjectShadow(
  ground: () => Object3D,
  lightRange: LookSettings['lightRange'],
): GroundShadowSurface {
  return new ObjectShadowMaterial(new ObjectShadowValues(ground, lightRange)).surface;
}
