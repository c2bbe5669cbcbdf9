/**
 * The types of `<odori-player>`, `<odori-dancer>` and `<odori-stage>` in Svelte. No code.
 *
 * @module @odori/element/svelte
 */
import type { HTMLAttributes } from 'svelte/elements';
import type { OdoriDancerElement } from './odori-dancer-element.js';
import type { OdoriPlayerElement } from './odori-player-element.js';
import type { OdoriStageElement } from './odori-stage-element.js';
import type { DancerTagAttributes, PlayerTagAttributes, StageTagAttributes } from './tag-attributes.js';

/** A tag: what all elements take, and what it takes itself. */
type Tag<E extends HTMLElement, A> = Omit<HTMLAttributes<E>, keyof A> & A;

/** The events of the player that no media element has. */
interface PlayerEvents {
  readonly onmotionchange?: (event: Event) => void;
  readonly oncameramodechange?: (event: Event) => void;
  readonly onrendererchange?: (event: Event) => void;
  readonly onqualitychange?: (event: Event) => void;
}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'odori-dancer': Tag<OdoriDancerElement, DancerTagAttributes>;
    'odori-player': Tag<OdoriPlayerElement, PlayerTagAttributes & PlayerEvents>;
    'odori-stage': Tag<OdoriStageElement, StageTagAttributes>;
  }
}
