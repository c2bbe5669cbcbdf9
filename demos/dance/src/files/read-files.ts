import { detectFormat, type MmdFormat, type Vmd, type Vpd } from '@odori/format';
import { findModels, loadModel } from '@odori/model';
import { visibleText } from '../../../shared/file-text.js';
import { parseMotion } from '../../../shared/parse-motion.js';
import { fileName, fileProblem, problemText } from '../../../shared/problem-text.js';
import { openSong } from '../../../shared/song.js';
import { unpackZips } from '../../../shared/unpack-zips.js';
import { noFiles, type OpenedFiles, type OpenedModel } from './opened-files.js';

type Files = ReadonlyMap<string, Blob>;

const MAX_NAMES = 5;
const SUPPORTED =
  'this page can open models (PMX, PMD), motions (VMD), poses (VPD), songs, and zips of them.';

/**
 * Reads a model, motions, poses and a song. Of several models or songs, the first readable one is used. Never rejects.
 *
 * `getFiles` is called before anything is awaited, because dropped files must be read at once.
 */
export async function readFiles(getFiles: () => Files | Promise<Files>): Promise<OpenedFiles> {
  const opened = noFiles();
  try {
    const files = await unpackZips(await getFiles(), opened.problems);
    await readAll(opened, files, await sortByKind(files));
  } catch (error) {
    opened.problems.push(problemText(error));
  }
  return opened;
}

/** Reads another model from files that were opened before. Never rejects. */
export async function readModel({ files, paths }: OpenedModel, path: string): Promise<OpenedFiles> {
  const opened = noFiles();
  await readOneModel(opened, files, paths, path);
  return opened;
}

type SortedPaths = Record<FileKind, string[]>;

async function sortByKind(files: Files): Promise<SortedPaths> {
  const sorted: SortedPaths = { model: findModels(files), motion: [], song: [], companion: [], unknown: [] };
  const models = new Set(sorted.model);
  for (const [path, file] of files) {
    if (!models.has(path)) sorted[await fileKind(path, file)].push(path);
  }
  return sorted;
}

async function readAll(
  opened: OpenedFiles,
  files: Files,
  { model, motion, song, unknown }: SortedPaths,
): Promise<void> {
  for (const path of motion) {
    await attempt(opened, path, async () => {
      addMotion(opened, await parseMotion(files.get(path)!, path));
      opened.names.push(fileName(path));
    });
  }
  for (const path of song) {
    if (opened.song) break;
    await attempt(opened, path, async () => {
      opened.song = await openSong(files.get(path)!);
      opened.names.push(fileName(path));
    });
  }
  for (const path of model) {
    if (opened.model) break;
    await readOneModel(opened, files, model, path);
  }
  reportUnknown(opened, [...files.keys()], unknown);
}

async function readOneModel(
  opened: OpenedFiles,
  files: Files,
  paths: readonly string[],
  path: string,
): Promise<void> {
  await attempt(opened, path, async () => {
    opened.model = { model: await loadModel(files, { path }), path, paths, files };
  });
}

async function attempt(opened: OpenedFiles, path: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    opened.problems.push(fileProblem(path, error));
  }
}

/** Reports unknown files. Unknown files inside folders and zips are ignored, unless there is nothing else. */
function reportUnknown(
  { model, names, problems }: OpenedFiles,
  all: readonly string[],
  unknown: readonly string[],
): void {
  const isNothing = !model && names.length + problems.length === 0;
  if (isNothing && all.length === 0) problems.push('There are no files to open.');
  const reported = isNothing ? all : unknown.filter((path) => !path.includes('/'));
  if (reported.length === 0) return;
  const some = reported.slice(0, MAX_NAMES).map((path) => visibleText(fileName(path)));
  if (reported.length > MAX_NAMES) some.push('…');
  problems.push(`${some.join(', ')}: ${SUPPORTED}`);
}

/** Sorts a motion by what it moves: the dancer, or only camera and light. */
function addMotion({ dances, cameras }: OpenedFiles, motion: Vmd | Vpd): void {
  if ('cameras' in motion && !movesDancer(motion)) cameras.push(motion);
  else dances.push(motion);
}

/** Also true for a motion without keyframes, with which the dancer stands still. */
function movesDancer({ bones, morphs, properties, cameras, lights, selfShadows }: Vmd): boolean {
  if (bones.count + morphs.count > 0) return true;
  return cameras.count + lights.count + selfShadows.count === 0 || properties.count > 0;
}

/** The use of a file on this page. A companion is a file that comes with a model or a song, such as a texture. */
type FileKind = 'model' | 'motion' | 'song' | 'companion' | 'unknown';

const ENDINGS: readonly (readonly [FileKind, RegExp])[] = [
  ['model', /\.pm[xd]$/i],
  ['motion', /\.v[mp]d$/i],
  ['song', /\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav|weba)$/i],
  ['companion', /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa|txt|md|html?|pdf|ini|x|vac|db|DS_Store)$/i],
];

const FORMATS: Partial<Record<MmdFormat, FileKind>> = {
  pmx: 'model',
  pmd: 'model',
  vmd: 'motion',
  vpd: 'motion',
};

/** Enough for `detectFormat` to recognise each format. */
const HEAD_BYTES = 1024;

/** The kind of a file, from its name, or else from its media type or its first bytes. */
async function fileKind(path: string, file: Blob): Promise<FileKind> {
  const named = ENDINGS.find(([, ending]) => ending.test(path))?.[0];
  if (named) return named;
  if (file.type.startsWith('audio/')) return 'song';
  const format = detectFormat(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return (format && FORMATS[format]) ?? 'unknown';
}
