import type { MotionPlayer } from '@odori/runtime';
import { record, type Recordable, type RecordOptions } from './record.js';

/** A player and the canvas that shows it. */
export interface PlayerFilm extends Pick<Recordable, 'canvas' | 'duration' | 'song' | 'resize'> {
  readonly player: MotionPlayer;
  /** Resolves when the next frame can be drawn; without it, that is at any time. */
  ready?(): Promise<void>;
  /** Draws what the player has posed, that many seconds after the last frame. */
  draw(deltaSeconds: number): void;
  /** Advances what {@link draw} advances beside the player, without drawing. */
  pass?(deltaSeconds: number): void;
  /** Was the canvas disposed during the recording? Then time and media of the player are not restored. */
  isGone?(): boolean;
}

/**
 * Records what a player plays, frame by frame. Afterwards the player is paused, and its time, its media and
 * its loop switch are restored.
 *
 * Rejects as {@link record} does.
 *
 * @example
 * const draw = () => renderer.render(scene, camera);
 * const resize = (width, height) => renderer.setSize(width, height, false);
 * const film = await recordPlayer({ player, canvas, duration: player.duration, song: undefined, resize, draw });
 * film.type; // → 'video/mp4' or 'video/webm'
 */
export async function recordPlayer(film: PlayerFilm, options: RecordOptions = {}): Promise<Blob> {
  return filmPlayer(film, (recordable) => record(recordable, options));
}

/** Lets `use` show what a player plays, frame by frame. Restores the player as {@link recordPlayer} does. */
export async function filmPlayer<T>(
  film: PlayerFilm,
  use: (recordable: Recordable) => Promise<T>,
): Promise<T> {
  const { player } = film;
  const { currentTime, loop, media } = player;
  player.pause();
  player.media = undefined; // the player would follow its time
  player.loop = false;
  try {
    return await use(recordableOf(film));
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

function recordableOf(film: PlayerFilm): Recordable {
  const { player, canvas, duration, song } = film;
  const advance = async (seconds: number): Promise<void> => {
    await film.ready?.();
    if (film.isGone?.()) throw new DOMException('the canvas was removed during the recording', 'AbortError');
    player.step(seconds);
  };
  return {
    canvas,
    duration,
    song,
    resize: (width, height) => film.resize(width, height),
    seek: (seconds) => (player.currentTime = seconds),
    step: async (seconds) => {
      await advance(seconds);
      film.draw(seconds);
    },
    skip: async (seconds) => {
      await advance(seconds);
      film.pass?.(seconds);
    },
  };
}
