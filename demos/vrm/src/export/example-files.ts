import { parsePmx } from '@odori/format';
import { fetchAsset } from '../../../shared/asset-loader.js';

/** The MMD model of the page. */
export const MODEL = 'dancer.pmx';

/** The bytes of one of the demos' own files. Rejects with its name. */
export async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await fetchAsset(path);
  return new Uint8Array(await file.arrayBuffer());
}

/** The textures of a model among the demos' own files, by their paths in it. */
export async function texturesOf(model: Uint8Array): Promise<Map<string, Uint8Array>> {
  const paths = parsePmx(model, { geometry: false }).textures;
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await bytesOf(path.replaceAll('\\', '/'))] as const)),
  );
}
