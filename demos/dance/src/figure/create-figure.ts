import { type Bone, type BufferGeometry, Group, type Object3D, Skeleton, SkinnedMesh } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { armParts } from './arm-parts.js';
import { createBones } from './create-bones.js';
import { createFace, type FaceParts } from './face.js';
import { headParts } from './head-parts.js';
import { legParts } from './leg-parts.js';
import { outlineGeometry } from './outline-geometry.js';
import { type Fabric, FABRICS, OUTLINE } from './palette.js';
import { outlineMaterial, toonMaterial } from './toon-material.js';
import { torsoParts } from './torso-parts.js';

/** A dancer of our own, until models are loaded: MMD's standard bones with simple shapes on them. */
export interface Figure {
  root: Object3D;
  /** In the order of the bone table. */
  bones: readonly Bone[];
  face: FaceParts;
}

/** Builds the figure; it faces +z and stands on y = 0, 20 units high. */
export function createFigure(): Figure {
  const bones = createBones();
  const root = new Group();
  root.add(bones[0]);
  root.updateMatrixWorld(true);
  const skeleton = new Skeleton([...bones]);
  for (const [fabric, geometry] of sewn()) {
    root.add(skinned(geometry, toonMaterial(FABRICS[fabric]), skeleton));
    root.add(skinned(outlineGeometry(geometry), outlineMaterial(OUTLINE), skeleton));
  }
  return { root, bones, face: createFace(bones) };
}

function sewn(): [Fabric, BufferGeometry][] {
  const parts = [torsoParts(), armParts(), legParts(), headParts()];
  return (Object.keys(FABRICS) as Fabric[]).map((fabric) => {
    const pieces = parts.flatMap((part) => part[fabric] ?? []);
    return [fabric, mergeGeometries(pieces)];
  });
}

function skinned(
  geometry: BufferGeometry,
  material: SkinnedMesh['material'],
  skeleton: Skeleton,
): SkinnedMesh {
  const mesh = new SkinnedMesh(geometry, material);
  mesh.frustumCulled = false; // its bounds at rest say nothing about a leap
  mesh.castShadow = true;
  mesh.bind(skeleton);
  return mesh;
}
