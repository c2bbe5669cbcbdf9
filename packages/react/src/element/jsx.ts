import type {
  AudioInput,
  ModelInput,
  MotionInput,
  MotionInputs,
  OdoriPlayerElement,
  Preload,
  RendererName,
  Stage,
  StageKind,
} from '@odori/element';
import type { Glow, Look } from '@odori/model';
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
  readonly physics?: 'off' | undefined;
  readonly ik?: 'motion' | 'off' | undefined;
  readonly offscreen?: 'pause' | 'play' | undefined;
  readonly names?: NameRule | undefined;
  readonly companion?: boolean | undefined;
  readonly xr?: boolean | undefined;
  readonly renderer?: RendererName | undefined;
  readonly alt?: string | undefined;
} & { readonly [Prop in keyof OdoriPlayerEvents as Lowercase<Prop>]?: OdoriPlayerEvents[Prop] };

/** The tag in JSX. */
export type OdoriPlayerTag = DetailedHTMLProps<OdoriPlayerAttributes, OdoriPlayerElement>;

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'odori-player': OdoriPlayerTag;
    }
  }
}
