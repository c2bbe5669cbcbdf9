/** Properties that media-chrome reads on the media in its slot. */
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
/** Properties that it reads and sets. */
const WRITTEN = ['currentTime', 'playbackRate', 'volume', 'muted', 'loop', 'autoplay'] as const;
/** Methods that it calls. */
const CALLED = ['play', 'pause'] as const;
/** Events that it listens to. */
const EVENTS = [
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

/** The part of a media element that controls use. */
export type ControlledMedia = EventTarget &
  Record<(typeof READ)[number] | (typeof WRITTEN)[number], unknown> &
  Record<(typeof CALLED)[number], () => unknown>;

/**
 * Gives an element the properties, methods and events of a media element, for controls that have it in their
 * slot.
 */
export function mirrorMedia(mirror: HTMLElement, media: ControlledMedia): void {
  for (const name of [...READ, ...WRITTEN]) {
    Object.defineProperty(mirror, name, {
      get: () => media[name],
      set: (value: unknown) => {
        Reflect.set(media, name, value);
      },
    });
  }
  for (const name of CALLED) Object.defineProperty(mirror, name, { value: () => media[name]() });
  for (const type of EVENTS) media.addEventListener(type, () => void mirror.dispatchEvent(new Event(type)));
}
