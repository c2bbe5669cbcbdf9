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
