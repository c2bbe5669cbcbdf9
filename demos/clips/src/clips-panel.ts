import { slider } from '../../shared/controls.js';
import { part } from '../../shared/dom.js';
import { countText } from '../../shared/number-text.js';
import type { Mix } from './mix.js';

const SECONDS_BETWEEN_READINGS = 0.2;
/** The sliders of the motions, in their order. */
const SLIDERS = ['verse', 'lift', 'heart'];

const weightText = (weight: number): string => weight.toFixed(2);

/** Weights, the crossfade, the kind of clips, and what there is to read. */
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
    part('crossfade', HTMLButtonElement).addEventListener('click', () =>
      this.#changed(() => this.onCrossfade()),
    );
    const interpolation = part('interpolation', HTMLSelectElement);
    interpolation.addEventListener('change', () => this.#changed(() => this.#makeClips(interpolation.value)));
    this.#makeClips(interpolation.value);
  }

  /** Five times a second: how far the feet are from their goals, in units. */
  show(feet: { left: number; right: number }, deltaSeconds: number): void {
    if (this.#mix.isFading || this.#wasFading) this.#showWeights();
    this.#wasFading = this.#mix.isFading;
    this.#age += deltaSeconds;
    if (this.#age < SECONDS_BETWEEN_READINGS) return;
    this.#age = 0;
    part('left', HTMLElement).textContent = `${feet.left.toFixed(3)} units`;
    part('right', HTMLElement).textContent = `${feet.right.toFixed(3)} units`;
  }

  /** What there is to read is to be written anew with the next picture. */
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
    part('keys', HTMLElement).textContent = countText(keys);
  }

  #showWeights(): void {
    SLIDERS.forEach((id, i) => {
      part(id, HTMLInputElement).valueAsNumber = this.#mix.weights[i];
      part(`${id}-value`, HTMLElement).textContent = weightText(this.#mix.weights[i]);
    });
  }
}
