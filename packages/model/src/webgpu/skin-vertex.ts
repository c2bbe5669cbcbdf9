import type { SkinnedMesh } from 'three';
import { DataTexture, FloatType, type Node, RGBAFormat } from 'three/webgpu';
import {
  attribute,
  cross,
  dot,
  Fn,
  If,
  int,
  ivec2,
  mat3,
  mat4,
  normalGeometry,
  normalize,
  normalLocal,
  OnObjectUpdate,
  positionGeometry,
  select,
  uniformTexture,
  vec3,
  vec4,
} from 'three/tsl';

/** The matrices of the bones of the object that is drawn, four texels each. */
const boneTexture = uniformTexture(new DataTexture(new Float32Array(64), 4, 4, RGBAFormat, FloatType));

/** The matrix of a bone, from rest to pose. */
export const boneMatrix: (bone: Node<'int'>) => Node<'mat4'> = Fn(([bone]: [Node<'int'>]) => {
  const size = int((boneTexture.size(int(0)) as unknown as Node<'uvec2'>).x).toVar();
  const first = bone.mul(4).toVar();
  const y = first.div(size).toVar();
  const x = first.sub(y.mul(size)).toVar();
  const column = (i: number): Node<'vec4'> => boneTexture.load(ivec2(x.add(i), y));
  return mat4(column(0), column(1), column(2), column(3));
});

/** Points the texture of the bones at those of the object that is drawn, as they are now. */
export function useBones(): void {
  OnObjectUpdate(({ object }) => {
    const { skeleton } = object as SkinnedMesh;
    skeleton.update();
    if (!skeleton.boneTexture) skeleton.computeBoneTexture();
    boneTexture.value = skeleton.boneTexture!;
  });
}

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

function blended(m0: Matrix, m1: Matrix): Vertex {
  const m2 = boneMatrix(int(skinIndex.z));
  const m3 = boneMatrix(int(skinIndex.w));
  const skin = m0
    .mul(skinWeight.x)
    .add(m1.mul(skinWeight.y))
    .add(m2.mul(skinWeight.z))
    .add(m3.mul(skinWeight.w))
    .toVar();
  return { position: skin.mul(vec4(positionGeometry, 1)).xyz, normal: mat3(skin).mul(normalGeometry) };
}

/** The SDEF formula, which sdef-attributes.ts derives. */
function blendedSpherically(m0: Matrix, m1: Matrix): Vertex {
  const turn0 = quaternionOf(mat3(m0)).toVar();
  const turn1 = quaternionOf(mat3(m1)).toVar();
  const weight1 = select(dot(turn0, turn1).lessThan(0), skinWeight.y.negate(), skinWeight.y);
  const turn = normalize(turn0.mul(skinWeight.x).add(turn1.mul(weight1))).toVar();
  const arm0 = m0.mul(vec4(sdefArm0, 1)).xyz.mul(skinWeight.x);
  const arm1 = m1.mul(vec4(sdefArm1, 1)).xyz.mul(skinWeight.y);
  const position = rotated(positionGeometry.sub(sdefCenter.xyz), turn).add(arm0).add(arm1);
  return { position, normal: rotated(normalGeometry, turn) };
}

function createSkin(hasSdef: boolean): Node<'vec3'> {
  return Fn(() => {
    useBones();
    const m0 = boneMatrix(int(skinIndex.x)).toVar();
    const m1 = boneMatrix(int(skinIndex.y)).toVar();
    // three sets its own variables to the values at rest where they first occur: not in a branch.
    const position = vec3(0).toVar();
    const normal = vec3(0).toVar();
    const assign = (vertex: Vertex): void => {
      position.assign(vertex.position);
      normal.assign(vertex.normal);
    };
    if (hasSdef) {
      If(sdefCenter.w.greaterThan(0.5), () => assign(blendedSpherically(m0, m1))).Else(() =>
        assign(blended(m0, m1)),
      );
    } else assign(blended(m0, m1));
    normalLocal.assign(normal);
    return position;
  })();
}

const SKINS = /* @__PURE__ */ new Map<boolean, Node<'vec3'>>();

/**
 * The position in the pose, in the model's space. `normalLocal` is then the normal in the pose. The matrices are the rig's, from rest to
 * pose.
 */
export function skinnedPosition(hasSdef: boolean): Node<'vec3'> {
  let skin = SKINS.get(hasSdef);
  if (!skin) SKINS.set(hasSdef, (skin = createSkin(hasSdef)));
  return skin;
}
