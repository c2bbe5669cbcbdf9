import { MotionCamera as Camera, type MotionCameraOptions } from '@odori/runtime';
import { useFrame, useThree } from '@react-three/fiber';
import { type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import { useExposed } from '../effects.js';
import type { MotionInput } from '../loading/use-motion.js';
import { CAMERA_ORDER, useMoved, usePlayed } from './motion-player.js';

/** Props of {@link MotionCamera}. */
export interface MotionCameraProps {
  /** The `MotionCamera` of @odori/runtime; its `active` is the camera to render with. */
  readonly ref?: Ref<Camera> | undefined;
  /** A motion with a camera track, a URL, a file, or several. Without it, the view of a new MMD project. */
  readonly motion?: MotionInput | null | undefined;
  /** Renders the canvas with this camera. */
  readonly makeDefault?: boolean | undefined; // false
  /** Size of an MMD unit in the scene: 0.08 if models have this scale. */
  readonly unit?: number | undefined; // 1
  /** In units of the scene. */
  readonly near?: number | undefined; // 0.5 * unit
  /** In units of the scene. */
  readonly far?: number | undefined; // 10000 * unit
  /** Starts the motion again at its end. */
  readonly loop?: boolean | undefined; // false
  /** For a model that is taller or smaller than the one for which the motion was made. */
  readonly heightScale?: number | undefined; // 1
}

/**
 * The camera of a motion, perspective or orthographic as the motion says. The {@link MotionPlayer} around it
 * moves it.
 *
 * @throws LoadError, to the nearest error boundary, if the motion cannot be loaded; Error if it has a
 * `motion` and no `<MotionPlayer>` is around it.
 * @example
 * <MotionPlayer playing>
 *   <MotionCamera motion="camera.vmd" makeDefault />
 * </MotionPlayer>
 */
export function MotionCamera(props: MotionCameraProps): null {
  const { ref, motion: input, makeDefault = false, unit, near, far, loop, heightScale } = props;
  const played = usePlayed('MotionCamera motion', input);
  const { motion, get } = played;
  const aspect = useThree(({ size }) => size.width / size.height);
  const camera = useMemo(
    () => new Camera(motion, { unit, near, far, loop, heightScale } as MotionCameraOptions),
    [motion, unit, near, far, loop, heightScale],
  );
  useExposed(ref, camera);
  useMoved(played, 'camera', camera);
  useLayoutEffect(() => {
    camera.aspect = aspect;
    camera.update();
    get().invalidate();
  }, [camera, aspect, get]);
  const shown = useRef<Camera['active']>(undefined);
  const show = (): void => {
    // R3F then leaves its projection alone when the canvas is resized
    shown.current = Object.assign(camera.active, { manual: true });
    get().set({ camera: shown.current });
  };
  useLayoutEffect(() => {
    if (!makeDefault) return undefined;
    const before = get().camera;
    show();
    return () => {
      // not after another has become the default
      if (get().camera === shown.current) get().set({ camera: before });
    };
  }, [camera, makeDefault, get]);
  useFrame((state) => {
    if (state.camera === shown.current && state.camera !== camera.active) show();
  }, CAMERA_ORDER);
  return null;
}
