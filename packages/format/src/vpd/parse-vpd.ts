import { asBytes } from '../binary/bytes.js';
import { type ParseOptions, WarningList } from '../errors.js';
import { decodeText } from './decode-text.js';
import { readPose } from './read-pose.js';
import type { Vpd } from './vpd.js';

/**
 * Reads a VPD pose file, in CP932 as MMD writes it, or in UTF-8 or UTF-16.
 *
 * A name may stand on the line below its block's head, a whole pose may stand on one line, semicolons may be
 * missing, lines may end in any way, and numbers may be Microsoft's `1.#QNAN0` or `nan(ind)`. A comment
 * begins with `//`, in a name or a model file only after a blank. A morph whose weight is no number is left
 * out, with a warning. Odd values stay as they are, and
 * `serializeVpd` gives the same bytes back. Problems that did not stop parsing are listed in `warnings`, with
 * line and column. The document holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is no VPD, `bad-syntax` if a block cannot be
 * understood, `too-large` if the document would take more than three times the memory of the file and 1 MB
 * (as do 5,000 bones of 20 bytes each; bones as MMD writes them are never too many); with `strict`, the first
 * warning. Always with line and column. No other exception.
 * @example
 * const vpd = parseVpd(await readFile('pose-wave.vpd'));
 * vpd.bones[0];
 * // → { name: 'センター', position: [0.75, 0, -0], rotation: [-0, 0.069756, 0, 0.997564] }
 */
export function parseVpd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Vpd {
  const file = asBytes(bytes);
  const decoded = decodeText(file);
  const warnings = new WarningList(options);
  const { modelFile, bones, morphs } = readPose(decoded, warnings);
  /\d/.test('0'); // engines keep the text of the last regular expression in memory
  return {
    format: 'vpd',
    modelFile,
    encoding: decoded.encoding,
    bones,
    morphs,
    source: { bytes: file.slice() },
    warnings: warnings.list,
  };
}
