import { asBytes } from '../binary/bytes.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { unpackMszip } from './mszip.js';
import { ObjectReader } from './read-objects.js';
import { XBinaryTokens } from './x-binary-tokens.js';
import { readHeader } from './x-header.js';
import { XTextTokens } from './x-text-tokens.js';
import type { X } from './x.js';

/**
 * Reads a DirectX file (`.x`), the format of MMD's accessories (アクセサリ): text or binary, compressed (MSZIP) or
 * not.
 *
 * Frames, meshes and materials are read, with normals, texture coordinates (also those in `DeclData`) and
 * vertex colors; templates, animations and other data objects are not, see `ignored`. In a text, commas and
 * semicolons count as blanks, because real files mix them. Names are CP932, or UTF-8 if the whole text is. If
 * the file ends early, its whole meshes are kept. `serializeX` gives the same bytes back. The document holds
 * no view of `bytes`. O(bytes).
 *
 * @throws MmdFormatError `bad-signature` if the file is no DirectX file, `bad-syntax` or `unknown-type` if it
 * cannot be understood, `bad-compression` if a compressed block is damaged, `truncated` if it ends before its
 * first mesh is whole, `too-large` if the document would take more memory than 3 × the unpacked file + 1 MB,
 * or if the file unpacks to more than 256 MB or 100 times its size; with `strict`, the first warning. It
 * throws nothing else.
 * `offset`, and `line` and `column` in a text, are those of the unpacked file.
 * @see https://learn.microsoft.com/en-us/windows/win32/direct3d9/dx9-graphics-reference-x-file-format
 * @example
 * const x = parseX(await readFile('stage.x'));
 * x.materials[0].diffuse; // → [0.725, 0.541, 0.369, 1]: boards of wood
 */
export function parseX(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): X {
  const file = asBytes(bytes);
  const header = readHeader(file);
  const isCompressed = header.encoding.startsWith('compressed');
  const unpacked = isCompressed ? unpackMszip(file) : file;
  const warnings = new WarningList(options);
  const tokens = header.encoding.endsWith('text')
    ? new XTextTokens(unpacked, warnings)
    : new XBinaryTokens(unpacked, warnings, header.floatBits);
  tokens.spend(file.length, 'file');
  const reader = new ObjectReader(tokens);
  try {
    reader.readAll();
  } catch (error) {
    const isKept =
      error instanceof MmdFormatError && error.code === 'truncated' && !warnings.refuses('truncated');
    if (!isKept || reader.body.meshes.length === 0) throw error;
    const { offset, line, column, section } = error;
    const place = line === undefined || column === undefined ? undefined : { line, column };
    const problem = `the file ends inside ${section}`;
    warnings.add('truncated', section, () => ({ offset, where: '', problem, ...(place && { place }) }));
  }
  reader.resolveMaterials();
  /\d/.test('0'); // engines keep the text of the last regular expression in memory
  return { format: 'x', ...header, ...reader.body, source: { bytes: file.slice() }, warnings: warnings.list };
}
