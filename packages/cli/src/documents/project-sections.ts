import type { Pmm } from '@odori/format';

/**
 * Numbers of sections in a file of version 2. In version 1, only those of gravity and self shadow are others.
 */
const NUMBERS = { camera: 2, light: 4, gravity: 14, selfShadow: 16 } as const;

/**
 * Does the file of a project contain these keyframes? A truncated one may lack them, and its document then
 * has those of a new project; in version 1, none of gravity and self shadow.
 */
export function hasSection({ source }: Pmm, section: keyof typeof NUMBERS): boolean {
  return !source?.truncated || source.truncated.section > NUMBERS[section];
}
