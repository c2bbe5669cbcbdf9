import type { Pmx } from '@odori/format';
import {
  type Bone,
  DoubleSide,
  Group,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Skeleton,
  SkinnedMesh,
} from 'three';
import { modelGeometry } from './model-geometry.js';

/** The surface of a model: plain, matte, and as opaque as the reader likes. */
export interface Body {
  readonly root: Group;
  /** Its bones are the children of this. */
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
  // Drawn first, into the depths only: so a body that can be seen through does not show its own far side.
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
