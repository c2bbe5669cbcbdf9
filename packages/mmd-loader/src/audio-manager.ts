import type { Audio } from 'three';

/** Options of {@link AudioManager}. */
export interface AudioManagerParameter {
  /** Seconds of the dance before the song begins. */
  delayTime?: number; // 0
}

/** Starts and stops the song of a helper at its place in the dance. */
export class AudioManager {
  readonly audio: Audio;
  /** Seconds of all updates. */
  elapsedTime = 0;
  /** Seconds of the dance. */
  currentTime = 0;
  readonly delayTime: number;
  readonly audioDuration: number;
  /** Seconds after which dance and song begin again. */
  duration: number;

  constructor(audio: Audio, { delayTime = 0 }: AudioManagerParameter = {}) {
    this.audio = audio;
    this.delayTime = delayTime;
    this.audioDuration = audio.buffer?.duration ?? 0;
    this.duration = this.audioDuration + delayTime;
  }

  /** Lets seconds pass. */
  control(delta: number): this {
    const { audio } = this;
    this.elapsedTime += delta;
    this.currentTime += delta;
    if (this.duration > 0 && this.currentTime >= this.duration) {
      if (audio.isPlaying) audio.stop();
      this.currentTime %= this.duration;
    }
    const time = this.currentTime - this.delayTime;
    // A browser that waits for a click has a context that does not run: the song then joins in later, at its
    // place in the dance.
    const isDue = time >= 0 && time < this.audioDuration && audio.context.state === 'running';
    if (isDue && !audio.isPlaying) playFrom(audio, time);
    return this;
  }
}

function playFrom(audio: Audio, seconds: number): void {
  const { offset } = audio;
  if (audio.source) audio.stop(); // a paused song would go on where it was paused
  audio.offset = offset + seconds;
  audio.play();
  audio.offset = offset;
}
