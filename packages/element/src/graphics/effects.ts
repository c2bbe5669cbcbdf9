import type { Camera, Scene } from 'three';
import { ProblemError } from '../language/problems.js';

/** The effects that the element knows: light around what glows, and a blur of what is not in focus. */
export const EFFECT_NAMES = ['bloom', 'dof'] as const;

/** An effect over the picture: `'bloom'`, or `'dof'` for depth of field. */
export type EffectName = (typeof EFFECT_NAMES)[number];

/** What draws pictures with effects. */
export interface PictureEffects {
  /** Which of them are on. */
  readonly names: ReadonlySet<EffectName>;
  /** Units from the camera to what is in focus, along its line of sight; 0: all is. */
  focusDistance: number;
  /** Draws into the canvas. Allocates nothing unless the size of the canvas changes. */
  draw(scene: Scene, camera: Camera): void;
  dispose(): void;
}

/** Loads what draws pictures with effects, and makes one. The renderer is there. */
export type CreateEffects = (names: ReadonlySet<EffectName>) => Promise<PictureEffects>;

/** The effects of one picture, which can change at any time. */
export class EffectsSwitch {
  readonly #create: CreateEffects;
  #wanted: ReadonlySet<EffectName> = new Set();
  #current: PictureEffects | undefined;

  constructor(create: CreateEffects) {
    this.#create = create;
  }

  /** Undefined: pictures have none. */
  get current(): PictureEffects | undefined {
    return this.#current;
  }

  /**
   * Changes them, and resolves when the next picture has them. Until then it has the last ones. Rejects if
   * their code cannot be loaded.
   */
  async change(names: ReadonlySet<EffectName>): Promise<void> {
    this.#wanted = names;
    const next = names.size > 0 ? await this.#create(names) : undefined;
    if (this.#wanted !== names) return next?.dispose();
    this.#current?.dispose();
    this.#current = next;
  }

  dispose(): void {
    void this.change(new Set());
  }
}

/**
 * Reads the attribute `effects`: names with spaces between them.
 *
 * @throws ProblemError with what to write, if it has another word.
 */
export function readEffectNames(text: string): Set<EffectName> {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const unknown = words.find((word) => !(EFFECT_NAMES as readonly string[]).includes(word));
  if (unknown === undefined) return new Set(words as EffectName[]);
  throw new ProblemError({ code: 'unknown-effect', values: { text, word: unknown } });
}

/** How strong bloom is, and how far it reaches, from 0 to 1. */
export const BLOOM = { strength: 0.3, radius: 0.4 } as const;

/**
 * How depth of field blurs: the circle of a point at an infinite distance has the radius `size`, in heights
 * of the picture. What is nearer to the focus than `sharp` of its distance, such as her hands, stays sharp.
 */
export const BLUR = { size: 0.014, sharp: 0.12 } as const;
