import type { Mesh, Object3D, SkinnedMesh } from 'three';

/** A mesh whose morphs have names. */
export type MorphedMesh = Mesh & {
  readonly morphTargetDictionary: Record<string, number>;
  readonly morphTargetInfluences: number[];
};

export function isSkinned(object: Object3D): object is SkinnedMesh {
  return 'isSkinnedMesh' in object && 'skeleton' in object && object.skeleton !== undefined;
}

export function isMorphed(object: Object3D): object is MorphedMesh {
  return 'morphTargetDictionary' in object && object.morphTargetDictionary !== undefined;
}
