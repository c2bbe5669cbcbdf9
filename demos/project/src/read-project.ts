import { parsePmm, type Pmm } from '@odori/format';
import { createMapResolver, createScene, type MmdScene } from '@odori/model';
import { discardSong } from '../../dance/src/files/opened-files.js';
import { namedProblem, problemText } from '../../shared/problem-text.js';
import { openSong } from '../../shared/song.js';
import { unpackZips } from '../../shared/unpack-zips.js';

type Files = ReadonlyMap<string, Blob>;

/** A project that plays. */
export interface Project {
  readonly name: string;
  readonly pmm: Pmm;
  readonly scene: MmdScene;
  readonly song: HTMLAudioElement | undefined;
  /** What it was found among. */
  readonly files: Files;
  /** All projects among these. */
  readonly paths: readonly string[];
}

/**
 * The first project among files that can be read, with its models and its song. What goes wrong is added to `problems`.
 * Never rejects. `give` is called before anything is awaited.
 */
export async function readProjects(
  give: () => Files | Promise<Files>,
  problems: string[],
): Promise<Project | undefined> {
  try {
    const files = await unpackZips(await give(), problems);
    const paths = findProjects(files);
    if (paths.length === 0) problems.push('There is no project (PMM) among these files.');
    for (const path of paths) {
      const project = await readProject(files, path, problems);
      if (project) return project;
    }
  } catch (error) {
    problems.push(problemText(error));
  }
  return undefined;
}

/** One of the projects among files that were read before. Never rejects. */
export async function readProject(
  files: Files,
  path: string,
  problems: string[],
): Promise<Project | undefined> {
  try {
    const pmm = parsePmm(await files.get(path)!.arrayBuffer());
    const scene = await createScene(pmm, { resolve: createMapResolver(files) });
    const song = await songOf(pmm, files, problems);
    return { name: path, pmm, scene, song, files, paths: findProjects(files) };
  } catch (error) {
    problems.push(namedProblem(path, error));
    return undefined;
  }
}

/** Frees what nobody wants to see any more. */
export function discardProject({ scene, song }: Project): void {
  scene.dispose();
  discardSong(song);
}

/** The shallowest first. */
function findProjects(files: Files): string[] {
  const depth = (path: string): number => path.split('/').length;
  return [...files.keys()]
    .filter((path) => /\.pmm$/i.test(path))
    .sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
}

/** Its path is of another machine, as those of the models are. */
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
    problems.push(namedProblem(media.wave.text, error));
    return undefined;
  }
}
