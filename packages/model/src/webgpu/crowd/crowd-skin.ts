import { type BufferGeometry, DataTexture, FloatType, NearestFilter, RGBAFormat, type Texture } from 'three';
import { type ComputeNode, type Node, type Renderer, StorageTexture } from 'three/webgpu';
import { Fn, instanceIndex, int, textureStore, uvec2, vec3, vec4 } from 'three/tsl';
import type { CrowdLayout } from '../../crowd/crowd-rows.js';
import type { SurfaceFeatures } from '../../surface/surface-kit.js';
import { type FloatTexture, floatTexture, matrixOf, placeOf, texelOf } from '../instance-data.js';
import type { RestVertex } from '../skin-vertex.js';
import { DancerNodes } from './dancer-nodes.js';

/** Texels of a row of pixels, and the most rows: what every graphics card with WebGPU takes. */
const SIZE = 8192;
/** Of a vertex in the pose: position and normal. */
export const TEXELS_PER_VERTEX = 2;

/** What a crowd's vertices are skinned from. */
export interface SkinSource {
  readonly geometry: BufferGeometry;
  readonly features: SurfaceFeatures;
  readonly layout: CrowdLayout;
  readonly morphTable: Texture | null;
  /** The rows as they are now. */
  readonly rows: { readonly texture: DataTexture };
}

/**
 * Moves all vertices of a crowd in one compute shader, for all passes that draw them: bodies, edges, and
 * shadows. WebGL 2 has no compute shaders, there each pass moves the vertices itself.
 */
export class CrowdSkin {
  /** The vertices of one dancer. */
  readonly vertexCount: number;
  readonly #source: SkinSource;
  readonly #rows: FloatTexture = floatTexture();
  #rest: DataTexture | undefined;
  #target: StorageTexture | undefined;
  #compute: ComputeNode | undefined;
  #capacity = 0;
  #count = 0;
  /** The renderer whose texture has the poses as they are now. */
  #current: Renderer | undefined;

  constructor(source: SkinSource) {
    this.#source = source;
    this.vertexCount = source.geometry.getAttribute('position').count;
  }

  /** The vertices as {@link run} has left them; undefined as long as there was no dancer. */
  get texture(): StorageTexture | undefined {
    return this.#target;
  }

  /** The most dancers that have room. */
  get limit(): number {
    return Math.floor((SIZE * SIZE) / (TEXELS_PER_VERTEX * Math.max(1, this.vertexCount)));
  }

  /** The rows have changed, and that many of them count. */
  change(dancers: number): void {
    this.#count = dancers;
    this.#current = undefined;
  }

  /** Skins the vertices, unless they are as the rows are. */
  run(renderer: Renderer): void {
    if (this.#current === renderer || this.#count === 0) return;
    this.#current = renderer;
    if (this.#count > this.#capacity) this.#grow();
    this.#rows.value = this.#source.rows.texture;
    this.#compute!.count = this.#count * this.vertexCount;
    void renderer.compute(this.#compute!);
  }

  dispose(): void {
    this.#rest?.dispose();
    this.#target?.dispose();
    this.#compute?.dispose();
  }

  #grow(): void {
    this.#target?.dispose();
    this.#compute?.dispose();
    this.#capacity = Math.min(Math.ceil(1.5 * this.#count), this.limit);
    this.#target = createTarget(this.#capacity * this.vertexCount);
    this.#rest ??= createRest(this.#source.geometry, this.#source.features);
    this.#compute = this.#createCompute(this.#target, this.#rest);
  }

  #createCompute(target: StorageTexture, rest: DataTexture): ComputeNode {
    const { features, layout, morphTable } = this.#source;
    const [restNode, table] = [floatTexture(), floatTexture()];
    restNode.value = rest;
    if (morphTable) table.value = morphTable;
    return Fn(() => {
      const dancer = int(instanceIndex).div(this.vertexCount).toVar();
      const vertex = int(instanceIndex).sub(dancer.mul(this.vertexCount)).toVar();
      const { morphHead, ...atRest } = restVertex(restNode, vertex, features);
      const nodes = new DancerNodes({
        rows: this.#rows,
        table,
        matrix: matrixOf(this.#rows),
        layout: {
          stride: int(layout.stride),
          place: int(layout.place),
          materials: int(layout.materials),
        },
        dancer,
        morphHead,
      });
      const { position, normal } = nodes.skinned(atRest, features);
      const store = (offset: number, value: Node<'vec3'>): void => {
        const texel = int(instanceIndex).mul(TEXELS_PER_VERTEX).add(offset);
        textureStore(target, uvec2(placeOf(texel, int(SIZE))), vec4(value, 1)).toWriteOnly();
      };
      store(0, position);
      store(1, normal);
    })().compute(this.#capacity * this.vertexCount);
  }
}

function createTarget(vertices: number): StorageTexture {
  const texture = new StorageTexture(SIZE, Math.ceil((vertices * TEXELS_PER_VERTEX) / SIZE));
  texture.type = FloatType;
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  return texture;
}

/**
 * The vertices at rest. A vertex has these texels:
 *
 * 0. x y z of the position, and where its morphs begin, see `createMorphTable`
 * 1. x y z of the normal
 * 2. four bones
 * 3. four weights
 * 4. `sdefCenter`; this and the next two only if the model has SDEF
 * 5. x y z of `sdefArm0`
 * 6. x y z of `sdefArm1`
 */
const REST = ['position', 'normal', 'skinIndex', 'skinWeight'];
const REST_WITH_SDEF = [...REST, 'sdefCenter', 'sdefArm0', 'sdefArm1'];

function restNames({ hasSdef }: SurfaceFeatures): readonly string[] {
  return hasSdef ? REST_WITH_SDEF : REST;
}

function createRest(geometry: BufferGeometry, features: SurfaceFeatures): DataTexture {
  const names = restNames(features);
  const { count } = geometry.getAttribute('position');
  const height = Math.ceil((names.length * count) / SIZE);
  const texels = new Float32Array(4 * SIZE * height);
  names.forEach((name, offset) => {
    const attribute = geometry.getAttribute(name);
    for (let vertex = 0; vertex < count; vertex++) {
      const start = 4 * (names.length * vertex + offset);
      for (let i = 0; i < attribute.itemSize; i++) texels[start + i] = attribute.getComponent(vertex, i);
    }
  });
  const heads = geometry.getAttribute('morphHead');
  if (features.hasVertexMorphs) {
    for (let vertex = 0; vertex < count; vertex++) texels[4 * names.length * vertex + 3] = heads.getX(vertex);
  }
  const texture = new DataTexture(texels, SIZE, height, RGBAFormat, FloatType);
  texture.needsUpdate = true;
  return texture;
}

function restVertex(
  texture: FloatTexture,
  vertex: Node<'int'>,
  features: SurfaceFeatures,
): RestVertex & { readonly morphHead: Node<'float'> } {
  const names = restNames(features);
  const first = vertex.mul(names.length).toVar();
  const texel = texelOf(texture);
  const [position, normal, bones, weights, center, arm0, arm1] = names.map((_, i) =>
    texel(first.add(i)).toVar(),
  );
  return {
    position: position.xyz,
    morphHead: position.w,
    normal: normal.xyz,
    bones,
    weights,
    sdefCenter: center ?? vec4(0),
    sdefArm0: arm0?.xyz ?? vec3(0),
    sdefArm1: arm1?.xyz ?? vec3(0),
  };
}
