import { detectFormat, parseVmd, type Pmx } from '@odori/format';
import { matchMotions } from '@odori/format/internal';
import { element } from '../dom.js';
import { openMotion, type OpenedMotion } from '../open/open-motion.js';
import type { OpenedSong } from '../open/opened-files.js';
import type { ParsedModels } from '../open/parse-models.js';
import { movesDancer } from '../open/read-files.js';
import type { Files, SortedFiles } from '../open/sort-files.js';
import { truncatedLines } from '../open/warning-lines.js';
import { fileName, fileProblem } from '../problem-text.js';
import { cameraOptions, type MotionOption } from '../show/motion-options.js';
import { discardSong, openSong } from '../song.js';
import { accessoryPaths } from '../stages/opened-stage.js';
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
 * Reads what some files show together: several dancers, and what stands around them. Never rejects because of
 * a file.
 */
export async function readCast({ files, paths }: SortedFiles, parsed: ParsedModels): Promise<Cast> {
  const accessories = accessoryPaths(paths);
  const models = [
    ...parsed.dancers.map((model) => ({ ...model, isDancer: true })),
    ...parsed.stages.map((model) => ({ ...model, isDancer: false })),
  ];
  const problems: HTMLElement[] = [...parsed.problems];
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
