import { MmdFormatError, type MmdFormatErrorCode, type WarningList } from '../errors.js';
import { countOf } from '../text/count-of.js';
import type { DecodedText } from './decode-text.js';
import { type BlockKind, VpdScanner } from './vpd-scanner.js';
import { type Vpd, VPD_SIGNATURE } from './vpd.js';

/** What a pose says. */
export type Pose = Pick<Vpd, 'modelFile' | 'bones' | 'morphs'>;

/**
 * Called with the place of each part of the pose in the text: a statement with its semicolon, a block with
 * its head and braces.
 */
export type Mark = (part: keyof Pose | 'count', start: number, end: number) => void;

/** Reads a decoded pose. O(length). */
export function readPose(decoded: DecodedText, warnings: WarningList, mark?: Mark): Pose {
  const scanner = new VpdScanner(decoded, warnings);
  readSignature(scanner, decoded.text);
  const { modelFile, declared, countAt } = readHeader(scanner, mark);
  const pose: Pose = { modelFile: ownText(modelFile), bones: [], morphs: [] };
  readBlocks(scanner, pose, Number(declared), decoded.bytes.length, mark);
  if (declared !== undefined && Number(declared) !== pose.bones.length) {
    const problem = `is ${declared === '' ? 'missing' : declared}, but there are ${pose.bones.length}`;
    scanner.warn('count-mismatch', 'header', countAt, 'number of bones', problem);
  }
  if (decoded.text.includes('\ufffd')) {
    const problem = `has bytes that ${decoded.encoding} does not define`;
    scanner.warn('bad-text', 'text', decoded.text.indexOf('\ufffd'), 'text', problem);
  }
  return pose;
}

interface Header {
  modelFile: string;
  /** Undefined if the file has no number of bones. */
  declared: string | undefined;
  countAt: number;
}

/** Both statements are optional, and may stand on one line. */
function readHeader(scanner: VpdScanner, mark?: Mark): Header {
  scanner.skipBlank();
  const start = scanner.at;
  let countAt = start;
  if (scanner.atBlockHead) return { modelFile: '', declared: undefined, countAt };
  let modelFile = scanner.takeStatement('header', 'model file');
  let end = scanner.at;
  scanner.skipBlank();
  countAt = scanner.at;
  let declared: string | undefined;
  if (scanner.atBlockHead || scanner.atEnd) {
    const count = /;[ \t]*(\d+)$/.exec(modelFile);
    if (count) {
      countAt = start + count.index + 1;
      mark?.('count', countAt, end);
      end = countAt;
      declared = count[1];
      modelFile = modelFile.slice(0, count.index).trimEnd();
    }
  } else {
    declared = scanner.takeStatement('header', 'number of bones');
    mark?.('count', countAt, scanner.at);
  }
  mark?.('modelFile', start, end);
  return { modelFile, declared, countAt };
}

function readSignature(scanner: VpdScanner, text: string): void {
  const found = scanner.find(VPD_SIGNATURE);
  if (found < 0) {
    const message = `not a VPD pose: "${VPD_SIGNATURE}" is missing`;
    throw scanner.error('bad-signature', 'header', 0, message);
  }
  if (text.slice(0, found).trim() !== '') {
    scanner.warn('odd-signature', 'header', 0, 'signature', 'has text before it');
  }
}

function readBlocks(
  scanner: VpdScanner,
  pose: Pose,
  declaredBones: number,
  fileBytes: number,
  mark?: Mark,
): void {
  const seen = { Bone: new Set<string>(), Morph: new Set<string>() };
  let memory = SPARE_MEMORY + 2 * fileBytes; // a third file is the source
  for (scanner.skipBlank(); !scanner.atEnd; scanner.skipBlank()) {
    const at = scanner.at;
    const kind = scanner.takeBlockHead();
    if (kind === undefined) {
      // MMD itself stops reading after the declared number of bones.
      if (pose.bones.length < declaredBones || scanner.isBlockAhead)
        throw unexpected(scanner, 'a block such as Bone0{');
      const problem = `is expected, found ${scanner.glimpse()}`;
      scanner.warn('trailing-bytes', 'end of file', at, 'end of file', problem);
      return;
    }
    const index = kind === 'Bone' ? pose.bones.length : pose.morphs.length;
    const block = kind === 'Bone' ? readBlock(scanner, kind, index, at) : readMorphBlock(scanner, index, at);
    if (block === 'left out') continue;
    if (!block) return;
    const { section, where, name } = block;
    memory -= BLOCK_MEMORY[kind] + 2 * name.length;
    if (memory < 0) {
      const message = `${where} is one too many: a pose may take three times its file and 1 MB of memory`;
      throw scanner.error('too-large', section, at, message);
    }
    const warn = (code: MmdFormatErrorCode, problem: string): void =>
      scanner.warn(code, section, at, where, problem);
    if (seen[kind].has(name)) warn('duplicate-keys', 'has the name of an earlier block');
    seen[kind].add(name);
    addBlock(pose, block, warn);
    mark?.(section, at, scanner.at);
  }
}

/** The memory in bytes that a document may take beyond three times its file, with some left for warnings. */
const SPARE_MEMORY = 0xf8000;
/**
 * What one block takes with its name, in bytes; measured: 236 and 118. The name's characters take 2 bytes
 * each more.
 */
const BLOCK_MEMORY = { Bone: 248, Morph: 128 } as const;

interface Block {
  readonly section: 'bones' | 'morphs';
  /** As warnings name it: `bones[3]`. */
  readonly where: string;
  readonly name: string;
  readonly values: readonly number[];
}

/** Reads the rest of a block, after its head; undefined if the file ends before all its numbers. */
function readBlock(scanner: VpdScanner, kind: BlockKind, index: number, at: number): Block | undefined {
  const section = kind === 'Bone' ? 'bones' : 'morphs';
  const where = `${section}[${index}]`;
  const needed = kind === 'Bone' ? 7 : 1;
  const name = ownText(readName(scanner));
  const values: number[] = [];
  for (scanner.skipBlank(); !scanner.take('}'); scanner.skipBlank()) {
    if (scanner.atEnd) {
      const problem = `needs ${countOf(needed, 'number')} and a closing brace, the file ends after ${countOf(values.length, 'number')}`;
      scanner.warn('truncated', section, at, where, problem);
      return values.length === needed ? { section, where, name, values } : undefined;
    }
    readNumbers(scanner, section, where, values);
  }
  if (values.length === needed) return { section, where, name, values };
  const message = `${where} ${JSON.stringify(name)} has ${countOf(values.length, 'number')}, needs ${needed}`;
  throw scanner.error('bad-syntax', where, at, message);
}

/** A morph without a number is left out: bones are worth more than it. */
function readMorphBlock(scanner: VpdScanner, index: number, at: number): Block | 'left out' | undefined {
  const start = scanner.at;
  try {
    return readBlock(scanner, 'Morph', index, at);
  } catch (error) {
    const isKept = error instanceof MmdFormatError && error.code === 'bad-syntax';
    if (!isKept || !scanner.skipBlock(start)) throw error;
    scanner.warn(
      'odd-value',
      'morphs',
      at,
      `morphs[${index}]`,
      'has no number as its weight, and is left out',
    );
    return 'left out';
  }
}

function addBlock(
  pose: Pose,
  { section, name, values }: Block,
  warn: (code: MmdFormatErrorCode, problem: string) => void,
): void {
  if (!values.every(Number.isFinite)) warn('not-finite', 'has a number that is not finite');
  if (section === 'morphs') {
    pose.morphs.push({ name, weight: values[0] });
    return;
  }
  const [x, y, z, qx, qy, qz, qw] = values;
  if (qx === 0 && qy === 0 && qz === 0 && qw === 0) warn('zero-quaternion', 'has a rotation of all zeros');
  pose.bones.push({ name, position: [x, y, z], rotation: [qx, qy, qz, qw] });
}

/**
 * The name follows the brace, or stands on a line of its own below, after blank lines and comments. The
 * numbers follow on the same line or below.
 */
function readName(scanner: VpdScanner): string {
  const name = scanner.takeName();
  if (name !== '') return name;
  scanner.skipBlank();
  return scanner.atNumbers ? '' : scanner.takeName();
}

/** A copy. A part of a long text would keep the whole text in memory. */
function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Reads one list of numbers and its semicolon. */
function readNumbers(scanner: VpdScanner, section: string, where: string, values: number[]): void {
  const start = scanner.at;
  do {
    scanner.skipBlank();
    const value = scanner.takeNumber();
    if (value === undefined && !scanner.isAhead('}')) return scanner.moveToEnd(); // the file is truncated
    if (value === undefined) throw unexpected(scanner, 'a number', where);
    values.push(value);
    scanner.skipBlank();
  } while (scanner.take(','));
  if (!scanner.take(';')) {
    scanner.warn('missing-semicolon', section, start, where, 'has a list of numbers without a semicolon');
  }
}

function unexpected(scanner: VpdScanner, expected: string, section = 'blocks'): MmdFormatError {
  return scanner.error('bad-syntax', section, scanner.at, `expected ${expected}, found ${scanner.glimpse()}`);
}
