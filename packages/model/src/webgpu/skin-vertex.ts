import type { Node } from 'three/webgpu';
import {
  attribute,
  cross,
  dot,
  Fn,
  If,
  int,
  length,
  mat3,
  normalGeometry,
  normalize,
  normalLocal,
  positionGeometry,
  select,
  vec3,
  vec4,
} from 'three/tsl';
import { boneMatrix, type CrowdNodes, type InstanceFeatures, useRows } from './instance-data.js';

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

const skinIndex = attribute('skinIndex', 'uvec4');
const skinWeight = attribute('skinWeight', 'vec4');
const sdefCenter = attribute('sdefCenter', 'vec4');
const sdefArm0 = attribute('sdefArm0', 'vec3');
const sdefArm1 = attribute('sdefArm1', 'vec3');

type Matrix = Node<'mat4'>;

/** A vertex in the pose. */
interface Vertex {
  readonly position: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
}

function blended(rest: Node<'vec3'>, m0: Matrix, m1: Matrix, m2: Matrix, m3: Matrix): Vertex {
  const skin = m0
    .mul(skinWeight.x)
    .add(m1.mul(skinWeight.y))
    .add(m2.mul(skinWeight.z))
    .add(m3.mul(skinWeight.w))
    .toVar();
  return { position: skin.mul(vec4(rest, 1)).xyz, normal: mat3(skin).mul(normalGeometry) };
}

/** The SDEF formula, which sdef-attributes.ts derives. */
function blendedSpherically(rest: Node<'vec3'>, m0: Matrix, m1: Matrix): Vertex {
  const turn0 = quaternionOf(mat3(m0)).toVar();
  const turn1 = quaternionOf(mat3(m1)).toVar();
  const weight1 = select(dot(turn0, turn1).lessThan(0), skinWeight.y.negate(), skinWeight.y);
  const turn = normalize(turn0.mul(skinWeight.x).add(turn1.mul(weight1))).toVar();
  const arm0 = m0.mul(vec4(sdefArm0, 1)).xyz.mul(skinWeight.x);
  const arm1 = m1.mul(vec4(sdefArm1, 1)).xyz.mul(skinWeight.y);
  const position = rotated(rest.sub(sdefCenter.xyz), turn).add(arm0).add(arm1);
  return { position, normal: rotated(normalGeometry, turn) };
}

function createSkin(features: InstanceFeatures): Node<'vec3'> {
  const { hasSdef, crowd } = features;
  return Fn(() => {
    useRows();
    const rest = crowd?.hasVertexMorphs
      ? positionGeometry.add(crowd.morphedBy('position')).toVar()
      : positionGeometry;
    const matrix = (bone: Node): Matrix => boneMatrix(int(bone as Node<'float'>), features);
    const m0 = matrix(skinIndex.x).toVar();
    const m1 = matrix(skinIndex.y).toVar();
    // three sets its own variables to the values at rest where they first occur: not in a branch.
    const position = vec3(0).toVar();
    const normal = vec3(0).toVar();
    const assign = (vertex: Vertex): void => {
      position.assign(vertex.position);
      normal.assign(vertex.normal);
    };
    const blend = (): void => assign(blended(rest, m0, m1, matrix(skinIndex.z), matrix(skinIndex.w)));
    if (hasSdef) {
      If(sdefCenter.w.greaterThan(0.5), () => assign(blendedSpherically(rest, m0, m1))).Else(blend);
    } else blend();
    if (crowd) assign(inCrowd(crowd, { position, normal }));
    normalLocal.assign(normal);
    return position;
  })();
}

/** Where bones blend, a normal may be shorter than 1, and stays so. */
function inCrowd(crowd: CrowdNodes, { position, normal }: Vertex): Vertex {
  return { position: crowd.placed(position), normal: unit(crowd.placedNormal(normal)).mul(length(normal)) };
}

const SKINS = /* @__PURE__ */ new Map<string, Node<'vec3'>>();

/**
 * The position in the pose, in the model's space, or in that of the crowd. `normalLocal` is then the normal in the pose. The matrices are
 * the rig's, from rest to pose.
 */
export function skinnedPosition(features: InstanceFeatures): Node<'vec3'> {
  const key = skinKey(features);
  let skin = SKINS.get(key);
  if (!skin) SKINS.set(key, (skin = createSkin(features)));
  return skin;
}

/** Features with the same key have the same shader for positions and normals. */
export function skinKey({ hasSdef, crowd }: InstanceFeatures): string {
  return `${hasSdef ? ' sdef' : ''}${crowd ? ' crowd' : ''}${crowd?.hasVertexMorphs ? ' morphs' : ''}`;
}
