import { LoadError } from './problem.js';
import type { AudioInput } from './inputs.js';

/** Gets the bytes of a song, once they are asked for; undefined without one. `address`: where it plays from. */
export function songFile(
  source: AudioInput | null,
  address: string,
): (() => Promise<ArrayBuffer>) | undefined {
  if (source === null) return undefined;
  if (source instanceof Blob) return () => source.arrayBuffer();
  return async () => {
    const response = await fetch(address);
    if (!response.ok) throw new LoadError(`the song: the server answers ${response.status}.`);
    return response.arrayBuffer();
  };
}
