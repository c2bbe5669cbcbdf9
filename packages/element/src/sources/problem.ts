import { MmdFormatError } from '@odori/format';
import { FilesError } from '@odori/model';

/** A file could not be had. Its message goes on after the file's name: `dancer.pmx: the server answers 404.` */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** What went wrong with a file, in a sentence for whoever reads the page. */
export function problemText(name: string, error: unknown): string {
  if (error instanceof LoadError) return `${name}: ${error.message}`;
  const cause = error instanceof Error ? error.cause : undefined;
  const broken = [error, cause].find(isBrokenFile);
  if (broken) return `${name} is broken or of another kind: ${broken.message}`;
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith(`${name}: `) ? message : `${name}: ${message}`;
}

function isBrokenFile(error: unknown): error is Error {
  return error instanceof MmdFormatError || error instanceof FilesError;
}

/** Why media could not be loaded. */
export function problemOfMedia({ error }: HTMLMediaElement): LoadError {
  const detail = error?.message ? ` (${error.message})` : '';
  return new LoadError(`this song cannot be had, or the browser cannot play it${detail}.`);
}
