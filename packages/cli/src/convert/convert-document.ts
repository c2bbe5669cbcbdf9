import { type FormatWarning, type Pmd, type Pmm, type Pmx, pmdToPmx, serializePmx } from '@odori/format';
import type { MmdDocument, ParsedDocument } from '../documents/parse-document.js';
import { safeName } from '../files/safe-name.js';
import { FileProblem } from '../problem.js';
import type { ConvertOptions } from './convert-options.js';
import { encodeMotion } from './encode-motion.js';
import { changesMotion, editMotions } from './motion-edits.js';
import { extraFiles, pmmExtras } from './pmm-extras.js';
import type { Format } from './read-output.js';
import { takeMotions } from './take-motions.js';

/** A file to be written. */
export interface Product {
  /** Behind the name of the input. */
  readonly suffix: string;
  readonly content: string | Uint8Array;
}

type Warn = (warning: FormatWarning) => void;

/** What goes into a folder becomes this, unless told otherwise. */
const USUAL_FORMATS: ReadonlyMap<string, Format> = new Map([
  ['JSON', 'vmd'],
  ['BVMD', 'vmd'],
  ['VPD', 'vmd'],
  ['PMM', 'vmd'],
  ['PMD', 'pmx'],
  ['PMX', 'pmx'],
]);

/**
 * What becomes of a document: one file, of a project several.
 *
 * @throws FileProblem if it cannot become what it should.
 */
export function convertDocument(
  { document, isJson }: ParsedDocument,
  options: ConvertOptions,
  warn: Warn,
): Product[] {
  const kind = isJson ? 'JSON' : document.format.toUpperCase();
  if (options.extrasAsJson && document.format !== 'pmm')
    throw new FileProblem(`is a ${kind}, and --json is for PMMs alone: --format json makes JSON of a motion`);
  const format = options.output.format ?? USUAL_FORMATS.get(kind);
  if (format === undefined)
    throw new FileProblem(`a ${kind} may become several things: say which by --format vmd, json or bvmd`);
  if (document.format === 'pmd' || document.format === 'pmx') {
    if (format !== 'pmx')
      throw new FileProblem(`is a ${kind}, a model, which cannot become a ${format.toUpperCase()}`);
    return [convertModel(document, options, warn)];
  }
  if (format === 'pmx') throw new FileProblem(`is a ${kind}, which holds no model for a PMX`);
  const motions = convertMotions(document, format, options, warn);
  const isWhole = document.format === 'pmm' && options.model === undefined;
  return isWhole ? [...motions, ...convertExtras(document, options, warn)] : motions;
}

function convertModel(model: Pmd | Pmx, { edits, model: name }: ConvertOptions, warn: Warn): Product {
  if (changesMotion(edits) || name !== undefined)
    throw new FileProblem('is a model: --from, --to, --offset, --mirror and --model are for motions');
  const pmx = model.format === 'pmd' ? pmdToPmx(model) : model;
  return { suffix: '.pmx', content: serializePmx(pmx, { onWarning: warn }) };
}

function convertMotions(
  document: MmdDocument,
  format: Exclude<Format, 'pmx'>,
  { model, edits, encoding }: ConvertOptions,
  warn: Warn,
): Product[] {
  const taken = takeMotions(document, model, warn);
  const motions = editMotions(
    taken.map(({ vmd }) => vmd),
    edits,
  );
  return taken.map(({ part }, i) => ({
    suffix: `${part === undefined ? '' : `-${safeName(part)}`}.${format}`,
    content: encodeMotion(motions[i], format, encoding, warn),
  }));
}

function convertExtras(pmm: Pmm, { edits, extrasAsJson }: ConvertOptions, warn: Warn): Product[] {
  const tables = pmmExtras(pmm);
  if (changesMotion(edits) && tables.length > 0) {
    const names = tables.map(({ name }) => name).join(', ');
    const message = `${names}: neither cut, mirrored nor moved, as the motions are`;
    warn({ code: 'not-expressible', section: 'extras', count: tables.length, offset: 0, message });
  }
  return extraFiles(tables, extrasAsJson).map(({ name, text }) => ({ suffix: `-${name}`, content: text }));
}
