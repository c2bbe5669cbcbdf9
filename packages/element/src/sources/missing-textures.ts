import type { ModelNote } from '@odori/model';
import { fileNameOfUrl } from '@odori/runtime/internal/three';

const MAX_NAMES = 5;

/** A sentence that names the textures that could not be loaded. */
export function missingTextures(notes: readonly ModelNote[]): string {
  const names = notes.slice(0, MAX_NAMES).map(({ path }) => fileNameOfUrl(path.replaceAll('\\', '/')));
  if (notes.length > MAX_NAMES) names.push('…');
  const subject = notes.length === 1 ? 'A texture' : `${notes.length} textures`;
  return `${subject} could not be loaded: ${names.join(', ')}`;
}
