import { type FormatWarning, serializeBvmd, serializeVmd, type Vmd, vmdToBvmd } from '@odori/format';
import { type Coordinates, writeVmdJson } from '../documents/vmd-json.js';

/** What motions are converted to. */
export type MotionFormat = 'vmd' | 'json' | 'bvmd';

/** How they are written. */
export interface MotionEncoding {
  readonly version?: 1 | 2;
  readonly targetId?: number;
  readonly startFrame?: number;
  readonly coordinates: Coordinates;
  readonly group: 'none' | 'name';
}

/** A motion as the content of a file. */
export function encodeMotion(
  vmd: Vmd,
  format: MotionFormat,
  { version, targetId, startFrame, coordinates, group }: MotionEncoding,
  onWarning: (warning: FormatWarning) => void,
): string | Uint8Array {
  if (format === 'bvmd') return serializeBvmd(vmdToBvmd(vmd, { onWarning }), { onWarning });
  if (format === 'vmd') return serializeVmd(inVersion(vmd, version), { onWarning });
  return writeVmdJson(vmd, coordinates, {
    groupType: group,
    ...(targetId !== undefined && { targetId }),
    ...(startFrame !== undefined && { startFrame }),
  });
}

/** Another version knows other sections: how the file spelled its own does not count any more. */
function inVersion(vmd: Vmd, version: 1 | 2 = vmd.version): Vmd {
  if (version === vmd.version) return vmd;
  const { source: _, ...plain } = vmd;
  return { ...plain, version };
}
