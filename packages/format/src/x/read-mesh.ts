import { countOf } from '../text/count-of.js';
import { type ObjectHead, readHead, readReference, skipReference } from './object-head.js';
import { readDeclData } from './read-decl-data.js';
import { readMaterial } from './read-material.js';
import type { XMaterial, XMesh, XNormals } from './x.js';
import type { XTokens } from './x-tokens.js';

/** A material of a mesh that the file defines elsewhere. */
interface Reference {
  readonly materials: number[];
  readonly index: number;
  readonly name: string;
  readonly at: number;
}

/** Reads meshes, and adds their own materials to those of the file. */
export class MeshReader {
  readonly #tokens: XTokens;
  readonly #materials: XMaterial[];
  readonly #ignore: (head: ObjectHead) => void;
  readonly #references: Reference[] = [];

  constructor(tokens: XTokens, materials: XMaterial[], ignore: (head: ObjectHead) => void) {
    this.#tokens = tokens;
    this.#materials = materials;
    this.#ignore = ignore;
  }

  /** Reads a mesh from its number of vertices on. */
  read(name: string, frame: number): XMesh {
    const tokens = this.#tokens;
    tokens.spend(MESH_MEMORY, 'Mesh');
    tokens.spendText(name, 'Mesh');
    const positions = tokens.floats(3 * tokens.count(3, 'Mesh vertices'), 'Mesh vertices');
    const { faceStarts, corners } = readFaces(tokens, 'Mesh faces');
    checkIndices(tokens, corners, positions.length / 3, 'Mesh faces');
    const mesh: XMesh = {
      name,
      frame,
      positions,
      faceStarts,
      corners,
      materials: [],
      faceMaterials: new Uint32Array(0),
    };
    for (let kind = tokens.peek(); kind !== 'close'; kind = tokens.peek()) {
      if (kind === 'open') skipReference(tokens, 'Mesh');
      else this.#readPart(mesh, readHead(tokens));
    }
    tokens.skip();
    return mesh;
  }

  /** Looks up the materials that meshes refer to. */
  resolveMaterials(): void {
    const byName = new Map<string, number>();
    this.#materials.forEach(({ name }, index) => {
      if (!byName.has(name)) byName.set(name, index);
    });
    for (const { materials, index, name, at } of this.#references) {
      materials[index] = byName.get(name) ?? -1;
      if (materials[index] >= 0) continue;
      const problem = `refers to the material ${JSON.stringify(name)}, which the file does not have`;
      this.#tokens.warn('bad-index', 'MeshMaterialList', problem, at);
    }
  }

  #readPart(mesh: XMesh, head: ObjectHead): void {
    const tokens = this.#tokens;
    const vertices = mesh.positions.length / 3;
    switch (head.kind) {
      case 'meshnormals': {
        const normals = readNormals(tokens, mesh);
        if (normals) mesh.normals = normals;
        break;
      }
      case 'meshtexturecoords': {
        const { at } = tokens;
        mesh.uvs = tokens.floats(2 * tokens.count(2, head.template), head.template);
        checkCount(tokens, mesh.uvs.length / 2, vertices, head.template, at);
        break;
      }
      case 'meshvertexcolors':
        mesh.colors = readColors(tokens, vertices);
        break;
      case 'meshmateriallist':
        this.#readMaterials(mesh);
        break;
      case 'decldata':
        if (!readDeclData(tokens, mesh)) return this.#ignore(head);
        break;
      default:
        return this.#ignore(head);
    }
    tokens.skipObject(head.template);
  }

  /** The brace of the list is left to the caller. */
  #readMaterials(mesh: XMesh): void {
    const tokens = this.#tokens;
    const section = 'MeshMaterialList';
    const { at } = tokens;
    const declared = tokens.index(section);
    mesh.faceMaterials = tokens.indices(tokens.count(1, section), section);
    mesh.materials = [];
    for (let kind = tokens.peek(); kind === 'open' || kind === 'name'; kind = tokens.peek()) {
      tokens.spend(REFERENCE_MEMORY, section);
      if (kind === 'open') this.#readReference(mesh.materials);
      else this.#readMaterial(mesh.materials);
    }
    checkCount(tokens, mesh.materials.length, declared, section, at);
    checkIndices(tokens, mesh.faceMaterials, mesh.materials.length, section);
  }

  #readMaterial(materials: number[]): void {
    const head = readHead(this.#tokens);
    if (head.kind !== 'material') return this.#ignore(head);
    materials.push(this.#materials.length);
    this.#materials.push(readMaterial(this.#tokens, head.name, this.#ignore));
  }

  #readReference(materials: number[]): void {
    const tokens = this.#tokens;
    const { at } = tokens;
    tokens.skip();
    const name = readReference(tokens, 'MeshMaterialList');
    const index = materials.push(-1) - 1;
    this.#references.push({ materials, index, name, at });
  }
}

/** Reads faces: each is a number of corners, and so many indices. */
function readFaces(tokens: XTokens, section: string): Pick<XMesh, 'faceStarts' | 'corners'> {
  const count = tokens.count(1, section);
  tokens.spend(2 * COLUMN_MEMORY + 4 * (count + 1), section);
  const faceStarts = new Uint32Array(count + 1);
  let corners = new Uint32Array(Math.max(3 * count, 1));
  for (let face = 0; face < count; face++) {
    const start = faceStarts[face];
    const end = start + tokens.count(1, section);
    if (end > corners.length) corners = grown(corners, end);
    faceStarts[face + 1] = end;
    tokens.spend(4 * (end - start), section);
    tokens.readInto(corners, section, start, end);
  }
  return { faceStarts, corners: corners.slice(0, faceStarts[count]) };
}

/** The same numbers with room for `length` at least. */
function grown(column: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(length, 2 * column.length));
  larger.set(column);
  return larger;
}

/** Normals for each corner of the mesh; undefined if their faces have other numbers of corners. */
function readNormals(tokens: XTokens, mesh: XMesh): XNormals | undefined {
  const section = 'MeshNormals';
  const { at } = tokens;
  const vectors = tokens.floats(3 * tokens.count(3, section), section);
  const { faceStarts, corners } = readFaces(tokens, section);
  checkIndices(tokens, corners, vectors.length / 3, section);
  const isMatching =
    faceStarts.length === mesh.faceStarts.length &&
    faceStarts.every((start, face) => start === mesh.faceStarts[face]);
  if (isMatching) return { vectors, corners };
  tokens.warn('count-mismatch', section, 'have other faces than the mesh, and are left out', at);
  return undefined;
}

function readColors(tokens: XTokens, vertexCount: number): NonNullable<XMesh['colors']> {
  const section = 'MeshVertexColors';
  const count = tokens.count(5, section);
  tokens.spend(2 * COLUMN_MEMORY + 20 * count, section);
  const vertices = new Uint32Array(count);
  const values = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    tokens.readInto(vertices, section, i, i + 1);
    tokens.readInto(values, section, 4 * i, 4 * i + 4);
  }
  checkIndices(tokens, vertices, vertexCount, section);
  return { vertices, values };
}

function checkIndices(tokens: XTokens, indices: Uint32Array, count: number, section: string): void {
  const bad = indices.find((index) => index >= count);
  if (bad === undefined) return;
  tokens.warn('bad-index', section, `have the index ${bad}, but only ${countOf(count, 'element')}`);
}

function checkCount(tokens: XTokens, found: number, wanted: number, section: string, at: number): void {
  if (found !== wanted) tokens.warn('count-mismatch', section, `has ${found} of ${wanted}`, at);
}

/** A typed array with its buffer. */
const COLUMN_MEMORY = 200;
const MESH_MEMORY = 500;
/** A number, and what is needed to look it up. */
const REFERENCE_MEMORY = 64;
