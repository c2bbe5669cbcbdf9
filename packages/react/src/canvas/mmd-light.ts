import { createMmdLight } from '@odori/model';
import { MotionLight } from '@odori/runtime';
import type { ThreeElements } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
} from 'react';
import type { DirectionalLight } from 'three';
import { type MotionInput, useMotionOf } from '../loading/use-motion.js';
import { usePlayer } from './player-context.js';

/** Props of {@link MmdLight}, besides those of a directional light: `position`, `color`, `castShadow`. */
export interface MmdLightProps extends Omit<ThreeElements['directionalLight'], 'ref' | 'args' | 'dispose'> {
  readonly ref?: Ref<DirectionalLight> | undefined;
  /** A motion with light or self shadow, a URL, a file, or several: mostly the file of the camera. */
  readonly motion?: MotionInput | undefined;
  /** Size of an MMD unit in the scene: 0.08 if models have this scale. */
  readonly unit?: number | undefined; // 1
}

/**
 * The light of a new MMD project, for which authors design their models, with MMD's self shadow, which shows if the canvas has
 * `shadows`. A motion drives it inside a {@link MotionPlayer}.
 *
 * @throws LoadError, to the nearest error boundary, if the motion cannot be loaded; Error if it has a `motion` and no
 * `<MotionPlayer>` is around it.
 * @example
 * <Canvas shadows="basic">
 *   <MmdLight />
 * </Canvas>
 */
export function MmdLight({ ref, motion: input, unit = 1, ...props }: MmdLightProps): ReactElement {
  const player = usePlayer('MmdLight', input);
  const motion = useMotionOf(input);
  const light = useMemo(() => createMmdLight({ unit }), [unit]);
  useImperativeHandle(ref, () => light, [light]);
  useEffect(() => () => light.dispose(), [light]); // it can be used again afterwards
  useLayoutEffect(() => {
    if (!player || !motion) return undefined;
    const driven = new MotionLight(motion, light, { unit, radius: 100 * unit });
    player.light = driven;
    return () => {
      if (player.light === driven) player.light = undefined;
    };
  }, [player, motion, light, unit]);
  return createElement('primitive', { ...props, object: light, key: light.uuid });
}
