import type { MotionPlayer } from '@odori/runtime';
import { record, type Recordable, type RecordOptions } from './record.js';

/** A player and its picture. */
export interface PlayerFilm extends Pick<Recordable, 'canvas' | 'duration' | 'song' | 'resize'> {
  readonly player: MotionPlayer;
  /** Draws what the player has posed, so many seconds after the last picture. */
  draw(deltaSeconds: number): void;
  /** Was it taken away meanwhile? Then its song is not brought back. */
  isGone?(): boolean;
}

/**
 * Films what a player plays, from its own clock; then the player is where it was, with its media, and paused.
 *
 * Rejects as {@link record} does.
 */
export async function recordPlayer(film: PlayerFilm, options: RecordOptions = {}): Promise<Blob> {
  const { player, canvas, duration, song } = film;
  const { currentTime, loop, media } = player;
  player.pause();
  player.media = undefined; // its events would bring its own time back
  player.loop = false;
  try {
    return await record(
      {
        canvas,
        duration,
        song,
        resize: (width, height) => film.resize(width, height),
        seek: (seconds) => (player.currentTime = seconds),
        step: (seconds) => {
          if (film.isGone?.()) throw new DOMException('it was taken away', 'AbortError');
          player.step(seconds);
          film.draw(seconds);
        },
      },
      options,
    );
  } finally {
    player.loop = loop;
    if (!film.isGone?.()) {
      player.currentTime = currentTime;
      player.media = media;
      player.currentTime = currentTime; // the song may be longer than the dance
    }
  }
}
