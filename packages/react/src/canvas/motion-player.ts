import {
  type LoopRange,
  type Motion,
  type MotionJumpEvent,
  MotionPlayer as Player,
  type PlayerMedia,
} from '@odori/runtime';
import { type RootState, useFrame, useThree } from '@react-three/fiber';
import {
  type Context,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  createContext,
  createElement,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { isSeek, unwrap, useEvents, useExposed, useProperty } from '../effects.js';
import { Held } from '../loading/held.js';
import { type MotionInput, useMotionOf } from '../loading/use-motion.js';

/** What a `<MotionPlayer>` gives to the components inside it. */
interface PlayerPlace {
  readonly player: Player;
  /** What needs frames although the player is paused. */
  readonly alive: Set<object>;
}

const PlayerContext: Context<PlayerPlace | undefined> = /* @__PURE__ */ createContext<
  PlayerPlace | undefined
>(undefined);

/** @throws Error if there is no `<MotionPlayer>` around the component, which `user` names. */
export function usePlayerPlace(user: string): PlayerPlace {
  const place = useContext(PlayerContext);
  if (!place) throw new Error(`${user} needs a <MotionPlayer> around it`);
  return place;
}

/**
 * The player of the `<MotionPlayer>` around a component: for gestures, seeks and the time.
 *
 * @throws Error if there is no `<MotionPlayer>` around it.
 * @example
 * const player = usePlayer();
 * <mesh onClick={() => void player.perform(model, wave, { bones: 'arms' })} />;
 */
export function usePlayer(): Player {
  return usePlayerPlace('usePlayer').player;
}

/**
 * The order of a frame: everything is posed, then the camera is chosen, then `useFrame` of the page runs,
 * which has 0. R3F renders by itself as long as no number is above 0.
 */
export const POSE_ORDER = -2;
export const CAMERA_ORDER = -1;

/** What a component of a canvas plays. */
interface Played {
  readonly player: Player | undefined;
  readonly motion: Motion | undefined;
  /** The state of the canvas. */
  readonly get: RootState['get'];
}

/**
 * The motion of a component and the player around it, which only a component without a motion can do without.
 * `user` names the component and its prop for messages.
 */
export function usePlayed(user: string, input: MotionInput | null | undefined): Played {
  const player = useContext(PlayerContext)?.player;
  if (!player && input) throw new Error(`<${user}> needs a <MotionPlayer> around it`);
  return { player, motion: useMotionOf(input), get: useThree((state) => state.get) };
}

/** Lets the player move a camera or a light if there is a motion. */
export function useMoved<K extends 'camera' | 'light'>(
  { player, motion, get }: Played,
  name: K,
  moved: Player[K],
): void {
  useLayoutEffect(() => {
    if (!player || !motion) return undefined;
    player[name] = moved;
    get().invalidate();
    return () => {
      if (player[name] === moved) player[name] = undefined as Player[K];
    };
  }, [player, motion, name, moved, get]);
}

/** What a prop for an event is called with; `event.currentTarget` is the player. */
type Handler<E extends Event> = ((event: E & { readonly currentTarget: Player }) => void) | undefined;

/** The events of a player, as props. */
export interface MotionPlayerEvents {
  readonly onPlay?: Handler<Event>;
  readonly onPlaying?: Handler<Event>;
  readonly onWaiting?: Handler<Event>;
  readonly onPause?: Handler<Event>;
  readonly onSeeking?: Handler<Event>;
  readonly onSeeked?: Handler<Event>;
  readonly onTimeUpdate?: Handler<Event>;
  readonly onEnded?: Handler<Event>;
  readonly onRateChange?: Handler<Event>;
  readonly onDurationChange?: Handler<Event>;
  readonly onError?: Handler<Event>;
  /** Time or a motion jumped. */
  readonly onJump?: Handler<MotionJumpEvent>;
}

/** Props of {@link MotionPlayer}. */
export interface MotionPlayerProps extends MotionPlayerEvents {
  /** The `MotionPlayer` of @odori/runtime: time, `play()`, crossfades. */
  readonly ref?: Ref<Player> | undefined;
  readonly children?: ReactNode;
  /**
   * The song, or a video: a URL, an `<audio>` or `<video>` element, or a ref to one that is outside the
   * canvas. Without it, the player has a clock of its own.
   */
  readonly media?: string | PlayerMedia | RefObject<PlayerMedia | null> | null | undefined;
  /** Plays or pauses when it changes. Without it, `play()` and `pause()` of the ref or of the media do. */
  readonly playing?: boolean | undefined;
  /** Starts again at the end. */
  readonly loop?: boolean | undefined; // the media's, else false
  /** How fast time passes. */
  readonly playbackRate?: number | undefined; // the media's, else 1
  /**
   * Seconds. Seeks when it changes. A page may write back what `onTimeUpdate` gives: within half a second of
   * the time of a player that plays, going back is no seek.
   */
  readonly currentTime?: number | undefined;
  /** Seconds of song before the motions begin. */
  readonly offset?: number | undefined; // 0
  /** A part of the time that repeats, in seconds. */
  readonly loopRange?: LoopRange | undefined;
  /** The motion of models without one. It loops, also in pauses. */
  readonly idle?: MotionInput | null | undefined;
  /**
   * Called if playback cannot start: `NotAllowedError` if the browser requires a click first,
   * `NotSupportedError` if the media cannot be played. Without it, the rejection is reported as unhandled.
   */
  readonly onPlayRejected?: ((error: DOMException) => void) | undefined;
}

/**
 * Plays the motions of the models, the camera and the light inside it, in time with a song.
 *
 * It poses them in `useFrame` before all functions of the page, with R3F's priority −2, and allocates
 * nothing. With `frameloop="demand"` it asks for frames while it plays.
 *
 * @example
 * <MotionPlayer media="song.ogg" playing={isPlaying} onEnded={() => setPlaying(false)}>
 *   <MmdModel model="dancer.pmx" motion="dance.vmd" physics />
 *   <MotionCamera motion="camera.vmd" makeDefault />
 * </MotionPlayer>
 */
export function MotionPlayer(props: MotionPlayerProps): ReactElement {
  const { ref, children, media, playing, loop, playbackRate, currentTime, offset, loopRange, idle } = props;
  const [place] = useState((): PlayerPlace => ({ player: new Player(), alive: new Set() }));
  const { player, alive } = place;
  const [held] = useState(() => new Held(() => player.dispose()));
  const invalidate = useThree((state) => state.invalidate);
  useExposed(ref, player);
  const latest = useEvents(player, props, invalidate); // for a canvas that draws on demand
  useProperty(player, 'offset', offset);
  useProperty(player, 'idle', useMotionOf(idle));
  const cause = useMedia(player, media);
  useProperty(player, 'loop', loop, cause, useEffect); // other media have their own
  useProperty(player, 'playbackRate', playbackRate, cause, useEffect);
  useEffect(() => {
    player.loopRange = loopRange;
  }, [player, loopRange?.start, loopRange?.end]);
  useEffect(() => seek(player, currentTime), [player, currentTime]);
  useEffect(() => {
    if (playing === false) player.pause();
    if (!playing || !player.paused) return;
    player.play().catch((error: DOMException) => {
      const { onPlayRejected } = latest.current;
      if (error.name === 'AbortError') return; // paused or unmounted before it began
      if (!onPlayRejected) throw error;
      onPlayRejected(error);
    });
  }, [player, playing, cause, latest]);
  useEffect(() => held.hold(), [held]);
  const wasMoving = useRef(false);
  useFrame(({ frameloop }, delta) => {
    // On demand, the time since the last frame is mostly time in which nothing was drawn.
    player.update(frameloop === 'demand' && !wasMoving.current ? 0 : delta);
    const isAlive = alive.size > 0 || player.idle !== undefined || player.isPerforming;
    wasMoving.current = !player.paused || isAlive;
    if (wasMoving.current) invalidate();
  }, POSE_ORDER);
  return createElement(PlayerContext, { value: place }, children);
}

/** Seeks, and once more when a motion that loads later makes the time long enough. Returns what ends that. */
function seek(player: Player, seconds: number | undefined): (() => void) | undefined {
  if (seconds === undefined || !isSeek(player, seconds)) return undefined;
  player.currentTime = seconds;
  let reached = player.currentTime;
  if (reached >= seconds) return undefined;
  const again = (): void => {
    if (player.currentTime !== reached) return; // it has played since
    player.currentTime = seconds;
    reached = player.currentTime;
  };
  player.addEventListener('durationchange', again);
  return () => player.removeEventListener('durationchange', again);
}

/** Milliseconds. */
const LOOK_TIME = 100;

/**
 * Gives the player its media. Returns what is another value with other media.
 *
 * Effects of this kind go on while React hides the component because something beside it loads: the song
 * plays on.
 */
function useMedia(player: Player, media: MotionPlayerProps['media']): unknown {
  const last = useRef<PlayerMedia>(undefined);
  const [changes, change] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const audio = typeof media === 'string' ? new Audio(media) : undefined;
    last.current = player.media = audio ?? currentOf(media);
    return () => queueMicrotask(() => close(audio)); // the next media take over from playing ones
  }, [player, media, changes]);
  useEffect(() => {
    // A ref says nothing when its element comes, as late as React shows a page again that it hid because the
    // canvas was loading.
    const timer = setInterval(() => {
      if (typeof media !== 'string' && currentOf(media) !== last.current) change();
    }, LOOK_TIME);
    return () => clearInterval(timer);
  }, [media]);
  return useMemo(() => ({}), [media, changes]);
}

function currentOf(media: MotionPlayerProps['media']): PlayerMedia | undefined {
  return unwrap(media as Exclude<typeof media, string>) ?? undefined;
}

/** Stops the download, too. */
function close(audio: HTMLAudioElement | undefined): void {
  audio?.removeAttribute('src');
  audio?.load();
}
