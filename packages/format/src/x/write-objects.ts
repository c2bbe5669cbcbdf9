import type { GrowingBytes } from '../binary/growing-bytes.js';
import type { X, XFrame, XMaterial, XMesh } from './x.js';

/** Writes the parts of data objects. Text and binary differ in what they put between numbers only. */
export interface XOutput {
  readonly bytes: GrowingBytes;
  /** Begins `Template name {`. */
  open(template: string, name?: Uint8Array): void;
  close(): void;
  /** Writes `{ name }`. */
  reference(name: Uint8Array): void;
  text(text: Uint8Array): void;
  index(value: number): void;
  number(value: number): void;
  /** A list of plain numbers. */
  indices(values: ArrayLike<number>): void;
  matrix(values: ArrayLike<number>): void;
  /** One record of floats, such as a color. */
  record(values: readonly number[]): void;
  /** Records of `size` floats each. */
  records(values: ArrayLike<number>, size: number): void;
  faces(starts: Uint32Array, corners: Uint32Array): void;
  /** Records of an index and `size` floats. */
  indexed(indices: Uint32Array, values: ArrayLike<number>, size: number): void;
}

/** The bytes of a name or a text, as the file can hold them. */
export interface XEncoder {
  name(text: string, where: string): Uint8Array;
  text(text: string, where: string): Uint8Array;
}

/**
 * Writes all data objects. Meshes keep their order, which is that of drawing; a frame that closed before its
 * next mesh is opened again.
 */
export function writeObjects(x: X, output: XOutput, encoder: XEncoder): void {
  const writer = new ObjectWriter(x, output, encoder);
  writer.writeAll();
}

class ObjectWriter {
  readonly #x: X;
  readonly #output: XOutput;
  readonly #encoder: XEncoder;
  /** The open frames, from the outside. */
  readonly #open: number[] = [];
  /** Frames below this index have been written. */
  #next = 0;
  /**
   * All materials stand at the top of the file, and meshes refer to them by name. Else each stands where it
   * is used.
   */
  readonly #hasReferences: boolean;

  constructor(x: X, output: XOutput, encoder: XEncoder) {
    this.#x = x;
    this.#output = output;
    this.#encoder = encoder;
    const names = new Set(x.materials.map(({ name }) => name));
    this.#hasReferences = names.size === x.materials.length && !names.has('');
  }

  writeAll(): void {
    const { meshes, frames, materials } = this.#x;
    const used = new Set(this.#hasReferences ? [] : meshes.flatMap((mesh) => mesh.materials));
    materials.forEach((_, index) => {
      if (!used.has(index)) this.#writeMaterial(index);
    });
    const first = new Map<string, XMesh>();
    meshes.forEach((mesh, index) => {
      this.#enter(mesh.frame);
      const name = this.#encoder.name(mesh.name, `meshes[${index}]`);
      const key = name.join();
      const known = first.get(key);
      if (known && name.length > 0 && mesh.frame >= 0 && isCopy(mesh, known)) this.#output.reference(name);
      else this.#writeMesh(mesh, name);
      if (!known) first.set(key, mesh);
    });
    this.#openUpTo(frames.length - 1);
    this.#closeTo([]);
  }

  /** Opens the frames up to one, those before it first, and closes all others. */
  #enter(frame: number): void {
    this.#openUpTo(frame);
    this.#openPath(frame);
  }

  #openUpTo(frame: number): void {
    const last = Math.min(frame, this.#x.frames.length - 1);
    for (; this.#next <= last; this.#next++) this.#openPath(this.#next);
  }

  #openPath(frame: number): void {
    const { frames } = this.#x;
    if (frame >= 0 && this.#open.length > 0 && frames[frame]?.parent === this.#open.at(-1)) {
      this.#openFrame(frame, frames[frame]); // searching its path each time would take O(depth²)
      return;
    }
    const path: number[] = [];
    for (let at = frame; frames[at] && path.length <= frames.length; at = frames[at].parent) path.push(at);
    path.reverse();
    this.#closeTo(path);
    for (const index of path.slice(this.#open.length)) this.#openFrame(index, frames[index]);
  }

  #closeTo(path: readonly number[]): void {
    while (this.#open.length > 0 && this.#open.at(-1) !== path[this.#open.length - 1]) {
      this.#output.close();
      this.#open.pop();
    }
  }

  #openFrame(index: number, { name, transform }: XFrame): void {
    const output = this.#output;
    output.open('Frame', this.#encoder.name(name, `frames[${index}]`));
    this.#open.push(index);
    if (!transform) return;
    output.open('FrameTransformMatrix');
    output.matrix(transform);
    output.close();
  }

  #writeMesh(mesh: XMesh, name: Uint8Array): void {
    const output = this.#output;
    output.open('Mesh', name);
    output.index(mesh.positions.length / 3);
    output.records(mesh.positions, 3);
    output.index(mesh.faceStarts.length - 1);
    output.faces(mesh.faceStarts, mesh.corners);
    this.#writeMaterialList(mesh);
    writeColumns(mesh, output);
    output.close();
  }

  #writeMaterialList({ materials, faceMaterials }: XMesh): void {
    const { length } = materials;
    if (length + faceMaterials.length === 0) return;
    const output = this.#output;
    output.open('MeshMaterialList');
    output.index(length);
    output.index(faceMaterials.length);
    output.indices(faceMaterials);
    for (const index of materials) {
      const material = this.#x.materials[index];
      if (material && !this.#hasReferences) this.#writeMaterial(index);
      else output.reference(this.#encoder.name(material?.name ?? MISSING, `materials[${index}]`));
    }
    output.close();
  }

  #writeMaterial(index: number): void {
    const output = this.#output;
    const { name, diffuse, power, specular, emissive, texture }: XMaterial = this.#x.materials[index];
    const where = `materials[${index}]`;
    output.open('Material', this.#encoder.name(name, where));
    output.record(diffuse);
    output.number(power);
    output.record(specular);
    output.record(emissive);
    if (texture !== '') {
      output.open('TextureFilename');
      output.text(this.#encoder.text(texture, `${where}.texture`));
      output.close();
    }
    output.close();
  }
}

/** Is a mesh another one in another frame? A file then refers to that by name. O(1). */
function isCopy(mesh: XMesh, other: XMesh): boolean {
  const { frame: _, ...parts } = mesh;
  return Object.entries(parts).every(([name, part]) => other[name as keyof XMesh] === part);
}

/** A name that no material has. */
const MISSING = 'missing_material';

function writeColumns({ normals, faceStarts, uvs, colors }: XMesh, output: XOutput): void {
  if (normals) {
    output.open('MeshNormals');
    output.index(normals.vectors.length / 3);
    output.records(normals.vectors, 3);
    output.index(faceStarts.length - 1);
    output.faces(faceStarts, normals.corners);
    output.close();
  }
  if (uvs) {
    output.open('MeshTextureCoords');
    output.index(uvs.length / 2);
    output.records(uvs, 2);
    output.close();
  }
  if (colors) {
    output.open('MeshVertexColors');
    output.index(colors.vertices.length);
    output.indexed(colors.vertices, colors.values, 4);
    output.close();
  }
}
