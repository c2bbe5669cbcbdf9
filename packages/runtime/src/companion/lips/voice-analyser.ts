/** What vowels need of an `AnalyserNode`. */
export interface VoiceAnalyser {
  readonly fftSize: number;
  readonly context: { readonly sampleRate: number };
  /** Writes the newest `fftSize` samples. */
  getFloatTimeDomainData(out: Float32Array<ArrayBuffer>): void;
}

/** How much of the sound vowels need. */
export const WINDOW_SECONDS: number = 0.022;

/** @throws RangeError if an analyser does not keep as much of the sound as vowels need. */
export function checkAnalyser({ fftSize, context }: VoiceAnalyser): void {
  const needed = WINDOW_SECONDS * context.sampleRate;
  if (fftSize >= needed) return;
  throw new RangeError(
    `the fftSize of the analyser must be ${2 ** Math.ceil(Math.log2(needed))} or more, not ${fftSize}`,
  );
}

/**
 * An analyser for {@link lips} that hears `<audio>`, `<video>` or a microphone. The sound of media goes on to
 * the speakers; that of a microphone does not.
 *
 * Browsers let an `AudioContext` run only after a click or a key. An element can be connected only once, and
 * media of another origin are silent without CORS (`crossorigin`): connect your own `AnalyserNode` where a
 * page has an audio graph of its own.
 *
 * @throws InvalidStateError if the element is connected already.
 * @example
 * const mouth = lips(listenTo(await navigator.mediaDevices.getUserMedia({ audio: true }), new
 * AudioContext()));
 */
export function listenTo(sound: HTMLMediaElement | MediaStream, context: AudioContext): AnalyserNode {
  const analyser = context.createAnalyser();
  if ('getTracks' in sound) context.createMediaStreamSource(sound).connect(analyser);
  else context.createMediaElementSource(sound).connect(analyser).connect(context.destination);
  return analyser;
}
