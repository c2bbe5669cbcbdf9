import type { HumanoidFigures } from './measure-humanoid.mjs';

export type Bounds = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const ORDINARY_AVATARS: RegExp;

export function boundsOf(source: string, avatar: string, motion: string): Bounds;
export function boundsOfStandard(atRest: HumanoidFigures, hasOwnTwists: boolean): Bounds;
export function exceeded(figures: HumanoidFigures, bounds: Bounds): string[];
