import type { ModelNote } from '@odori/model';
import type { Problem } from '../language/problems.js';
import { fileNameOfUrl } from '@odori/runtime/internal/three';

const MAX_NAMES = 5;

/** Names the textures that could not be loaded. */
export function missingTextures(notes: readonly ModelNote[]): Problem {
  const names = notes.slice(0, MAX_NAMES).map(({ path }) => fileNameOfUrl(path.replaceAll('\\', '/')));
  if (notes.length > MAX_NAMES) names.push('…');
  return { code: 'missing-textures', values: { count: notes.length, names: names.join(', ') } };
}
