import { fromJson, stringifyJson, toJson, type Vmd } from '@odori/format';
import type { ToJsonOptions } from '@odori/format/internal';
import { flipCameraAngles, flipPositions, flipRotations } from '@odori/runtime/internal';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** The space of the numbers in a JSON file: MMD's (left-handed) or three.js's (right-handed). */
export type Coordinates = 'mmd' | 'three';

/** A motion as JSON text. The field `expansion.coordinateSystem` names its space. */
export function writeVmdJson(vmd: Vmd, coordinates: Coordinates, options: ToJsonOptions): string {
  const json = toJson(coordinates === 'three' ? flipVmd(vmd) : vmd, options);
  const expansion = { ...json.expansion, coordinateSystem: coordinates };
  return `${stringifyJson({ ...json, expansion })}\n`;
}

/**
 * The motion in a JSON text, always in MMD's space. A text in three.js's space is converted.
 *
 * @throws MmdFormatError `bad-json` if it is not a motion, {@link FileError} if it is not JSON at all.
 */
export function parseVmdJson(bytes: Uint8Array): Vmd {
  const json = parseObject(bytes);
  const { expansion } = json as { expansion?: { coordinateSystem?: unknown } | null };
  if (expansion === undefined) throw new FileError(say('json-no-motion'));
  if (expansion?.coordinateSystem !== 'three') return fromJson(json);
  return flipVmd(fromJson({ ...json, expansion: { ...expansion, coordinateSystem: 'mmd' } }));
}

/** The text starts with a brace, so its value is an object. */
function parseObject(bytes: Uint8Array): object {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object;
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileError(say('invalid-json', { text: error.message }));
    throw error;
  }
}

/**
 * Converts a motion between MMD's space and three.js's. Converting it twice gives the same bits. The columns
 * are copies. O(keys).
 */
function flipVmd(vmd: Vmd): Vmd {
  const bones = {
    ...vmd.bones,
    positions: flipped(vmd.bones.positions, flipPositions),
    rotations: flipped(vmd.bones.rotations, flipRotations),
  };
  const cameras = {
    ...vmd.cameras,
    targets: flipped(vmd.cameras.targets, flipPositions),
    rotations: flipped(vmd.cameras.rotations, flipCameraAngles),
  };
  const lights = { ...vmd.lights, directions: flipped(vmd.lights.directions, flipPositions) };
  return { ...vmd, bones, cameras, lights };
}

function flipped(column: Float32Array, flip: (column: Float32Array) => void): Float32Array {
  const copy = column.slice();
  flip(copy);
  return copy;
}
