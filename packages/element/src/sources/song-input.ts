import { type InputContext, InputLoader } from './input-loader.js';
import type { LoadedInput } from './loader.js';
import { labelOf } from './inputs.js';
import { fitOf } from '../player-attributes.js';

/** Loads the song. */
export class SongInput extends InputLoader<'audio'> {
  constructor(context: InputContext) {
    super('audio', context);
  }

  override begin(): void {
    super.begin();
    this.context.content.setSong(undefined);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content, element, sound } = this.context;
    const { input } = this;
    const audio = await this.#open(signal);
    return {
      attach: () => content.setSong(audio, input !== audio, sound.readFile),
      ...(fitOf(element) === 'song' && { finish: () => content.fit.settle() }),
    };
  }

  async #open(signal: AbortSignal): Promise<HTMLMediaElement | undefined> {
    const { sound } = this.context;
    const { input } = this;
    if (input === undefined) {
      sound.close();
      return undefined;
    }
    const source = typeof input === 'object' && 'href' in input ? String(input) : input;
    try {
      // a song that cannot be heard needs no message: playback does not wait for it
      return await this.loadFile(labelOf(input), signal, () => sound.open(source, signal), sound.isMuted);
    } catch (error) {
      if (!signal.aborted) sound.close();
      throw error;
    }
  }
}
