import { MmdLight, MmdModel, type MmdModelProps, MotionCamera, MotionPlayer } from '@odori/react';
import type { RefObject } from 'react';

export interface DanceProps {
  /** A URL, a file, or files by path. */
  model: MmdModelProps['model'];
  /** The buttons of this `<audio>` play, pause and seek the dance. */
  song: RefObject<HTMLAudioElement | null>;
  /** Does the motion move the camera? */
  hasCamera: boolean;
}

/** A dancer with her song, camera and light. It suspends until all files are loaded. */
export function Dance({ model, song, hasCamera }: DanceProps) {
  return (
    <MotionPlayer media={song}>
      <MmdModel model={model} motion="/files/dance.vmd" physics />
      <MotionCamera motion="/files/camera.vmd" makeDefault={hasCamera} />
      <MmdLight motion="/files/camera.vmd" />
    </MotionPlayer>
  );
}
