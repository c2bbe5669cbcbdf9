import type { PmxMaterial } from '@odori/format';
import type { Rig } from '@odori/runtime';
import {
  BackSide,
  Box3,
  FrontSide,
  type Material,
  Matrix4,
  type Object3D,
  Ray,
  type Raycaster,
  type SkinnedMesh,
  Vector3,
} from 'three';
import { type BoneBoxes, BOX_SIZE } from '../geometry/bone-boxes.js';
import { addMoved, writeReach } from '../geometry/pose-bounds.js';
import { strongestSlot, type TriangleChunks } from '../geometry/triangle-chunks.js';

/** Where a ray hits the body of a model. */
export interface ModelHit {
  /** The name of the bone that moves the nearest vertex most; empty if no bone of the model does. */
  readonly bone: string;
  /** The name of the material. */
  readonly material: string;
  /** In the world. */
  readonly point: Vector3;
  /** From the origin of the ray, in the world. */
  readonly distance: number;
}

/** What a model and its clones share. */
interface BodyParts {
  readonly materials: readonly Pick<PmxMaterial, 'name'>[];
  readonly boneBoxes: BoneBoxes;
  readonly triangleChunks: TriangleChunks;
}

/** Finds where a ray hits the body: it moves only the vertices of chunks whose boxes the ray hits. */
export class BodyPicker {
  /** How many triangles the last call moved from rest to pose. */
  movedTriangles = 0;
  readonly #mesh: SkinnedMesh;
  readonly #rig: Rig;
  readonly #materials: readonly Pick<PmxMaterial, 'name'>[];
  readonly #boneBoxes: BoneBoxes;
  readonly #chunks: TriangleChunks;
  /** By how much the morphs enlarge the boxes of each bone, and of each chunk. */
  readonly #boneReach: Float64Array;
  readonly #reach: Float64Array;
  /** The index of a bone in `boneBoxes`. */
  readonly #boxOfBone: ReadonlyMap<number, number>;

  /** For a body and its rig. What morphs and bones move is shared by clones. */
  constructor(mesh: SkinnedMesh, rig: Rig, { materials, boneBoxes, triangleChunks: chunks }: BodyParts) {
    this.#mesh = mesh;
    this.#rig = rig;
    this.#materials = materials;
    this.#boneBoxes = boneBoxes;
    this.#chunks = chunks;
    this.#boneReach = new Float64Array(boneBoxes.bones.length);
    this.#reach = new Float64Array(chunks.bones.length);
    this.#boxOfBone = new Map(Array.from(boneBoxes.bones, (bone, i) => [bone, i]));
  }

  /** O(chunks + triangles of the chunks whose boxes the ray hits). Allocates the result only. */
  pick({ ray, near, far }: Raycaster): ModelHit | undefined {
    const mesh = this.#mesh;
    this.movedTriangles = 0;
    if (!isDrawn(mesh)) return undefined;
    mesh.updateWorldMatrix(true, false);
    localRay.copy(ray).applyMatrix4(inverse.copy(mesh.matrixWorld).invert());
    mesh.skeleton.update();
    this.#updateReach();
    nearest.corner = -1;
    nearest.distance = far;
    const { count, materials } = this.#chunks;
    for (let chunk = 0; chunk < count; chunk++) {
      const material = materialOf(mesh, materials[chunk]);
      if (material?.visible && this.#hitsBox(chunk)) this.#hitTriangles(chunk, material, ray, near);
    }
    return nearest.corner < 0 ? undefined : this.#describe();
  }

  #updateReach(): void {
    const all = writeReach(this.#boneBoxes, this.#rig.morphWeights, this.#boneReach);
    const { bones } = this.#chunks;
    for (let i = 0; i < bones.length; i++) this.#reach[i] = all[this.#boxOfBone.get(bones[i])!];
  }

  #hitsBox(chunk: number): boolean {
    const { boxStarts, bones, boxes } = this.#chunks;
    const matrices = this.#mesh.skeleton.boneMatrices!;
    box.makeEmpty();
    for (let i = boxStarts[chunk]; i < boxStarts[chunk + 1]; i++) {
      addMoved(box, boxes, BOX_SIZE * i, matrices, 16 * bones[i], this.#reach, i);
    }
    return localRay.intersectsBox(box.expandByScalar(ROUNDING));
  }

  #hitTriangles(chunk: number, { side }: Material, { origin }: Ray, near: number): void {
    const mesh = this.#mesh;
    const index = mesh.geometry.index!;
    const { starts, triangles } = this.#chunks;
    for (let i = starts[chunk]; i < starts[chunk + 1]; i++) {
      const corner = triangles[i];
      for (let k = 0; k < 3; k++) mesh.getVertexPosition(index.getX(corner + k), corners[k]);
      this.movedTriangles++;
      const [a, b, c] = side === BackSide ? backwards : corners;
      const isOneSided = side === FrontSide || side === BackSide;
      if (!localRay.intersectTriangle(a, b, c, isOneSided, local)) continue;
      const distance = point.copy(local).applyMatrix4(mesh.matrixWorld).distanceTo(origin);
      if (distance < near || distance > nearest.distance) continue;
      nearest.distance = distance;
      nearest.corner = corner + nearestOf(local);
      nearest.material = this.#chunks.materials[chunk];
      nearest.point.copy(point);
    }
  }

  #describe(): ModelHit {
    const { geometry } = this.#mesh;
    const { skinIndex, skinWeight } = geometry.attributes;
    const { distance, point, corner, material } = nearest;
    const slot = strongestSlot(skinWeight.array, geometry.index!.getX(corner));
    const bone = this.#rig.definition.boneNames[skinIndex.array[slot]] ?? '';
    return { bone, material: this.#materials[material].name, point: point.clone(), distance };
  }
}

/** Whether neither the object nor one above it is hidden. */
function isDrawn(object: Object3D): boolean {
  for (let each: Object3D | null = object; each; each = each.parent) if (!each.visible) return false;
  return true;
}

function materialOf({ material }: SkinnedMesh, i: number): Material | undefined {
  return Array.isArray(material) ? material[i] : material;
}

/** Which corner is nearest to a point of the triangle. */
function nearestOf(place: Vector3): number {
  const [a, b, c] = corners;
  const [toA, toB, toC] = [
    a.distanceToSquared(place),
    b.distanceToSquared(place),
    c.distanceToSquared(place),
  ];
  return toA <= toB && toA <= toC ? 0 : toB <= toC ? 1 : 2;
}

/** In units: places are rounded to 32 bits. */
const ROUNDING = 1e-3;
const corners = /* @__PURE__ */ [new Vector3(), new Vector3(), new Vector3()] as const;
const backwards = /* @__PURE__ */ [corners[2], corners[1], corners[0]] as const;
const box = /* @__PURE__ */ new Box3();
const inverse = /* @__PURE__ */ new Matrix4();
const localRay = /* @__PURE__ */ new Ray();
const local = /* @__PURE__ */ new Vector3();
const point = /* @__PURE__ */ new Vector3();
const nearest = { corner: -1, distance: Infinity, material: 0, point: /* @__PURE__ */ new Vector3() };
