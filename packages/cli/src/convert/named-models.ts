import type { MmdName, Pmd, Pmm, PmmModel, Pmx } from '@odori/format';
import { decodeCp932, encodeName } from '@odori/format/internal';
import { formatName, type Warn } from '../documents/descriptions.js';
import type { Shell } from '../shell.js';
import { parseDocument } from '../documents/parse-document.js';
import { FileError, inFile } from '../errors.js';
import { GLOB } from '../files/expand-glob.js';
import { expandInputs, readInput } from '../files/inputs.js';
import { say } from '../language/message.js';

/** The names of a model, which a project of version 1 lacks. */
type NamedModel = Pick<Pmd, 'bones' | 'iks' | 'morphs' | 'name'>;

/** A model that the option `--pmd` names. */
export interface ModelFile {
  readonly path: string;
  readonly model: NamedModel;
  /** One of the files that match a glob: a folder may have more models than the project. */
  readonly isOfGlob: boolean;
}

/**
 * Reads the models of `--pmd`: PMD, or PMX made from PMD. @throws {@link FileError} with the name of the
 * file.
 */
export async function readModelFiles(inputs: readonly string[], console: Shell): Promise<ModelFile[]> {
  const read = async (path: string): Promise<ModelFile> => {
    const model = await inFile(path, async () => namesOf(await readInput(path, console)));
    return { path, model, isOfGlob: !inputs.includes(path) || GLOB.test(path) };
  };
  return Promise.all((await expandInputs(inputs, console.cwd)).map(read));
}

function namesOf(bytes: Uint8Array): NamedModel {
  const { document } = parseDocument(bytes);
  if (document.format === 'pmd') return document;
  if (document.format === 'pmx') return namesOfPmx(document);
  throw new FileError(say('not-a-model', { format: formatName(document.format) }));
}

/**
 * The names as the PMD has them from which a PMX was made: in 20 bytes, with the morph of all moved vertices.
 */
function namesOfPmx({ name, bones, morphs }: Pmx): NamedModel {
  const morphNames = morphs.length === 0 ? [] : [BASE, ...morphs.map((morph) => morph.name)];
  return {
    name: pmdName(name),
    bones: bones.map(({ name: bone, parent, position }) => ({
      name: pmdName(bone),
      parent,
      tail: -1,
      type: 0,
      ik: 0,
      position: [...position],
    })),
    iks: bones.flatMap(({ ik }, bone) =>
      ik ? [{ ...ik, bone, links: Uint16Array.from(ik.links, (link) => link.bone) }] : [],
    ),
    morphs: morphNames.map((morph) => ({
      name: pmdName(morph),
      type: 0,
      indices: new Uint32Array(0),
      offsets: new Float32Array(0),
    })),
  };
}

const BASE = 'base';
const PMD_NAME_BYTES = 20;

function pmdName(text: string): MmdName {
  const bytes = encodeName(text).bytes.slice(0, PMD_NAME_BYTES);
  return { text: decodeCp932(bytes), bytes };
}

/**
 * Checks that the models of `--pmd` have an effect on a document, and only one.
 *
 * @throws {@link FileError} if the document is no project, or if two models fit a model of the project and
 * have different names of bones or morphs.
 */
export function checkModelFiles(
  document: { readonly format: string } | Pmm,
  files: readonly ModelFile[],
  warn: Warn,
): void {
  if (files.length === 0) return;
  if (!('models' in document)) throw new FileError(say('pmd-only-for-pmm'));
  if (document.version !== 1) {
    warn({ code: 'not-expressible', text: say('pmd-idle') });
    return;
  }
  for (const { path, model, isOfGlob } of files) {
    if (isOfGlob || document.models.some((each) => isOf(each, model))) continue;
    const text = say('pmd-unused', { path, name: model.name.text });
    warn({ code: 'not-expressible', text });
  }
  for (const model of document.models) checkAmbiguity(model, files);
}

function checkAmbiguity(model: PmmModel, files: readonly ModelFile[]): void {
  const fitting = files.filter((file) => isOf(model, file.model) && countsOf(file.model) === countsIn(model));
  const [first, other] = fitting.filter(
    (file, i) => fitting.findIndex((each) => listOf(each.model) === listOf(file.model)) === i,
  );
  if (!other) return;
  throw new FileError(say('pmd-ambiguous', { one: first.path, other: other.path, name: model.name.text }));
}

function isOf(model: PmmModel, { name }: NamedModel): boolean {
  return Buffer.compare(model.name.bytes, name.bytes) === 0;
}

function countsOf({ bones, morphs, iks }: NamedModel): string {
  return [bones.length, morphs.length, iks.length].join();
}

function countsIn({ bones, morphs, current }: PmmModel): string {
  return [bones.starts.length - 1, morphs.starts.length - 1, current.ikEnabled.length].join();
}

/** All that a project takes over from a model. */
function listOf({ bones, morphs, iks }: NamedModel): string {
  const names = [...bones, ...morphs].map(({ name }) => Buffer.from(name.bytes).toString('hex'));
  return [...names, ...iks.map(({ bone }) => bone)].join();
}
