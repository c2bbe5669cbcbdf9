import {
  type Pmd,
  pmdToPmx,
  type Pmm,
  type Pmx,
  serializeBvmd,
  serializePmx,
  serializeVmd,
  serializeVpd,
  type Vmd,
  vmdToBvmd,
  type Vpd,
} from '@odori/format';
import { formatName, ofWriter, type Warn } from '../documents/descriptions.js';
import { CAMERA, extractMotions } from '../documents/extract-motions.js';
import type { MmdDocument, ParsedDocument } from '../documents/parse-document.js';
import { modelFileOf, posesOf } from '../documents/pose.js';
import { writeVmdJson } from '../documents/vmd-json.js';
import { FileError } from '../errors.js';
import { safeName } from '../files/paths.js';
import type { ConvertOptions, Format, MotionEncoding } from './convert-options.js';
import { editMotions, hasEdits } from './motion-edits.js';
import { extraFiles, pmmExtras } from './pmm-extras.js';
import { say } from '../language/message.js';

/** A file to be written. */
export interface ConvertedFile {
  /** Follows the name of the input in the name of the output. */
  readonly suffix: string;
  readonly content: string | Uint8Array;
}

type MotionFormat = Exclude<Format, 'pmx' | 'vpd'>;

/** The format of an output in a folder, if the command line does not name one. */
const DEFAULT_FORMATS: ReadonlyMap<string, Format> = new Map([
  ['JSON', 'vmd'],
  ['BVMD', 'vmd'],
  ['VPD', 'vmd'],
  ['PMM', 'vmd'],
  ['PMD', 'pmx'],
  ['PMX', 'pmx'],
]);

/**
 * Converts a document into one file, or a project into several.
 *
 * @throws {@link FileError} if the document cannot be converted to that format.
 */
export function convertDocument(
  { document, isJson }: ParsedDocument,
  options: ConvertOptions,
  warn: Warn,
): ConvertedFile[] {
  const kind = isJson ? 'JSON' : document.format.toUpperCase();
  if (options.extrasAsJson && document.format !== 'pmm')
    throw new FileError(say('json-only-for-pmm', { kind }));
  const format = options.output.format ?? DEFAULT_FORMATS.get(kind);
  if (format === undefined) throw new FileError(say('no-default-format', { kind }));
  if (document.format === 'pmd' || document.format === 'pmx') {
    if (format !== 'pmx')
      throw new FileError(
        say('cannot-become', { format: formatName(document.format), other: format.toUpperCase() }),
      );
    return [convertModel(document, options, warn)];
  }
  if (format === 'pmx') throw new FileError(say('only-models-become-pmx', { kind }));
  if (format === 'vpd') return convertPoses(document, options, warn);
  const motions = convertMotions(document, format, options, warn);
  const isWhole = document.format === 'pmm' && options.model === undefined;
  return isWhole ? [...motions, ...convertExtras(document, options, warn)] : motions;
}

function convertModel(model: Pmd | Pmx, { edits, model: name }: ConvertOptions, warn: Warn): ConvertedFile {
  if (hasEdits(edits) || name !== undefined) throw new FileError(say('model-has-no-time'));
  const pmx = model.format === 'pmd' ? pmdToPmx(model) : model;
  return { suffix: '.pmx', content: serializePmx(pmx, { onWarning: ofWriter(warn) }) };
}

function convertMotions(
  document: MmdDocument,
  format: MotionFormat,
  { model, edits, encoding }: ConvertOptions,
  warn: Warn,
): ConvertedFile[] {
  const extracted = extractMotions(document, model, warn, format === 'vmd');
  const motions = editMotions(
    extracted.map(({ vmd }) => vmd),
    edits,
  );
  return extracted.map(({ part }, i) => ({
    suffix: suffixOf(part, format),
    content: encodeMotion(motions[i], format, encoding, warn),
  }));
}

/** A pose for each model. The camera of a project gives none. */
function convertPoses(
  document: MmdDocument,
  { model, edits, frame }: ConvertOptions,
  warn: Warn,
): ConvertedFile[] {
  if (document.format === 'vpd' && !hasEdits(edits) && !frame) return [convertPose(document, model, warn)];
  const all = extractMotions(document, model, warn);
  const extracted = model === undefined ? all.filter(({ part }) => part !== CAMERA) : all;
  if (extracted.length === 0) throw new FileError(say('no-pose-in-project'));
  const motions = editMotions(
    extracted.map(({ vmd }) => vmd),
    edits,
  );
  return posesOf(motions, frame, warn).map((pose, i) => ({
    suffix: suffixOf(extracted[i].part, 'vpd'),
    content: serializeVpd(pose, { onWarning: ofWriter(warn) }),
  }));
}

function convertPose(pose: Vpd, model: string | undefined, warn: Warn): ConvertedFile {
  const named = model === undefined ? pose : { ...pose, modelFile: modelFileOf(model) };
  return { suffix: '.vpd', content: serializeVpd(named, { onWarning: ofWriter(warn) }) };
}

function suffixOf(part: string | undefined, format: Format): string {
  return `${part === undefined ? '' : `-${safeName(part)}`}.${format}`;
}

function encodeMotion(
  vmd: Vmd,
  format: MotionFormat,
  { version, targetId, startFrame, coordinates, group }: MotionEncoding,
  warn: Warn,
): string | Uint8Array {
  const onWarning = ofWriter(warn);
  if (format === 'bvmd') return serializeBvmd(vmdToBvmd(vmd, { onWarning }), { onWarning });
  if (format === 'vmd') return serializeVmd(withVersion(vmd, version), { onWarning });
  return writeVmdJson(vmd, coordinates, {
    groupType: group,
    ...(targetId !== undefined && { targetId }),
    ...(startFrame !== undefined && { startFrame }),
  });
}

/**
 * The versions have different sections, so the spelling of the original file (`source`) no longer applies.
 */
function withVersion(vmd: Vmd, version: 1 | 2 = vmd.version): Vmd {
  if (version === vmd.version) return vmd;
  const { source: _, ...plain } = vmd;
  return { ...plain, version };
}

function convertExtras(pmm: Pmm, { edits, extrasAsJson }: ConvertOptions, warn: Warn): ConvertedFile[] {
  const tables = pmmExtras(pmm);
  const timed = tables.filter(({ columns }) => columns.includes('frame'));
  if (hasEdits(edits) && timed.length > 0) {
    const names = timed.map(({ name }) => name);
    warn({ code: 'not-expressible', text: say('tables-keep-times', { names }) });
  }
  return extraFiles(tables, extrasAsJson).map(({ name, text }) => ({ suffix: `-${name}`, content: text }));
}
