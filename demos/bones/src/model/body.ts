import type { Pmx } from '@odori/format';
import {
  type Bone,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Skeleton,
  SkinnedMesh,
} from 'three';

/** The surface of a model in one matte colour, with adjustable opacity. */
export interface Body {
  readonly root: Group;
  /** The root bones are children of this mesh. */
  readonly mesh: SkinnedMesh;
  readonly material: MeshLambertMaterial;
  /** 0 to 1. */
  fade(opacity: number): void;
  dispose(): void;
}

export function createBody(pmx: Pmx, bones: readonly Bone[]): Body {
  const geometry = modelGeometry(pmx);
  const material = new MeshLambertMaterial({ side: DoubleSide });
  const mesh = new SkinnedMesh(geometry, material);
  // Drawn first, only into the depth buffer, so that the back of a translucent body does not show through.
  const front = new SkinnedMesh(geometry, new MeshBasicMaterial({ colorWrite: false, side: DoubleSide }));
  mesh.add(...bones.filter(({ parent }) => parent === null));
  mesh.updateMatrixWorld(true);
  const skeleton = new Skeleton([...bones]);
  for (const surface of [mesh, front]) {
    surface.bind(skeleton, new Matrix4());
    surface.frustumCulled = false;
  }
  mesh.castShadow = true;
  front.renderOrder = -1;
  const root = new Group().add(front, mesh);
  return {
    root,
    mesh,
    material,
    fade(opacity) {
      root.visible = opacity > 0;
      front.visible = material.transparent = opacity < 1;
      material.opacity = opacity;
      material.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      front.material.dispose();
      skeleton.dispose();
    },
  };
}

/**
 * The skinned triangles of a model in three.js space, (x, y, −z), which reverses their winding. O(vertices +
 * triangles).
 */
function modelGeometry(pmx: Pmx): BufferGeometry {
  const { vertices, bones } = pmx;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(flipped(vertices.positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(flipped(vertices.normals), 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(boneSlots(vertices.boneIndices, bones.length), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(finite(vertices.boneWeights), 4));
  geometry.setIndex(new BufferAttribute(visibleTriangles(pmx), 1));
  return geometry;
}

/** Replaces NaN and infinity, which would hide whole triangles and break the bounds. */
function finite(values: Float32Array): Float32Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}

function flipped(vectors: Float32Array): Float32Array {
  const out = finite(vectors);
  for (let i = 2; i < out.length; i += 3) out[i] = -out[i];
  return out;
}

/** Replaces invalid bone indices by 0. In good files, their weights are 0. */
function boneSlots(indices: Int32Array, bones: number): Uint16Array {
  return Uint16Array.from(indices, (bone) => (bone >= 0 && bone < bones ? bone : 0));
}

/** The triangles of visible materials, without those with invalid vertices. */
function visibleTriangles({ vertices, indices, materials }: Pmx): Uint32Array {
  const out = new Uint32Array(indices.length);
  let length = 0;
  let start = 0;
  const add = (end: number): void => {
    for (let i = start; i + 2 < end; i += 3) {
      if (Math.max(indices[i], indices[i + 1], indices[i + 2]) >= vertices.count) continue;
      out[length++] = indices[i];
      out[length++] = indices[i + 2];
      out[length++] = indices[i + 1];
    }
  };
  for (const { indexCount, diffuse } of materials) {
    const end = Math.min(start + indexCount, indices.length);
    if (diffuse[3] > 0) add(end);
    start = end;
  }
  if (materials.length === 0) add(indices.length);
  return out.subarray(0, length);
}
