import { createMmdLight } from '@odori/model';
import { MotionLight } from '@odori/runtime';
import type { ThreeElements } from '@react-three/fiber';
import { Fragment, type ReactElement, type Ref, createElement, useEffect, useMemo } from 'react';
import type { DirectionalLight } from 'three';
import { useExposed } from '../effects.js';
import type { MotionInput } from '../loading/use-motion.js';
import { useMoved, usePlayed } from './motion-player.js';

/** Props of {@link MmdLight}, besides those of a directional light: `position`, `color`, `castShadow`. */
export interface MmdLightProps extends Omit<ThreeElements['directionalLight'], 'ref' | 'args' | 'dispose'> {
  readonly ref?: Ref<DirectionalLight> | undefined;
  /** A motion with light or self shadow, a URL, a file, or several: mostly the file of the camera. */
  readonly motion?: MotionInput | null | undefined;
  /** Size of an MMD unit in the scene: 0.08 if models have this scale. */
  readonly unit?: number | undefined; // 1
  /**
   * Whether it brings light for what is no MMD model: avatars, floors. MMD's light alone leaves three's
   * materials nearly black. MMD models do not see it.
   */
  readonly fill?: boolean | undefined; // true
}

/** With MMD's light, a white surface of a glTF material in all light is white, and no brighter. */
const [DIRECT, AMBIENT] = [0.6 * Math.PI, 0.2 * Math.PI];
const FROM: [x: number, y: number, z: number] = [0.3, 1, 1];

/**
 * The light of a new MMD project, for which authors design their models, with MMD's self shadow, which shows
 * if the canvas has `shadows`. A motion drives it inside a {@link MotionPlayer}. For VRM avatars and other
 * objects, it comes with a light from the front and ambient light.
 *
 * @throws LoadError, to the nearest error boundary, if the motion cannot be loaded; Error if it has a
 * `motion` and no `<MotionPlayer>` is around it.
 * @example
 * <Canvas shadows="basic">
 *   <MmdLight />
 * </Canvas>
 */
export function MmdLight({
  ref,
  motion: input,
  unit = 1,
  fill = true,
  ...props
}: MmdLightProps): ReactElement {
  const played = usePlayed('MmdLight motion', input);
  const { motion } = played;
  const names = Object.keys(props).join();
  const light = useMemo(
    () => createMmdLight({ unit }),
    [unit, names], // anew, because R3F sets a prop that is taken away to 0
  );
  useExposed(ref, light);
  useEffect(() => () => light.dispose(), [light]); // it can be used again afterwards
  const driven = useMemo(
    () => motion && new MotionLight(motion, light, { unit, radius: 100 * unit }),
    [motion, light, unit],
  );
  useMoved(played, 'light', driven);
  const fills = [
    createElement('directionalLight', { key: 'front', position: FROM, intensity: DIRECT }),
    createElement('ambientLight', { key: 'ambient', intensity: AMBIENT }),
  ];
  // MMD models take the first directional light
  const own = createElement('primitive', { ...props, object: light, key: light.uuid });
  return createElement(Fragment, null, own, fill && fills);
}
