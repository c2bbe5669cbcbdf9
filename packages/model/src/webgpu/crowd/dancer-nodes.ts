import type { Node } from 'three/webgpu';
import { length, mat3, vec3, vec4 } from 'three/tsl';
import type { CrowdLayout } from '../../crowd/crowd-rows.js';
import { MATERIAL_VALUES } from '../../morphs/material-morphs.js';
import { MATRIX_TEXELS } from '../../surface/pose-row.js';
import type { SurfaceFeatures } from '../../surface/surface-kit.js';
import { type FloatTexture, type Vertex, texelOf } from '../instance-data.js';
import { morphedRest, posedVertex, type RestVertex, unit } from '../skin-vertex.js';

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
  /** The first texel of her row. */
  readonly rowStart: Node<'int'>;
  readonly #source: DancerSource;
  readonly #place: Node<'int'>;
  readonly #rowTexel: (index: Node<'int'>) => Node<'vec4'>;

  constructor(source: DancerSource) {
    const { dancer, layout, rows } = source;
    this.#source = source;
    this.rowStart = dancer.mul(layout.stride);
    this.#place = this.rowStart.add(layout.place);
    this.#rowTexel = texelOf(rows);
  }

  /** The matrix of a bone, from rest to pose, in her space. */
  boneMatrix(bone: Node<'int'>): Node<'mat4'> {
    return this.#source.matrix(this.rowStart.add(bone.mul(MATRIX_TEXELS)));
  }

  /** A point in her space, in that of the crowd. */
  placed(point: Node<'vec3'>): Node<'vec3'> {
    return this.#source.matrix(this.#place).mul(vec4(point, 1)).xyz;
  }

  /** Moves a vertex by her morphs and bones, and to her position. For the body of a `Fn`. */
  skinned(rest: RestVertex, features: SurfaceFeatures): Vertex {
    const { rows, table, morphHead } = this.#source;
    const morphed = morphedRest(rest, { rows, table, morphHead, rowStart: this.rowStart }, features);
    const { position, normal } = posedVertex(morphed, features, (bone) => this.boneMatrix(bone));
    const normalPlace = mat3(this.#source.matrix(this.#place.add(MATRIX_TEXELS)));
    return {
      position: this.placed(position),
      // where bones blend, it may be shorter than 1, and stays so
      normal: unit(normalPlace.mul(normal)).mul(length(normal)),
    };
  }

  /** 1, 3 or 4 numbers of one of her materials. `at`: their index, see {@link MATERIAL_VALUE}. */
  materialValue(material: Node<'int'>, at: number, size: number): Node {
    const first = this.rowStart.add(this.#source.layout.materials).add(material.mul(MATERIAL_VALUES / 4));
    const [x, y, z, w] = Array.from({ length: size }, (_, i) => {
      return this.#rowTexel(first.add(Math.floor((at + i) / 4)))['xyzw'[(at + i) % 4] as 'x'];
    });
    if (size === 1) return x;
    return size === 3 ? vec3(x, y, z) : vec4(x, y, z, w);
  }
}
