import { type RecordOptions, recordPlayer } from '@odori/element/record';
import type { MotionPlayer } from '@odori/runtime';
import { element, byId } from '../../../shared/dom.js';
import { saveFile } from '../../../shared/files.js';
import { problemText } from '../../../shared/problem-text.js';
import type { StatusBox } from './status-box.js';
import type { View } from './view.js';

interface RecordEvents {
  source: () => RecordSource;
  /** A recording starts or ends. */
  onRecord: (isRecording: boolean) => void;
}

/** Records the dance and saves it as a video. Pressed again, it stops the recording. */
export class RecordButton {
  readonly #button = byId('record', HTMLButtonElement);
  readonly #status: StatusBox;
  readonly #events: RecordEvents;
  #abort: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(status: StatusBox, events: RecordEvents) {
    this.#status = status;
    this.#events = events;
    this.#button.addEventListener('click', () => {
      if (this.#abort) this.#abort.abort();
      else this.#done = this.#record();
    });
  }

  /** Resolves when the current recording is saved or stopped. Never rejects. */
  get done(): Promise<void> {
    return this.#done;
  }

  async #record(): Promise<void> {
    const bar = element('progress', { 'aria-label': 'Recording progress' });
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#show(true);
    this.#status.showProgress('Recording, frame by frame…', bar);
    try {
      save(
        await recordDance(this.#events.source(), {
          signal,
          onProgress: (progress) => (bar.value = progress),
        }),
      );
      this.#status.show([]);
    } catch (error) {
      this.#status.show(signal.aborted ? [] : [problemText(error)], !signal.aborted);
    }
    this.#abort = undefined;
    this.#show(false);
  }

  #show(isRecording: boolean): void {
    this.#button.textContent = isRecording ? 'Stop recording' : 'Record';
    this.#events.onRecord(isRecording);
  }
}

function save(video: Blob): void {
  saveFile(video, video.type.startsWith('video/mp4') ? 'odori-dance.mp4' : 'odori-dance.webm');
}

/** The parts that a recording shows and plays. */
interface RecordSource {
  readonly player: MotionPlayer;
  readonly view: View;
  /** The song of the dance, even if it is muted now. */
  readonly song: HTMLAudioElement | undefined;
}

/** Records the whole dance once, with its song, then restores the playback state. Rejects as `recordPlayer` does. */
async function recordDance({ player, view, song }: RecordSource, options: RecordOptions): Promise<Blob> {
  const { paused, duration } = player;
  const recording = {
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
    return await recordPlayer(recording, options);
  } finally {
    view.resizeTo(undefined);
    if (!paused) await player.play();
  }
}
