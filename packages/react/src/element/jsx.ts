import type {
  DancerTagAttributes,
  OdoriDancerElement,
  OdoriPlayerElement,
  OdoriStageElement,
  PlayerTagAttributes,
  StageTagAttributes,
} from '@odori/element';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { OdoriPlayerEvents } from './odori-player.js';

/**
 * What `<odori-player>` takes in JSX. React sets the properties of these names; events are called as the
 * element does.
 */
export type OdoriPlayerAttributes = Omit<HTMLAttributes<OdoriPlayerElement>, keyof OdoriPlayerEvents> &
  PlayerTagAttributes & {
    readonly [Prop in keyof OdoriPlayerEvents as Lowercase<Prop>]?: OdoriPlayerEvents[Prop];
  };

/** The events of `<odori-dancer>` and `<odori-stage>` in JSX. */
interface CastEvents {
  readonly onload?: ((event: Event) => void) | undefined;
  readonly onerror?: ((event: Event) => void) | undefined;
}

/** What `<odori-dancer>` takes in JSX. */
export type OdoriDancerAttributes = Omit<HTMLAttributes<OdoriDancerElement>, 'onLoad' | 'onError'> &
  DancerTagAttributes &
  CastEvents;

/** What `<odori-stage>` takes in JSX. */
export type OdoriStageAttributes = Omit<HTMLAttributes<OdoriStageElement>, 'onLoad' | 'onError'> &
  StageTagAttributes &
  CastEvents;

/** The tag in JSX. */
export type OdoriPlayerTag = DetailedHTMLProps<OdoriPlayerAttributes, OdoriPlayerElement>;

/** As {@link OdoriPlayerTag}. */
export type OdoriDancerTag = DetailedHTMLProps<OdoriDancerAttributes, OdoriDancerElement>;

/** As {@link OdoriPlayerTag}. */
export type OdoriStageTag = DetailedHTMLProps<OdoriStageAttributes, OdoriStageElement>;

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'odori-dancer': OdoriDancerTag;
      'odori-player': OdoriPlayerTag;
      'odori-stage': OdoriStageTag;
    }
  }
}
