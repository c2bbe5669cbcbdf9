import { parsePmm, type Pmm } from '@odori/format';
import { createMapResolver, createScene, type MmdScene } from '@odori/model';
import { visibleText } from '../../shared/file-text.js';
import { fileName, fileProblem, problemText } from '../../shared/problem-text.js';
import { discardSong, openSong } from '../../shared/song.js';
import { unpackZips } from '../../shared/unpack-zips.js';
import { truncationSentence } from './truncation-sentence.js';

type Files = ReadonlyMap<string, Blob>;

/** A loaded project. */
export interface Project {
  readonly name: string;
  readonly pmm: Pmm;
  readonly scene: MmdScene;
  readonly song: HTMLAudioElement | undefined;
  /** The files that the project was found in. */
  readonly files: Files;
  /** The paths of all projects among these files. */
  readonly paths: readonly string[];
}

/**
 * Loads the first readable project among some files, with its models and its song. Errors are added to `problems` as
 * sentences. Never rejects. `getFiles` is called before anything is awaited, because dropped files must be read at
 * once.
 */
export async function readProjects(
  getFiles: () => Files | Promise<Files>,
  problems: string[],
): Promise<Project | undefined> {
  try {
    const files = await unpackZips(await getFiles(), problems);
    const paths = findProjects(files);
    if (paths.length === 0) problems.push('There is no MMD project (PMM) among these files.');
    for (const path of paths) {
      const project = await readProject(files, path, problems);
      if (project) return project;
    }
  } catch (error) {
    problems.push(problemText(error));
  }
  return undefined;
}

/** Loads one of the projects among files that were opened before. Never rejects. */
export async function readProject(
  files: Files,
  path: string,
  problems: string[],
): Promise<Project | undefined> {
  try {
    const pmm = parsePmm(await files.get(path)!.arrayBuffer());
    const scene = await createScene(pmm, { resolve: createMapResolver(files) });
    const truncation = truncationSentence(pmm);
    if (truncation !== undefined) problems.push(`${visibleText(fileName(path))}: ${truncation}`);
    const song = await songOf(pmm, files, problems);
    return { name: path, pmm, scene, song, files, paths: findProjects(files) };
  } catch (error) {
    problems.push(fileProblem(path, error));
    return undefined;
  }
}

/** Frees a project that is no longer shown. */
export function discardProject({ scene, song }: Project): void {
  scene.dispose();
  discardSong(song);
}

/** The paths of the projects, those in the outermost folders first. */
function findProjects(files: Files): string[] {
  const depth = (path: string): number => path.split('/').length;
  return [...files.keys()]
    .filter((path) => /\.pmm$/i.test(path))
    .sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
}

/** Opens the song. Its path is from the computer of the author, so the song is found by name, as models are. */
async function songOf(
  { media }: Pmm,
  files: Files,
  problems: string[],
): Promise<HTMLAudioElement | undefined> {
  const found = media.waveOn === 0 ? undefined : createMapResolver(files)(media.wave.text);
  if (!found) return undefined;
  try {
    return await openSong(found.file);
  } catch (error) {
    problems.push(fileProblem(media.wave.text, error));
    return undefined;
  }
}
