import type { Material } from 'three';
import type { GroundShadowSurface } from '../surface/surface-kit.js';

/**
 * The materials of a model's ground shadow: one for all materials of the model, and one for each that has
 * ever been faded.
 *
 * A pixel shows the shadow that is drawn first, so those of faded materials come last.
 */
export class GroundShadows {
  /** For the mesh. It grows. */
  readonly materials: Material[];
  readonly #create: () => GroundShadowSurface;
  readonly #whole: GroundShadowSurface;
  readonly #faded: GroundShadowSurface[] = [];
  /** Of the materials of the model. */
  readonly #opacities: Float32Array;
  /** The materials of the model that have a surface in `#faded`, in its order. */
  readonly #owners: number[] = [];

  constructor(opacities: Float32Array, create: () => GroundShadowSurface) {
    this.#opacities = opacities;
    this.#create = create;
    this.#whole = create();
    this.materials = [this.#whole.material];
  }

  get opacity(): number {
    return this.#whole.opacity.value;
  }

  set opacity(opacity: number) {
    this.#whole.opacity.value = opacity;
    this.update();
  }

  get brightness(): number {
    return this.#whole.brightness.value;
  }

  set brightness(brightness: number) {
    this.#whole.brightness.value = brightness;
    this.update();
  }

  /** The index in {@link materials} of what draws the shadow of a material of the model. */
  kindOf(material: number): number {
    if (this.#opacities[material] === 1) return 0;
    const known = this.#owners.indexOf(material);
    if (known >= 0) return known + 1;
    const surface = this.#create();
    this.#owners.push(material);
    this.#faded.push(surface);
    this.materials.push(surface.material);
    this.update();
    return this.#faded.length;
  }

  /** Takes over the opacities as they are now. Allocates nothing. */
  update(): void {
    for (let i = 0; i < this.#faded.length; i++) {
      const { opacity, brightness } = this.#faded[i];
      opacity.value = this.opacity * this.#opacities[this.#owners[i]];
      brightness.value = this.brightness;
    }
  }

  dispose(): void {
    for (const material of this.materials) material.dispose();
  }
}
