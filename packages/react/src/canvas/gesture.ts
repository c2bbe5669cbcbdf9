import type { PerformOptions, PerformResult, RigPlayable } from '@odori/runtime';
import { useEffect, useRef } from 'react';
import { useLatest } from '../effects.js';
import type { MotionInput } from '../loading/use-motion.js';
import { usePlayed } from './motion-player.js';

/** Props for a gesture over what a model plays, inside a `MotionPlayer`. */
export interface GestureProps {
  /**
   * Begins when it is given; null stops it, and another one takes its place. To repeat a gesture, take it
   * away in between, or call `perform` of `usePlayer()`.
   */
  readonly gesture?: MotionInput | null | undefined;
  /** As in `player.perform`: which bones, how often. Of a gesture that plays, only `weight` can change. */
  readonly gestureOptions?: Omit<PerformOptions, 'signal'> | undefined;
  /** The gesture has come to its end. Not called for one whose place another one has taken. */
  readonly onPerformed?: ((result: PerformResult) => void) | undefined;
}

interface ShownGesture extends GestureProps {
  readonly component: string;
  readonly model: RigPlayable;
}

/** Performs a gesture while it is shown. */
export function Gesture(props: ShownGesture): null {
  const { component, model } = props;
  const { player, motion, get } = usePlayed(`${component} gesture`, props.gesture);
  const latest = useLatest(props);
  const running = useRef<AbortController>(undefined);
  const options = useRef<PerformOptions>({});
  const { weight = 1 } = props.gestureOptions ?? {};
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!player || !motion) return;
    const before = running.current;
    const stop = (running.current = new AbortController());
    options.current = { ...latest.current.gestureOptions, signal: stop.signal };
    const result = player.perform(model, motion, options.current);
    // later, because one on the same layer has been replaced by then, and has a better fade
    void Promise.resolve().then(() => before?.abort());
    void result.then((how) => {
      if (running.current === stop) latest.current.onPerformed?.(how);
    });
    get().invalidate();
  }, [player, model, motion, latest, get]);
  useEffect(() => void (options.current.weight = weight), [weight]);
  return null;
}
