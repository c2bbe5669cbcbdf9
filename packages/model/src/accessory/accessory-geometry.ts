import type { X, XMesh } from '@odori/format/x';
import { finite, flipPositions, flipTriangles } from '@odori/runtime/internal';
import { BufferAttribute, BufferGeometry, Matrix3, Matrix4, Vector3 } from 'three';
import { finiteColumn } from '../geometry/columns.js';
import { createVertexNormals } from './vertex-normals.js';

/**
 * MMD draws a unit of a DirectX file as ten of MMD's units.
 *
 * @see Read from the matrices that MMD 9.31 hands to Direct3D.
 */
export const X_UNIT = 10;

/** What an accessory draws, with the material of each group. */
interface AccessoryGeometry {
  readonly geometry: BufferGeometry;
  /** By group: an index into the document's materials; −1: none. */
  readonly materials: readonly number[];
}

/**
 * All meshes of an accessory as one geometry in three's space and MMD units, with one group for each material
 * of each mesh, in the order of the file, which is the order of drawing. Transforms of frames are applied, as
 * in MMD.
 *
 * Faces become fans of triangles. A vertex that corners give several normals becomes several vertices; a mesh
 * without normals gets those of {@link createVertexNormals}. Triangles with an index out of range are left
 * out; numbers that are not finite become 0. The document is not changed. O(corners).
 */
export function createAccessoryGeometry(x: X): AccessoryGeometry {
  const builder = new Builder();
  const transforms = worldTransforms(x);
  for (const mesh of x.meshes) builder.add(mesh, transforms[mesh.frame] ?? new Matrix4());
  return builder.build();
}

/** The transforms of all frames. A parent comes before its children. */
function worldTransforms({ frames }: X): Matrix4[] {
  const transforms: Matrix4[] = [];
  for (const [index, { parent, transform }] of frames.entries()) {
    const own = new Matrix4();
    // Row by row for row vectors is column by column for column vectors.
    if (transform) own.fromArray(finiteColumn(transform.subarray(0, 16)));
    transforms.push(parent >= 0 && parent < index ? own.premultiply(transforms[parent]) : own);
  }
  return transforms;
}

class Builder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #uvs: number[] = [];
  readonly #indices: number[] = [];
  readonly #groups: { start: number; count: number; material: number }[] = [];

  add(mesh: XMesh, transform: Matrix4): void {
    const corners = this.#addVertices(mesh, transform);
    const facesBySlot = facesBySlotOf(mesh);
    for (const slot of [...facesBySlot.keys()].sort((a, b) => a - b)) {
      const start = this.#indices.length;
      for (const face of facesBySlot.get(slot)!)
        this.#addFan(corners, mesh.faceStarts[face], mesh.faceStarts[face + 1]);
      const count = this.#indices.length - start;
      if (count > 0) this.#groups.push({ start, count, material: mesh.materials[slot] ?? -1 });
    }
  }

  build(): AccessoryGeometry {
    const geometry = new BufferGeometry();
    const positions = Float32Array.from(this.#positions);
    const normals = Float32Array.from(this.#normals);
    const vertices = positions.length / 3;
    const indices = vertices > 0xffff ? Uint32Array.from(this.#indices) : Uint16Array.from(this.#indices);
    flipPositions(positions);
    flipPositions(normals);
    flipTriangles(indices);
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    geometry.setAttribute('uv', new BufferAttribute(Float32Array.from(this.#uvs), 2));
    geometry.setIndex(new BufferAttribute(indices, 1));
    this.#groups.forEach(({ start, count }, i) => geometry.addGroup(start, count, i));
    return { geometry, materials: this.#groups.map(({ material }) => material) };
  }

  /**
   * Adds a vertex for each vertex and normal that corners have. Returns the new vertex of each corner; −1:
   * none.
   */
  #addVertices(mesh: XMesh, transform: Matrix4): Int32Array {
    const { corners, faceStarts, normals } = mesh;
    const vertexCount = mesh.positions.length / 3;
    const positions = placesOf(mesh, transform);
    const computed = normals ? undefined : createVertexNormals(mesh, positions);
    const normalTransform = new Matrix3().getNormalMatrix(transform);
    const known = new Map<number, number>();
    const added = new Int32Array(corners.length).fill(-1);
    for (let i = faceStarts[0]; i < (faceStarts.at(-1) ?? 0); i++) {
      const corner = corners[i];
      if (!(corner < vertexCount)) continue;
      const key = corner + vertexCount * (normals ? normals.corners[i] : 0);
      const vertex = known.get(key) ?? this.#positions.length / 3;
      added[i] = vertex;
      if (known.has(key)) continue;
      known.set(key, vertex);
      pushVector(this.#positions, point.fromArray(positions, 3 * corner));
      if (normals) readVector(normals.vectors, normals.corners[i]).applyMatrix3(normalTransform).normalize();
      else point.fromArray(computed!, 3 * corner);
      pushVector(this.#normals, point);
      this.#uvs.push(...uvOf(mesh, corner));
    }
    return added;
  }

  #addFan(corners: Int32Array, start: number, end: number): void {
    for (let i = start + 2; i < end; i++) {
      const [a, b, c] = [corners[start], corners[i - 1], corners[i]];
      if (a >= 0 && b >= 0 && c >= 0) this.#indices.push(a, b, c);
    }
  }
}

/** The faces of each slot that has some: meshes that share a long list of materials may use few of them. */
function facesBySlotOf(mesh: XMesh): Map<number, number[]> {
  const slots = Math.max(mesh.materials.length, 1);
  const facesBySlot = new Map<number, number[]>();
  for (let face = 0; face < mesh.faceStarts.length - 1; face++) {
    const slot = slotOf(mesh, face, slots);
    const faces = facesBySlot.get(slot);
    if (faces) faces.push(face);
    else facesBySlot.set(slot, [face]);
  }
  return facesBySlot;
}

/** The last number of a short list counts for all other faces. */
function slotOf({ faceMaterials }: XMesh, face: number, slots: number): number {
  const slot = faceMaterials[Math.min(face, faceMaterials.length - 1)] ?? 0;
  return Math.min(slot, slots - 1);
}

/** The positions of all vertices with the transform of their frame, in MMD units. */
function placesOf({ positions }: XMesh, transform: Matrix4): Float64Array {
  const places = new Float64Array(positions.length);
  for (let i = 0; i < places.length; i += 3)
    readVector(positions, i / 3)
      .applyMatrix4(transform)
      .multiplyScalar(X_UNIT)
      .toArray(places, i);
  return places;
}

/** A missing or odd number is 0. */
function readVector(vectors: Float32Array, index: number): Vector3 {
  const at = 3 * index;
  return point.set(finite(vectors[at]), finite(vectors[at + 1]), finite(vectors[at + 2]));
}

function uvOf({ uvs }: XMesh, vertex: number): [number, number] {
  return uvs ? [finite(uvs[2 * vertex]), finite(uvs[2 * vertex + 1])] : [0, 0];
}

function pushVector(list: number[], { x, y, z }: Vector3): void {
  list.push(finite(x), finite(y), finite(z));
}

const point = /* @__PURE__ */ new Vector3();
