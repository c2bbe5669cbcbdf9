import { MmdFormatError } from '@odori/format';

/** A file could not be had. Its message goes on after the file's name: `dancer.pmx: the server answers 404.` */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** What went wrong with a file, in a sentence for whoever reads the page. */
export function problemText(name: string, error: unknown): string {
  if (error instanceof LoadError) return `${name}: ${error.message}`;
  if (error instanceof MmdFormatError) return `${name} is broken or of another kind: ${error.message}`;
  return `${name}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Why media could not be loaded. */
export function problemOfMedia({ error }: HTMLMediaElement): LoadError {
  const detail = error?.message ? ` (${error.message})` : '';
  return new LoadError(`this song cannot be had, or the browser cannot play it${detail}.`);
}
