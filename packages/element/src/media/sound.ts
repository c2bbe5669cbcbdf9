import { fetchBytes } from '@odori/runtime';

/** The song. Its volume and mute switch stay when the song changes. */
export class Sound {
  readonly #onVolumeChange: () => void;
  #audio: HTMLMediaElement | undefined;
  /** The file of the song, if it was given as a file. */
  #file: Blob | undefined;
  /** Blob URL of that file, revoked when the song closes. */
  #fileUrl: string | undefined;
  /** Did the element create the audio element? Otherwise it belongs to the page. */
  #isOwned = false;
  #volume = 1;
  #isMuted = false;

  constructor(onVolumeChange: () => void) {
    this.#onVolumeChange = onVolumeChange;
  }

  get audio(): HTMLMediaElement | undefined {
    return this.#audio;
  }

  get volume(): number {
    return this.#audio?.volume ?? this.#volume;
  }

  /** @throws DOMException `IndexSizeError` outside of 0 to 1, as `HTMLMediaElement` does. */
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) {
      throw new DOMException(`volume must be from 0 to 1, not ${volume}`, 'IndexSizeError');
    }
    if (volume === this.volume) return;
    this.#volume = volume;
    if (this.#audio) this.#audio.volume = volume;
    else this.#onVolumeChange();
  }

  get isMuted(): boolean {
    return this.#audio?.muted ?? this.#isMuted;
  }

  set isMuted(isMuted: boolean) {
    if (isMuted === this.isMuted) return;
    this.#isMuted = isMuted;
    if (this.#audio) this.#audio.muted = isMuted;
    else this.#onVolumeChange();
  }

  /** Reads the bytes of the song's file; undefined without a song. */
  get readFile(): (() => Promise<ArrayBuffer>) | undefined {
    const [audio, file] = [this.#audio, this.#file];
    return audio && (() => (file ? file.arrayBuffer() : fetchSong(audio.currentSrc)));
  }

  /**
   * Opens a song. Resolves when its duration is known.
   *
   * @throws Error (as rejection) if the browser cannot load or play it.
   */
  async open(source: string | Blob | HTMLMediaElement, signal: AbortSignal): Promise<HTMLMediaElement> {
    this.close();
    const given = typeof source === 'object' && 'play' in source ? source : undefined; // perhaps of another window
    this.#isOwned = given === undefined;
    const audio = given ?? new Audio();
    if (typeof source === 'object' && !('play' in source)) {
      this.#file = source;
      this.#fileUrl = URL.createObjectURL(source);
    }
    if (this.#isOwned) {
      audio.preload = 'auto';
      audio.volume = this.#volume;
      audio.muted = this.#isMuted;
      audio.src = this.#fileUrl ?? (source as string);
    } else {
      audio.muted ||= this.#isMuted;
      if (audio.preload === 'none') audio.preload = 'metadata'; // without it the duration stays unknown
    }
    this.#audio = audio;
    audio.addEventListener('volumechange', this.#onVolumeChange);
    await whenDurationKnown(audio, signal);
    return audio;
  }

  close(): void {
    const audio = this.#audio;
    if (!audio) return;
    this.#audio = undefined;
    this.#volume = audio.volume;
    this.#isMuted = audio.muted;
    audio.removeEventListener('volumechange', this.#onVolumeChange);
    audio.pause();
    if (this.#isOwned) {
      audio.removeAttribute('src');
      audio.load(); // closes the connection
    }
    if (this.#fileUrl !== undefined) URL.revokeObjectURL(this.#fileUrl);
    this.#file = this.#fileUrl = undefined;
  }
}

function whenDurationKnown(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  const hasNoSource = audio.networkState === audio.NETWORK_EMPTY; // the page will set one later
  if (hasNoSource || audio.readyState >= audio.HAVE_METADATA) return Promise.resolve();
  if (audio.error) return Promise.reject(mediaError(audio));
  return new Promise((resolve, reject) => {
    const options = { once: true, signal } as const;
    audio.addEventListener('loadedmetadata', () => resolve(), options);
    audio.addEventListener('error', () => reject(mediaError(audio)), options);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function mediaError({ error }: HTMLMediaElement): Error {
  const detail = error?.message ? `: ${error.message}` : '';
  return new Error(`the browser cannot load or play this song${detail}`);
}

async function fetchSong(url: string): Promise<ArrayBuffer> {
  return (await fetchBytes(url)).buffer;
}
