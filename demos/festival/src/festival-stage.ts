import type { Stage, StageView } from '@odori/element';
import { type Color, Group, LineSegments, type Material, Mesh, Points } from 'three';
import { followTheme } from '../../shared/page.js';
import { Crowd } from './crowd.js';
import { Fireworks } from './fireworks.js';
import { Gate } from './gate.js';
import { Ground } from './ground.js';
import { Hills } from './hills.js';
import { Lanterns } from './lanterns.js';
import { Lights } from './lights.js';
import { Motes } from './motes.js';
import type { Part } from './part.js';
import { LEAST_RADIUS } from './platform-radius.js';
import { Sky } from './sky.js';
import { DAY, NIGHT } from './theme.js';

/** A summer festival around the dancer: for the property `stage` of an `<odori-player>`. */
export interface FestivalStage extends Stage {
  readonly root: Group;
  /** Of the platform, in units: 15 at first. People stand around it. */
  radius: number;
  /**
   * The times of the beats of the song, in seconds, in order: people wave and bob on them. Undefined, as at
   * first, is the song of our own dance.
   */
  beats: ArrayLike<number> | undefined;
  /** Frees everything. */
  dispose(): void;
}

/**
 * Makes a summer festival around the dancer: by day, or by night if the user prefers a dark color scheme,
 * also when that changes. What moves is a function of the playback time; with `prefers-reduced-motion`,
 * nothing moves.
 *
 * @example
 * player.stage = createFestivalStage();
 */
export function createFestivalStage(): FestivalStage {
  return new Festival();
}

class Festival implements FestivalStage {
  readonly root = new Group();
  readonly #crowd = new Crowd();
  readonly #parts: readonly Part[] = [
    new Sky(),
    new Hills(),
    new Fireworks(),
    new Gate(),
    this.#crowd,
    new Lanterns(),
    new Ground(),
    new Lights(),
    new Motes(),
  ];
  readonly #listening = new AbortController();
  #light: Color = DAY.light;
  #isStale = true;
  #radius = LEAST_RADIUS;

  constructor() {
    this.root.name = 'festival';
    for (const { root } of this.#parts) this.root.add(root);
    followTheme(
      DAY,
      NIGHT,
      (theme) => {
        for (const part of this.#parts) part.theme = theme;
        this.#light = theme.light;
        this.#isStale = true;
      },
      this.#listening.signal,
    );
  }

  get radius(): number {
    return this.#radius;
  }

  set radius(radius: number) {
    if (radius === this.#radius) return;
    this.#radius = radius;
    for (const part of this.#parts) part.widen?.(radius - LEAST_RADIUS);
    this.#isStale = true;
  }

  get beats(): ArrayLike<number> | undefined {
    return this.#crowd.beats;
  }

  set beats(beats: ArrayLike<number> | undefined) {
    this.#crowd.beats = beats;
    this.#isStale = true;
  }

  /** True until a picture has shown the colors of the current scheme, and the platform as it is. */
  get isMoving(): boolean {
    return this.#isStale;
  }

  update(view: StageView): void {
    this.#isStale = false;
    view.light.color.multiply(this.#light);
    for (let i = 0; i < this.#parts.length; i++) this.#parts[i].update?.(view);
  }

  dispose(): void {
    this.#listening.abort();
    this.root.removeFromParent();
    this.root.traverse((part) => {
      if (!(part instanceof Mesh || part instanceof LineSegments || part instanceof Points)) return;
      part.geometry.dispose();
      (part.material as Material).dispose();
    });
  }
}
