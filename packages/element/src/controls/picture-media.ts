/** What media-chrome reads, writes and calls on the media in its slot. */
const READ = [
  'paused',
  'ended',
  'seeking',
  'duration',
  'readyState',
  'networkState',
  'buffered',
  'seekable',
  'error',
  'currentSrc',
] as const;
const WRITTEN = ['currentTime', 'playbackRate', 'volume', 'muted', 'loop', 'autoplay'] as const;
const CALLED = ['play', 'pause'] as const;

const TOLD = [
  'loadstart',
  'progress',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'durationchange',
  'emptied',
  'error',
  'play',
  'playing',
  'waiting',
  'pause',
  'ended',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'volumechange',
] as const;

/** The part of an element's own that its controls see. */
export type MediaFacade = EventTarget &
  Record<(typeof READ)[number] | (typeof WRITTEN)[number], unknown> &
  Record<(typeof CALLED)[number], () => unknown>;

/** Lets an element that shows the picture stand for the media: controls look for these in their slot. */
export function standFor(picture: HTMLElement, media: MediaFacade): void {
  for (const name of [...READ, ...WRITTEN]) {
    Object.defineProperty(picture, name, {
      get: () => media[name],
      set: (value: unknown) => {
        Reflect.set(media, name, value);
      },
    });
  }
  for (const name of CALLED) Object.defineProperty(picture, name, { value: () => media[name]() });
  for (const type of TOLD) media.addEventListener(type, () => picture.dispatchEvent(new Event(type)));
}
