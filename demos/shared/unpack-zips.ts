import { readZip } from '@odori/model';
import { namedProblem } from './problem-text.js';

/**
 * The files, and instead of each zip among them a folder of its name with what is in it.
 *
 * Zips in zips stay what they are. A sentence for each that cannot be read is added to `problems`.
 */
export async function unpackZips(
  files: ReadonlyMap<string, Blob>,
  problems: string[],
): Promise<Map<string, Blob>> {
  const all = new Map<string, Blob>();
  for (const [path, file] of files) {
    if (!/\.zip$/i.test(path)) {
      all.set(path, file);
      continue;
    }
    try {
      const inside = await readZip(await file.arrayBuffer());
      for (const [name, content] of inside) all.set(`${path.slice(0, -4)}/${name}`, content);
    } catch (error) {
      problems.push(namedProblem(path, error));
    }
  }
  return all;
}
