import type { Node, NodeBuilder } from 'three/webgpu';
import {
  attribute,
  cross,
  dot,
  Fn,
  If,
  int,
  mat3,
  normalGeometry,
  normalize,
  normalLocal,
  positionGeometry,
  select,
  vec3,
  vec4,
} from 'three/tsl';
import type { SurfaceFeatures } from '../surface/surface-kit.js';
import {
  boneMatrix,
  drawnMorphs,
  type InstanceFeatures,
  morphedBy,
  type MorphSource,
  useRows,
  type Vertex,
} from './instance-data.js';

/** The length of v becomes 1. A zero vector stays zero: drivers differ in what normalize() makes of it. */
export const unit: (v: Node<'vec3'>) => Node<'vec3'> = Fn(([v]: [Node<'vec3'>]) => {
  const square = dot(v, v).toVar();
  return select(square.greaterThan(0), v.mul(square.inverseSqrt()), vec3(0));
});

/** Begins with the largest component, to avoid dividing by a small number: x y z w. */
const quaternionOf = Fn(([m]: [Node<'mat3'>]) => {
  const [c0, c1, c2] = [0, 1, 2].map((i) => (m as unknown as Columns).element(i));
  const trace = c0.x.add(c1.y).add(c2.z).toVar();
  const quaternion = vec4(0).toVar();
  If(trace.greaterThan(0), () => {
    quaternion.assign(vec4(c1.z.sub(c2.y), c2.x.sub(c0.z), c0.y.sub(c1.x), trace.add(1)));
  })
    .ElseIf(c0.x.greaterThan(c1.y).and(c0.x.greaterThan(c2.z)), () => {
      const x = c0.x.add(1).sub(c1.y).sub(c2.z);
      quaternion.assign(vec4(x, c0.y.add(c1.x), c2.x.add(c0.z), c1.z.sub(c2.y)));
    })
    .ElseIf(c1.y.greaterThan(c2.z), () => {
      const y = c0.x.oneMinus().add(c1.y).sub(c2.z);
      quaternion.assign(vec4(c0.y.add(c1.x), y, c1.z.add(c2.y), c2.x.sub(c0.z)));
    })
    .Else(() => {
      const z = c0.x.oneMinus().sub(c1.y).add(c2.z);
      quaternion.assign(vec4(c2.x.add(c0.z), c1.z.add(c2.y), z, c0.y.sub(c1.x)));
    });
  return normalize(quaternion);
});

interface Columns {
  element(index: number): Node<'vec3'>;
}

const rotated = Fn(([v, rotation]: [Node<'vec3'>, Node<'vec4'>]) =>
  v.add(cross(rotation.xyz, cross(rotation.xyz, v).add(v.mul(rotation.w))).mul(2)),
);

/** A vertex at rest, and the bones that move it. */
export interface RestVertex {
  readonly position: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
  /** Indices of bones. */
  readonly bones: Node<'uvec4' | 'vec4'>;
  readonly weights: Node<'vec4'>;
  /** `w` is 1 if SDEF moves the vertex, see sdef-column.ts. */
  readonly sdefCenter: Node<'vec4'>;
  readonly sdefArm0: Node<'vec3'>;
  readonly sdefArm1: Node<'vec3'>;
}

/** The vertex that a vertex shader draws. */
export const DRAWN: RestVertex = {
  position: positionGeometry,
  normal: normalGeometry,
  bones: attribute('skinIndex', 'uvec4'),
  weights: attribute('skinWeight', 'vec4'),
  sdefCenter: attribute('sdefCenter', 'vec4'),
  sdefArm0: attribute('sdefArm0', 'vec3'),
  sdefArm1: attribute('sdefArm1', 'vec3'),
};

type Matrix = Node<'mat4'>;

function blended({ position, normal, weights }: RestVertex, [m0, m1, m2, m3]: readonly Matrix[]): Vertex {
  const skin = m0.mul(weights.x).add(m1.mul(weights.y)).add(m2.mul(weights.z)).add(m3.mul(weights.w)).toVar();
  return { position: skin.mul(vec4(position, 1)).xyz, normal: mat3(skin).mul(normal) };
}

/** The SDEF formula, which sdef-column.ts derives. */
function blendedSpherically(rest: RestVertex, m0: Matrix, m1: Matrix): Vertex {
  const { weights, sdefCenter, sdefArm0, sdefArm1 } = rest;
  const turn0 = quaternionOf(mat3(m0)).toVar();
  const turn1 = quaternionOf(mat3(m1)).toVar();
  const weight1 = select(dot(turn0, turn1).lessThan(0), weights.y.negate(), weights.y);
  const turn = normalize(turn0.mul(weights.x).add(turn1.mul(weight1))).toVar();
  const arm0 = m0.mul(vec4(sdefArm0, 1)).xyz.mul(weights.x);
  const arm1 = m1.mul(vec4(sdefArm1, 1)).xyz.mul(weights.y);
  const position = rotated(rest.position.sub(sdefCenter.xyz), turn).add(arm0).add(arm1);
  return { position, normal: rotated(rest.normal, turn) };
}

/** A vertex at rest under the morphs. For the body of a `Fn`. */
export function morphedRest(
  rest: RestVertex,
  source: MorphSource,
  { hasVertexMorphs }: SurfaceFeatures,
): RestVertex {
  if (!hasVertexMorphs) return rest;
  return { ...rest, position: rest.position.add(morphedBy(source, 'position')).toVar() };
}

/** Moves a vertex from rest to pose, by the matrices of bones. For the body of a `Fn`. */
export function posedVertex(
  rest: RestVertex,
  { hasSdef }: SurfaceFeatures,
  matrixOfBone: (bone: Node<'int'>) => Matrix,
): Vertex {
  const matrix = (bone: Node): Matrix => matrixOfBone(int(bone as Node<'float'>));
  const { x, y, z, w } = rest.bones;
  const [m0, m1] = [matrix(x).toVar(), matrix(y).toVar()];
  // three sets its own variables to the values at rest where they first occur: not in a branch.
  const [position, normal] = [vec3(0).toVar(), vec3(0).toVar()];
  const assign = (vertex: Vertex): void => {
    position.assign(vertex.position);
    normal.assign(vertex.normal);
  };
  const blend = (): void => assign(blended(rest, [m0, m1, matrix(z), matrix(w)]));
  if (hasSdef) {
    If(rest.sdefCenter.w.greaterThan(0.5), () => assign(blendedSpherically(rest, m0, m1))).Else(blend);
  } else blend();
  return { position, normal };
}

function drawnVertex(features: InstanceFeatures): Vertex {
  const rest = morphedRest(DRAWN, drawnMorphs(features), features);
  return posedVertex(rest, features, (bone) => boneMatrix(bone, features));
}

function createSkin(features: InstanceFeatures): Node<'vec3'> {
  return Fn(({ renderer }: NodeBuilder) => {
    useRows();
    const { position, normal } = features.crowd?.skinned(features, renderer) ?? drawnVertex(features);
    normalLocal.assign(normal);
    return position;
  })();
}

const SKINS = /* @__PURE__ */ new Map<string, Node<'vec3'>>();

/**
 * The position in the pose, in the model's space, or in that of the crowd. `normalLocal` is then the normal
 * in the pose. The matrices are the rig's, from rest to pose.
 */
export function skinnedPosition(features: InstanceFeatures): Node<'vec3'> {
  const key = skinKey(features);
  let skin = SKINS.get(key);
  if (!skin) SKINS.set(key, (skin = createSkin(features)));
  return skin;
}

/** Features with the same key have the same shader for positions and normals. */
export function skinKey({ hasSdef, hasVertexMorphs, crowd }: InstanceFeatures): string {
  return `${hasSdef ? ' sdef' : ''}${crowd ? ' crowd' : ''}${hasVertexMorphs ? ' morphs' : ''}`;
}
