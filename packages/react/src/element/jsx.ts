import type {
  AudioInput,
  GroundKind,
  ModelInput,
  MotionInput,
  MotionInputs,
  OdoriPlayerElement,
} from '@odori/element';
import type { Look } from '@odori/model';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type MediaEventName =
  | 'loadstart'
  | 'loadedmetadata'
  | 'loadeddata'
  | 'canplay'
  | 'canplaythrough'
  | 'durationchange'
  | 'play'
  | 'playing'
  | 'waiting'
  | 'pause'
  | 'seeking'
  | 'seeked'
  | 'timeupdate'
  | 'ended'
  | 'ratechange'
  | 'volumechange'
  | 'emptied'
  | 'error'
  | 'motionchange'
  | 'cameramodechange';

/** What `<odori-player>` takes in JSX. React sets the properties of these names; events are called as the element does. */
export type OdoriPlayerAttributes = HTMLAttributes<OdoriPlayerElement> & {
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
  readonly poster?: string | undefined;
  readonly stage?: GroundKind | undefined;
  readonly look?: Look | undefined;
  readonly physics?: 'off' | undefined;
  readonly alt?: string | undefined;
} & { readonly [Name in MediaEventName as `on${Name}`]?: ((event: Event) => void) | undefined };

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
