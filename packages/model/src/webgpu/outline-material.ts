import { BackSide, type Color, Vector4 } from 'three';
import type { Node } from 'three/webgpu';
import {
  atan,
  attribute,
  degrees,
  float,
  If,
  int,
  length,
  normalLocal,
  positionLocal,
  select,
  vec3,
  vec4,
} from 'three/tsl';
import { EDGE_BASE, EDGE_FOV, EDGE_WIDTH } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { type EdgeSettings, readEdgeColor } from '../surface/edge-settings.js';
import type { SurfaceFeatures } from '../surface/surface-kit.js';
import { materialValue } from './material-value.js';
import { type MmdBuilder, modelView, projectionElement } from './mmd-node-material.js';
import { isShaded, sceneLight } from './scene-light.js';
import { boneMatrix } from './skin-vertex.js';
import { SkinnedMaterial, viewNormal } from './skinned-material.js';

/** What the shader of an edge reads. */
class OutlineValues {
  readonly edge: EdgeSettings;
  readonly look: EdgeSettings['look'];
  readonly edgeColor: Vector4 = new Vector4(0, 0, 0, 1);
  edgeSize = 1;

  constructor(edge: EdgeSettings) {
    this.edge = edge;
    this.look = edge.look;
  }
}

/**
 * The edge around one material: the back faces of its surface, moved outwards along the normals. webgl/outline-material.ts as nodes.
 */
export class OutlineMaterial extends SkinnedMaterial<OutlineValues> {
  constructor(name: string, features: SurfaceFeatures, edge: EdgeSettings) {
    super(`${name} edge`, 'edge', features, new OutlineValues(edge));
    this.side = BackSide;
  }

  /** Writes the material's edge values, see {@link MATERIAL_VALUE}. `color` replaces its own. Allocates nothing. */
  write(from: Float32Array, start: number, color?: Color): void {
    readEdgeColor(from, start, color, this.values.edgeColor);
    this.values.edgeSize = from[start + MATERIAL_VALUE.edgeSize];
  }

  override setupPositionView(): Node<'vec3'> {
    const place = modelView.mul(vec4(positionLocal, 1)).xyz;
    const normal = viewNormal.mul(length(normalLocal));
    return place.add(normal.mul(edgeWidth().mul(edgeFactor).mul(edgeSize).mul(edgeScale)));
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const alpha = select(isShaded(sceneLight(builder)), edgeColor.a, float(1)); // the plain look ignores it
    return vec4(edgeColor.rgb, alpha);
  }
}

const edgeColor = materialValue('vec4', (values: OutlineValues) => values.edgeColor);
const edgeSize = materialValue('float', (values: OutlineValues) => values.edgeSize);
const edgeFactor = materialValue('float', ({ edge }: OutlineValues) => edge.edgeFactor.value);
const edgeBone = materialValue('int', ({ edge }: OutlineValues) => edge.edgeBone.value);
const edgeOrigin = materialValue('vec3', ({ edge }: OutlineValues) => edge.edgeOrigin.value);
const orthographicFov = materialValue('float', ({ edge }: OutlineValues) => edge.orthographicFov.value);
const viewPart = materialValue('float', ({ edge }: OutlineValues) => edge.viewPart.value);
const edgeScale = attribute('edgeScale', 'float');

/**
 * The width of an edge of size 1. `halfHeight` is that of the whole picture; with perspective, at the depth 1. A view without a fov counts
 * as if MMD's camera showed a picture of its height.
 */
function edgeWidth(): Node<'float'> {
  const origin = modelView.mul(boneMatrix(int(edgeBone)).mul(vec4(edgeOrigin, 1))).xyz;
  const distance = length(vec3(origin)).toVar();
  const halfHeight = float(1)
    .div(viewPart.mul(projectionElement(1, 1)))
    .toVar();
  const isPerspective = projectionElement(2, 3).equal(-1);
  const fov = select(isPerspective, degrees(atan(halfHeight).mul(2)), orthographicFov).toVar();
  If(fov.equal(0), () => {
    distance.assign(halfHeight.mul((2 * 16) / 9));
    fov.assign(30);
  });
  return fov.mul(EDGE_FOV).add(EDGE_BASE).mul(EDGE_WIDTH).mul(distance);
}
