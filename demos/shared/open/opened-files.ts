import type { MmdModel } from '@odori/model';
import type { OpenedMotion } from './open-motion.js';
import type { Files } from './sort-files.js';
import { discardSong } from '../song.js';

/** A model, and the files that it comes from. */
export interface OpenedModel {
  readonly model: MmdModel;
  readonly path: string;
  /** The paths of all models among the files, the most likely one first. */
  readonly paths: readonly string[];
  readonly files: Files;
}

/** The contents of the files that the user has dropped or chosen. */
export interface OpenedFiles {
  model: OpenedModel | undefined;
  /** Motions and poses of the dancer. */
  dances: OpenedMotion[];
  /** Motions of camera and light only. */
  cameras: OpenedMotion[];
  song: HTMLAudioElement | undefined;
  /** The names of the motions and the song. */
  names: string[];
  /** A line for each file that could not be used, or only in part. */
  problems: HTMLElement[];
}

export function noFiles(): OpenedFiles {
  return { model: undefined, dances: [], cameras: [], song: undefined, names: [], problems: [] };
}

/** Frees what is no longer used. */
export function discardOpenedFiles({ model, song }: OpenedFiles): void {
  model?.model.dispose();
  discardSong(song);
}
