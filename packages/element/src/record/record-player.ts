import type { MotionPlayer } from '@odori/runtime';
import { record, type Recordable, type RecordOptions } from './record.js';

/** A player and the canvas that shows it. */
export interface PlayerFilm extends Pick<Recordable, 'canvas' | 'duration' | 'song' | 'resize'> {
  readonly player: MotionPlayer;
  /** Resolves when the next frame can be drawn; without it, that is at any time. */
  ready?(): Promise<void>;
  /** Draws what the player has posed, that many seconds after the last frame. */
  draw(deltaSeconds: number): void;
  /** Was the canvas disposed during the recording? Then time and media of the player are not restored. */
  isGone?(): boolean;
}

/**
 * Records what a player plays, frame by frame. Afterwards the player is paused, and its time, its media and
 * its loop switch are restored.
 *
 * Rejects as {@link record} does.
 */
export async function recordPlayer(film: PlayerFilm, options: RecordOptions = {}): Promise<Blob> {
  const { player, canvas, duration, song } = film;
  const { currentTime, loop, media } = player;
  player.pause();
  player.media = undefined; // the player would follow its time
  player.loop = false;
  const recordable: Recordable = {
    canvas,
    duration,
    song,
    resize: (width, height) => film.resize(width, height),
    seek: (seconds) => (player.currentTime = seconds),
    step: async (seconds) => {
      await film.ready?.();
      if (film.isGone?.())
        throw new DOMException('the canvas was removed during the recording', 'AbortError');
      player.step(seconds);
      film.draw(seconds);
    },
  };
  try {
    return await record(recordable, options);
  } finally {
    player.loop = loop;
    if (!film.isGone?.()) {
      player.currentTime = currentTime;
      player.media = media;
      player.currentTime = currentTime; // again, because a song may be longer than the motion
      player.step(0); // hair and clothes are at rest in the first picture that is seen
    }
  }
}
