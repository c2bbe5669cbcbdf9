import type { FormatWarning } from '@odori/format';
import { loadMotion, type Motion } from '@odori/runtime';
import { fileName } from '../problem-text.js';

/** A motion or a pose, and the name of its file. */
export interface OpenedMotion {
  readonly name: string;
  readonly motion: Motion;
  /** Problems that did not stop reading. */
  readonly warnings: readonly FormatWarning[];
}

/**
 * Reads a motion (VMD, BVMD) or a pose (VPD). The content decides which.
 *
 * @throws LoadError if the file cannot be read.
 */
export async function openMotion(path: string, file: Blob): Promise<OpenedMotion> {
  const warnings: FormatWarning[] = [];
  const name = fileName(path);
  const motion = await loadMotion(new File([file], name), { onWarning: (warning) => warnings.push(warning) });
  return { name, motion, warnings };
}
