import type { Loader } from 'three';
import { namedProblem } from './problem-text.js';

/** Beside each demo, wherever both are served. */
export const ASSETS = '../assets/files/';

/** Loads the demos' own files; hears which share of all their bytes is there. */
export class AssetLoader {
  readonly #onProgress: (share: number) => void;
  readonly #parts = new Map<string, ProgressEvent>();

  constructor(onProgress: (share: number) => void) {
    this.#onProgress = onProgress;
  }

  /** @throws Error that names the file, if it cannot be had or read. */
  load<T>(loader: Loader<T>, path: string): Promise<T> {
    const hear = (event: ProgressEvent): void => {
      this.#parts.set(path, event);
      const share = shareOf([...this.#parts.values()]);
      if (share !== undefined) this.#onProgress(share);
    };
    return named(path, () => loader.setPath(ASSETS).loadAsync(path, hear));
  }
}

/** Unknown where the server does not tell how long files are. */
function shareOf(parts: readonly ProgressEvent[]): number | undefined {
  if (parts.some(({ lengthComputable }) => !lengthComputable)) return undefined;
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return sum(parts.map(({ loaded }) => loaded)) / sum(parts.map(({ total }) => total));
}

/** Says which file it was, if it fails. */
export async function named<T>(path: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Error(namedProblem(path, error), { cause: error });
  }
}
