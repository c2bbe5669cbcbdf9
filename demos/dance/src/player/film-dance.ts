import { recordPlayer, type RecordOptions } from '@odori/element/record';
import type { MotionPlayer } from '@odori/runtime';
import type { View } from './view.js';

/** What is filmed, and where it is to be seen. */
export interface FilmSet {
  readonly player: MotionPlayer;
  readonly view: View;
  /** Goes with the dance, whether it is to be heard now or not. */
  readonly song: HTMLAudioElement | undefined;
}

/** Films all of the dance with its song, once; then everything goes on as before. Rejects as `recordPlayer` does. */
export async function filmDance({ player, view, song }: FilmSet, options: RecordOptions): Promise<Blob> {
  const { paused, duration } = player;
  const film = {
    player,
    canvas: view.canvas,
    duration: song?.duration ?? duration,
    song: song && (async () => (await fetch(song.src)).arrayBuffer()),
    resize: (width: number, height: number) => view.resizeTo({ width, height }),
    draw: (seconds: number) => {
      view.update(seconds);
      view.draw();
    },
  };
  try {
    return await recordPlayer(film, options);
  } finally {
    view.resizeTo(undefined);
    if (!paused) await player.play();
  }
}
