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
import { boneMatrix, type InstanceFeatures } from './instance-data.js';
import { materialValue } from './material-value.js';
import { type MmdBuilder, modelView, projectionElement } from './mmd-node-material.js';
import { morphedValue } from './morphed-value.js';
import { isShaded, sceneLight } from './scene-light.js';
import { SkinnedMaterial, viewNormal } from './skinned-material.js';

/** What the shader of an edge reads. */
class OutlineValues {
  readonly edge: EdgeSettings;
  readonly look: EdgeSettings['look'];
  readonly index: number;
  readonly edgeColor: Vector4 = new Vector4(0, 0, 0, 1);
  edgeSize = 1;

  constructor(edge: EdgeSettings, index: number) {
    this.index = index;
    this.edge = edge;
    this.look = edge.look;
  }
}

/**
 * The edge around one material: the back faces of its surface, moved outwards along the normals. webgl/outline-material.ts as nodes.
 */
export class OutlineMaterial extends SkinnedMaterial<OutlineValues> {
  /** `index`: that of the material in the model. */
  constructor(name: string, features: InstanceFeatures, edge: EdgeSettings, index = 0) {
    super(`${name} edge`, 'edge', features, new OutlineValues(edge, index));
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
    const edge = place.add(normal.mul(edgeWidth(this.features).mul(edgeFactor).mul(edgeSize).mul(edgeScale)));
    // A dancer whose morph has taken the edge away: one point for all, and such triangles have no area.
    return this.features.crowd?.hasMaterialMorphs ? select(edgeSize.greaterThan(0), edge, vec3(0)) : edge;
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const alpha = select(isShaded(sceneLight(builder)), edgeColor.a, float(1)); // the plain look ignores it
    return vec4(edgeColor.rgb, alpha);
  }
}

const edgeColor = morphedValue('vec4', MATERIAL_VALUE.edgeColor, (values: OutlineValues) => values.edgeColor);
const edgeSize = morphedValue('float', MATERIAL_VALUE.edgeSize, (values: OutlineValues) => values.edgeSize);
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
function edgeWidth(features: InstanceFeatures): Node<'float'> {
  const posed = boneMatrix(int(edgeBone), features).mul(vec4(edgeOrigin, 1)).xyz;
  const origin = modelView.mul(vec4(features.crowd ? features.crowd.placed(posed) : posed, 1)).xyz;
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
