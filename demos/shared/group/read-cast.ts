import { detectFormat, parseVmd, type Pmx } from '@odori/format';
import { matchMotions, type Place } from '@odori/format/internal';
import { element } from '../dom.js';
import { movesDancer, openMotion, type OpenedMotion } from '../open/open-motion.js';
import { discardSong, openSong } from '../open/open-song.js';
import type { OpenedSong } from '../open/opened-files.js';
import type { ParsedModels } from '../open/parse-models.js';
import type { Files, SortedFiles } from '../open/sort-files.js';
import { truncatedLines } from '../open/warning-lines.js';
import { fileName, fileProblem } from '../problem-text.js';
import { cameraOptions, type MotionOption } from '../show/motion-options.js';
import { accessoryPaths, type OpenedStage, openStages } from '../stages/opened-stage.js';
import { assignDances, type DanceAssignment } from './assign-dances.js';

/** A dancer, a stage or a prop among some files. */
export interface CastModel {
  readonly path: string;
  readonly name: string;
  /** Undefined: a VRM avatar. */
  readonly pmx: Pmx | undefined;
  readonly isDancer: boolean;
}

/** What some files show together: dancers, what stands around them, and what they dance. */
export interface Cast {
  readonly files: Files;
  /** Dancers before stages. */
  readonly models: readonly CastModel[];
  /** Models that do not dance, with their motions, and accessories (`.x`). */
  readonly stages: readonly OpenedStage[];
  /** The paths of the accessories. */
  readonly accessories: readonly string[];
  readonly assignment: DanceAssignment;
  readonly camera: MotionOption | undefined;
  readonly song: (OpenedSong & { readonly path: string }) | undefined;
  /** Where the dancers stand at first, by path, if that was saved. */
  readonly places: ReadonlyMap<string, Place>;
  /** Lines about files that could not be read, or are not shown. */
  readonly problems: readonly HTMLElement[];
}

/** What is known of a cast before its files are read. By the paths of the dancers. */
export interface Arrangement {
  readonly places: ReadonlyMap<string, Place>;
  /** The paths of the motions; undefined: their names say who dances what. */
  readonly dances: ReadonlyMap<string, readonly string[]> | undefined;
}

/**
 * Reads what some files show together: several dancers, and what stands around them. Never rejects because of
 * a file.
 */
export async function readCast(
  sorted: SortedFiles,
  parsed: ParsedModels,
  arrangement?: Arrangement,
): Promise<Cast> {
  const { files, paths } = sorted;
  const problems: HTMLElement[] = [...parsed.problems];
  const models = [
    ...parsed.dancers.map((model) => ({ ...model, isDancer: true })),
    ...(await readAvatars(files, paths.avatar, problems)),
    ...parsed.stages.map((model) => ({ ...model, isDancer: false })),
  ].map((model) => ({ name: nameOf(model), ...model }));
  const motions = await readMotions(files, paths, problems);
  const dances = motions.filter(({ opened }) => movesDancer(opened.motion));
  const cameras = motions.filter(({ opened }) => !movesDancer(opened.motion));
  const assignment = arrangedDances(assign(models, dances), models, arrangement);
  const stages = await openStages(sorted, parsed.stages);
  const firstStage = models.length - parsed.stages.length;
  return {
    files,
    models,
    stages: stages.map((stage, i) => ({
      ...stage,
      motion: i < parsed.stages.length ? assignment.ofModel[firstStage + i]?.motion : undefined,
    })),
    accessories: accessoryPaths(paths),
    assignment,
    camera: cameraOptions(cameras.map(({ opened }) => opened)).at(0),
    song: await readSong(files, paths.song, problems),
    places: arrangement?.places ?? new Map(),
    problems,
  };
}

function nameOf({ path, pmx }: Pick<CastModel, 'path' | 'pmx'>): string {
  return pmx ? pmx.name.trim() || path : fileName(path).replace(/\.vrm$/i, '');
}

async function readAvatars(
  files: Files,
  paths: readonly string[],
  problems: HTMLElement[],
): Promise<Omit<CastModel, 'name'>[]> {
  const read: Omit<CastModel, 'name'>[] = [];
  for (const path of paths) {
    await attempt(path, problems, async () => {
      const { checkVrm } = await import('../open/check-vrm.js');
      checkVrm(new Uint8Array(await files.get(path)!.arrayBuffer()));
      read.push({ path, pmx: undefined, isDancer: true });
    });
  }
  return read;
}

interface ReadMotion {
  readonly opened: OpenedMotion;
  readonly modelName: string;
}

function assign(models: readonly CastModel[], dances: readonly ReadMotion[]): DanceAssignment {
  const matches = matchMotions(
    models.map(({ path, name, pmx, isDancer }) => ({
      path,
      names: pmx ? [pmx.name, pmx.nameEn] : [name],
      isStage: !isDancer,
    })),
    dances.map(({ modelName, opened }) => ({
      path: opened.path,
      modelName,
      movesBones: opened.motion.bones.size > 0,
    })),
  );
  return assignDances(
    dances.map(({ opened }) => opened),
    matches,
    models.map(({ isDancer }) => isDancer),
  );
}

/** Each dancer has the dance that the arrangement says, if it is among the files. */
function arrangedDances(
  assignment: DanceAssignment,
  models: readonly CastModel[],
  arrangement: Arrangement | undefined,
): DanceAssignment {
  const arranged = arrangement?.dances;
  if (!arranged) return assignment;
  const { dances, ofModel } = assignment;
  const pathsOf = ({ files }: MotionOption): string => files.map(({ path }) => path).join('\n');
  return {
    dances,
    ofModel: models.map(({ path, isDancer }, i) => {
      if (!isDancer) return ofModel[i];
      const wanted = arranged.get(path)?.join('\n');
      return dances.find((dance) => pathsOf(dance) === wanted);
    }),
  };
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
      const opened = await openMotion(path, files);
      read.push({ opened, modelName: await modelNameIn(file) });
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
