/** The labels of the player. Those that media-chrome has, too, bear its names. */
export type LabelName =
  | 'alt'
  | 'closeMessage'
  | 'earlier'
  | 'empty'
  | 'enterXr'
  | 'fitCamera'
  | 'freeCamera'
  | 'fullscreen'
  | 'later'
  | 'leaveFreeCamera'
  | 'leaveFullscreen'
  | 'leaveXr'
  | 'listening'
  | 'loading'
  | 'motion'
  | 'mute'
  | 'noProposal'
  | 'originalCamera'
  | 'pause'
  | 'play'
  | 'proposeOffset'
  | 'seek'
  | 'songOffset'
  | 'speed'
  | 'tapForSound'
  | 'unmute'
  | 'volume';

/** In English. */
export const LABELS: Readonly<Record<LabelName, string>> = {
  alt: 'A dancer',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Sound on',
  volume: 'Volume',
  seek: 'Seek',
  speed: 'Speed',
  fullscreen: 'Fullscreen',
  leaveFullscreen: 'Leave fullscreen',
  motion: 'Motion',
  freeCamera: 'Free camera',
  leaveFreeCamera: 'Leave the free camera',
  fitCamera: 'Fit the camera to her height',
  originalCamera: 'Camera as its author made it',
  enterXr: 'View in {name}',
  leaveXr: 'Leave {name}',
  songOffset: 'Song offset',
  earlier: 'Dance earlier',
  later: 'Dance later',
  proposeOffset: 'Propose',
  noProposal: 'No place fits clearly',
  tapForSound: 'Tap for sound',
  empty: 'No model yet. Set the attribute “model” to a PMX or PMD file.',
  loading: 'Loading',
  listening: 'Listening to the song…',
  closeMessage: 'Close message',
};

/**
 * Own words for labels of the player, by name, such as `{ play: 'Dance!' }`. `{name}` in `enterXr` and
 * `leaveXr` stands for VR or AR.
 */
export type PlayerLabels = Readonly<Partial<Record<LabelName, string>>>;

/** The labels of a language, and those of media-chrome that the player shows, by their English texts. */
export interface LabelCatalog {
  readonly labels: Readonly<Record<LabelName, string>>;
  readonly media: Readonly<Record<MediaText, string>>;
}

type MediaText =
  | 'audio player'
  | 'current playback rate'
  | 'enter fullscreen mode'
  | 'exit fullscreen mode'
  | 'hour'
  | 'hours'
  | 'minute'
  | 'minutes'
  | 'playback time'
  | 'Playback rate'
  | 'Playback rate {playbackRate}'
  | 'second'
  | 'seconds'
  | 'video not loaded, unknown time.'
  | 'video player'
  | '{currentTime} of {totalTime}'
  | '{time} remaining';
