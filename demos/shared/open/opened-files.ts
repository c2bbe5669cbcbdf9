import type { MmdModel } from '@odori/model';
import type { OpenedMotion } from './open-motion.js';
import type { OpenedStage } from '../stages/opened-stage.js';
import type { Files } from './sort-files.js';

/** A model, and the files that it comes from. */
export interface OpenedModel {
  readonly model: MmdModel;
  readonly path: string;
  /** The paths of all models among the files, the most likely one first. */
  readonly paths: readonly string[];
  readonly files: Files;
}

/** A VRM avatar. */
export interface OpenedAvatar {
  /** Of its file. */
  readonly name: string;
  /** The player loads it. */
  readonly file: File;
}

/** A song that the browser can play. */
export interface OpenedSong {
  /** Of its file. */
  readonly name: string;
  readonly file: Blob;
}

/** The contents of the files that the user has dropped or chosen. */
export interface OpenedFiles {
  model: OpenedModel | undefined;
  /** In place of a model. */
  avatar: OpenedAvatar | undefined;
  /** Motions of the dancer. */
  dances: OpenedMotion[];
  /** Poses of the dancer (VPD). */
  poses: OpenedMotion[];
  /** Motions of camera and light only. */
  cameras: OpenedMotion[];
  song: OpenedSong | undefined;
  /** What stands around the dancer. */
  stages: OpenedStage[];
  /** The names of the motions, the poses and the song. */
  names: string[];
  /** A line for each file that could not be used, or only in part. */
  problems: HTMLElement[];
}

export function noFiles(): OpenedFiles {
  return {
    model: undefined,
    avatar: undefined,
    dances: [],
    poses: [],
    cameras: [],
    song: undefined,
    stages: [],
    names: [],
    problems: [],
  };
}

/** Frees what is no longer used. */
export function discardOpenedFiles({ model }: OpenedFiles): void {
  model?.model.dispose();
}
