import type { RigDefinition } from '@odori/runtime/rig';
import type { Humanoid } from '@odori/vrm/humanoid';
import type { HumanoidFigures } from './measure-humanoid.mjs';

/** How near an avatar is to MMD on a motion. */
export interface HumanoidRow {
  readonly motion: string;
  readonly source: string;
  readonly avatar: string;
  readonly figures: HumanoidFigures;
  /** The names of the figures that exceed their bounds. */
  readonly exceeded: readonly string[];
}

export function mmdModels(corpus: string): [name: string, definition: RigDefinition][];
export function measureStandard(
  corpus: string,
  models: readonly (readonly [name: string, definition: RigDefinition])[],
  avatars: readonly (readonly [name: string, humanoid: Humanoid])[],
  step?: number,
): HumanoidRow[];
