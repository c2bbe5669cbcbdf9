import { loadModel } from '@odori/model';
import type { Motion } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { openMotion } from '../../../shared/open/open-motion.js';
import { type Files, type GetFiles, type SortedFiles, sortFiles } from '../../../shared/open/sort-files.js';
import { unusedLines } from '../../../shared/open/unused-files.js';
import { truncatedLines } from '../../../shared/open/warning-lines.js';
import { fileName, fileProblem, problemText } from '../../../shared/problem-text.js';
import { openSong } from '../../../shared/song.js';
import { noFiles, type OpenedFiles, type OpenedModel } from './opened-files.js';

/**
 * Reads a model, motions, poses and a song. Of several models or songs, the first readable one is used. Never rejects.
 *
 * `getFiles` is called before anything is awaited, because dropped files must be read at once.
 */
export async function readFiles(getFiles: GetFiles): Promise<OpenedFiles> {
  const opened = noFiles();
  const sorted = await sortFiles(getFiles);
  opened.problems.push(...sorted.problems.map(problemLine));
  try {
    await readAll(opened, sorted);
  } catch (error) {
    opened.problems.push(problemLine(problemText(error)));
  }
  return opened;
}

/** Reads another model from files that were opened before. Never rejects. */
export async function readModel({ files, paths }: OpenedModel, path: string): Promise<OpenedFiles> {
  const opened = noFiles();
  await readOneModel(opened, files, paths, path);
  return opened;
}

async function readAll(opened: OpenedFiles, sorted: SortedFiles): Promise<void> {
  const { files, paths } = sorted;
  for (const path of files.keys()) {
    if (paths.motion.includes(path) || paths.pose.includes(path)) await readMotion(opened, files, path);
  }
  for (const path of paths.song) {
    if (opened.song) break;
    await attempt(opened, path, async () => {
      opened.song = await openSong(files.get(path)!);
      opened.names.push(fileName(path));
    });
  }
  for (const path of paths.model) {
    if (opened.model) break;
    await readOneModel(opened, files, paths.model, path);
  }
  opened.problems.push(...(await unusedLines(sorted, ['model', 'motion', 'pose', 'song'])));
}

async function readMotion(opened: OpenedFiles, files: Files, path: string): Promise<void> {
  await attempt(opened, path, async () => {
    const motion = await openMotion(path, files.get(path)!);
    (movesDancer(motion.motion) ? opened.dances : opened.cameras).push(motion);
    opened.names.push(motion.name);
    opened.problems.push(...truncatedLines(motion.name, motion.warnings));
  });
}

async function readOneModel(
  opened: OpenedFiles,
  files: Files,
  paths: readonly string[],
  path: string,
): Promise<void> {
  await attempt(opened, path, async () => {
    const model = await loadModel(files, { path });
    opened.model = { model, path, paths, files };
    opened.problems.push(...truncatedLines(fileName(path), model.report.warnings));
  });
}

async function attempt(opened: OpenedFiles, path: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    opened.problems.push(problemLine(fileProblem(path, error)));
  }
}

function problemLine(problem: string): HTMLElement {
  return element('span', {}, problem);
}

/** Also true for a motion without keyframes, with which the dancer stands still. */
function movesDancer({ bones, morphs, property, camera, light, selfShadow }: Motion): boolean {
  return bones.size + morphs.size > 0 || property !== undefined || !(camera ?? light ?? selfShadow);
}
