import { type Camera, type Material, Object3D, type SkinnedMesh } from 'three';
import type { CrowdDrawing, CrowdKit, CrowdPlace, CrowdSource } from '../../crowd/crowd-kit.js';
import { RowSkeleton } from '../../crowd/row-skeleton.js';
import type { ModelSurface } from '../../mmd-model/model-surface.js';
import type { ModelKit } from '../../surface/surface-kit.js';
import { WEBGL_MODEL_KIT } from '../kit.js';
import { CrowdLayer, drawInstances, setRange } from './crowd-layer.js';
import { createCrowdKit } from './crowd-materials.js';
import { type DrawPlan, planDraws, type PlannedMaterials } from './plan-draws.js';
import { SeeThrough } from './see-through.js';
import { SeenDancers } from './seen-dancers.js';

/** Crowds for `WebGLRenderer`. */
export const WEBGL_CROWD_KIT: CrowdKit = {
  models: WEBGL_MODEL_KIT,
  createDrawing: (source) => new WebGLCrowdDrawing(source),
  start: (drawing, surface, root) => (drawing as WebGLCrowdDrawing).start(surface, root),
};

/**
 * Draws all dancers with instanced draws, for each camera in its own order.
 *
 * Materials that hide what is behind them are drawn for all dancers at once. From a see-through one on, the
 * materials and the edges are drawn layer by layer, see {@link SeenDancers}.
 */
class WebGLCrowdDrawing implements CrowdDrawing {
  readonly kit: ModelKit;
  readonly skeleton: RowSkeleton;
  readonly limit: number = Infinity;
  readonly #source: CrowdSource;
  readonly #seeThrough: SeeThrough;
  readonly #seen = new SeenDancers();
  readonly #plan: DrawPlan = { start: 0, layers: 1 };
  readonly #layers: CrowdLayer[] = [];
  #surface!: ModelSurface;
  #materials!: PlannedMaterials;
  #root!: Object3D;
  #watch!: CameraWatch;
  #places: readonly CrowdPlace[] = [];
  #count = 0;
  /** The order of the places in the rows. */
  #written = new Uint32Array(0);
  #isStale = true;
  /** The camera that the rows are sorted for. */
  #camera: Camera | undefined;
  /** Those of whole pictures: in a headset, each eye has one more. */
  readonly #cameras = new WeakSet<Camera>();

  constructor(source: CrowdSource) {
    this.#source = source;
    this.#seeThrough = new SeeThrough(source.parts);
    this.kit = createCrowdKit(source, (material, opacity) => this.#seeThrough.fade(material, opacity));
    this.skeleton = new RowSkeleton(source.rows, source.parts.morphTable);
  }

  start(surface: ModelSurface, root: Object3D): void {
    this.#surface = surface;
    this.#root = root;
    const { mesh, outline, groundShadow } = surface;
    const bodies = mesh.material as Material[];
    this.#materials = {
      count: bodies.length,
      isDrawn: (i) => bodies[i].visible,
      isSeeThrough: (i) => this.#seeThrough.has(i),
    };
    for (const { geometry } of [mesh, outline, groundShadow]) drawInstances(geometry);
    this.#beforeDraw(groundShadow, () => this.#count);
    this.#beforeDraw(mesh, (material) => (material < this.#plan.start ? this.#count : this.#seen.endOf(0)));
    this.#beforeDraw(outline, () => this.#seen.endOf(0));
    const onBeforeShadow = Reflect.get(mesh, 'onBeforeShadow');
    mesh.onBeforeShadow = (renderer, object, camera, shadowCamera, geometry, depth, group) => {
      setRange(mesh, 0, this.#count);
      onBeforeShadow.call(mesh, renderer, object, camera, shadowCamera, geometry, depth, group);
    };
    this.#watch = new CameraWatch((camera) => this.#see(camera));
    root.add(this.#watch);
    root.children.unshift(root.children.pop()!); // it sees the camera before three looks at the meshes
  }

  show(places: readonly CrowdPlace[], count: number): void {
    this.#places = places;
    this.#count = count;
    this.#isStale = true;
    this.#seeThrough.update(places, count);
  }

  dispose(): void {
    this.#seeThrough.dispose();
    for (const layer of this.#layers) layer.dispose();
    this.skeleton.dispose();
  }

  /** Sets the range of a mesh that is going to be drawn: as many rows as `countOf` says for a material. */
  #beforeDraw(mesh: SkinnedMesh, countOf: (material: number) => number): void {
    const onBeforeRender = Reflect.get(mesh, 'onBeforeRender');
    mesh.onBeforeRender = (renderer, scene, camera, geometry, material, group) => {
      onBeforeRender.call(mesh, renderer, scene, camera, geometry, material, group);
      this.#return(camera);
      const { materialIndex = 0 } = (group ?? {}) as { readonly materialIndex?: number };
      setRange(mesh, 0, countOf(materialIndex));
    };
  }

  /** Prepares a picture of a camera. */
  #see(camera: Camera): void {
    this.#cameras.add(camera);
    this.#sort(camera);
    const { layers, start } = this.#plan;
    while (this.#layers.length < layers - 1) this.#addLayer();
    for (let i = 0; i < this.#layers.length; i++) this.#layers[i].show(i < layers - 1, start);
  }

  /** Goes on with the picture of a camera: of a mirror in it, there was another one meanwhile. */
  #return(camera: Camera): void {
    if (camera !== this.#camera && this.#cameras.has(camera)) this.#sort(camera);
  }

  #sort(camera: Camera): void {
    this.#camera = camera;
    const { outline, groundShadow } = this.#surface;
    const seen = this.#seen;
    seen.see(this.#places, this.#count, this.#root, camera, this.#isLayered());
    const edges = outline.visible ? outline.geometry.groups.length : 0;
    planDraws(this.#plan, this.#materials, edges, groundShadow.geometry.groups.length, seen.layers);
    seen.join(this.#plan.layers);
    this.#write();
  }

  #isLayered(): boolean {
    const { count, isDrawn, isSeeThrough } = this.#materials;
    for (let i = 0; i < count; i++) if (isDrawn(i) && isSeeThrough(i)) return true;
    return false;
  }

  /** Writes the rows, unless they are as they would become. */
  #write(): void {
    const { rows } = this.#source;
    const { order } = this.#seen;
    if (this.#written.length !== order.length) this.#written = new Uint32Array(order.length);
    let isChanged = false;
    for (let i = 0; i < order.length; i++) {
      if (!this.#isStale && this.#written[i] === order[i]) continue;
      isChanged = true;
      this.#written[i] = order[i];
      const { dancer, place } = this.#places[order[i]];
      rows.write(i, dancer, place);
    }
    if (isChanged) rows.finish();
    this.#isStale = false;
  }

  #addLayer(): void {
    const index = this.#layers.length + 1;
    const layer = new CrowdLayer(this.#source.parts, this.#surface, (mesh) => {
      const isUsed = index < this.#plan.layers;
      const first = isUsed ? this.#seen.endOf(index - 1) : 0;
      setRange(mesh, first, isUsed ? this.#seen.endOf(index) - first : 0);
    });
    this.#layers.push(layer);
    layer.addTo(this.#watch);
    this.#watch.updateMatrixWorld(true); // three has done so already for this picture
  }
}

/** The parent of further meshes. It gets each camera before its picture is drawn, as three's `LOD`. */
class CameraWatch extends Object3D {
  readonly isLOD = true;
  readonly autoUpdate = true;
  readonly update: (camera: Camera) => void;

  constructor(update: (camera: Camera) => void) {
    super();
    this.name = 'crowd order';
    this.update = update;
    this.layers.enableAll();
  }
}
