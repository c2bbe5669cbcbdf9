import { type BufferGeometry, type Camera, Group, type Object3D, Sphere } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import type { ModelParts } from '../mmd-model/model-parts.js';
import { ModelSurface } from '../mmd-model/model-surface.js';
import { MATERIAL_VALUE, MATERIAL_VALUES } from '../morphs/material-morphs.js';
import type { CrowdDrawing, CrowdKit, CrowdPlace } from './crowd-kit.js';
import { crowdLayout, CrowdRows } from './crowd-rows.js';
import { DancerPace } from './dancer-pace.js';

/** What the crowds of all entry points share. An entry point adds how its renderer draws them. */
export class ModelCrowdBase {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** In the scene. Its y = 0 is the ground that shadows of the dancers lie on. */
  readonly root: Group = new Group();
  /** How all dancers look. It begins as that of the model. */
  readonly surface: ModelSurface;
  /**
   * How often the rigs of dancers are solved: updates in a second, by the distance from the camera, which
   * {@link update} takes; undefined: with each of their updates. In the world's units. For dancers without
   * physics: bodies need each frame, but baked ones do not, see `bakePhysics`.
   *
   * @example
   * crowd.rate = (distance) => (distance < 60 ? 60 : 20);
   * crowd.update(camera); // each frame
   */
  rate: ((distance: number) => number) | undefined;
  readonly #parts: ModelParts;
  readonly #geometry: BufferGeometry;
  readonly #rows: CrowdRows;
  readonly #drawing: CrowdDrawing;
  readonly #hasMaterialMorphs: boolean;
  /** Of the materials, with the largest alpha and the largest edge of all dancers. */
  readonly #values: Float32Array;
  readonly #dancers: MmdModel[] = [];
  /** Of each of `#dancers`. */
  readonly #paces: DancerPace[] = [];
  readonly #places: CrowdPlace[] = [];
  /** Those of `#places` that are drawn, and then some of earlier frames. */
  readonly #shown: CrowdPlace[] = [];
  readonly #sphere = new Sphere();
  #isDisposed = false;

  constructor(kit: CrowdKit, model: MmdModel) {
    const { parts } = model;
    if (parts.kit !== kit.models) {
      const { renderer } = parts.kit;
      throw new TypeError(
        `a crowd for ${kit.models.renderer} cannot draw a model for ${renderer}: ` +
          `import ModelCrowd from ${ENTRIES[renderer]}`,
      );
    }
    this.#parts = parts;
    const { geometry } = parts.use();
    const features = {
      hasUvMorphs: parts.hasUvMorphs,
      hasMaterialMorphs: parts.morphs.some(({ type }) => type === 'material'),
    };
    const counts = {
      morphs: parts.morphs.length,
      materials: parts.materials.length,
      bones: parts.definition.boneCount,
    };
    this.#geometry = geometry;
    this.#hasMaterialMorphs = features.hasMaterialMorphs;
    const rows = new CrowdRows(crowdLayout(features, counts), features);
    this.#rows = rows;
    this.#drawing = kit.createDrawing({ parts, geometry, features, rows });
    this.surface = new ModelSurface(parts, this.#drawing.kit, geometry, this.#drawing.skeleton);
    model.copySwitches(this.surface);
    this.#values = this.surface.materialValues.slice();
    const { groundShadow, mesh, outline } = this.surface;
    for (const each of [groundShadow, mesh, outline]) each.boundingSphere = this.#sphere;
    this.root.name = parts.name;
    this.root.add(groundShadow, mesh, outline);
    kit.start(this.#drawing, this.surface, this.root);
  }

  /** The dancers, in the order in which they came: each once, at however many places she is. */
  get dancers(): readonly MmdModel[] {
    return this.#dancers;
  }

  /**
   * Adds a dancer, which stays yours. It is drawn from the next {@link update} on.
   *
   * `place`: where in {@link root} it is drawn; its own transform and `visible` count. Add a dancer again
   * with another place to see the same pose there: its rig and its physics are solved once for all its
   * places.
   *
   * @throws TypeError if it is neither the model of the crowd nor a clone of it; RangeError if the crowd is
   * full: the poses of its dancers must fit into textures of 8192 × 8192 texels, for a model of 20,000
   * vertices 1,677 dancers.
   * @example
   * crowd.add(dancer); // where her root is
   * const place = new Object3D();
   * place.position.x = 10;
   * crowd.add(dancer, place); // and 10 units beside the middle, in the same pose
   */
  add(dancer: MmdModel, place: Object3D = dancer.root): void {
    if (dancer.parts !== this.#parts) throw new TypeError('a crowd draws only one model and its clones');
    if (this.#places.some((other) => other.place === place)) return;
    const limit = Math.min(this.#rows.limit, this.#drawing.limit);
    if (this.#places.length >= limit) {
      throw new RangeError(
        `a crowd of this model holds at most ${limit} dancers: add the next one to a second crowd`,
      );
    }
    this.#places.push({ dancer, place });
    if (!this.#dancers.includes(dancer)) this.#addPace(dancer);
    this.#rows.reserve(this.#places.length);
  }

  /** Takes a dancer out, from all its places or from one of them; you dispose of it. */
  remove(dancer: MmdModel, place?: Object3D): void {
    const places = this.#places;
    for (let i = places.length - 1; i >= 0; i--) {
      if (places[i].dancer === dancer && (!place || places[i].place === place)) places.splice(i, 1);
    }
    const index = this.#dancers.indexOf(dancer);
    if (index < 0 || places.some((other) => other.dancer === dancer)) return;
    this.#dancers.splice(index, 1);
    const [pace] = this.#paces.splice(index, 1);
    if (dancer.pace === pace) dancer.pace = undefined;
  }

  #addPace(dancer: MmdModel): void {
    dancer.pace = new DancerPace(this.#dancers.length);
    this.#paces.push(dancer.pace as DancerPace);
    this.#dancers.push(dancer);
  }

  /**
   * Takes over poses and places of the dancers: call it once per frame, after their `update`. A dancer whose
   * `mesh` or `root` is not visible is not drawn. `camera`: for {@link rate}.
   *
   * O(places · (bones + morphs)); allocates nothing.
   */
  update(camera?: Camera): void {
    this.#sphere.makeEmpty();
    let count = 0;
    for (let i = 0; i < this.#places.length; i++) {
      const shown = this.#places[i];
      const { dancer, place } = shown;
      if (!place.visible || !dancer.root.visible || !dancer.mesh.visible) continue;
      place.updateMatrix();
      this.#sphere.union(sphere.copy(dancer.mesh.boundingSphere).applyMatrix4(place.matrix));
      if (this.#hasMaterialMorphs) this.#take(dancer.surface.materialValues, count === 0);
      this.#shown[count++] = shown;
    }
    if (this.#hasMaterialMorphs && count > 0) this.surface.showValues(this.#values);
    this.#drawing.show(this.#shown, count);
    this.#setPaces(camera);
  }

  /** By the distance of each dancer's nearest place. */
  #setPaces(camera: Camera | undefined): void {
    for (let i = 0; i < this.#paces.length; i++) this.#paces[i].begin();
    if (camera && this.rate) this.#seeAll(camera);
    for (let i = 0; i < this.#paces.length; i++) this.#paces[i].end(this.rate);
  }

  #seeAll({ matrixWorld }: Camera): void {
    for (let i = 0; i < this.#places.length; i++) {
      const { dancer, place } = this.#places[i];
      // another crowd that she is in, too, may have given her another one
      if (dancer.pace instanceof DancerPace)
        dancer.pace.see(place.matrix, this.root.matrixWorld, matrixWorld);
    }
  }

  /** Frees the memory of the crowd, and removes it from the scene. The dancers stay as they are. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.root.removeFromParent();
    for (const dancer of this.#dancers) dancer.pace = undefined;
    this.#dancers.length = this.#paces.length = this.#places.length = this.#shown.length = 0;
    this.#drawing.dispose();
    this.surface.dispose();
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

/** Where the crowds for a renderer are. */
const ENTRIES = { WebGLRenderer: '@odori/model', WebGPURenderer: '@odori/model/crowd' } as const;
