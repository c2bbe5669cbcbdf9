import type { MmdModel } from '@odori/model';
import type { AddOptions, Motion, MotionPlayer, Rig } from '@odori/runtime';
import { useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, useCallback, useLayoutEffect } from 'react';
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
export function ModelMotion({ motion: input, adjust, ...props }: ModelMotionProps): ReactElement {
  const player = usePlayer('MmdModel', input);
  const motion = useMotionOf(input);
  const latest = useLatest(adjust);
  const stable = useCallback((rig: Rig, seconds: number) => latest.current?.(rig, seconds), [latest]);
  return player
    ? createElement(PlayedModel, { ...props, player, motion, adjust: stable })
    : createElement(StillModel, { model: props.model, adjust: stable });
}

type Adjust = NonNullable<AddOptions['adjust']>;

function StillModel({ model, adjust }: { model: MmdModel; adjust: Adjust }): null {
  useFrame(({ invalidate }, delta) => {
    adjust(model.rig, delta);
    model.update(delta);
    if (model.isSettling) invalidate();
  }, POSE_ORDER);
  return null;
}

interface PlayedModelProps extends Omit<ModelMotionProps, 'motion'> {
  readonly player: MotionPlayer;
  readonly motion: Motion | undefined;
  readonly adjust: Adjust;
}

function PlayedModel({
  player,
  model,
  motion,
  offset = 0,
  loop = false,
  fade = 0,
  adjust,
}: PlayedModelProps): null {
  const get = useThree((state) => state.get);
  const fadeSeconds = useLatest(fade);
  useLayoutEffect(() => () => void player.remove(model), [player, model]);
  useLayoutEffect(() => {
    const options = { offset, loop, adjust };
    const { frameloop, invalidate } = get();
    const isDrawn = frameloop !== 'demand' || !player.paused; // otherwise nothing would show the steps of a fade
    if (isDrawn && player.playables.includes(model))
      player.crossfade(model, motion, fadeSeconds.current, options);
    else player.add(model, motion, options);
    invalidate();
  }, [player, model, motion, offset, loop, adjust, fadeSeconds, get]);
  useFrame(({ invalidate }) => {
    if (model.isSettling) invalidate();
  }, POSE_ORDER);
  return null;
}
