import { detectFormat, isStage, parsePmd, parsePmx, parseVmd, pmdToPmx, type Pmx } from '@odori/format';
import { findVariants, matchMotions } from '@odori/format/internal';
import { element } from '../dom.js';
import { visibleText } from '../file-text.js';
import { openMotion, type OpenedMotion } from '../open/open-motion.js';
import type { OpenedSong } from '../open/opened-files.js';
import { movesDancer } from '../open/read-files.js';
import type { Files, SortedFiles } from '../open/sort-files.js';
import { truncatedLines } from '../open/warning-lines.js';
import { fileName, fileProblem } from '../problem-text.js';
import { cameraOptions, type MotionOption } from '../show/motion-options.js';
import { discardSong, openSong } from '../song.js';
import { assignDances, type DanceAssignment } from './assign-dances.js';

/** A dancer, a stage or a prop among some files. */
export interface CastModel {
  readonly path: string;
  readonly pmx: Pmx;
  readonly isDancer: boolean;
}

/** What some files show together: dancers, what stands around them, and what they dance. */
export interface Cast {
  readonly files: Files;
  /** Dancers before stages. */
  readonly models: readonly CastModel[];
  /** The paths of the accessories (`.x`). */
  readonly accessories: readonly string[];
  readonly assignment: DanceAssignment;
  readonly camera: MotionOption | undefined;
  readonly song: (OpenedSong & { readonly path: string }) | undefined;
  /** Lines about files that could not be read, or are not shown. */
  readonly problems: readonly HTMLElement[];
}

/**
 * Reads what some files show together. Undefined if a page for one model shows all of it: there is one model
 * at most, and no accessory. Never rejects because of a file.
 */
export async function readCast({ files, paths }: SortedFiles): Promise<Cast | undefined> {
  const accessories = paths.companion.filter((path) => /\.x$/i.test(path));
  if (paths.model.length + accessories.length < 2 || paths.model.length === 0) return undefined;
  const problems: HTMLElement[] = [];
  const models = await readModels(files, paths.model, problems);
  if (models.length + accessories.length < 2 || models.length === 0) return undefined;
  const motions = await readMotions(files, paths, problems);
  const dances = motions.filter(({ opened }) => movesDancer(opened.motion));
  const matches = matchMotions(
    models.map(({ path, pmx, isDancer }) => ({ path, names: [pmx.name, pmx.nameEn], isStage: !isDancer })),
    dances.map(({ path, modelName, opened }) => ({
      path,
      modelName,
      movesBones: opened.motion.bones.size > 0,
    })),
  );
  const cameras = motions.filter(({ opened }) => !movesDancer(opened.motion));
  return {
    files,
    models,
    accessories,
    assignment: assignDances(
      dances.map(({ opened }) => opened),
      matches,
      models.map(({ isDancer }) => isDancer),
    ),
    camera: cameraOptions(cameras.map(({ opened }) => opened)).at(0),
    song: await readSong(files, paths.song, problems),
    problems,
  };
}

/** Without a dancer, the models are what is danced with. */
async function readModels(
  files: Files,
  paths: readonly string[],
  problems: HTMLElement[],
): Promise<CastModel[]> {
  const read: { path: string; pmx: Pmx }[] = [];
  for (const path of paths) {
    await attempt(path, problems, async () => {
      read.push({ path, pmx: parseModel(await files.get(path)!.arrayBuffer()) });
    });
  }
  const variants = findVariants(read);
  const shown = read.filter(({ path }, i) => {
    const first = read[variants[i] ?? -1];
    if (first) problems.push(variantLine(path, first.path));
    return !first;
  });
  const hasDancer = shown.some(({ pmx }) => !isStage(pmx));
  return shown
    .map((model) => ({ ...model, isDancer: !hasDancer || !isStage(model.pmx) }))
    .sort((a, b) => Number(b.isDancer) - Number(a.isDancer));
}

function parseModel(bytes: ArrayBuffer): Pmx {
  return detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

function variantLine(path: string, first: string): HTMLElement {
  const [name, shown] = [path, first].map((each) => visibleText(fileName(each)));
  return element(
    'span',
    {},
    `${name} is another version of ${shown} and not shown. Drop it alone to see it.`,
  );
}

interface ReadMotion {
  readonly path: string;
  readonly opened: OpenedMotion;
  readonly modelName: string;
}

/** The motions; the poses if there are none. */
async function readMotions(
  files: Files,
  { motion, pose }: SortedFiles['paths'],
  problems: HTMLElement[],
): Promise<ReadMotion[]> {
  const read: ReadMotion[] = [];
  for (const path of motion.length > 0 ? motion : pose) {
    await attempt(path, problems, async () => {
      const file = files.get(path)!;
      const opened = await openMotion(path, file);
      read.push({ path, opened, modelName: await modelNameIn(file) });
      problems.push(...truncatedLines(opened.name, opened.warnings));
    });
  }
  return read;
}

/** More than the header of a VMD. */
const HEAD_BYTES = 64;

/** The name of the model in a VMD; empty in other files. */
async function modelNameIn(file: Blob): Promise<string> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  return detectFormat(head) === 'vmd' ? parseVmd(head).modelName.text : '';
}

async function readSong(
  files: Files,
  paths: readonly string[],
  problems: HTMLElement[],
): Promise<Cast['song']> {
  let song: Cast['song'];
  for (const path of paths) {
    if (song) break;
    await attempt(path, problems, async () => {
      const file = files.get(path)!;
      discardSong(await openSong(file));
      song = { name: fileName(path), path, file };
    });
  }
  return song;
}

async function attempt(path: string, problems: HTMLElement[], read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    problems.push(element('span', {}, fileProblem(path, error)));
  }
}
