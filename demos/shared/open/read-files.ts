import { loadModel, type ModelPhysicsOptions } from '@odori/model';
import { element } from '../dom.js';
import type { FileKind } from './file-kind.js';
import { movesDancer, openMotion, type OpenedMotion } from './open-motion.js';
import { discardSong, openSong } from './open-song.js';
import { type Files, type GetFiles, type SortedFiles, sortFiles } from './sort-files.js';
import { unusedLines } from './unused-files.js';
import { truncatedLines } from './warning-lines.js';
import { fileName, fileProblem, problemText } from '../problem-text.js';
import { noFiles, type OpenedFiles, type OpenedModel } from './opened-files.js';

/** What a page wants of opened files. */
export interface ReadOptions {
  /** Of the models. */
  readonly physics: boolean | ModelPhysicsOptions;
  /** Whether the page plays songs. */
  readonly songs: boolean;
  /** Whether the page plays projects, and has reported on those among the files. */
  readonly projects?: boolean;
  /** Whether the page shows VRM avatars. */
  readonly avatars?: boolean;
  /** Whether the page shows stages, and has opened those among the files. */
  readonly stages?: boolean;
}

/**
 * Reads a model, motions, poses and a song. Of several models or songs, the first readable one is used. Never
 * rejects.
 *
 * `getFiles` is called before anything is awaited, because dropped files must be read at once.
 */
export async function readFiles(getFiles: GetFiles, options: ReadOptions): Promise<OpenedFiles> {
  return readSorted(await sortFiles(getFiles), options);
}

/** Reads files that are sorted already, as {@link readFiles} does. Never rejects. */
export async function readSorted(sorted: SortedFiles, options: ReadOptions): Promise<OpenedFiles> {
  const opened = noFiles();
  opened.problems.push(...sorted.problems.map(problemLine));
  try {
    await readAll(opened, sorted, options);
  } catch (error) {
    opened.problems.push(problemLine(problemText(error)));
  }
  return opened;
}

/** Reads another model from files that were opened before. Never rejects. */
export async function readModel(
  from: Omit<OpenedModel, 'model' | 'path'>,
  path: string,
  { physics }: ReadOptions,
): Promise<OpenedFiles> {
  const opened = noFiles();
  await readOneModel(opened, { ...from, path }, physics);
  return opened;
}

async function readAll(
  opened: OpenedFiles,
  sorted: SortedFiles,
  { physics, songs, projects, avatars, stages }: ReadOptions,
): Promise<void> {
  const { files, paths } = sorted;
  for (const path of files.keys()) {
    if (paths.motion.includes(path)) await readMotion(opened, files, path);
    else if (paths.pose.includes(path)) await readMotion(opened, files, path, opened.poses);
  }
  for (const path of songs ? paths.song : []) {
    if (opened.song) break;
    await attempt(opened, path, async () => {
      const file = files.get(path)!;
      discardSong(await openSong(file));
      opened.song = { name: fileName(path), file };
      opened.names.push(fileName(path));
    });
  }
  for (const path of paths.model) {
    if (opened.model) break;
    await readOneModel(opened, { path, paths: paths.model, files }, physics);
  }
  for (const path of avatars && !opened.model ? paths.avatar : []) {
    if (!opened.avatar) await readAvatar(opened, files, path);
  }
  const used: FileKind[] = ['model', 'motion', 'pose'];
  if (songs) used.push('song');
  if (projects) used.push('project');
  if (avatars) used.push('avatar');
  if (stages) used.push('companion');
  opened.problems.push(...(await unusedLines(sorted, used)));
}

/** Adds a motion to `place`; without it, to the dances or the cameras, as its content says. */
async function readMotion(
  opened: OpenedFiles,
  files: Files,
  path: string,
  place?: OpenedMotion[],
): Promise<void> {
  await attempt(opened, path, async () => {
    const motion = await openMotion(path, files);
    (place ?? (movesDancer(motion.motion) ? opened.dances : opened.cameras)).push(motion);
    opened.names.push(motion.name);
    opened.problems.push(...truncatedLines(motion.name, motion.warnings));
  });
}

async function readOneModel(
  opened: OpenedFiles,
  from: Omit<OpenedModel, 'model'>,
  physics: ReadOptions['physics'],
): Promise<void> {
  const { path, paths, files } = from;
  await attempt(opened, path, async () => {
    const model = await loadModel(files, { path, physics });
    opened.model = { model, path, paths, files };
    opened.problems.push(...truncatedLines(fileName(path), model.report.warnings));
  });
}

/** The file must be a VRM avatar that can dance; the player loads the rest. */
async function readAvatar(opened: OpenedFiles, files: Files, path: string): Promise<void> {
  await attempt(opened, path, async () => {
    const { checkVrm } = await import('./check-vrm.js');
    const file = files.get(path)!;
    const name = fileName(path);
    checkVrm(new Uint8Array(await file.arrayBuffer()));
    opened.avatar = { name, file: new File([file], name) };
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
