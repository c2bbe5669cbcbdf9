import { record, type RecordOptions } from '@odori/element/record';
import type { MotionPlayer } from '@odori/runtime';
import type { View } from './view.js';

/** What is filmed, and where it is to be seen. */
export interface FilmSet {
  readonly player: MotionPlayer;
  readonly view: View;
  /** Goes with the dance, whether it is to be heard now or not. */
  readonly song: HTMLAudioElement | undefined;
}

/** Films all of the dance with its song, once; then everything goes on as before. Rejects as `record` does. */
export async function filmDance({ player, view, song }: FilmSet, options: RecordOptions): Promise<Blob> {
  const { currentTime, paused, loop, media, duration } = player;
  player.media = undefined; // the film has a time of its own
  player.pause();
  player.loop = false;
  try {
    const recordable = {
      canvas: view.canvas,
      duration: song?.duration ?? duration,
      song: song && (async () => (await fetch(song.src)).arrayBuffer()),
      resize: (width: number, height: number) => view.resizeTo({ width, height }),
      seek: (seconds: number) => (player.currentTime = seconds),
      step: (seconds: number) => {
        player.step(seconds);
        view.update(seconds);
        view.draw();
      },
    };
    return await record(recordable, options);
  } finally {
    view.resizeTo(undefined);
    player.loop = loop;
    player.currentTime = currentTime;
    player.media = media;
    if (!paused) await player.play();
  }
}
