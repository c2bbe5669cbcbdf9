import { OdoriPlayerElement } from '@odori/element/define';
import type {
  AudioInput,
  CameraFit,
  CameraMode,
  Fit,
  ModelInput,
  MotionInput,
  MotionInputs,
  Preload,
  RendererName,
  Stage,
  StageKind,
} from '@odori/element';
import type { Glow, Look, QualityChoice } from '@odori/model';
import type { NameRule, WorkerUse } from '@odori/runtime';
import {
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  createElement,
  useRef,
} from 'react';
import { textOf, useAssigned } from './assigned.js';
import { EVENTS, isSeek, useEvents, useExposed, useSameList } from '../effects.js';

/** The sources, which may be objects. Attributes hold only text. */
const SOURCES = ['model', 'motion', 'camera', 'pose', 'audio'] as const;
/** Properties without an attribute. */
const PROPERTIES = ['currentTime', 'playbackRate', 'volume', 'motionIndex', 'cameraMode'] as const;
const SWITCHES = ['controls', 'loop', 'muted', 'autoPlay', 'companion', 'xr'] as const;

/** The events of the element, as props; `event.currentTarget` is the element. */
export type OdoriPlayerEvents = {
  readonly [Name in Exclude<(typeof EVENTS)[number], 'onJump'>]?:
    ((event: Event & { readonly currentTarget: OdoriPlayerElement }) => void) | undefined;
};

/** Props of {@link OdoriPlayer}, besides those of all HTML elements. */
export interface OdoriPlayerProps
  extends Omit<HTMLAttributes<OdoriPlayerElement>, keyof OdoriPlayerEvents>, OdoriPlayerEvents {
  /**
   * Dancers and stages; else what the page shows in its place until the script runs: in HTML from a server,
   * and where scripts are off.
   */
  readonly children?: ReactNode;
  /** The element: `play()`, `capture()`, `record()`, `loadedModel`. */
  readonly ref?: Ref<OdoriPlayerElement> | undefined;
  /** A URL, a file or zip, files by path, or an `MmdModel`, which stays yours. */
  readonly model?: ModelInput | null | undefined;
  /** One motion, or several for the viewer to choose from. */
  readonly motion?: MotionInputs | null | undefined;
  /** Camera and light; `'auto'`: the automatic camera. */
  readonly camera?: MotionInput | null | undefined; // those of the motion
  /** Whether a camera motion is fitted to the height of the model; `'auto'` where it misses her eyes. */
  readonly cameraFit?: CameraFit | undefined; // 'auto'
  /** The pose or motion that the model loops while there is no motion. */
  readonly pose?: MotionInput | null | undefined;
  /** The song. */
  readonly audio?: AudioInput | null | undefined;
  /** Seconds of song before the motions begin. */
  readonly offset?: number | undefined; // 0
  /** `'song'`: the dances follow the beats of the song, whatever song they were made for. */
  readonly fit?: Fit | undefined; // 'none'
  readonly controls?: boolean | undefined; // false
  readonly autoPlay?: boolean | undefined; // false
  readonly loop?: boolean | undefined; // false
  readonly muted?: boolean | undefined; // false
  /** What is loaded before playback starts: all but the song (`'metadata'`), or nothing (`'none'`). */
  readonly preload?: Preload | undefined; // 'auto'
  readonly poster?: string | undefined;
  /** What stands around the model: `'none'`, `'grid'`, `'floor'`, or a stage of your own. */
  readonly stage?: Stage | StageKind | undefined; // 'floor'
  readonly look?: Look | undefined; // 'auto'
  /** How strongly materials glow that AutoLuminous lights in MMD; a number multiplies the glow. */
  readonly glow?: Glow | undefined; // 'auto'
  /** Effects over the picture, separated by spaces: `bloom`, `dof`. */
  readonly effects?: string | undefined; // none
  /** How good the picture is; `'auto'`: the best quality at which pictures come smoothly. */
  readonly quality?: QualityChoice | undefined; // 'high'
  /** False: hair and clothes follow their keyframes. */
  readonly physics?: boolean | undefined; // true
  /** `'none'`: the bodies of several dancers do not touch. */
  readonly sharing?: 'models' | 'none' | undefined; // 'models'
  /** `'off'`: legs follow their own keyframes, as motion capture wants. */
  readonly ik?: 'motion' | 'off' | undefined; // 'motion'
  /** Whether playback pauses or goes on while the element is out of sight. */
  readonly offscreen?: 'pause' | 'play' | undefined; // pause
  /** How names of motions find bones: `'mmd'` as in MMD, `'help'` also where only one fits. */
  readonly names?: NameRule | undefined; // 'help'
  /** The model breathes, blinks and looks at the pointer. */
  readonly companion?: boolean | undefined; // false
  /** The control bar has buttons for VR and AR, where they are to be had. */
  readonly xr?: boolean | undefined; // false
  /** `'webgpu'` needs the import of `@odori/element/webgpu`. */
  readonly renderer?: RendererName | undefined; // 'webgl'
  /** Whether large files are parsed in a worker. */
  readonly worker?: WorkerUse | undefined; // 'auto'
  /** The codes of warnings with which a motion is refused, separated by spaces: `truncated`. */
  readonly refuse?: string | undefined; // none
  readonly alt?: string | undefined;
  /**
   * Seconds. Seeks when it changes. A page may write back what `onTimeUpdate` gives: within half a second of
   * the time of a player that plays, going back is no seek.
   */
  readonly currentTime?: number | undefined;
  readonly playbackRate?: number | undefined; // 1
  /** 0 to 1. */
  readonly volume?: number | undefined; // 1
  /** Which of several motions plays. Crossfades when it changes. */
  readonly motionIndex?: number | undefined; // 0
  readonly cameraMode?: CameraMode | undefined; // 'motion'
}

/**
 * `<odori-player>` with typed props and events: plays a dance on a page, with controls. It needs no
 * @react-three/fiber.
 *
 * On a server it renders the tag with those props that are attributes.
 *
 * @example
 * const player = useRef<OdoriPlayerElement>(null);
 * <OdoriPlayer ref={player} model="dancer.pmx" motion="dance.vmd" audio="song.ogg" controls onEnded={showCredits} />
 */
export function OdoriPlayer(props: OdoriPlayerProps): ReactElement {
  const element = useRef<OdoriPlayerElement>(null);
  useExposed(props.ref, element);
  useEvents(element, props);
  const motions = useSameList([props.motion].flat()); // pages write lists anew in every render
  for (const name of SOURCES) {
    const source = Array.isArray(props[name]) ? motions : props[name];
    useAssigned(element, name, textOf(source) ?? source ?? null);
  }
  for (const name of PROPERTIES) useAssigned(element, name, props[name], sameOf(name, props[name]));
  return createElement('odori-player', { ...attributesOf(props), ref: element });
}

const NO_ATTRIBUTES: readonly string[] = [
  'ref',
  'autoPlay',
  'className',
  'cameraFit',
  ...EVENTS,
  ...PROPERTIES,
];

/**
 * What React passes to the tag. It sets the properties of these names in the browser, and writes attributes
 * on a server.
 */
function attributesOf(props: OdoriPlayerProps): Record<string, unknown> {
  const attributes: Record<string, unknown> = Object.fromEntries(
    Object.entries(props).filter(([name]) => !NO_ATTRIBUTES.includes(name)),
  );
  for (const name of SOURCES) attributes[name] = textOf(props[name]);
  for (const name of SWITCHES) attributes[name.toLowerCase()] = props[name] ?? false;
  // React would set the property `className` to undefined when it is taken away
  attributes['class'] = props.className;
  attributes['camera-fit'] = props.cameraFit;
  attributes['physics'] = props.physics === false ? 'off' : undefined;
  attributes['worker'] = props.worker === true ? 'on' : props.worker === false ? 'off' : undefined;
  return attributes;
}

/** Has a player this value already? A time is the same while it is no seek. */
function sameOf(name: (typeof PROPERTIES)[number], value: unknown): (player: OdoriPlayerElement) => boolean {
  if (name === 'currentTime') return (player) => !isSeek(player, value as number);
  return (player) => player[name] === value;
}
