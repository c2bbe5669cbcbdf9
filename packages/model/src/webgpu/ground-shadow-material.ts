import { DoubleSide, LessDepth, Vector3, WebGLCoordinateSystem } from 'three';
import type { Node, NodeBuilder } from 'three/webgpu';
import {
  cameraFar,
  cameraNear,
  cameraProjectionMatrix,
  dot,
  float,
  highpModelNormalViewMatrix,
  min,
  normalize,
  positionLocal,
  positionView,
  select,
  uniform,
  vec2,
  vec3,
  vec4,
  viewportUV,
  viewZToLogarithmicDepth,
} from 'three/tsl';
import { writePlaneDepth } from '../ground-shadow/plane-depth.js';
import { GROUND_SHADOW_ALPHA, GROUND_SHADOW_HEIGHT, MMD_LIGHT_COLOR } from '../look/mmd-look.js';
import type { GroundShadowSurface, LookSettings } from '../surface/surface-kit.js';
import type { InstanceFeatures } from './instance-data.js';
import { materialValue } from './material-value.js';
import { type MmdBuilder, MmdNodeMaterial, modelView, projectionElement } from './mmd-node-material.js';
import { followsMmd, sceneLight } from './scene-light.js';
import { skinKey, skinnedPosition } from './skin-vertex.js';

/** What the shader of a ground shadow reads. */
export class GroundShadowValues {
  readonly opacity: { value: number } = { value: GROUND_SHADOW_ALPHA };
  readonly brightness: { value: number } = { value: 1 };
  readonly lightRange: LookSettings['lightRange'];

  constructor(lightRange: LookSettings['lightRange']) {
    this.lightRange = lightRange;
  }
}

/** A plane, in view space. */
export interface GroundPlane {
  /** Of length 1. */
  readonly up: Node<'vec3'>;
  readonly point: Node<'vec3'>;
  /** What is added to a shadow on the plane. */
  readonly lift: Node<'vec3'>;
  /** See {@link writePlaneDepth}. */
  readonly depth: Node<'vec3'>;
}

/**
 * The base of ground shadows: an object flattened along the light. webgl/ground-shadow-material.ts as nodes.
 *
 * Each pixel gets it once, although many triangles lie there: all of them write exactly the same depth there,
 * which passes the first time only.
 */
export abstract class FlatMaterial<Values extends GroundShadowValues> extends MmdNodeMaterial<Values> {
  constructor(program: string, values: Values) {
    super('ground shadow', program, values);
    this.side = DoubleSide;
    this.depthFunc = LessDepth;
  }

  protected abstract readonly plane: GroundPlane;

  get surface(): GroundShadowSurface {
    const { opacity, brightness } = this.values;
    return { material: this, opacity, brightness };
  }

  override setupPositionView(builder: MmdBuilder): Node<'vec3'> {
    const position = modelView.mul(vec4(positionLocal, 1)).xyz;
    const { direction } = sceneLight(builder);
    const { up, point, lift } = this.plane;
    const height = dot(position.sub(point), up);
    return position.sub(direction.mul(height.div(dot(direction, up)))).add(lift);
  }

  /** A light from below casts none. */
  override setupModelViewProjection(builder?: NodeBuilder): Node<'vec4'> {
    const slope = dot(sceneLight(builder as MmdBuilder).direction, this.plane.up);
    return select(slope.lessThan(0.001), vec4(2, 2, 2, 1), cameraProjectionMatrix.mul(vec4(positionView, 1)));
  }

  override setupDepth(builder: NodeBuilder): void {
    this.depthNode = pixelDepth(builder, this.plane.depth);
    super.setupDepth(builder);
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const { color, part } = sceneLight(builder);
    const darkness = min(brightness.mul(MMD_LIGHT_COLOR), 1).oneMinus();
    return select(
      followsMmd,
      vec4(min(color.mul(brightness), 1), opacity),
      vec4(vec3(0), opacity.mul(darkness).mul(part)),
    );
  }
}

const opacity = materialValue('float', ({ opacity: { value } }: GroundShadowValues) => value);
const brightness = materialValue('float', ({ brightness: { value } }: GroundShadowValues) => value);

function pixelDepth({ renderer, camera }: NodeBuilder, plane: Node<'vec3'>): Node<'float'> {
  const { x, y } = viewportUV;
  const level = dot(plane, vec3(vec2(x.mul(2).sub(1), y.mul(-2).add(1)), 1)).toVar();
  const isPerspective = projectionElement(2, 3).equal(-1);
  const depth = select(isPerspective, float(1).div(level), level).toVar();
  if (renderer.logarithmicDepthBuffer && !('isOrthographicCamera' in camera!)) {
    return viewZToLogarithmicDepth(depth.negate(), cameraNear, cameraFar);
  }
  const clip = cameraProjectionMatrix.mul(vec4(0, 0, depth.negate(), 1)).toVar();
  const z = clip.z.div(clip.w);
  return renderer.coordinateSystem === WebGLCoordinateSystem ? z.mul(0.5).add(0.5) : z;
}

/** The plane a little above the ground of the object that is drawn. */
const OWN_GROUND: GroundPlane = {
  up: normalize(highpModelNormalViewMatrix.mul(vec3(0, 1, 0))),
  point: modelView.mul(vec4(0, GROUND_SHADOW_HEIGHT, 0, 1)).xyz,
  lift: vec3(0),
  depth: uniform(new Vector3()).onObjectUpdate(({ object, camera }, { value }) => {
    object!.modelViewMatrix.multiplyMatrices(camera!.matrixWorldInverse, object!.matrixWorld);
    writePlaneDepth(value, camera!, object!.modelViewMatrix);
  }),
};

/** The ground shadow of a model. */
class GroundShadowMaterial extends FlatMaterial<GroundShadowValues> {
  protected override readonly plane: GroundPlane = OWN_GROUND;
  readonly #position: Node<'vec3'>;

  constructor(features: InstanceFeatures, { lightRange }: LookSettings) {
    super(`mmd ground shadow${skinKey(features)}`, new GroundShadowValues(lightRange));
    this.#position = skinnedPosition(features);
  }

  override setupPosition(): Node {
    positionLocal.assign(this.#position);
    return positionLocal;
  }
}

export function createGroundShadow(features: InstanceFeatures, look: LookSettings): GroundShadowSurface {
  return new GroundShadowMaterial(features, look).surface;
}
