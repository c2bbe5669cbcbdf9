import type { PlayerModel, Stage } from '@odori/element';
import type { Files } from '../open/sort-files.js';
import type { OpenedStage } from '../stages/opened-stage.js';
import type { Inputs } from './inputs.js';

/** What a player shows in place of one dancer with a dance: several dancers, or a project. */
export interface WholeShow {
  readonly name: string;
  /** All files that it comes from. */
  readonly files: Files;
  readonly inputs: Inputs;
  /** In place of the stage of the page; undefined: that, or what {@link stages} put in its place. */
  readonly stage: Stage | undefined;
  readonly stages: readonly OpenedStage[];
  /** Its models besides {@link stages}; undefined until they are loaded, or if they cannot be. */
  readonly models: readonly (PlayerModel | undefined)[];
  /** Sentences on what is missing among the files. */
  readonly missing: readonly string[];
  /** A list of who and what is shown. */
  readonly contents: HTMLElement;
  /** Whether physics moves its models; without it, `physics` of the player says so. */
  physics?: boolean;
  /** Begins to load, just before the player gets the inputs. Resolves when it is loaded; never rejects. */
  appear?(): Promise<void>;
  /** The player has loaded the inputs, and has the stage. */
  enter?(): void;
  /** Frees everything. The player has something else. */
  leave(): void;
}
