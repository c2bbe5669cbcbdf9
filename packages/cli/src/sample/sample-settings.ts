import type { JointSpace } from '@odori/runtime/internal';
import type { ContactOptions, JointSet } from '@odori/runtime/joints';
import type { Time } from '../arguments.js';
import type { Coordinates } from '../documents/vmd-json.js';

/** What a sampled pose is written as. */
export const SAMPLE_FORMATS = ['csv', 'json', 'npy', 'npz', 'parquet'] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

/** The times to sample: some of them, or one after another. */
export type SampleTimes =
  | { readonly at: readonly Time[] }
  | { readonly every: number; readonly from: number; readonly to: number | undefined };

/** One of many motions, and the file that its poses go to. */
export interface SampleTask {
  readonly input: string;
  readonly output: string;
}

/** How motions are sampled. Plain data, which goes to worker threads. */
export interface SampleSettings {
  readonly model: string;
  readonly times: SampleTimes;
  /** Names, separated by commas. */
  readonly bones: string | undefined;
  readonly joints: JointSet | undefined;
  readonly space: JointSpace;
  readonly coordinates: Coordinates;
  readonly contacts: ContactOptions | undefined;
  readonly format: SampleFormat;
  readonly force: boolean;
  readonly quiet: boolean;
  readonly refuse: string | undefined;
  readonly allow: string | undefined;
}
