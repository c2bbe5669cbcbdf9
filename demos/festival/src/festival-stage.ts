import { Group, InstancedMesh, Line, Mesh, type Material } from 'three';
import { followTheme } from '../../shared/page.js';
import { Lanterns } from './lanterns.js';
import { Platform } from './platform.js';
import { Sky } from './sky.js';
import type { Stage, StageView } from './stage.js';
import { DAY, NIGHT } from './theme.js';

/** A summer festival around the dancer: for the property `stage` of an `<odori-player>`. */
export interface FestivalStage extends Stage {
  readonly root: Group;
  /** Frees everything. */
  dispose(): void;
}

/**
 * Makes a summer festival around the dancer: by day, or by night if the user prefers a dark color scheme, also when that changes.
 *
 * @example
 * player.stage = createFestivalStage();
 */
export function createFestivalStage(): FestivalStage {
  return new Festival();
}

class Festival implements FestivalStage {
  readonly root = new Group();
  readonly hasGroundShadow = true;
  readonly #sky = new Sky();
  readonly #platform = new Platform();
  readonly #lanterns = new Lanterns();
  readonly #listening = new AbortController();
  #isStale = true;

  constructor() {
    this.root.name = 'festival';
    const parts = [this.#sky, this.#platform, this.#lanterns];
    for (const { root } of parts) this.root.add(root);
    followTheme(
      DAY,
      NIGHT,
      (theme) => {
        for (const part of parts) part.theme = theme;
        this.#isStale = true;
      },
      this.#listening.signal,
    );
  }

  /** True until a picture has shown the colors of the current scheme. */
  get isMoving(): boolean {
    return this.#isStale;
  }

  update({ camera }: StageView): void {
    this.#isStale = false;
    this.#sky.update(camera);
    this.#lanterns.update(camera);
  }

  dispose(): void {
    this.#listening.abort();
    this.root.removeFromParent();
    this.root.traverse((part) => {
      if (!(part instanceof Mesh || part instanceof Line)) return;
      part.geometry.dispose();
      (part.material as Material).dispose();
      if (part instanceof InstancedMesh) part.dispose();
    });
  }
}
