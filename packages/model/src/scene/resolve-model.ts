import type { PmmModel } from '@odori/format';
import type { FileSource } from '../files/file-source.js';
import type { ModelSource } from '../loaders/load-model.js';
import type { MmdModel } from '../mmd-model.js';

/** A model's file, and where its textures are. */
export interface ModelFile {
  readonly file: Blob;
  readonly files: FileSource;
}

/** A model for a project: one that is there already, or where it comes from. */
export type ResolvedModel = MmdModel | ModelFile | ModelSource;

/**
 * Finds a model of a project. `path` is as MMD wrote it: `UserFile\Model\…`, or an absolute one of another machine.
 *
 * undefined: there is none; the rest of the scene plays without it.
 */
export type ModelResolver = (
  path: string,
  model: PmmModel,
) => ResolvedModel | undefined | Promise<ResolvedModel | undefined>;
