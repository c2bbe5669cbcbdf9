import type { PerformOptions, PerformResult, RigPlayable } from '@odori/runtime';
import { useEffect } from 'react';
import { useLatest } from '../effects.js';
import type { MotionInput } from '../loading/use-motion.js';
import { usePlayed } from './motion-player.js';

/** Props for a gesture over what a model plays, inside a `MotionPlayer`. */
export interface GestureProps {
  /**
   * Begins when it is given; null stops it. To repeat a gesture, take it away in between, or call `perform`
   * of {@link usePlayer}.
   */
  readonly gesture?: MotionInput | null | undefined;
  /** As in `player.perform`: which bones, how often. */
  readonly gestureOptions?: PerformOptions | undefined;
  /** A gesture has come to its end. */
  readonly onPerformed?: ((result: PerformResult) => void) | undefined;
}

/** Performs a gesture while it is shown. */
export function Gesture(props: GestureProps & { readonly model: RigPlayable }): null {
  const { model } = props;
  const { player, motion, get } = usePlayed('MmdModel gesture', props.gesture);
  const latest = useLatest(props);
  useEffect(() => {
    if (!player || !motion) return undefined;
    const stop = new AbortController();
    const { gestureOptions } = latest.current;
    const result = player.perform(model, motion, { ...gestureOptions, signal: stop.signal });
    void result.then((how) => latest.current.onPerformed?.(how));
    get().invalidate();
    return () => stop.abort();
  }, [player, model, motion, latest, get]);
  return null;
}
