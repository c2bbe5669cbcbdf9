import type { Rig } from '@odori/runtime/rig';
import type { FidelityRow } from './measure-fidelity.mjs';

export const APPEND_TOLERANCE: FidelityRow['tolerance'];

export function measureAppends(
  corpus: string,
  name: string,
): { bone: string; hasHistory: boolean; degrees: number; units: number }[];

export function loadAppends(corpus: string, name: string): { rig: Rig; pose: (frame: number) => void };
