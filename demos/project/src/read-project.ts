import { parsePmm, type Pmm } from '@odori/format';
import { createMapResolver, createScene, type MmdScene } from '@odori/model';
import { say } from '../../shared/language/texts.js';
import { discardSong, openSong } from '../../shared/open/open-song.js';
import { type Files, type GetFiles, sortFiles } from '../../shared/open/sort-files.js';
import { unusedLines } from '../../shared/open/unused-files.js';
import { truncatedLines, warningDetails } from '../../shared/open/warning-lines.js';
import { fileName, fileProblem } from '../../shared/problem-text.js';

/** A sentence for the user. */
export type Line = HTMLElement | string;

/** A loaded project. */
export interface Project {
  /** A path; a text of the page for the example, which has no paths. */
  readonly name: string;
  readonly pmm: Pmm;
  readonly scene: MmdScene;
  readonly song: HTMLAudioElement | undefined;
  /** A song that is not loaded yet: the project plays, and the song joins it. */
  readonly lateSong?: Promise<HTMLAudioElement>;
  /** The files that the project was found in. */
  readonly files: Files;
  /** The paths of all projects among these files. */
  readonly paths: readonly string[];
}

/**
 * Loads the first readable project among some files, with its models and its song. Problems are added to
 * `lines`. Never rejects. `getFiles` is called before anything is awaited, because dropped files must be read
 * at once.
 */
export async function readProjects(getFiles: GetFiles, lines: Line[]): Promise<Project | undefined> {
  const sorted = await sortFiles(getFiles);
  lines.push(...sorted.problems);
  for (const path of projectPaths(sorted.paths.project)) {
    const project = await readProject(sorted.files, sorted.paths.project, path, lines);
    if (project) return project;
  }
  if (sorted.paths.project.length === 0) {
    lines.push(
      say('There is no MMD project (PMM) among these files.'),
      ...(await unusedLines(sorted, ['project'])),
    );
  }
  return undefined;
}

/** Loads one of the projects among files that were opened before. Never rejects. */
export async function readProject(
  files: Files,
  paths: readonly string[],
  path: string,
  lines: Line[],
): Promise<Project | undefined> {
  try {
    const pmm = parsePmm(await files.get(path)!.arrayBuffer());
    const scene = await createScene(pmm, { resolve: createMapResolver(files) });
    const song = await songOf(pmm, files, lines);
    const name = fileName(path);
    lines.push(...truncatedLines(name, pmm.warnings), ...warningDetails(name, pmm.warnings));
    return { name: path, pmm, scene, song, files, paths: projectPaths(paths) };
  } catch (error) {
    lines.push(fileProblem(path, error));
    return undefined;
  }
}

/** Frees a project that is no longer shown. */
export function discardProject({ scene, song, lateSong }: Project): void {
  scene.dispose();
  discardSong(song);
  lateSong?.then(discardSong, () => undefined); // its problem does not concern the next project
}

/** The paths of projects, those in the outermost folders first. */
function projectPaths(paths: readonly string[]): string[] {
  const depth = (path: string): number => path.split('/').length;
  return paths.toSorted((a, b) => depth(a) - depth(b) || a.localeCompare(b));
}

/**
 * Opens the song. Its path is from the computer of the author, so the song is found by name, as models are.
 */
async function songOf({ media }: Pmm, files: Files, lines: Line[]): Promise<HTMLAudioElement | undefined> {
  const found = media.waveOn === 0 ? undefined : createMapResolver(files)(media.wave.text);
  if (!found) return undefined;
  try {
    return await openSong(found.file);
  } catch (error) {
    lines.push(fileProblem(media.wave.text, error));
    return undefined;
  }
}
