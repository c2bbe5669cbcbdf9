import { asBytes } from '../binary/bytes.js';
import { type MmdFormatErrorCode, MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { decodeText } from './decode-text.js';
import { type BlockKind, VpdScanner } from './vpd-scanner.js';
import { type Vpd, VPD_SIGNATURE } from './vpd.js';

/**
 * Reads a VPD pose file, in CP932 as MMD writes it, or in UTF-8 or UTF-16.
 *
 * A name may stand on the line below its block's head, semicolons may be missing, lines may end in any way, and numbers
 * may be Microsoft's `1.#QNAN0`. Odd values stay as they are. Problems that did not stop parsing are listed in
 * `warnings`, with line and column. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is no VPD, `bad-syntax` if a block cannot be understood;
 * with `strict`, the first warning. Always with line and column. No other exception.
 * @example
 * const vpd = parseVpd(await readFile('wave.vpd'));
 * vpd.bones[0]; // → { name: 'センター', position: [0, 1.5, 0], rotation: [0, 0, 0, 1] }
 */
export function parseVpd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Vpd {
  const decoded = decodeText(asBytes(bytes));
  const warnings = new WarningList(options.strict);
  const scanner = new VpdScanner(decoded, warnings);
  readSignature(scanner, decoded.text);
  scanner.skipBlank();
  const modelFile = scanner.atBlockHead ? '' : scanner.takeStatement('header', 'model file');
  scanner.skipBlank();
  const countAt = scanner.at;
  const declared = scanner.atBlockHead ? undefined : scanner.takeStatement('header', 'number of bones');
  const vpd: Vpd = {
    format: 'vpd',
    modelFile,
    encoding: decoded.encoding,
    bones: [],
    morphs: [],
    warnings: warnings.list,
  };
  readBlocks(scanner, vpd, Number(declared));
  if (declared !== undefined && Number(declared) !== vpd.bones.length) {
    const problem = `is ${declared === '' ? 'missing' : declared}, but there are ${vpd.bones.length}`;
    scanner.warn('count-mismatch', 'header', countAt, 'number of bones', problem);
  }
  if (decoded.text.includes('\ufffd')) {
    const problem = `has bytes that ${decoded.encoding} does not define`;
    scanner.warn('bad-text', 'text', decoded.text.indexOf('\ufffd'), 'text', problem);
  }
  return vpd;
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

function readBlocks(scanner: VpdScanner, vpd: Vpd, declaredBones: number): void {
  const seen = { Bone: new Set<string>(), Morph: new Set<string>() };
  for (scanner.skipBlank(); !scanner.atEnd; scanner.skipBlank()) {
    const at = scanner.at;
    const kind = scanner.takeBlockHead();
    if (kind === undefined) {
      // MMD itself stops reading after the declared number of bones.
      if (vpd.bones.length < declaredBones || scanner.isBlockAhead)
        throw unexpected(scanner, 'a block such as Bone0{');
      const problem = `is expected, found ${scanner.glimpse()}`;
      scanner.warn('trailing-bytes', 'end of file', at, 'end of file', problem);
      return;
    }
    const block = readBlock(scanner, kind, kind === 'Bone' ? vpd.bones.length : vpd.morphs.length, at);
    if (!block) return;
    const warn = (code: MmdFormatErrorCode, problem: string): void =>
      scanner.warn(code, block.section, at, block.where, problem);
    if (seen[kind].has(block.name)) warn('duplicate-keys', 'has the name of an earlier block');
    seen[kind].add(block.name);
    addBlock(vpd, block, warn);
  }
}

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
  const name = readName(scanner);
  const values: number[] = [];
  for (scanner.skipBlank(); !scanner.take('}'); scanner.skipBlank()) {
    if (scanner.atEnd) {
      const problem = `needs ${needed} numbers and a closing brace, the file ends after ${values.length} numbers`;
      scanner.warn('truncated', section, at, where, problem);
      return values.length === needed ? { section, where, name, values } : undefined;
    }
    readNumbers(scanner, section, where, values);
  }
  if (values.length === needed) return { section, where, name, values };
  const message = `${where} ${JSON.stringify(name)} has ${values.length} numbers, needs ${needed}`;
  throw scanner.error('bad-syntax', where, at, message);
}

function addBlock(
  vpd: Vpd,
  { section, name, values }: Block,
  warn: (code: MmdFormatErrorCode, problem: string) => void,
): void {
  if (!values.every(Number.isFinite)) warn('not-finite', 'has a number that is not finite');
  if (section === 'morphs') {
    vpd.morphs.push({ name, weight: values[0] });
    return;
  }
  const [x, y, z, qx, qy, qz, qw] = values;
  if (qx === 0 && qy === 0 && qz === 0 && qw === 0) warn('zero-quaternion', 'has a rotation of all zeros');
  vpd.bones.push({ name, position: [x, y, z], rotation: [qx, qy, qz, qw] });
}

/** The name follows the brace, or stands on a line of its own below, after blank lines and comments. */
function readName(scanner: VpdScanner): string {
  const name = scanner.takeLine();
  if (name !== '') return name;
  scanner.skipBlank();
  return scanner.atNumbers ? '' : scanner.takeLine();
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
