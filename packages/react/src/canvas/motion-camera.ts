import { MotionCamera as Camera, type MotionCameraOptions } from '@odori/runtime';
import { useFrame, useThree } from '@react-three/fiber';
import { type Ref, useImperativeHandle, useLayoutEffect, useMemo } from 'react';
import { type MotionInput, useMotionOf } from '../loading/use-motion.js';
import { CAMERA_ORDER, usePlayer } from './player-context.js';

/** Props of {@link MotionCamera}. */
export interface MotionCameraProps {
  /** The `MotionCamera` of @odori/runtime; its `active` is the camera to render with. */
  readonly ref?: Ref<Camera> | undefined;
  /** A motion with a camera track, a URL, a file, or several. Without it, the view of a new MMD project. */
  readonly motion?: MotionInput | undefined;
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
}

/**
 * The camera of a motion, perspective or orthographic as the motion says. The {@link MotionPlayer} around it moves it.
 *
 * @throws LoadError, to the nearest error boundary, if the motion cannot be loaded; Error if it has a `motion` and no
 * `<MotionPlayer>` is around it.
 * @example
 * <MotionPlayer playing>
 *   <MotionCamera motion="camera.vmd" makeDefault />
 * </MotionPlayer>
 */
export function MotionCamera(props: MotionCameraProps): null {
  const { ref, motion: input, makeDefault = false, unit, near, far, loop } = props;
  const player = usePlayer('MotionCamera', input);
  const motion = useMotionOf(input);
  const { set, get, invalidate } = useThree();
  const aspect = useThree(({ size }) => size.width / size.height);
  const camera = useMemo(
    () => new Camera(motion, { unit, near, far, loop } as MotionCameraOptions),
    [motion, unit, near, far, loop],
  );
  useImperativeHandle(ref, () => camera, [camera]);
  useLayoutEffect(() => {
    if (!player || !motion) return undefined;
    player.camera = camera;
    return () => {
      if (player.camera === camera) player.camera = undefined;
    };
  }, [player, motion, camera]);
  useLayoutEffect(() => {
    camera.aspect = aspect;
    camera.update();
    invalidate();
  }, [camera, aspect, invalidate]);
  useLayoutEffect(() => {
    if (!makeDefault) return undefined;
    const before = get().camera;
    set({ camera: defaultOf(camera) });
    return () => set({ camera: before });
  }, [camera, makeDefault, get, set]);
  useFrame((state) => {
    if (makeDefault && state.camera !== camera.active) state.set({ camera: defaultOf(camera) });
  }, CAMERA_ORDER);
  return null;
}

/** The active camera, whose projection R3F leaves alone when the canvas is resized. */
function defaultOf({ active }: Camera): Camera['active'] {
  return Object.assign(active, { manual: true });
}
