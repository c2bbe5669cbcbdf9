import { detectFormat, parseVmd, parseVpd, type Vmd } from '@odori/format';
import type { Intake } from './intake.js';

/** Reads a motion or a pose into what it moves: dancer or camera. */
export function takeMotion({ dances, cameras }: Intake, path: string, bytes: Uint8Array): void {
  const format = detectFormat(bytes) ?? path.slice(-3).toLowerCase();
  if (format === 'vpd') {
    dances.push(parseVpd(bytes));
    return;
  }
  const vmd = parseVmd(bytes);
  if (movesDancer(vmd)) dances.push(vmd);
  else cameras.push(vmd);
}

/** So does a motion without any keys: the dancer stands still. */
function movesDancer({ bones, morphs, properties, cameras, lights, selfShadows }: Vmd): boolean {
  if (bones.count + morphs.count > 0) return true;
  return cameras.count + lights.count + selfShadows.count === 0 || properties.count > 0;
}
