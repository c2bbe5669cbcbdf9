import { problemOfMedia } from '../sources/problem.js';

/** Volume and its switch stay while songs come and go. */
export class Sound {
  readonly #onChange: () => void;
  #audio: HTMLMediaElement | undefined;
  /** Made by us, of a file: to be let go. */
  #address: string | undefined;
  #isOurs = false;
  #volume = 1;
  #isMuted = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get audio(): HTMLMediaElement | undefined {
    return this.#audio;
  }

  get volume(): number {
    return this.#audio?.volume ?? this.#volume;
  }

  /** @throws DOMException `IndexSizeError` outside of 0 to 1, as media do. */
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new DOMException(`volume = ${volume}`, 'IndexSizeError');
    if (volume === this.volume) return;
    this.#volume = volume;
    if (this.#audio) this.#audio.volume = volume;
    else this.#onChange();
  }

  get isMuted(): boolean {
    return this.#audio?.muted ?? this.#isMuted;
  }

  set isMuted(isMuted: boolean) {
    if (isMuted === this.isMuted) return;
    this.#isMuted = isMuted;
    if (this.#audio) this.#audio.muted = isMuted;
    else this.#onChange();
  }

  /**
   * Opens a song; it is ready when it knows its length.
   *
   * @throws LoadError (as rejection) if it cannot be had or played.
   */
  async open(source: string | Blob | HTMLMediaElement, signal: AbortSignal): Promise<HTMLMediaElement> {
    this.close();
    this.#isOurs = !(source instanceof HTMLMediaElement);
    const audio = source instanceof HTMLMediaElement ? source : new Audio();
    if (source instanceof Blob) this.#address = URL.createObjectURL(source);
    if (this.#isOurs) {
      audio.preload = 'auto';
      audio.volume = this.#volume;
      audio.muted = this.#isMuted;
      audio.src = this.#address ?? (source as string);
    } else {
      audio.muted ||= this.#isMuted;
      if (audio.preload === 'none') audio.preload = 'metadata'; // else it never gets to know its length
    }
    this.#audio = audio;
    audio.addEventListener('volumechange', this.#onChange);
    await knowsLength(audio, signal);
    return audio;
  }

  close(): void {
    const audio = this.#audio;
    if (!audio) return;
    this.#audio = undefined;
    this.#volume = audio.volume;
    this.#isMuted = audio.muted;
    audio.removeEventListener('volumechange', this.#onChange);
    audio.pause();
    if (this.#isOurs) {
      audio.removeAttribute('src');
      audio.load(); // lets go of the connection
    }
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
  }
}

function knowsLength(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  const hasNoSource = audio.networkState === audio.NETWORK_EMPTY; // the page's own, which will give it one
  if (hasNoSource || audio.readyState >= audio.HAVE_METADATA) return Promise.resolve();
  if (audio.error) return Promise.reject(problemOfMedia(audio));
  return new Promise((resolve, reject) => {
    const options = { once: true, signal } as const;
    audio.addEventListener('loadedmetadata', () => resolve(), options);
    audio.addEventListener('error', () => reject(problemOfMedia(audio)), options);
    signal.addEventListener('abort', () => reject(new DOMException('another song', 'AbortError')), {
      once: true,
    });
  });
}
