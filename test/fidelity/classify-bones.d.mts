import type { Pmx } from '@odori/format';

export const CLASSES: Readonly<
  Record<'plain' | 'append' | 'leg' | 'foot' | 'pmdLeg' | 'hair' | 'pmdHair', string>
>;

export function classifyBones(pmx: Pmx): string[];
