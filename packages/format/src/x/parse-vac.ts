import { asBytes } from '../binary/bytes.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { byteOffsetOf, type DecodedText, decodeText } from '../vpd/decode-text.js';
import { startsAsVac, type Vac, type VacLine, vacLines } from './vac.js';

/**
 * Reads a VAC file: seven lines with the name of an accessory, its `.x` file, its scale, position and
 * rotation, its bone, and whether it casts a shadow. The last two may be missing. In CP932, or UTF-8. A
 * comment begins with `//`, at the start of a line or after a blank.
 * `serializeVac` gives the same bytes back. O(bytes).
 *
 * @throws MmdFormatError `bad-signature` if the second line names no `.x` file or the third is no number,
 * because the format has no signature; `bad-syntax` if the position or the rotation is not three numbers;
 * with `strict`, the first warning. Always with line and column. It throws nothing else.
 * @see The reader of MMDAI (libvpvl), the only public description of the lines. MMD 9.31 shows a rotation of
 * 3.14 as 179.9°.
 * @example
 * const vac = parseVac(await readFile('negi.vac'));
 * vac.bone; // → '右手首' (right wrist)
 */
export function parseVac(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Vac {
  const file = asBytes(bytes);
  const decoded = decodeText(file);
  const lines = new Lines(decoded);
  if (!startsAsVac(decoded.text)) {
    throw lines.error(1, 'bad-signature', 'not an accessory of MMD (.vac): the second line names no .x file');
  }
  const warnings = new WarningList(options);
  const at = decoded.text.indexOf('\ufffd');
  if (at >= 0) {
    const problem = `text has bytes that ${decoded.encoding} does not define`;
    warnings.add('bad-text', 'text', () => ({ offset: byteOffsetOf(decoded, at), where: '', problem }));
  }
  return {
    format: 'vac',
    name: lines.text(0),
    file: lines.text(1),
    scale: lines.numbers(2, 1, 'scale')[0],
    position: lines.numbers(3, 3, 'position') as Vac['position'],
    rotation: lines.numbers(4, 3, 'rotation') as Vac['rotation'],
    bone: lines.text(5),
    castsShadow: lines.text(6) === '' ? undefined : lines.text(6) === '1',
    source: { bytes: file.slice() },
    warnings: warnings.list,
  };
}

class Lines {
  readonly #decoded: DecodedText;
  readonly #lines: readonly VacLine[];

  constructor(decoded: DecodedText) {
    this.#decoded = decoded;
    this.#lines = vacLines(decoded.text).slice(0, 7);
  }

  /** `line` does not count comments. */
  text(line: number): string {
    return JSON.parse(JSON.stringify((this.#lines[line]?.text ?? '').trim())) as string;
  }

  /** @throws MmdFormatError `bad-syntax` unless the line has so many numbers, which commas separate. */
  numbers(line: number, count: number, what: string): number[] {
    const words = this.text(line).replace(/,$/, '').split(',');
    const values = words.map((word) => (word.trim() === '' ? NaN : Number(word)));
    if (values.length === count && values.every(Number.isFinite)) return values;
    const wanted = count === 1 ? 'a number' : `${count} numbers, separated by commas`;
    throw this.error(line, 'bad-syntax', `the ${what} should be ${wanted}`);
  }

  error(line: number, code: 'bad-signature' | 'bad-syntax', message: string): MmdFormatError {
    const { text } = this.#decoded;
    const inFile = this.#lines[line]?.line ?? line;
    const ends = /\r\n|\r|\n/g;
    for (let i = 0; i < inFile; i++) if (!ends.exec(text)) ends.lastIndex = text.length;
    const index = ends.lastIndex;
    const offset = byteOffsetOf(this.#decoded, index);
    return new MmdFormatError(message, {
      code,
      section: 'vac',
      offset,
      place: { line: inFile + 1, column: 1 },
    });
  }
}
