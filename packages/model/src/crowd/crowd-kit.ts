import type { BufferGeometry, Object3D } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import type { ModelParts } from '../mmd-model/model-parts.js';
import type { ModelSurface } from '../mmd-model/model-surface.js';
import type { PoseSkeleton } from '../mmd-model/pose-skeleton.js';
import type { ModelKit } from '../surface/surface-kit.js';
import type { CrowdFeatures, CrowdRows } from './crowd-rows.js';

/** A dancer at a place: one of the copies that a crowd draws. */
export interface CrowdPlace {
  readonly dancer: MmdModel;
  /** Its own transform counts, not its parents'. */
  readonly place: Object3D;
}

/** What a crowd is drawn from. */
export interface CrowdSource {
  readonly parts: ModelParts;
  readonly geometry: BufferGeometry;
  readonly features: CrowdFeatures;
  readonly rows: CrowdRows;
}

/** How one renderer draws a crowd. */
export interface CrowdDrawing {
  /** The materials of the crowd. */
  readonly kit: ModelKit;
  /** It reads the rows. */
  readonly skeleton: PoseSkeleton;
  /** The most places that have room, besides the limit of the rows. */
  readonly limit: number;
  /** Draws these places from now on: the first `count` of them. Allocates nothing unless the crowd grows. */
  show(places: readonly CrowdPlace[], count: number): void;
  dispose(): void;
}

/** What crowds are made with, for one renderer. */
export interface CrowdKit {
  /** That of the models. */
  readonly models: ModelKit;
  createDrawing(source: CrowdSource): CrowdDrawing;
  /** The meshes are made: `root` may get more of them. */
  start(drawing: CrowdDrawing, surface: ModelSurface, root: Object3D): void;
}
