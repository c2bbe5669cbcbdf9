import { detectFormat, parseVmd, parseVpd, type Vmd } from '@odori/format';
import { findModels, loadModel } from '@odori/model';
import { visibleText } from '../../../shared/file-text.js';
import { fileName, namedProblem, problemText } from '../../../shared/problem-text.js';
import { openSong } from '../../../shared/song.js';
import { unpackZips } from '../../../shared/unpack-zips.js';
import { type FileKind, fileKind } from './file-kind.js';
import { emptyIntake, type FoundModel, type Intake } from './opened-files.js';

type Files = ReadonlyMap<string, Blob>;

/**
 * Reads a model, motions, poses and a song; of several models and songs the first that can be read. Never rejects.
 *
 * `give` is called before anything is awaited.
 */
export async function readFiles(give: () => Files | Promise<Files>): Promise<Intake> {
  const intake = emptyIntake();
  try {
    const files = await unpackZips(await give(), intake.problems);
    await readAll(intake, files, await sortByKind(files));
  } catch (error) {
    intake.problems.push(problemText(error));
  }
  return intake;
}

/** Reads another of the models among files that were read before. Never rejects. */
export async function readModel({ files, paths }: FoundModel, path: string): Promise<Intake> {
  const intake = emptyIntake();
  await takeModel(intake, files, paths, path);
  return intake;
}

type SortedPaths = Record<FileKind, string[]>;

async function sortByKind(files: Files): Promise<SortedPaths> {
  const sorted: SortedPaths = { model: findModels(files), motion: [], song: [], companion: [], unknown: [] };
  const named = new Set(sorted.model);
  for (const [path, file] of files) {
    if (!named.has(path)) sorted[await fileKind(path, file)].push(path);
  }
  return sorted;
}

async function readAll(
  intake: Intake,
  files: Files,
  { model, motion, song, unknown }: SortedPaths,
): Promise<void> {
  for (const path of motion) {
    await attempt(intake, path, async () => {
      takeMotion(intake, path, new Uint8Array(await files.get(path)!.arrayBuffer()));
      intake.names.push(fileName(path));
    });
  }
  for (const path of song) {
    if (intake.audio) break;
    await attempt(intake, path, async () => {
      intake.audio = await openSong(files.get(path)!);
      intake.names.push(fileName(path));
    });
  }
  for (const path of model) {
    if (intake.found) break;
    await takeModel(intake, files, model, path);
  }
  tellUnknown(intake, [...files.keys()], unknown);
}

async function takeModel(
  intake: Intake,
  files: Files,
  paths: readonly string[],
  path: string,
): Promise<void> {
  await attempt(intake, path, async () => {
    intake.found = { model: await loadModel(files, { path }), path, paths, files };
  });
}

async function attempt(intake: Intake, path: string, take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    intake.problems.push(namedProblem(path, error));
  }
}

/** What lies about in folders and zips is passed over, unless nothing else is there. */
function tellUnknown(
  { found, names, problems }: Intake,
  all: readonly string[],
  unknown: readonly string[],
): void {
  const isNothing = !found && names.length + problems.length === 0;
  if (isNothing && all.length === 0) problems.push('There are no files in it.');
  const told = isNothing ? all : unknown.filter((path) => !path.includes('/'));
  if (told.length === 0) return;
  const some = told.slice(0, MOST_NAMES).map((path) => visibleText(fileName(path)));
  if (told.length > MOST_NAMES) some.push('…');
  problems.push(`${some.join(', ')}: ${WHAT_IS_TAKEN}`);
}

const MOST_NAMES = 5;
const WHAT_IS_TAKEN =
  'models (PMX, PMD), motions (VMD), poses (VPD), songs, and zips of them can be taken here.';

/** Reads a motion or a pose into what it moves: dancer or camera. */
export function takeMotion({ dances, cameras }: Intake, path: string, bytes: Uint8Array): void {
  const format = detectFormat(bytes) ?? path.slice(-3).toLowerCase();
  if (format === 'vpd') {
    dances.push(parseVpd(bytes));
    return;
  }
  const vmd = parseVmd(bytes);
  if (movesDancer(vmd)) dances.push(vmd);
  else cameras.push(vmd);
}

/** So does a motion without any keys: the dancer stands still. */
function movesDancer({ bones, morphs, properties, cameras, lights, selfShadows }: Vmd): boolean {
  if (bones.count + morphs.count > 0) return true;
  return cameras.count + lights.count + selfShadows.count === 0 || properties.count > 0;
}
