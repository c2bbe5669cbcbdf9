import { slider } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { countText, fixedText } from '../../shared/number-text.js';
import type { Mix } from './mix.js';

const SECONDS_BETWEEN_READINGS = 0.2;
/** The ids of the weight sliders, in the order of the motions. */
const SLIDERS = ['verse', 'lift', 'heart'];

const weightText = (weight: number): string => fixedText(weight, 2);

/** The controls of the page: weights, crossfade and interpolation. Also shows the measured values. */
export class ClipsPanel {
  onCrossfade: () => void = () => {};
  readonly #mix: Mix;
  readonly #onChange: () => void;
  #age = Infinity;
  #wasFading = false;

  constructor(mix: Mix, onChange: () => void) {
    this.#mix = mix;
    this.#onChange = onChange;
    SLIDERS.forEach((id, i) =>
      slider(id, weightText, (weight) => this.#changed(() => mix.setWeight(i, weight))),
    );
    slider('nod', weightText, (weight) => this.#changed(() => (mix.layerWeight = weight)));
    byId('crossfade', HTMLButtonElement).addEventListener('click', () =>
      this.#changed(() => this.onCrossfade()),
    );
    const interpolation = byId('interpolation', HTMLSelectElement);
    interpolation.addEventListener('change', () => this.#changed(() => this.#makeClips(interpolation.value)));
    this.#makeClips(interpolation.value);
  }

  /** Shows how far the feet are from their goals, in units, five times a second. */
  show(feet: { left: number; right: number }, deltaSeconds: number): void {
    if (this.#mix.isFading || this.#wasFading) this.#showWeights();
    this.#wasFading = this.#mix.isFading;
    this.#age += deltaSeconds;
    if (this.#age < SECONDS_BETWEEN_READINGS) return;
    this.#age = 0;
    byId('left', HTMLElement).textContent = say('{count} units', { count: fixedText(feet.left, 3) });
    byId('right', HTMLElement).textContent = say('{count} units', { count: fixedText(feet.right, 3) });
  }

  /** Asks for a new picture and for new values in it. */
  refresh(): void {
    this.#age = Infinity;
    this.#onChange();
  }

  #changed(change: () => void): void {
    change();
    this.refresh();
  }

  #makeClips(interpolation: string): void {
    const clips = this.#mix.interpolate(interpolation === 'baked' ? 'baked' : 'exact');
    const keys = clips.flatMap(({ tracks }) => tracks).reduce((sum, { times }) => sum + times.length, 0);
    byId('keys', HTMLElement).textContent = countText(keys);
  }

  #showWeights(): void {
    SLIDERS.forEach((id, i) => {
      byId(id, HTMLInputElement).valueAsNumber = this.#mix.weights[i];
      byId(`${id}-value`, HTMLElement).textContent = weightText(this.#mix.weights[i]);
    });
  }
}
