import type { Motion } from '@odori/runtime/motion';

export function realMotions(corpus: string): [name: string, motion: Motion][];
export function syntheticMotion(boneNames?: readonly string[]): Motion;
