import type { Vmd, Vpd } from '@odori/format';
import type { MmdModel } from '@odori/model';

/** A model, and the files it came from. */
export interface FoundModel {
  readonly model: MmdModel;
  readonly path: string;
  /** All models among the files, the likeliest first. */
  readonly paths: readonly string[];
  readonly files: ReadonlyMap<string, Blob>;
}

/** What was in the files that somebody dropped or chose. */
export interface Intake {
  found: FoundModel | undefined;
  /** Files that move the dancer. */
  dances: (Vmd | Vpd)[];
  /** Files that move only camera and light. */
  cameras: Vmd[];
  audio: HTMLAudioElement | undefined;
  /** Names of the motions and the song that were taken. */
  names: string[];
  /** One sentence for each file that could not be taken. */
  problems: string[];
}

export function emptyIntake(): Intake {
  return { found: undefined, dances: [], cameras: [], audio: undefined, names: [], problems: [] };
}

/** Frees what nobody wants any more. */
export function discardIntake({ found, audio }: Intake): void {
  found?.model.dispose();
  discardSong(audio);
}

export function discardSong(song: HTMLAudioElement | undefined): void {
  if (song) URL.revokeObjectURL(song.src);
}
