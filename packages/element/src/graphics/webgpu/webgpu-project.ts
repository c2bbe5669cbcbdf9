import { createScene } from '@odori/model/webgpu';
import { loadProjectWith, type ProjectOptions, type ProjectShow } from '../../project/project-show.js';
import type { Files } from '../../sources/inputs.js';

/** As {@link loadProjectWith}, for `WebGPURenderer`. */
export function loadProject(
  ...args: [bytes: Uint8Array, files: Files | string, signal: AbortSignal, options: ProjectOptions]
): Promise<ProjectShow> {
  return loadProjectWith(createScene, ...args);
}
