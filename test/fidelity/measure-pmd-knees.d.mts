import type { FidelityRow } from './measure-fidelity.mjs';

export const KNEE_TOLERANCES: Readonly<Record<string, FidelityRow['tolerance']>>;

export function measurePmdKnees(
  corpus: string,
  name: string,
): { bone: string; frame: number; degrees: number; units: number }[];
