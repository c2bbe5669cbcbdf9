import type { Pmx } from '@odori/format';
import type { RigOptions } from '@odori/runtime';
import type { FileSource } from './files/file-source.js';
import { MmdModel } from './mmd-model.js';
import { ModelParts } from './model-parts.js';

export interface ModelOptions {
  /** Where its textures are; without it there are none. */
  readonly files?: FileSource | undefined;
  /** Does it throw a shadow on the plane it stands on? `model.groundShadow.visible` changes that. */
  readonly groundShadow?: boolean; // true
  /** Where bones are to differ from MMD's. */
  readonly rig?: RigOptions;
}

/**
 * A model for a scene, out of a document; a PMD comes through `pmdToPmx`. Its textures arrive by and by: `model.ready`.
 *
 * Works without a browser too, without textures then. Never throws on odd data. O(vertices + morphs).
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(droppedFiles, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, { files, groundShadow = true, rig = {} }: ModelOptions = {}): MmdModel {
  const model = new MmdModel(new ModelParts(pmx, files, rig));
  model.groundShadow.visible = groundShadow;
  return model;
}
