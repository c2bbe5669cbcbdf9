/** What a player needs of its media: an `<audio>` or `<video>` has it, and so has whatever speaks like one. */
export interface PlayerMedia
  extends
    EventTarget,
    Pick<HTMLMediaElement, 'duration' | 'paused' | 'ended' | 'seeking' | 'readyState' | 'play' | 'pause'> {
  currentTime: number;
  playbackRate: number;
  loop: boolean;
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`: it can go on. */
export const HAVE_FUTURE_DATA = 3;
