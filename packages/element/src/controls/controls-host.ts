import type { Language } from '../language/language.js';
import type { SongOffset } from '../media/song-offset.js';
import type { CameraFit } from '../viewport/height-fit.js';
import type { Messages } from './messages.js';
import type { ControlledMedia } from './mirror-media.js';

/** What controls read of the element, as on a video. */
interface ControlledPlayer {
  readonly paused: boolean;
  readonly error: unknown;
  readonly readyState: number;
  readonly duration: number;
  readonly currentTime: number;
  readonly networkState: number;
  readonly audio: unknown;
  readonly language: Language;
  muted: boolean;
  cameraFit: CameraFit;
}

/** Playback, for its controls. */
export interface ControlsHost {
  /** It plays, and it becomes fullscreen. */
  readonly element: HTMLElement & ControlledMedia & ControlledPlayer;
  readonly messages: Messages;
  /** Is there a model to show, loaded or not? */
  readonly isGiven: boolean;
  /** Is there a picture, or nothing to wait for? */
  readonly isSettled: boolean;
  readonly offset: SongOffset;
  selectMotion(index: number): void;
  toggleCameraMode(): void;
  togglePlay(): void;
  /** Turns the free camera: radians, and a scale of its distance. */
  orbit(sideways: number, upwards: number, scale: number): void;
}
