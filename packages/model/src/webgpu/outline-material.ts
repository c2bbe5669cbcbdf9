import { BackSide } from 'three';
import type { Node, NodeBuilder } from 'three/webgpu';
import {
  atan,
  attribute,
  degrees,
  float,
  Fn,
  If,
  int,
  ivec2,
  length,
  normalLocal,
  OnObjectUpdate,
  positionLocal,
  select,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { EDGE_BASE, EDGE_FOV, EDGE_WIDTH } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import type { EdgeSettings, OutlineOptions } from '../surface/surface-kit.js';
import { boneMatrix, floatTexture, type InstanceFeatures } from './instance-data.js';
import { type LitColor, LitMaterial } from './lit-material.js';
import { materialValue } from './material-value.js';
import { decoded, type MmdBuilder, modelView, projectionElement } from './mmd-node-material.js';
import { isShaded, sceneLight } from './scene-light.js';
import type { LightSums } from './scene-lighting.js';
import { viewNormal } from './skinned-material.js';

/** What the shader of edges reads. */
type OutlineValues = Pick<OutlineOptions, 'edge' | 'table' | 'single'> & Pick<EdgeSettings, 'look' | 'scene'>;

/**
 * Edges: the back faces of surfaces, moved outwards along the normals. webgl/outline-material.ts as nodes.
 */
export class OutlineMaterial extends LitMaterial<OutlineValues> {
  constructor({ name, edge, table, single, ...features }: OutlineOptions & InstanceFeatures) {
    super(name, 'edge', features, { edge, table, single, look: edge.look, scene: edge.scene });
    this.side = BackSide;
  }

  override setupPositionView(): Node<'vec3'> {
    const position = modelView.mul(vec4(positionLocal, 1)).xyz;
    const normal = viewNormal.mul(length(normalLocal));
    const edge = position.add(
      normal.mul(edgeWidth(this.features).mul(edgeFactor).mul(edgeSize).mul(edgeScale)),
    );
    // one point for all, and such triangles have no area
    return select(edgeSize.greaterThan(0), edge, vec3(0));
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const alpha = select(isShaded(sceneLight(builder)), edgeColor.a, float(1)); // the plain look ignores it
    return vec4(edgeColor.rgb, alpha.mul(edgeOpacity));
  }

  /** As bright as the light that arrives, so that edges do not shine at night. */
  protected override setupLit(): LitColor {
    const color = ({ all, around }: LightSums): Node<'vec3'> =>
      decoded(edgeColor.rgb.clamp(0, 1)).mul(all.add(around));
    return { color: vec4(edgeColor.rgb, edgeColor.a.mul(edgeOpacity)), shading: { power: float(1), color } };
  }
}

const table = floatTexture();
const single = materialValue('int', (values: OutlineValues) => values.single);
/** The material whose edge is drawn. Only for the vertex shader, as what it is used for. */
const edgeMaterial = select(single.lessThan(0), int(attribute('edgeMaterial', 'float')), single);

/** A texel of its row in the table. */
function ownTexel(index: number): Node<'vec4'> {
  OnObjectUpdate(({ material }) => (table.value = (material as OutlineMaterial).values.table));
  return table.load(ivec2(index, edgeMaterial));
}

/**
 * Numbers of the material, see {@link MATERIAL_VALUE}: those of the dancer in a crowd, or else what `own`
 * gives.
 */
function edgeValue<Type extends 'float' | 'vec4'>(
  at: number,
  size: number,
  own: () => Node<Type>,
): Node<Type> {
  const node = Fn(({ material }: NodeBuilder) => {
    const { crowd } = (material as OutlineMaterial).features;
    return crowd?.hasMaterialMorphs ? crowd.materialValue(edgeMaterial, at, size) : own();
  });
  return (node as unknown as () => Node<Type>)();
}

const edgeSize = edgeValue(MATERIAL_VALUE.edgeSize, 1, () => ownTexel(1).x);
const ownColor = edgeValue(MATERIAL_VALUE.edgeColor, 4, () => ownTexel(0));
const edgeOpacity = varying(Fn(() => ownTexel(1).y)()).setInterpolation('flat');
const commonColor = materialValue('vec4', ({ edge }: OutlineValues) => edge.commonColor.value);
const edgeColor = varying(
  vec4(select(commonColor.w.greaterThan(0), commonColor.rgb, ownColor.rgb), ownColor.a),
).setInterpolation('flat');
const edgeFactor = materialValue('float', ({ edge }: OutlineValues) => edge.edgeFactor.value);
const edgeBone = materialValue('int', ({ edge }: OutlineValues) => edge.edgeBone.value);
const edgeOrigin = materialValue('vec3', ({ edge }: OutlineValues) => edge.edgeOrigin.value);
const orthographicFov = materialValue('float', ({ edge }: OutlineValues) => edge.orthographicFov.value);
const viewPart = materialValue('float', ({ edge }: OutlineValues) => edge.viewPart.value);
const edgeScale = attribute('edgeScale', 'float');

/**
 * The width of an edge of size 1. `halfHeight` is that of the whole picture; with perspective, at the depth
 * 1. A view without a fov counts as if MMD's camera showed a picture of its height.
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
