import { detectFormat, parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import type { Motion } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { say } from '../../../shared/language/texts.js';
import { openMotion, type OpenedMotion } from '../../../shared/open/open-motion.js';
import { type GetFiles, sortFiles } from '../../../shared/open/sort-files.js';
import { cameraMotionLine, unusedLines } from '../../../shared/open/unused-files.js';
import { truncatedLines } from '../../../shared/open/warning-lines.js';
import { fileName, fileProblem } from '../../../shared/problem-text.js';

/** A model and the name of its file. */
export interface OpenedModel {
  /** Empty for the example. */
  readonly name: string;
  readonly document: Pmx;
}

/** The contents of the files that the user has dropped or chosen. */
interface OpenedFiles {
  /** The first readable model, if there are several. */
  model: OpenedModel | undefined;
  motions: OpenedMotion[];
  /** A line for each file that could not be used, or only in part. */
  problems: HTMLElement[];
}

/** Reads a model, motions and poses. Never rejects. `getFiles` is called before anything is awaited. */
export async function readFiles(getFiles: GetFiles): Promise<OpenedFiles> {
  const sorted = await sortFiles(getFiles);
  const { files, paths } = sorted;
  const opened: OpenedFiles = { model: undefined, motions: [], problems: [] };
  const report = (problem: string): unknown => opened.problems.push(element('span', {}, problem));
  sorted.problems.forEach(report);
  for (const path of paths.model) {
    if (opened.model) break;
    await attempt(path, report, async () => {
      opened.model = { name: fileName(path), document: parseModel(await files.get(path)!.arrayBuffer()) };
      opened.problems.push(...truncatedLines(opened.model.name, opened.model.document.warnings));
    });
  }
  for (const path of [...paths.motion, ...paths.pose]) {
    await attempt(path, report, async () => {
      const motion = await openMotion(path, files);
      opened.problems.push(...truncatedLines(motion.name, motion.warnings));
      if (isCamera(motion.motion)) opened.problems.push(cameraMotionLine(motion.name));
      else opened.motions.push(motion);
    });
  }
  opened.problems.push(...(await unusedLines(sorted, ['model', 'motion', 'pose'])));
  return opened;
}

async function attempt(
  path: string,
  report: (problem: string) => unknown,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    report(fileProblem(path, error));
  }
}

function parseModel(bytes: ArrayBuffer): Pmx {
  const pmx = detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
  if (pmx.bones.length === 0) throw new Error(say('this model has no bones.'));
  return pmx;
}

function isCamera({ bones, morphs, property, camera, light, selfShadow }: Motion): boolean {
  const movesModel = bones.size + morphs.size > 0 || property !== undefined;
  return !movesModel && (camera ?? light ?? selfShadow) !== undefined;
}
