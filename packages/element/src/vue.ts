/**
 * The types of `<odori-player>`, `<odori-dancer>` and `<odori-stage>` in Vue's templates. No code.
 *
 * @module @odori/element/vue
 */
import type { HTMLAttributes } from 'vue';
import type { OdoriDancerElement } from './odori-dancer-element.js';
import type { OdoriPlayerElement } from './odori-player-element.js';
import type { OdoriStageElement } from './odori-stage-element.js';
import type { DancerTagAttributes, PlayerTagAttributes, StageTagAttributes } from './tag-attributes.js';

/** A tag, as Vue's compiler checks it. */
type Tag<E extends HTMLElement, A> = new () => E & { readonly $props: HTMLAttributes & A };

/** The events of the player that no media element has. */
interface PlayerEvents {
  readonly onMotionchange?: (event: Event) => void;
  readonly onCameramodechange?: (event: Event) => void;
  readonly onRendererchange?: (event: Event) => void;
  readonly onQualitychange?: (event: Event) => void;
}

declare module 'vue' {
  interface GlobalComponents {
    'odori-dancer': Tag<OdoriDancerElement, DancerTagAttributes>;
    'odori-player': Tag<OdoriPlayerElement, PlayerTagAttributes & PlayerEvents>;
    'odori-stage': Tag<OdoriStageElement, StageTagAttributes>;
  }
}
