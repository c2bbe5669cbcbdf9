import { parsePmm, type Pmm } from '@odori/format';
import { createMapResolver, createScene, type MmdScene } from '@odori/model';
import { namedProblem } from '../../dance/src/intake/named-problem.js';
import { openSong } from '../../dance/src/intake/open-song.js';
import { unpackZips } from '../../dance/src/intake/unpack-zips.js';

/** A project that plays. */
export interface Project {
  readonly name: string;
  readonly pmm: Pmm;
  readonly scene: MmdScene;
  readonly song: HTMLAudioElement | undefined;
}

type Files = ReadonlyMap<string, Blob>;

/**
 * The first project among files, with its models and its song. What goes wrong with a zip or the song is added to
 * `problems`. `give` is called before anything is awaited.
 *
 * @throws Error if there is no project; `MmdFormatError` if it is broken.
 */
export async function readProject(give: () => Files | Promise<Files>, problems: string[]): Promise<Project> {
  const files = await unpackZips(await give(), problems);
  const path = [...files.keys()]
    .filter((name) => /\.pmm$/i.test(name))
    .sort((a, b) => depth(a) - depth(b))[0];
  if (path === undefined) throw new Error('There is no project (PMM) among these files.');
  const pmm = parsePmm(await files.get(path)!.arrayBuffer());
  const scene = await createScene(pmm, { resolve: createMapResolver(files) });
  return { name: path, pmm, scene, song: await songOf(pmm, files, problems) };
}

function depth(path: string): number {
  return path.split('/').length;
}

async function songOf(
  { media }: Pmm,
  files: Files,
  problems: string[],
): Promise<HTMLAudioElement | undefined> {
  const name = media.wave.text.split(/[\\/]/).at(-1)!.toLowerCase();
  const path = [...files.keys()].find((key) => key.split('/').at(-1)!.toLowerCase() === name);
  if (media.waveOn === 0 || path === undefined) return undefined;
  try {
    return await openSong(files.get(path)!);
  } catch (error) {
    problems.push(namedProblem(path, error));
    return undefined;
  }
}
