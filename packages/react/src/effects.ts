import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';

/**
 * Sets a property of an object while a value is given; without one, the object has the value that it had
 * before. Sets it anew with another `cause`.
 */
export function useProperty<T extends object, K extends keyof T>(
  object: T,
  name: K,
  value: T[K] | undefined,
  cause?: unknown,
  useAnyEffect: typeof useEffect = useLayoutEffect,
): void {
  useAnyEffect(() => {
    if (value === undefined) return undefined;
    const before = object[name];
    object[name] = value;
    return () => {
      object[name] = before;
    };
  }, [object, name, value, cause]);
}

/** Gives a ref of the page an object, or what a ref refers to. */
export function useExposed<T extends object>(ref: Ref<T> | undefined, object: T | RefObject<T | null>): void {
  useImperativeHandle(ref, () => unwrap(object)!, [object]);
}

/** The value of the last render, for what runs between renders. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * The list of the last render if its items are the same; for effects, a list of another identity is another
 * list.
 */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const { current } = last;
  const isSame = current.length === list.length && list.every((item, i) => item === current[i]);
  const result = isSame ? current : list;
  useLayoutEffect(() => {
    last.current = result;
  });
  return result;
}

/** The names of props for the events of a player and of `<odori-player>`, as on React's `<video>`. */
export const EVENTS = [
  'onLoadStart',
  'onLoadedMetadata',
  'onLoadedData',
  'onCanPlay',
  'onCanPlayThrough',
  'onDurationChange',
  'onPlay',
  'onPlaying',
  'onWaiting',
  'onPause',
  'onSeeking',
  'onSeeked',
  'onTimeUpdate',
  'onEnded',
  'onRateChange',
  'onVolumeChange',
  'onEmptied',
  'onError',
  'onMotionChange',
  'onCameraModeChange',
  'onRendererChange',
  'onQualityChange',
  'onJump',
] as const;

/**
 * Calls props with the events of a target that belongs to the component: `onTimeUpdate` with those of the
 * type `timeupdate`. Also with those that the first render causes, and while React hides the component
 * because something beside it loads. Calls `onAny` with each event. Returns the props of the last render.
 */
export function useEvents<T extends object>(
  target: EventTarget | RefObject<EventTarget | null>,
  props: T,
  onAny?: () => void,
): RefObject<Partial<T>> {
  const latest = useLatest<Partial<T>>(props);
  const call = useCallback(
    (event: Event) => {
      onAny?.();
      for (const [name, prop] of Object.entries(latest.current)) {
        if (name.toLowerCase() === `on${event.type}`) (prop as ((event: Event) => void) | undefined)?.(event);
      }
    },
    [latest, onAny],
  );
  useLayoutEffect(() => {
    // once, however often
    for (const name of EVENTS) unwrap(target)?.addEventListener(name.slice(2).toLowerCase(), call);
  }, [target, call]);
  useEffect(() => () => void (latest.current = {}), [latest]);
  return latest;
}

/** What a ref refers to, or the thing itself. */
export function unwrap<T extends object>(
  thing: T | RefObject<T | null> | null | undefined,
): T | null | undefined {
  return 'current' in Object(thing)
    ? (thing as RefObject<T | null>).current
    : (thing as T | null | undefined);
}

/**
 * Whether setting the time of a player to `seconds` is a seek. It is none if the page writes back the time
 * that it has just got from a player that plays.
 */
export function isSeek(
  { currentTime, paused }: { readonly currentTime: number; readonly paused: boolean },
  seconds: number,
): boolean {
  const behind = currentTime - seconds;
  return !(behind >= 0 && behind <= (paused ? 0 : ECHO_SECONDS));
}

/** Rendering may take this long. */
const ECHO_SECONDS = 0.5;
