import type { Node } from 'three/webgpu';
import { Fn, int, ivec2, length, Loop, mat3, vec3, vec4 } from 'three/tsl';
import type { CrowdLayout } from '../../crowd/crowd-rows.js';
import { MORPH_CHANNELS, type MorphChannel } from '../../crowd/morph-table.js';
import { MATERIAL_VALUES } from '../../morphs/material-morphs.js';
import { type FloatTexture, type Vertex, widthOf } from '../instance-data.js';
import { posedVertex, type RestVertex, unit } from '../skin-vertex.js';

/** Where the numbers of a dancer are read from. */
export interface DancerSource {
  readonly rows: FloatTexture;
  readonly table: FloatTexture;
  /** Loads a matrix of the rows. */
  readonly matrix: (first: Node<'int'>) => Node<'mat4'>;
  readonly layout: Readonly<Record<keyof CrowdLayout, Node<'int'>>>;
  /** The index of the dancer. */
  readonly dancer: Node<'int'>;
  /** The first texel of the heads of the vertex. */
  readonly morphHead: Node<'float'>;
}

/** What shaders read of a dancer. */
export class DancerNodes {
  readonly boneStart: Node<'int'>;
  readonly #source: DancerSource;
  readonly #rowStart: Node<'int'>;
  readonly #rowTexel: (index: Node<'int'>) => Node<'vec4'>;
  readonly #tableTexel: (index: Node<'int'>) => Node<'vec4'>;

  constructor(source: DancerSource) {
    const { dancer, layout, rows, table } = source;
    this.#source = source;
    this.#rowStart = dancer.mul(layout.stride);
    this.boneStart = this.#rowStart.add(layout.bones);
    this.#rowTexel = texelOf(rows);
    this.#tableTexel = texelOf(table);
  }

  /** The matrix of a bone, from rest to pose, in her space. */
  boneMatrix(bone: Node<'int'>): Node<'mat4'> {
    return this.#source.matrix(this.boneStart.add(bone.mul(4)));
  }

  /** A point in her space, in that of the crowd. */
  placed(point: Node<'vec3'>): Node<'vec3'> {
    return this.#source.matrix(this.#rowStart).mul(vec4(point, 1)).xyz;
  }

  /** What her morphs add to a vertex: x y z of a position, x y of a UV. For the body of a `Fn`. */
  morphedBy(channel: MorphChannel): Node<'vec3'> {
    const sum = vec3(0).toVar();
    const first = int(this.#source.morphHead).add(MORPH_CHANNELS.indexOf(channel));
    const head = this.#tableTexel(first).toVar();
    const begin = int(head.x).toVar();
    Loop({ start: begin, end: begin.add(int(head.y)), type: 'int', condition: '<' }, ({ i }) => {
      const entry = this.#tableTexel(i).toVar();
      sum.addAssign(entry.xyz.mul(this.#weightOf(int(entry.w))));
    });
    return sum;
  }

  /** Moves a vertex by her morphs and bones, and to her position. For the body of a `Fn`. */
  skinned(rest: RestVertex, { hasSdef, hasVertexMorphs }: SkinFeatures): Vertex {
    const morphed = hasVertexMorphs
      ? { ...rest, position: rest.position.add(this.morphedBy('position')).toVar() }
      : rest;
    const { position, normal } = posedVertex(morphed, hasSdef, (bone) => this.boneMatrix(bone));
    const normalPlace = mat3(this.#source.matrix(this.#rowStart.add(4)));
    return {
      position: this.placed(position),
      // where bones blend, it may be shorter than 1, and stays so
      normal: unit(normalPlace.mul(normal)).mul(length(normal)),
    };
  }

  /** 1, 3 or 4 numbers of one of her materials. `at`: their index, see {@link MATERIAL_VALUE}. */
  materialValue(material: Node<'int'>, at: number, size: number): Node {
    const first = this.#rowStart.add(this.#source.layout.materials).add(material.mul(MATERIAL_VALUES / 4));
    const [x, y, z, w] = Array.from({ length: size }, (_, i) => {
      return this.#rowTexel(first.add(Math.floor((at + i) / 4)))['xyzw'[(at + i) % 4] as 'x'];
    });
    if (size === 1) return x;
    return size === 3 ? vec3(x, y, z) : vec4(x, y, z, w);
  }

  #weightOf(morph: Node<'int'>): Node<'float'> {
    const first = this.#rowStart.add(this.#source.layout.weights);
    const four = this.#rowTexel(first.add(morph.div(4))).toVar();
    return (four as unknown as Components).element(morph.mod(4));
  }
}

/** What decides the shader code that skins a vertex of a crowd. */
export interface SkinFeatures {
  readonly hasSdef: boolean;
  readonly hasVertexMorphs: boolean;
}

interface Components {
  element(index: Node<'int'>): Node<'float'>;
}

/** A function that loads texels by index: 0 is the first one of the first row of pixels. */
export function texelOf(texture: FloatTexture): (index: Node<'int'>) => Node<'vec4'> {
  return Fn(([index]: [Node<'int'>]) => texture.load(placeOf(index, widthOf(texture).toVar())));
}

/** The pixel of a texel with an index. For the body of a `Fn`. */
export function placeOf(index: Node<'int'>, width: Node<'int'>): Node<'ivec2'> {
  const y = index.div(width).toVar();
  return ivec2(index.sub(y.mul(width)), y);
}
