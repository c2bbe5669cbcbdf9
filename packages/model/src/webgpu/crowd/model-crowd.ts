import { Bone, type BufferGeometry, type DataTexture, Group, Skeleton, Sphere } from 'three';
import type { MmdModel } from '../../mmd-model/mmd-model.js';
import type { ModelParts } from '../../mmd-model/model-parts.js';
import { ModelSurface } from '../../mmd-model/model-surface.js';
import { MATERIAL_VALUE, MATERIAL_VALUES } from '../../morphs/material-morphs.js';
import type { ModelKit } from '../../surface/surface-kit.js';
import { BodyMaterial } from '../body-material.js';
import { createGroundShadow } from '../ground-shadow-material.js';
import type { CrowdNodes } from '../instance-data.js';
import { bodySurface, litSurface, WEBGPU_MODEL_KIT } from '../kit.js';
import { OutlineMaterial } from '../outline-material.js';
import { createPageSurface } from '../page-material.js';
import { crowdNodes, type CrowdSkeleton } from './crowd-nodes.js';
import { crowdLayout, CrowdRows } from './crowd-rows.js';
import { CrowdSkin } from './crowd-skin.js';
import type { CrowdLayout } from './dancer-nodes.js';
import { createMorphTable } from './morph-table.js';

/**
 * Draws many copies of one model with as many draw calls as one, for `WebGPURenderer`. Poses, morphs and
 * places are each dancer's own.
 *
 * The dancers are the model and its clones. They stay out of the scene: the place of their `root` counts in
 * {@link root}. Where parts of two dancers that are translucent overlap, the picture may differ from that of
 * single models: a crowd draws each material for all dancers before the next material. The shadows of all
 * dancers lie on one ground, and are as dark where they overlap as elsewhere.
 *
 * @example
 * const crowd = new ModelCrowd(model);
 * scene.add(crowd.root);
 * crowd.add(model);
 * for (let i = 1; i < 20; i++) {
 *   const dancer = model.clone();
 *   dancer.root.position.x = 10 * i;
 *   crowd.add(dancer);
 * }
 * renderer.setAnimationLoop(() => {
 *   for (const dancer of crowd.dancers) dancer.update();
 *   crowd.update();
 *   pipeline.render(scene, camera);
 * });
 */
export class ModelCrowd {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** In the scene. Its y = 0 is the ground that shadows of the dancers lie on. */
  readonly root: Group = new Group();
  /** How all dancers look. It begins as that of the model. */
  readonly surface: ModelSurface;
  readonly #parts: ModelParts;
  readonly #geometry: BufferGeometry;
  readonly #rows: CrowdRows;
  readonly #skeleton: RowSkeleton;
  readonly #hasMaterialMorphs: boolean;
  /** Of the materials, with the largest alpha and the largest edge of all dancers. */
  readonly #values: Float32Array;
  readonly #dancers: MmdModel[] = [];
  readonly #sphere = new Sphere();
  #isDisposed = false;

  /**
   * Takes over look, edges, shadows and switches of the model as they are now.
   *
   * @throws TypeError if the model is not of `@odori/model/webgpu`.
   */
  constructor(model: MmdModel) {
    const { parts } = model;
    if (parts.kit !== WEBGPU_MODEL_KIT) {
      throw new TypeError('a crowd needs a model of @odori/model/webgpu: WebGLRenderer cannot draw it');
    }
    this.#parts = parts;
    const { geometry, morphed } = parts.use();
    const features = crowdNodes({
      hasVertexMorphs: morphed.has('position'),
      hasUvMorphs: morphed.has('uv') || morphed.has('uv1'),
      hasMaterialMorphs: parts.morphs.some(({ type }) => type === 'material'),
    });
    const { texture, heads } = createMorphTable(morphed, geometry.getAttribute('position').count);
    if (features.hasVertexMorphs || features.hasUvMorphs) geometry.setAttribute('morphHead', heads);
    const counts = {
      morphs: parts.morphs.length,
      materials: parts.materials.length,
      bones: parts.definition.boneCount,
    };
    this.#geometry = geometry;
    this.#hasMaterialMorphs = features.hasMaterialMorphs;
    const rows = new CrowdRows(crowdLayout(features, counts), features);
    const { layout } = rows;
    const skin = new CrowdSkin({
      geometry,
      features: { ...features, hasSdef: geometry.hasAttribute('sdefCenter') },
      layout,
      morphTable: texture,
      rows,
    });
    this.#rows = rows;
    this.#skeleton = new RowSkeleton(rows, texture, skin);
    this.surface = new ModelSurface(parts, createCrowdKit(features), geometry, this.#skeleton);
    model.copySwitches(this.surface);
    this.#values = this.surface.materialValues.slice();
    const { groundShadow, mesh, outline } = this.surface;
    for (const each of [groundShadow, mesh, outline]) {
      each.boundingSphere = this.#sphere;
      each.count = 0;
    }
    this.root.name = parts.name;
    this.root.add(groundShadow, mesh, outline);
  }

  /** The dancers, in the order in which they came. */
  get dancers(): readonly MmdModel[] {
    return this.#dancers;
  }

  /**
   * Adds a dancer, which stays yours. It is drawn from the next {@link update} on.
   *
   * @throws TypeError if it is neither the model of the crowd nor a clone of it; RangeError if the crowd is
   * full: the poses of its dancers must fit into textures of 8192 × 8192 texels, for a model of 20,000
   * vertices 1,677 dancers.
   */
  add(dancer: MmdModel): void {
    if (dancer.parts !== this.#parts) throw new TypeError('a crowd draws only one model and its clones');
    if (this.#dancers.includes(dancer)) return;
    const limit = Math.min(this.#rows.limit, this.#skeleton.skin.limit);
    if (this.#dancers.length >= limit) {
      throw new RangeError(
        `a crowd of this model holds at most ${limit} dancers: add the next one to a second crowd`,
      );
    }
    this.#dancers.push(dancer);
    this.#rows.reserve(this.#dancers.length);
  }

  /** Takes a dancer out; you dispose of it. */
  remove(dancer: MmdModel): void {
    const index = this.#dancers.indexOf(dancer);
    if (index >= 0) this.#dancers.splice(index, 1);
  }

  /**
   * Takes over poses and places of the dancers: call it once per frame, after their `update`. A dancer whose
   * `mesh` or `root` is not visible is not drawn.
   *
   * O(dancers · (bones + morphs)); allocates nothing.
   */
  update(): void {
    const { mesh, outline, groundShadow } = this.surface;
    this.#sphere.makeEmpty();
    let count = 0;
    for (let i = 0; i < this.#dancers.length; i++) {
      const dancer = this.#dancers[i];
      if (!dancer.root.visible || !dancer.mesh.visible) continue;
      dancer.root.updateMatrix();
      this.#rows.write(count, dancer);
      this.#sphere.union(sphere.copy(dancer.mesh.boundingSphere).applyMatrix4(dancer.root.matrix));
      if (this.#hasMaterialMorphs) this.#take(dancer.surface.materialValues, count === 0);
      count++;
    }
    if (this.#hasMaterialMorphs && count > 0) this.surface.showValues(this.#values);
    mesh.count = outline.count = groundShadow.count = count;
    this.#rows.finish();
    this.#skeleton.skin.change(count);
  }

  /** Frees the memory of the crowd, and removes it from the scene. The dancers stay as they are. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.root.removeFromParent();
    this.#dancers.length = 0;
    this.surface.dispose();
    this.#skeleton.dispose();
    this.#parts.release(this.#geometry);
  }

  /** A material is drawn if any dancer shows it. */
  #take(values: Float32Array, isFirst: boolean): void {
    const all = this.#values;
    if (isFirst) all.set(values);
    for (let start = 0; start < all.length; start += MATERIAL_VALUES) {
      const [alpha, edge] = [start + MATERIAL_VALUE.diffuse + 3, start + MATERIAL_VALUE.edgeSize];
      all[alpha] = Math.max(all[alpha], values[alpha]);
      all[edge] = Math.max(all[edge], values[edge]);
    }
  }
}

const sphere = /* @__PURE__ */ new Sphere();

/** The materials of one crowd. Those of bodies, also the page's, are made in the order of the model. */
function createCrowdKit(crowd: CrowdNodes): ModelKit {
  let bodies = 0;
  return {
    ...WEBGPU_MODEL_KIT,
    body: (options) => bodySurface(new BodyMaterial({ ...options, crowd }, bodies++)),
    page: (material, options, file) => {
      bodies++;
      return createPageSurface(material, { ...options, crowd }, file);
    },
    outline: (options) => litSurface(new OutlineMaterial({ ...options, crowd })),
    groundShadow: (features, look) => createGroundShadow({ ...features, crowd }, look),
  };
}

/** Gives the meshes of a crowd the texture with its rows. */
class RowSkeleton extends Skeleton implements CrowdSkeleton {
  readonly morphTable: DataTexture;
  readonly skin: CrowdSkin;
  readonly #rows: CrowdRows;

  constructor(rows: CrowdRows, morphTable: DataTexture, skin: CrowdSkin) {
    super([new Bone()]); // three makes a buffer for its bones, though ours are in the rows
    this.#rows = rows;
    this.morphTable = morphTable;
    this.skin = skin;
  }

  get layout(): CrowdLayout {
    return this.#rows.layout;
  }

  override update(): void {
    this.boneTexture = this.#rows.texture; // it may have grown
  }

  override computeBoneTexture(): this {
    return this;
  }

  override dispose(): void {
    this.#rows.dispose();
    this.morphTable.dispose();
    this.skin.dispose();
  }
}
