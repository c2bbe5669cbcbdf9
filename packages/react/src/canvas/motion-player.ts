import {
  type LoopRange,
  type MotionJumpEvent,
  MotionPlayer as Player,
  type PlayerMedia,
} from '@odori/runtime';
import { useFrame, useThree } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { unwrap, useEvents, useLatest, useProperty } from '../effects.js';
import { Held } from '../loading/held.js';
import { type MotionInput, useMotionOf } from '../loading/use-motion.js';
import { PlayerContext, POSE_ORDER } from './player-context.js';

/** The events of a player, as props. */
export interface MotionPlayerEvents {
  readonly onPlay?: ((event: Event) => void) | undefined;
  readonly onPlaying?: ((event: Event) => void) | undefined;
  readonly onWaiting?: ((event: Event) => void) | undefined;
  readonly onPause?: ((event: Event) => void) | undefined;
  readonly onSeeking?: ((event: Event) => void) | undefined;
  readonly onSeeked?: ((event: Event) => void) | undefined;
  readonly onTimeUpdate?: ((event: Event) => void) | undefined;
  readonly onEnded?: ((event: Event) => void) | undefined;
  readonly onRateChange?: ((event: Event) => void) | undefined;
  readonly onDurationChange?: ((event: Event) => void) | undefined;
  readonly onError?: ((event: Event) => void) | undefined;
  /** Time or a motion jumped. */
  readonly onJump?: ((event: MotionJumpEvent) => void) | undefined;
}

/** Props of {@link MotionPlayer}. */
export interface MotionPlayerProps extends MotionPlayerEvents {
  /** The `MotionPlayer` of @odori/runtime: time, `play()`, crossfades. */
  readonly ref?: Ref<Player> | undefined;
  readonly children?: ReactNode;
  /**
   * The song, or a video: a URL, an `<audio>` or `<video>` element, or a ref to one that is outside the canvas. Without it, the player has
   * a clock of its own.
   */
  readonly media?: string | PlayerMedia | RefObject<PlayerMedia | null> | null | undefined;
  /** Plays or pauses when it changes. Without it, `play()` and `pause()` of the ref or of the media do. */
  readonly playing?: boolean | undefined;
  /** Starts again at the end. */
  readonly loop?: boolean | undefined; // the media's, else false
  /** How fast time passes. */
  readonly playbackRate?: number | undefined; // the media's, else 1
  /** Seconds. Seeks when it changes. */
  readonly currentTime?: number | undefined;
  /** Seconds of song before the motions begin. */
  readonly offset?: number | undefined; // 0
  /** A part of the time that repeats, in seconds. */
  readonly loopRange?: LoopRange | undefined;
  /** The motion of models without one. It loops, also in pauses. */
  readonly idle?: MotionInput | undefined;
  /**
   * Called if playback cannot start: `NotAllowedError` if the browser requires a click first, `NotSupportedError` if the media cannot be
   * played. Without it, the rejection is reported as unhandled.
   */
  readonly onPlayRejected?: ((error: DOMException) => void) | undefined;
}

/**
 * Plays the motions of the models, the camera and the light inside it, in time with a song.
 *
 * It poses them in `useFrame` before all functions of the page, with R3F's priority −2, and allocates nothing. With
 * `frameloop="demand"` it asks for frames while it plays.
 *
 * @example
 * <MotionPlayer media="song.ogg" playing={isPlaying} onEnded={() => setPlaying(false)}>
 *   <MmdModel model="dancer.pmx" motion="dance.vmd" physics />
 *   <MotionCamera motion="camera.vmd" makeDefault />
 * </MotionPlayer>
 */
export function MotionPlayer(props: MotionPlayerProps): ReactElement {
  const { ref, children, media, loop, playbackRate, currentTime, offset, loopRange, idle } = props;
  const [player] = useState(() => new Player());
  const [held] = useState(() => new Held(() => player.dispose()));
  useImperativeHandle(ref, () => player, [player]);
  useEvents(player, props);
  useProperty(player, 'offset', offset);
  useProperty(player, 'idle', useMotionOf(idle));
  useProperty(player, 'loopRange', loopRange);
  useMedia(player, media);
  useProperty(player, 'loop', loop, media, useEffect); // other media have their own
  useProperty(player, 'playbackRate', playbackRate, media, useEffect);
  useEffect(() => {
    if (currentTime !== undefined) player.currentTime = currentTime;
  }, [player, currentTime]);
  usePlaying(player, props);
  useEffect(() => {
    held.isOver = false; // React may show again what it has hidden
    return held.hold(); // a song plays on where effects begin again at once, as in StrictMode
  }, [held]); // last: what has set a property takes it back before
  useFrames(player);
  return createElement(PlayerContext, { value: player }, children);
}

/** Effects of this kind go on while React hides the component because something beside it loads: the song plays on. */
function useMedia(player: Player, media: MotionPlayerProps['media']): void {
  useEffect(() => {
    if (typeof media !== 'string') {
      player.media = unwrap(media) ?? undefined;
      return undefined;
    }
    const audio = new Audio(media);
    player.media = audio;
    return () => queueMicrotask(() => close(audio)); // the next media take over from playing ones
  }, [player, media]);
}

/** Stops the download, too. */
function close(audio: HTMLAudioElement): void {
  audio.removeAttribute('src');
  audio.load();
}

function usePlaying(player: Player, { playing, media, onPlayRejected }: MotionPlayerProps): void {
  const onRejected = useLatest(onPlayRejected);
  useEffect(() => {
    if (playing === false) player.pause();
    if (!playing || !player.paused) return;
    player.play().catch((error: DOMException) => {
      if (error.name === 'AbortError') return; // paused or unmounted before it began
      if (!onRejected.current) throw error;
      onRejected.current(error);
    });
  }, [player, playing, media, onRejected]);
}

function useFrames(player: Player): void {
  const invalidate = useThree((state) => state.invalidate);
  const wasMoving = useRef(false);
  const draw = (): void => invalidate();
  useEvents(player, { onPlay: draw, onPause: draw, onJump: draw }); // for a canvas that draws on demand
  useFrame(({ frameloop }, delta) => {
    // On demand, the time since the last frame is mostly time in which nothing was drawn.
    player.update(frameloop === 'demand' && !wasMoving.current ? 0 : delta);
    wasMoving.current = !player.paused || player.idle !== undefined;
    if (wasMoving.current) invalidate();
  }, POSE_ORDER);
}
