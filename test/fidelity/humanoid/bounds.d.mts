import type { HumanoidFigures } from './measure-humanoid.mjs';

export type Bounds = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function boundsOf(source: string, avatar: string, motion: string): Bounds;
export function exceeded(figures: HumanoidFigures, bounds: Bounds): string[];
