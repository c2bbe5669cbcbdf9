import { parseX } from '@odori/format/x';
import type { Motion } from '@odori/runtime';
import type { OpenedMotion } from '../open/open-motion.js';
import type { ParsedModel } from '../open/parse-models.js';
import type { Files, SortedFiles } from '../open/sort-files.js';
import { fileName } from '../problem-text.js';
import { isWideAccessory, isWideModel } from './footprint.js';

/** A stage or a prop that the user has opened. */
export interface OpenedStage {
  readonly name: string;
  /** One model or one accessory, with all that lies beside it. */
  readonly files: Files;
  /** That of the model or accessory. */
  readonly path: string;
  /** All files that were opened with it. */
  readonly from: Files;
  /** Takes the place of the page's stage; a prop stands on that. */
  readonly isWide: boolean;
  /** The names of its bones; none for an accessory. */
  readonly boneNames: ReadonlySet<string>;
  readonly motion: Motion | undefined;
  /** The path of the motion. */
  readonly motionPath?: string;
  /** As the attribute `position` of a child; undefined: where its file says. */
  readonly position?: string;
}

const ACCESSORY = /\.x$/i;
const ANY_STAGE = /\.(?:pmx|pmd|x)$/i;

/**
 * The stages and props among some files: models that do not dance, and accessories. An accessory that cannot
 * be read is among them: the player says what is wrong.
 */
export async function openStages(
  { files, paths }: SortedFiles,
  models: readonly ParsedModel[],
): Promise<OpenedStage[]> {
  const stages: OpenedStage[] = models.map(({ path, pmx }) => ({
    name: pmx.name.trim() || fileName(path),
    files: onlyModel(files, path),
    path,
    from: files,
    isWide: isWideModel(pmx),
    boneNames: new Set(pmx.bones.map(({ name }) => name)),
    motion: undefined,
  }));
  for (const path of accessoryPaths(paths)) {
    const isWide = !hasVac(files, path) && (await isWideFile(files.get(path)!));
    const name = fileName(path);
    const own = onlyModel(files, path);
    stages.push({ name, files: own, path, from: files, isWide, boneNames: new Set(), motion: undefined });
  }
  return stages;
}

export function accessoryPaths(paths: SortedFiles['paths']): string[] {
  return paths.companion.filter((path) => ACCESSORY.test(path));
}

/** Puts props beside the dancer, who would step on them in the middle; `count` are there already. */
export function besideDancer(props: readonly OpenedStage[], count: number): OpenedStage[] {
  return props.map((prop, i) => {
    const side = (count + i) % 2 === 0 ? 1 : -1;
    return { ...prop, position: `${side * (5 + count + i)} 0 2` };
  });
}

/** The bones that take any model to its place. */
const CARRIERS = ['全ての親', 'センター', 'グルーブ'];

/**
 * The index of the stage that a motion moves: it has all bones of the motion. A motion that only moves a
 * model as a whole is that of a stage if nobody dances. Undefined: another motion.
 */
export function stageOfMotion(
  stages: readonly OpenedStage[],
  { motion }: OpenedMotion,
  hasDancer: boolean,
): number | undefined {
  const names = [...motion.bones.keys()];
  if (names.length === 0 || (hasDancer && names.every((name) => CARRIERS.includes(name)))) return undefined;
  const found = stages.findIndex(({ boneNames }) => names.every((name) => boneNames.has(name)));
  return found < 0 ? undefined : found;
}

/** The model or accessory at `path`, and all files but other ones. */
export function onlyModel(files: Files, path: string): Files {
  return new Map([...files].filter(([each]) => each === path || !ANY_STAGE.test(each)));
}

/** A VAC file says how small an accessory is, and which hand holds it. */
function hasVac(files: Files, path: string): boolean {
  return files.has(path.replace(ACCESSORY, '.vac')) || files.has(path.replace(ACCESSORY, '.VAC'));
}

async function isWideFile(file: Blob): Promise<boolean> {
  try {
    return isWideAccessory(parseX(await file.arrayBuffer()));
  } catch {
    return false; // the player says what is wrong with it
  }
}
