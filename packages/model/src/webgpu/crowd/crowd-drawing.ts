import type { CrowdDrawing, CrowdKit, CrowdPlace, CrowdSource } from '../../crowd/crowd-kit.js';
import type { CrowdLayout, CrowdRows } from '../../crowd/crowd-rows.js';
import { RowSkeleton } from '../../crowd/row-skeleton.js';
import type { ModelSurface } from '../../mmd-model/model-surface.js';
import type { ModelKit } from '../../surface/surface-kit.js';
import { BodyMaterial } from '../body-material.js';
import { createGroundShadow } from '../ground-shadow-material.js';
import type { CrowdNodes } from '../instance-data.js';
import { bodySurface, litSurface, WEBGPU_MODEL_KIT } from '../kit.js';
import { OutlineMaterial } from '../outline-material.js';
import { createPageSurface } from '../page-material.js';
import { crowdNodes, type CrowdSkeleton } from './crowd-nodes.js';
import { CrowdSkin } from './crowd-skin.js';

/** Crowds for `WebGPURenderer`. */
export const WEBGPU_CROWD_KIT: CrowdKit = {
  models: WEBGPU_MODEL_KIT,
  createDrawing: (source) => new WebGPUCrowdDrawing(source),
  start: (drawing, surface) => (drawing as WebGPUCrowdDrawing).start(surface),
};

/** Draws all dancers in the order in which they came, with the draw calls of one. */
class WebGPUCrowdDrawing implements CrowdDrawing {
  readonly kit: ModelKit;
  readonly skeleton: SkinSkeleton;
  readonly #rows: CrowdRows;
  #surface: ModelSurface | undefined;

  constructor(source: CrowdSource) {
    this.#rows = source.rows;
    this.kit = createCrowdKit(crowdNodes(source.features));
    this.skeleton = new SkinSkeleton(source);
  }

  get limit(): number {
    return this.skeleton.skin.limit;
  }

  start(surface: ModelSurface): void {
    this.#surface = surface;
    this.show([], 0);
  }

  show(places: readonly CrowdPlace[], count: number): void {
    for (let i = 0; i < count; i++) this.#rows.write(i, places[i].dancer, places[i].place);
    const { mesh, outline, groundShadow } = this.#surface!;
    mesh.count = outline.count = groundShadow.count = count;
    this.#rows.finish();
    this.skeleton.skin.change(count);
  }

  dispose(): void {
    this.skeleton.dispose();
  }
}

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
    groundShadow: (skin, look) => createGroundShadow({ ...skin, crowd }, look),
  };
}

/** Gives the meshes of a crowd what shaders read besides its rows. */
class SkinSkeleton extends RowSkeleton implements CrowdSkeleton {
  readonly layout: CrowdLayout;
  readonly skin: CrowdSkin;

  constructor(source: CrowdSource) {
    const { parts, rows, geometry } = source;
    super(rows, parts.morphTable);
    this.layout = rows.layout;
    const { features, morphTable } = parts;
    this.skin = new CrowdSkin({ geometry, rows, features, morphTable, layout: this.layout });
  }

  override dispose(): void {
    super.dispose();
    this.skin.dispose();
  }
}
