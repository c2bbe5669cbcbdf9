import type { MotionPlayer } from '@odori/runtime';
import { type Context, createContext, useContext } from 'react';

/** The player of the `<MotionPlayer>` around a component. */
export const PlayerContext: Context<MotionPlayer | undefined> = /* @__PURE__ */ createContext<
  MotionPlayer | undefined
>(undefined);

/**
 * The order of a frame: everything is posed, then the camera is chosen, then `useFrame` of the page runs, which has 0. R3F renders
 * by itself as long as no number is above 0.
 */
export const POSE_ORDER = -2;
export const CAMERA_ORDER = -1;

/** The player around a component; undefined without one, which is an error for a component that has a motion. */
export function usePlayer(component: string, motion: unknown): MotionPlayer | undefined {
  const player = useContext(PlayerContext);
  if (!player && motion !== undefined) {
    throw new Error(`<${component} motion> needs a <MotionPlayer> around it`);
  }
  return player;
}
