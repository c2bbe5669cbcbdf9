import { readZip } from '@odori/model';
import { fileProblem } from '../problem-text.js';

/**
 * Replaces each zip among some files by a folder with its name and its contents.
 *
 * A zip inside a zip is not unpacked. For each zip that cannot be read, a sentence is added to `problems`.
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
      problems.push(fileProblem(path, error));
    }
  }
  return all;
}
