import { parsePmx } from '@odori/format';
import { ASSETS, withFileName } from '../../../shared/asset-loader.js';

/** The MMD model of the page. */
export const MODEL = 'dancer.pmx';

/** The bytes of one of the demos' own files. Rejects with its name. */
export function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return withFileName(path, async () => {
    const response = await fetch(ASSETS + path);
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}.`);
    return new Uint8Array(await response.arrayBuffer());
  });
}

/** The textures of a model among the demos' own files, by their paths in it. */
export async function texturesOf(model: Uint8Array): Promise<Map<string, Uint8Array>> {
  const paths = parsePmx(model, { geometry: false }).textures;
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await bytesOf(path.replaceAll('\\', '/'))] as const)),
  );
}
