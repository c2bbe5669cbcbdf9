/** A kind of file. */
export type FilmFormat = 'mp4' | 'webm';

/** A codec of the sound. */
export type FilmAudioCodec = 'aac' | 'opus';

/** What is wished of a film. */
export interface FilmWishes {
  readonly format?: FilmFormat | undefined;
  readonly audioCodec?: FilmAudioCodec | undefined;
  readonly alpha?: boolean | undefined;
}

/** @throws RangeError for wishes that no film fulfils. */
export function checkWishes({ format, audioCodec, alpha }: FilmWishes): void {
  if (format !== undefined && format !== 'mp4' && format !== 'webm')
    throw new RangeError(`format must be 'mp4' or 'webm', not '${format as string}'`);
  if (audioCodec !== undefined && audioCodec !== 'aac' && audioCodec !== 'opus')
    throw new RangeError(`audioCodec must be 'aac' or 'opus', not '${audioCodec as string}'`);
  if (alpha && format === 'mp4')
    throw new RangeError(
      "a film with alpha is a WebM: format cannot be 'mp4', nor the file's extension .mp4",
    );
  if (audioCodec === 'aac' && (alpha || format === 'webm'))
    throw new RangeError("audioCodec 'aac' is for MP4: a WebM, and each film with alpha, has 'opus'");
}
