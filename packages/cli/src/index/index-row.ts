import type { FormatWarning, MmdName } from '@odori/format';
import { createHash } from 'node:crypto';
import { describeWarning } from '../documents/descriptions.js';
import { type MmdDocument, parseDocument } from '../documents/parse-document.js';
import type { Refusal } from '../documents/refusal.js';
import { describeAvatar, isGlb } from '../inspect/describe-avatar.js';
import { describeDocument, type DocumentSummary } from '../inspect/describe-document.js';
import { listNames, type NamedPart } from '../inspect/list-names.js';
import { failureOf } from '../sample/failures.js';
import type { Message } from '../language/message.js';
import { ENGLISH } from '../language/words.js';

/** What an index says of a file: a line of JSON, or a row of Parquet. */
export interface IndexRow {
  /** The path, of a file in a zip behind that of the zip. */
  readonly file: string;
  readonly bytes: number | null;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string | null;
  /** `vmd`, `pmx`, `vrm`, …; null if the file cannot be read. */
  readonly kind: string | null;
  /** The name of the model, of a motion the one that it was made for. */
  readonly model: string | null;
  /** The last keyframe of a motion, at 30 frames a second. */
  readonly frames: number | null;
  readonly seconds: number | null;
  /** Those of a model, or those that a motion moves. */
  readonly bones: readonly string[];
  readonly morphs: readonly string[];
  /** The IK bones of a model, or those that a motion switches. */
  readonly iks: readonly string[];
  /** Keyframes of the camera. */
  readonly cameraKeys: number;
  /** Neighbors among them that are one frame apart. */
  readonly cuts: number;
  /** Codes of warnings. */
  readonly warnings: readonly string[];
  /** What is wrong with a damaged file, as in `failures.jsonl` of `odori sample`. */
  readonly code: string | null;
  readonly message: string | null;
  readonly section: string | null;
  readonly offset: number | null;
}

/** A row, and of a damaged file what to say of it. Plain data, which threads send. */
export interface ToldRow {
  readonly row: IndexRow;
  readonly text?: Message;
}

const EMPTY: IndexRow = {
  file: '',
  bytes: null,
  hash: null,
  kind: null,
  model: null,
  frames: null,
  seconds: null,
  bones: [],
  morphs: [],
  iks: [],
  cameraKeys: 0,
  cuts: 0,
  warnings: [],
  code: null,
  message: null,
  section: null,
  offset: null,
};

/**
 * The row of a file with these bytes. A damaged one has a `code`; so has one that is read in spite of a
 * warning that is refused, with all that could be read.
 */
export function indexRow(file: string, bytes: Uint8Array, refusal: Refusal): ToldRow {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const start = { ...EMPTY, file, bytes: bytes.length, hash };
  try {
    if (isGlb(bytes)) {
      const { summary, names } = describeAvatar(bytes);
      return { row: { ...start, ...ofSummary(summary), ...ofNames(names) } };
    }
    const parsed = parseDocument(bytes);
    const { document } = parsed;
    const row = {
      ...start,
      ...ofSummary(describeDocument(parsed)),
      ...ofNames(usedNames(document)),
      iks: iksOf(document),
      ...ofCamera(document),
    };
    return withRefused(row, document.warnings, refusal);
  } catch (error) {
    const { row, text } = failedRow(file, error);
    return { row: { ...row, bytes: start.bytes, hash }, text };
  }
}

/** The row of a file that cannot be read. */
export function failedRow(file: string, error: unknown): Required<ToldRow> {
  const { failure, text } = failureOf(file, error);
  return { row: { ...EMPTY, ...failure }, text };
}

/** The row of a file whose thread has ended. */
export function crashedRow(file: string, text: Message): ToldRow {
  return { row: { ...EMPTY, file, code: 'crashed', message: ENGLISH.tell(text) }, text };
}

function ofSummary({ format, facts, warnings }: DocumentSummary): Partial<IndexRow> {
  const model = facts['model'] ?? facts['name'];
  return {
    kind: format,
    model: model === undefined ? null : String(model),
    frames: typeof facts['lastFrame'] === 'number' ? facts['lastFrame'] : null,
    seconds: typeof facts['seconds'] === 'number' ? facts['seconds'] : null,
    warnings: warnings.map(({ code }) => code),
  };
}

function withRefused(row: IndexRow, warnings: readonly FormatWarning[], refusal: Refusal): ToldRow {
  const refused = warnings.find((warning) => refusal.has(warning));
  if (!refused) return { row };
  const { code, section, offset } = refused;
  const { text } = describeWarning(refused);
  return { row: { ...row, code, message: ENGLISH.tell(text), section, offset }, text };
}

function ofNames(names: readonly NamedPart[]): Pick<IndexRow, 'bones' | 'morphs'> {
  const named = (isPart: (part: NamedPart['part']) => boolean): string[] => [
    ...new Set(names.filter(({ part }) => isPart(part)).map(({ name }) => name)),
  ];
  return { bones: named((part) => part === 'bone'), morphs: named((part) => part !== 'bone') };
}

/** In a project, each bone has a keyframe at frame 0, moved or not. */
function usedNames(document: MmdDocument): NamedPart[] {
  const least = document.format === 'pmm' ? 2 : 1;
  return listNames(document).filter(({ keys = least }) => keys >= least);
}

function iksOf(document: MmdDocument): string[] {
  const texts = (names: readonly MmdName[]): string[] => [...new Set(names.map(({ text }) => text))];
  switch (document.format) {
    case 'vmd':
    case 'bvmd':
      return texts(document.properties.names);
    case 'pmx':
      return document.bones.filter(({ ik }) => ik).map(({ name }) => name);
    case 'pmd':
      return texts(document.iks.flatMap(({ bone }) => document.bones[bone]?.name ?? []));
    default:
      return [];
  }
}

function ofCamera(document: MmdDocument): Pick<IndexRow, 'cameraKeys' | 'cuts'> {
  const cameras =
    document.format === 'pmm' ? document.camera.keys : 'cameras' in document ? document.cameras : undefined;
  if (!cameras) return { cameraKeys: 0, cuts: 0 };
  const frames = cameras.frames.slice(0, cameras.count).sort();
  let cuts = 0;
  for (let i = 1; i < frames.length; i++) if (frames[i] - frames[i - 1] === 1) cuts++;
  return { cameraKeys: cameras.count, cuts };
}
