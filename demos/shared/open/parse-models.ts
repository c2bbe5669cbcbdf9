import { say } from '../language/texts.js';
import { detectFormat, isStage, parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import { findVariants } from '@odori/format/internal';
import { element } from '../dom.js';
import { nameText } from '../file-text.js';
import { fileName, fileProblem } from '../problem-text.js';
import type { SortedFiles } from './sort-files.js';

/** A model among some files. */
export interface ParsedModel {
  readonly path: string;
  readonly pmx: Pmx;
}

/** The models among some files: who dances, and what stands around. */
export interface ParsedModels {
  /** Without other versions of them. */
  readonly dancers: readonly ParsedModel[];
  /** Stages and props, without other versions of them. */
  readonly stages: readonly ParsedModel[];
  /** All stages and props, other versions too. */
  readonly stagePaths: ReadonlySet<string>;
  /** Lines about models that could not be read, and about other versions. */
  readonly problems: readonly HTMLElement[];
}

/** Reads all models far enough to tell dancers from stages. Never rejects because of a file. */
export async function parseModels({ files, paths }: SortedFiles): Promise<ParsedModels> {
  const problems: HTMLElement[] = [];
  const read: ParsedModel[] = [];
  for (const path of paths.model) {
    try {
      read.push({ path, pmx: parseModel(await files.get(path)!.arrayBuffer()) });
    } catch (error) {
      problems.push(element('span', {}, fileProblem(path, error)));
    }
  }
  const variants = findVariants(read);
  const shown = read.filter(({ path }, i) => {
    const first = read[variants[i] ?? -1];
    if (first) problems.push(variantLine(path, first.path));
    return !first;
  });
  return {
    dancers: shown.filter(({ pmx }) => !isStage(pmx)),
    stages: shown.filter(({ pmx }) => isStage(pmx)),
    stagePaths: new Set(read.filter(({ pmx }) => isStage(pmx)).map(({ path }) => path)),
    problems,
  };
}

function parseModel(bytes: ArrayBuffer): Pmx {
  return detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

function variantLine(path: string, first: string): HTMLElement {
  const [name, shown] = [path, first].map((each) => nameText(fileName(each)));
  return element(
    'span',
    {},
    say('{name} is another version of {shown} and not shown. Drop it alone to see it.', { name, shown }),
  );
}
