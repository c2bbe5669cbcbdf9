import type { FormatWarning } from '@odori/format';
import { loadMotion, type Motion } from '@odori/runtime';
import { fileName } from '../problem-text.js';
import type { Files } from './sort-files.js';

/** A motion or a pose, and the name of its file. */
export interface OpenedMotion {
  readonly path: string;
  readonly name: string;
  readonly motion: Motion;
  /** Problems that did not stop reading. */
  readonly warnings: readonly FormatWarning[];
  /** All files that were opened with it. */
  readonly from: Files;
}

/**
 * Reads a motion (VMD, BVMD) or a pose (VPD). The content decides which.
 *
 * @throws LoadError if the file cannot be read.
 */
export async function openMotion(path: string, from: Files): Promise<OpenedMotion> {
  const warnings: FormatWarning[] = [];
  const name = fileName(path);
  const motion = await loadMotion(new File([from.get(path)!], name), {
    onWarning: (warning) => warnings.push(warning),
  });
  return { path, name, motion, warnings, from };
}

/** Also true for a motion without keyframes, with which the dancer stands still. */
export function movesDancer({ bones, morphs, property, camera, light, selfShadow }: Motion): boolean {
  return bones.size + morphs.size > 0 || property !== undefined || !(camera ?? light ?? selfShadow);
}
