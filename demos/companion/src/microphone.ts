import { listenTo } from '@odori/runtime/companion';
import { say } from '../../shared/language/texts.js';

/** Sentences for what browsers refuse by name. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser does not let this page hear your microphone. Allow it beside the address of the page, and press the button again.',
  NotFoundError: 'The browser has found no microphone. Connect one, and press the button again.',
  NotReadableError: 'Another program is using the microphone. Close it, and press the button again.',
};

/** The button of the microphone: while it is pressed, her lips follow the voice of the visitor. */
export class Microphone {
  readonly #button: HTMLButtonElement;
  readonly #onVoice: (voice: AnalyserNode | undefined) => void;
  readonly #onProblem: (text: string) => void;
  #stream: MediaStream | undefined;
  #context: AudioContext | undefined;

  /** `onVoice` gets undefined when the microphone is off. */
  constructor(
    button: HTMLButtonElement,
    onVoice: (voice: AnalyserNode | undefined) => void,
    onProblem: (text: string) => void,
  ) {
    this.#button = button;
    this.#onVoice = onVoice;
    this.#onProblem = onProblem;
    button.addEventListener('click', () => void (this.isOn ? this.#stop() : this.#start()));
  }

  get isOn(): boolean {
    return this.#stream !== undefined;
  }

  async #start(): Promise<void> {
    this.#button.disabled = true;
    try {
      // browsers give a microphone only to pages over https
      if (!('mediaDevices' in navigator))
        throw new Error(say('Open this page over https to use the microphone.'));
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const context = new AudioContext();
      this.#stream = stream;
      this.#context = context;
      this.#onVoice(listenTo(stream, context));
      // the visitor can take the microphone away, and unplug it
      stream.getAudioTracks()[0].addEventListener('ended', () => void this.#stop());
    } catch (error) {
      const { name, message } = error as Error;
      this.#onProblem(name in REFUSALS ? say(REFUSALS[name]) : message);
    }
    this.#showState();
  }

  async #stop(): Promise<void> {
    this.#onVoice(undefined);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    const context = this.#context;
    this.#stream = undefined;
    this.#context = undefined;
    this.#showState();
    await context?.close();
  }

  #showState(): void {
    this.#button.disabled = false;
    this.#button.setAttribute('aria-pressed', String(this.isOn));
  }
}
