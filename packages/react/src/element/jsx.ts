import type {
  AudioInput,
  ModelInput,
  MotionInput,
  MotionInputs,
  OdoriDancerElement,
  OdoriPlayerElement,
  OdoriStageElement,
  Preload,
  RendererName,
  Stage,
  StageKind,
} from '@odori/element';
import type { Glow, Look, QualityChoice } from '@odori/model';
import type { NameRule } from '@odori/runtime';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { OdoriPlayerEvents } from './odori-player.js';

/**
 * What `<odori-player>` takes in JSX. React sets the properties of these names; events are called as the
 * element does.
 */
export type OdoriPlayerAttributes = Omit<HTMLAttributes<OdoriPlayerElement>, keyof OdoriPlayerEvents> & {
  readonly model?: ModelInput | null | undefined;
  readonly motion?: MotionInputs | null | undefined;
  readonly camera?: MotionInput | null | undefined;
  readonly pose?: MotionInput | null | undefined;
  readonly audio?: AudioInput | null | undefined;
  readonly offset?: number | string | undefined;
  readonly controls?: boolean | undefined;
  readonly autoplay?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly preload?: Preload | undefined;
  readonly poster?: string | undefined;
  readonly stage?: Stage | StageKind | undefined;
  readonly look?: Look | undefined;
  readonly glow?: Glow | undefined;
  readonly effects?: string | undefined;
  readonly quality?: QualityChoice | undefined;
  readonly physics?: 'off' | undefined;
  readonly ik?: 'motion' | 'off' | undefined;
  readonly offscreen?: 'pause' | 'play' | undefined;
  readonly names?: NameRule | undefined;
  readonly companion?: boolean | undefined;
  readonly xr?: boolean | undefined;
  readonly renderer?: RendererName | undefined;
  readonly alt?: string | undefined;
} & { readonly [Prop in keyof OdoriPlayerEvents as Lowercase<Prop>]?: OdoriPlayerEvents[Prop] };

/** What `<odori-dancer>` and `<odori-stage>` have in common in JSX. */
interface CastAttributes {
  readonly motion?: MotionInput | null | undefined;
  readonly position?: string | undefined;
  readonly turn?: number | string | undefined;
  readonly alt?: string | undefined;
  readonly onload?: ((event: Event) => void) | undefined;
  readonly onerror?: ((event: Event) => void) | undefined;
}

/** What `<odori-dancer>` takes in JSX. */
export type OdoriDancerAttributes = Omit<HTMLAttributes<OdoriDancerElement>, 'onLoad' | 'onError'> &
  CastAttributes & { readonly model?: ModelInput | null | undefined };

/** What `<odori-stage>` takes in JSX. */
export type OdoriStageAttributes = Omit<HTMLAttributes<OdoriStageElement>, 'onLoad' | 'onError'> &
  CastAttributes & { readonly src?: ModelInput | null | undefined };

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
