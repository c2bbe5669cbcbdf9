import type { Loader } from 'three';
import { say } from './language/texts.js';
import { fileProblem } from './problem-text.js';
import { ROOT } from './root.js';

/** The folder of the demos' own files, relative to the page. */
export const ASSETS = `${ROOT}assets/files/`;

/** Loads the demos' own files and reports the progress over all of them. */
export class AssetLoader {
  readonly #onProgress: (progress: number) => void;
  readonly #events = new Map<string, ProgressEvent>();

  /** `onProgress` gets the loaded fraction of all bytes, 0 to 1. */
  constructor(onProgress: (progress: number) => void) {
    this.#onProgress = onProgress;
  }

  /** @throws Error with the name of the file, if it cannot be loaded or read. */
  load<T>(loader: Loader<T>, path: string): Promise<T> {
    const onEvent = (event: ProgressEvent): void => {
      this.#events.set(path, event);
      const progress = progressOf([...this.#events.values()]);
      if (progress !== undefined) this.#onProgress(progress);
    };
    return withFileName(path, () => loader.setPath(ASSETS).loadAsync(path, onEvent));
  }
}

/** Undefined if the server does not send the lengths of the files. */
function progressOf(events: readonly ProgressEvent[]): number | undefined {
  if (events.some(({ lengthComputable }) => !lengthComputable)) return undefined;
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return sum(events.map(({ loaded }) => loaded)) / sum(events.map(({ total }) => total));
}

/** One of the demos' own files. Rejects with its name. */
export async function fetchAsset(path: string): Promise<Blob> {
  return withFileName(path, async () => {
    const response = await fetch(ASSETS + path);
    if (response.ok) return response.blob();
    throw new Error(say('the server answered {status}.', { status: String(response.status) }));
  });
}

/** Adds the name of the file to the message of an error. */
export async function withFileName<T>(path: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Error(fileProblem(path, error), { cause: error });
  }
}
