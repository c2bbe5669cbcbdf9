import {
  createPmx,
  createPmxBone,
  type Pmx,
  type PmxBone,
  type PmxMaterial,
  type PmxMorph,
  type Vector3,
  serializePmx,
} from '@odori/format';
import { BDEF1, SDEF } from '@odori/format/internal';
import { smallMaterial } from './small-material.js';

/** How a vertex follows bones. */
export interface Pull {
  readonly type: number;
  readonly bones: readonly number[];
  readonly weights: readonly number[];
  /** C, R0, R1. */
  readonly sdef?: readonly number[];
}

export interface VertexInput {
  readonly position: Vector3;
  readonly normal?: Vector3; // towards the viewer
  readonly uv?: readonly [number, number];
  readonly pull?: Pull; // the first bone
  readonly edgeScale?: number; // 1
}

export interface QuadInput {
  readonly center: Vector3;
  readonly width: number;
  readonly height: number;
}

const TO_VIEWER: Vector3 = [0, 0, -1];
const FIRST_BONE: Pull = { type: BDEF1, bones: [0], weights: [1] };

/** Builds small models for tests, in MMD's space: x right, y up, the viewer at −z. */
export class ModelBuilder {
  readonly bones: PmxBone[] = [createPmxBone({ name: 'センター' })];
  readonly morphs: PmxMorph[] = [];
  readonly textures: string[] = [];
  readonly #materials: PmxMaterial[] = [];
  readonly #vertices: VertexInput[] = [];
  readonly #additionalUvs: number[] = [];
  readonly #indices: number[] = [];

  get vertexCount(): number {
    return this.#vertices.length;
  }

  /** Starts a material: all triangles added afterwards have it. Returns its index. */
  material(material: Partial<PmxMaterial> = {}): number {
    return this.#materials.push({ ...PLAIN, name: `material ${this.#materials.length}`, ...material }) - 1;
  }

  /** Adds the path of a texture; returns its index. */
  texture(path: string): number {
    return this.textures.push(path) - 1;
  }

  vertex(input: VertexInput): number {
    return this.#vertices.push(input) - 1;
  }

  /** Clockwise, as seen from outside. */
  triangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
    this.#materials[this.#materials.length - 1].indexCount += 3;
  }

  /** A rectangle that faces the viewer, uv 0 0 at its upper left; returns the first of its four vertices. */
  quad({ center: [x, y, z], width, height }: QuadInput, pull: Pull = FIRST_BONE): number {
    const [left, right, top, bottom] = [x - width / 2, x + width / 2, y + height / 2, y - height / 2];
    const first = this.vertex({ position: [left, top, z], uv: [0, 0], pull });
    this.vertex({ position: [right, top, z], uv: [1, 0], pull });
    this.vertex({ position: [right, bottom, z], uv: [1, 1], pull });
    this.vertex({ position: [left, bottom, z], uv: [0, 1], pull });
    this.triangle(first, first + 1, first + 2);
    this.triangle(first, first + 2, first + 3);
    return first;
  }

  /** A sphere. `edgeScaleAt` gives the edge scale of a vertex from its normal. */
  ball([x, y, z]: Vector3, radius: number, edgeScaleAt: (normal: Vector3) => number = () => 1): void {
    const [rows, columns] = [16, 24];
    const first = this.vertexCount;
    for (let row = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++) {
        const [polar, around] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
        const normal: Vector3 = [
          Math.sin(polar) * Math.sin(around),
          Math.cos(polar),
          -Math.sin(polar) * Math.cos(around),
        ];
        const position: Vector3 = [x + radius * normal[0], y + radius * normal[1], z + radius * normal[2]];
        this.vertex({
          position,
          normal,
          uv: [column / columns, row / rows],
          edgeScale: edgeScaleAt(normal),
        });
      }
    }
    this.#grid(first, rows, columns);
  }

  /**
   * An upright tube of radius 1 from `bottom` to `top`. `pull` gets the height, from 0 at the bottom to 1 at
   * the top.
   */
  tube([x, bottom, z]: Vector3, top: number, pull: (height: number) => Pull): void {
    const [rows, columns] = [12, 16];
    const first = this.vertexCount;
    for (let row = 0; row <= rows; row++) {
      const y = top + ((bottom - top) * row) / rows;
      for (let column = 0; column <= columns; column++) {
        const around = (2 * Math.PI * column) / columns;
        const normal: Vector3 = [Math.sin(around), 0, -Math.cos(around)];
        this.vertex({ position: [x + normal[0], y, z + normal[2]], normal, pull: pull(1 - row / rows) });
      }
    }
    this.#grid(first, rows, columns);
  }

  /** Appends to `additionalUvs`: all values of one vertex together. */
  additionalUv(...uv: number[]): void {
    this.#additionalUvs.push(...uv);
  }

  build(): Pmx {
    const vertices = this.#vertices;
    const pulls = vertices.map(({ pull = FIRST_BONE }) => pull);
    const sdef = pulls.flatMap(({ type, sdef: vectors }, i) =>
      type === SDEF ? [{ i, vectors: vectors! }] : [],
    );
    const four = (numbers: readonly number[]): number[] => [0, 1, 2, 3].map((i) => numbers[i] ?? 0);
    return createPmx({
      version: pulls.some(({ type }) => type > SDEF) ? 2.1 : 2,
      name: 'Test',
      bones: this.bones,
      morphs: this.morphs,
      textures: this.textures,
      materials: this.#materials,
      indices: Uint32Array.from(this.#indices),
      vertices: {
        count: vertices.length,
        positions: Float32Array.from(vertices.flatMap(({ position }) => position)),
        normals: Float32Array.from(vertices.flatMap(({ normal = TO_VIEWER }) => normal)),
        uvs: Float32Array.from(vertices.flatMap(({ uv = [0, 0] }) => [...uv])),
        additionalUvCount: this.#additionalUvs.length / 4 / (vertices.length || 1),
        additionalUvs: Float32Array.from(this.#additionalUvs),
        weightTypes: Uint8Array.from(pulls, ({ type }) => type),
        boneIndices: Int32Array.from(pulls.flatMap(({ bones }) => four(bones))),
        boneWeights: Float32Array.from(pulls.flatMap(({ weights }) => four(weights))),
        sdefVertices: Uint32Array.from(sdef, ({ i }) => i),
        sdefVectors: Float32Array.from(sdef.flatMap(({ vectors }) => [...vectors])),
        edgeScales: Float32Array.from(vertices, ({ edgeScale = 1 }) => edgeScale),
      },
    });
  }

  bytes(): Uint8Array {
    return serializePmx(this.build());
  }

  /** Triangles for rows of vertices, from top to bottom, each from left to right as seen from outside. */
  #grid(first: number, rows: number, columns: number): void {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const a = first + row * (columns + 1) + column;
        const below = a + columns + 1;
        this.triangle(a, a + 1, below + 1);
        this.triangle(a, below + 1, below);
      }
    }
  }
}

/** White in any light, without toon, edge or shadow. */
const PLAIN = smallMaterial({ diffuse: [0, 0, 0, 1], ambient: [1, 1, 1] });

/** A model with a leg, which makes it a dancer instead of a stage. */
export function dancerBuilder(): ModelBuilder {
  const builder = new ModelBuilder();
  builder.bones.push(createPmxBone({ name: '左足ＩＫ' })); // IK of the left leg
  return builder;
}
