import type { Motion } from '@odori/runtime/motion';
import type { RigDefinition } from '@odori/runtime/rig';
import type { Humanoid, HumanoidPoseOptions } from '@odori/vrm/humanoid';

/** Spread of a figure. */
export interface Figure {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

/** Lengths in MMD units, angles in degrees. */
export interface HumanoidFigures {
  readonly ankle: Figure;
  readonly height: Figure;
  readonly slide?: Figure;
  readonly jump?: Figure;
  readonly foot: Figure;
  readonly upperLeg: Figure;
  readonly lowerLeg: Figure;
  readonly upperArm: Figure;
  readonly lowerArm: Figure;
  readonly hand?: Figure;
  readonly fingers?: Figure;
  /** Knees that bend forwards, and frames with numbers that are not finite. */
  readonly forwards: number;
  readonly notFinite: number;
}

export function measureHumanoid(of: {
  readonly motion: Motion;
  readonly definition: RigDefinition;
  readonly reference?: RigDefinition;
  readonly humanoid: Humanoid;
  readonly options?: HumanoidPoseOptions;
  readonly step?: number;
  readonly from?: number;
  readonly to?: number;
}): HumanoidFigures;

/** The median, 95th and 99th percentile and maximum of numbers. */
export function summary(values: readonly number[]): Figure;
