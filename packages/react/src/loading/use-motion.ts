import { useEffect, useMemo } from 'react';
import { loadMotion, Motion, type MotionSource } from '@odori/runtime';
import { DefaultLoadingManager } from 'three';
import { useSameList } from '../effects.js';
import { SharedFile, SharedFiles } from './shared-files.js';

/**
 * A motion, or where it comes from. Several of them become one motion: dance, face and lips often are
 * separate files.
 */
export type MotionInput = Motion | MotionSource | readonly (Motion | MotionSource)[];

const MOTIONS = /* @__PURE__ */ new SharedFiles<Motion>();

/**
 * A motion of one or several files: VMD, VPD or BVMD. The component is suspended until all of them have
 * loaded.
 *
 * Where two files have a keyframe of the same track at the same frame, that of the later file wins. A source
 * that is not a URL must stay the same object from render to render. Components with the same source load the
 * file once and share the motion. Counted by three's `DefaultLoadingManager`.
 *
 * @throws LoadError, to the nearest error boundary, if a file cannot be loaded. An error boundary that is
 * reset half a second later, or later still, loads it again.
 * @example
 * const dance = useMotion('dance.vmd', 'face.vmd');
 * dance.duration; // → 64 seconds
 */
export function useMotion(
  ...sources: readonly [Motion | MotionSource, ...(Motion | MotionSource)[]]
): Motion {
  return useMotionOf(sources)!;
}

export declare namespace useMotion {
  /**
   * Begins to load motions that components will play.
   *
   * @example
   * useMotion.preload('dance.vmd', 'camera.vmd');
   */
  export let preload: (...sources: readonly MotionSource[]) => void;
  /** Forgets files: the next render that asks for one of them loads it anew. */
  export let clear: (...sources: readonly MotionSource[]) => void;
}

const statics: Pick<typeof useMotion, 'preload' | 'clear'> = {
  preload: (...sources) => sources.forEach(openMotion),
  clear: (...sources) => sources.forEach((source) => MOTIONS.forget(source)),
};
Object.assign(useMotion, statics);

/** The motion of an input; undefined without one. */
export function useMotionOf(input: MotionInput | null | undefined): Motion | undefined {
  return useMotionsOf(input ? [input] : [])[0];
}

/**
 * The motions of several inputs, whose files load at the same time. The same list while they are the same.
 */
export function useMotionsOf(inputs: readonly MotionInput[]): readonly Motion[] {
  const groups = inputs.map(openMotions);
  const opened = useSameList(groups.flat());
  const parts = opened.map((each) => (each instanceof SharedFile ? each.loading.read() : each));
  useEffect(() => {
    const releases = opened.map((each) => each instanceof SharedFile && each.hold());
    return () => releases.forEach((release) => release && release());
  }, [opened]);
  return useMemo(() => {
    let at = 0;
    return groups.map(({ length }) => {
      const own = parts.slice(at, (at += length));
      return own.length === 1 ? own[0] : Motion.from(...own);
    });
  }, [opened, String(groups.map(({ length }) => length))]);
}

/** Begins to load what is not loaded yet, all at once, for a component that renders. */
export function openMotions(input: MotionInput | null | undefined): (Motion | SharedFile<Motion>)[] {
  // one motion is no list, and stays as it is
  const inputs = ([input ?? []] as (Motion | MotionSource)[][]).flat();
  return inputs.map((each) => (each instanceof Motion ? each : openMotion(each).expire()));
}

function openMotion(source: MotionSource): SharedFile<Motion> {
  return MOTIONS.open(source, () => loadMotion(source, { manager: DefaultLoadingManager }));
}
