import { fromJson, toJson, type ToJsonOptions, type Vmd } from '@odori/format';
import { FileProblem } from '../problem.js';
import { flipVmd } from './flip-vmd.js';

/** The space of the numbers in a JSON: the file's own, or three's (right-handed). */
export type Coordinates = 'mmd' | 'three';

/** A motion as JSON text, labelled with its space. */
export function writeVmdJson(vmd: Vmd, coordinates: Coordinates, options: ToJsonOptions): string {
  const json = toJson(coordinates === 'three' ? flipVmd(vmd) : vmd, options);
  const expansion = { ...json.expansion, coordinateSystem: coordinates };
  return `${JSON.stringify({ ...json, expansion })}\n`;
}

/**
 * The motion in a JSON text, in MMD's space, whatever its label says.
 *
 * @throws MmdFormatError `bad-json`, {@link FileProblem} if it is no JSON at all.
 */
export function parseVmdJson(bytes: Uint8Array): Vmd {
  const json = readJson(bytes);
  const { expansion } = json as { expansion?: { coordinateSystem?: unknown } | null };
  if (expansion === undefined) throw new FileProblem('is JSON, but no motion: it has no "expansion"');
  if (expansion?.coordinateSystem !== 'three') return fromJson(json);
  return flipVmd(fromJson({ ...json, expansion: { ...expansion, coordinateSystem: 'mmd' } }));
}

/** An object: JSON that begins otherwise is not taken for a motion. */
function readJson(bytes: Uint8Array): object {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object;
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileProblem(`is broken JSON: ${error.message}`);
    throw error;
  }
}
