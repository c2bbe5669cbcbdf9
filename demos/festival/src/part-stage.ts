import type { Stage, StageView } from '@odori/element';
import { type Color, Group, LineSegments, type Material, Mesh, Points } from 'three';
import { followTheme, prefersReducedMotion } from '../../shared/page.js';
import { beatAt } from './crowd.js';
import type { Part } from './part.js';
import { LEAST_RADIUS } from './platform-radius.js';
import type { Theme } from './theme.js';

/** A stage that is as large as the dance needs, and that hears the song. */
export interface DanceStage extends Stage {
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

/** A stage of parts, by day, or by night if the user prefers a dark color scheme, also when that changes. */
export class PartStage implements DanceStage {
  readonly root: Group = new Group();
  readonly #parts: readonly Part[];
  readonly #isStill = prefersReducedMotion();
  readonly #listening = new AbortController();
  #light!: Color;
  #isStale = true;
  #radius = LEAST_RADIUS;
  #beats: ArrayLike<number> | undefined;

  constructor(name: string, day: Theme, night: Theme, parts: readonly Part[]) {
    this.root.name = name;
    this.#parts = parts;
    for (const { root } of parts) this.root.add(root);
    followTheme(
      day,
      night,
      (theme) => {
        for (const part of parts) part.theme = theme;
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
    return this.#beats;
  }

  set beats(beats: ArrayLike<number> | undefined) {
    this.#beats = beats;
    this.#isStale = true;
  }

  /** True until a picture has shown the stage as it is. */
  get isMoving(): boolean {
    return this.#isStale;
  }

  /** The next picture shows something else. */
  protected markStale(): void {
    this.#isStale = true;
  }

  update(view: StageView): void {
    this.#isStale = false;
    view.light.color.multiply(this.#light);
    const beat = this.#isStill ? 0 : beatAt(this.#beats, view.currentTime);
    for (let i = 0; i < this.#parts.length; i++) this.#parts[i].update?.(view, beat);
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
