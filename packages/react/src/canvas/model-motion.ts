import type { MmdModel } from '@odori/model';
import type { AddOptions, Rig } from '@odori/runtime';
import { useFrame, useThree } from '@react-three/fiber';
import { useCallback, useLayoutEffect } from 'react';
import { useLatest } from '../effects.js';
import { type MotionInput, useMotionOf } from '../loading/use-motion.js';
import { POSE_ORDER, usePlayer } from './player-context.js';

interface ModelMotionProps {
  readonly model: MmdModel;
  readonly motion: MotionInput | undefined;
  readonly offset: number | undefined;
  readonly loop: boolean | undefined;
  readonly fade: number | undefined;
  readonly adjust: AddOptions['adjust'] | undefined;
}

/** Poses a model in every frame: by the player around it, or as its pose is. */
export function ModelMotion(props: ModelMotionProps): null {
  const { model, motion: input, offset = 0, loop = false } = props;
  const player = usePlayer('MmdModel', input);
  const motion = useMotionOf(input);
  const get = useThree((state) => state.get);
  const latest = useLatest(props);
  const adjust = useCallback(
    (rig: Rig, seconds: number) => latest.current.adjust?.(rig, seconds),
    [latest], // the same function in every render
  );
  useLayoutEffect(() => () => void player?.remove(model), [player, model]);
  useLayoutEffect(() => {
    const { frameloop, invalidate } = get();
    const options = { offset, loop, adjust };
    const isDrawn = frameloop !== 'demand' || !player?.paused; // otherwise nothing would show the steps of a fade
    if (isDrawn && player?.playables.includes(model))
      player.crossfade(model, motion, latest.current.fade ?? 0, options);
    else player?.add(model, motion, options);
    invalidate();
  }, [player, model, motion, offset, loop, adjust, latest, get]);
  useFrame(({ invalidate }, delta) => {
    if (!player) {
      adjust(model.rig, delta);
      model.update(delta);
    }
    if (model.isSettling) invalidate();
  }, POSE_ORDER);
  return null;
}
