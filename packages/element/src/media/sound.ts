import { fetchBytes } from '@odori/runtime';
import { ProblemError } from '../language/problems.js';

/** The songs of players that are in sight, or play out of it. */
const inSight = new Set<Sound>();

/** The song. Its volume and mute switch stay when the song changes. */
export class Sound {
  readonly #onVolumeChange: () => void;
  #audio: HTMLMediaElement | undefined;
  /** The file of the song, if it was given as a file or copied. */
  #file: Blob | undefined;
  /** Blob URL of that file, revoked when the song closes. */
  #fileUrl: string | undefined;
  /** URL of the song, if it was copied. */
  #url: string | undefined;
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

  /** Is its player in sight? */
  set isInSight(isInSight: boolean) {
    if (isInSight) inSight.add(this);
    else inSight.delete(this);
  }

  /** Does another player in sight have the same song? Then it is not paused. */
  get isShared(): boolean {
    for (const other of inSight)
      if (other !== this && this.#audio && other.#audio === this.#audio) return true;
    return false;
  }

  /** `''` without a song. */
  get currentSrc(): string {
    return this.#url ?? this.#audio?.currentSrc ?? '';
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

  /** The song's error; undefined if it has none. */
  problem(isRemoved: boolean): ProblemError | undefined {
    const audio = this.#audio;
    if (!audio?.error) return undefined;
    return mediaError(audio, isRemoved ? 'song-broke' : 'song-unplayable');
  }

  /** Reads the bytes of the song's file; undefined without a song. */
  get readFile(): (() => Promise<ArrayBuffer>) | undefined {
    const [audio, file] = [this.#audio, this.#file];
    return audio && (() => (file ? file.arrayBuffer() : fetchSong(audio.currentSrc)));
  }

  /**
   * Opens a song. Resolves when its duration is known.
   *
   * A URL or a file plays in a video element without a picture: browsers start only those muted before a
   * gesture.
   *
   * @throws Error (as rejection) if the browser cannot load or play it.
   */
  async open(source: string | Blob | HTMLMediaElement, signal: AbortSignal): Promise<HTMLMediaElement> {
    this.close();
    // perhaps of another window
    const given = typeof source === 'object' && 'play' in source ? source : undefined;
    this.#isOwned = given === undefined;
    const audio = given ?? document.createElement('video');
    if (typeof source === 'object' && !('play' in source)) {
      this.#file = source;
      this.#fileUrl = URL.createObjectURL(source);
    }
    if (audio !== given) {
      audio.preload = 'auto';
      (audio as HTMLVideoElement).playsInline = true; // a phone would show a video fullscreen
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
    if (this.#isOwned && !this.#file && !canSeek(audio)) await this.#copy(audio, signal);
    return audio;
  }

  /**
   * Plays a copy of the song. If the page may not fetch it or play copies, the song can only be played from
   * its start.
   */
  async #copy(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
    const url = audio.currentSrc;
    const response = await fetch(url, { signal }).catch(() => undefined);
    const file = response?.ok ? await response.blob().catch(() => undefined) : undefined;
    signal.throwIfAborted();
    if (!file) return;
    this.#file = file;
    this.#url = url;
    audio.src = this.#fileUrl = URL.createObjectURL(file);
    try {
      await whenDurationKnown(audio, signal);
    } catch {
      signal.throwIfAborted();
      audio.src = url;
      await whenDurationKnown(audio, signal);
    }
  }

  close(): void {
    const audio = this.#audio;
    if (!audio) return;
    if (!this.isShared) audio.pause();
    this.#audio = undefined;
    this.#volume = audio.volume;
    this.#isMuted = audio.muted;
    audio.removeEventListener('volumechange', this.#onVolumeChange);
    if (this.#isOwned) {
      audio.removeAttribute('src');
      audio.load(); // closes the connection
    }
    if (this.#fileUrl !== undefined) URL.revokeObjectURL(this.#fileUrl);
    this.#file = this.#fileUrl = this.#url = undefined;
  }
}

function whenDurationKnown(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  const hasNoSource = audio.networkState === audio.NETWORK_EMPTY; // the page will set one later
  if (audio.error) return Promise.reject(mediaError(audio));
  if (hasNoSource || audio.readyState >= audio.HAVE_METADATA) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const options = { once: true, signal } as const;
    audio.addEventListener('loadedmetadata', () => resolve(), options);
    audio.addEventListener('error', () => reject(mediaError(audio)), options);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** False if the server does not send parts of files; a stream without an end has no such parts. */
function canSeek({ seekable, duration }: HTMLMediaElement): boolean {
  return duration === Infinity || (seekable.length > 0 && seekable.end(seekable.length - 1) > 0);
}

function mediaError(
  audio: HTMLMediaElement,
  code: 'song-unplayable' | 'song-broke' = 'song-unplayable',
): ProblemError {
  return new ProblemError({ code, values: { detail: detailOf(audio) } });
}

/** What the browser says about an error, which may be nothing. */
function detailOf({ error }: HTMLMediaElement): string {
  return error?.message ? ` (${error.message})` : '';
}

async function fetchSong(url: string): Promise<ArrayBuffer> {
  return (await fetchBytes(url)).buffer;
}
