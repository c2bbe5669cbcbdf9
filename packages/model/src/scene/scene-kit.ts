import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { CreateBackdrop, ModelKit } from '../surface/surface-kit.js';

/** The materials of a project, for one renderer. */
export interface SceneKit {
  readonly models: ModelKit;
  readonly loadAccessoryMaker: LoadAccessoryMaker;
  readonly createBackdrop: CreateBackdrop;
}
