import { type DirectionalLight, SRGBColorSpace, Vector3 } from 'three';
import { checkedPositive } from '../checked-number.js';
import { clampFrame, loopFrame } from '../motion/frames.js';
import {
  FRAMES_PER_SECOND,
  KeyCursor,
  type LightTrack,
  type Motion,
  sampleLight,
  sampleSelfShadow,
  type SelfShadowTrack,
} from '../motion/index.js';
import { MmdShadow } from './mmd-shadow.js';

/** Options of {@link MotionLight}. @inline */
export interface MotionLightOptions {
  /** Distance of the light from its target, in units of the scene; it matters for shadows only. */
  radius?: number; // 100
  /** Size of an MMD unit in the scene. */
  unit?: number; // 1
  /** Starts again when the motion has ended. */
  loop?: boolean; // false
}

/** A box of value 0 would be infinitely large. */
const MIN_VALUE = 1e-5;

/**
 * A motion's light and self shadow on a `DirectionalLight`; the light's target is not moved.
 *
 * Colour and direction follow the light track; MMD's colours are gamma encoded, three's are linear. In the
 * self-shadow track, mode 0 turns the light's shadow off (`castShadow`); modes 1 and 2 and the value v, which
 * is 0.1 − 1e-5 · the distance that MMD shows, say how large the shadow map is: {@link MmdShadow} if the
 * light has one, else the box of its shadow camera reaches this far to each side of the light's target, and
 * twice as far behind it:
 *
 *     unit / 2v in mode 1, unit / 3v in mode 2            44 or 30 units at MMD's default, v = 0.01125
 *
 * Without tracks the light does not change.
 *
 * @example
 * const light = new MotionLight(motion, directionalLight);
 * light.sample(frame); // directionalLight.color, .position, .castShadow, .shadow.camera
 */
export class MotionLight {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly light: DirectionalLight;
  readonly #light: LightTrack | undefined;
  readonly #selfShadow: SelfShadowTrack | undefined;
  readonly #lightCursor = new KeyCursor();
  readonly #shadowCursor = new KeyCursor();
  readonly #values = new Float64Array(6);
  readonly #radius: number;
  readonly #lastFrame: number;
  readonly #loop: boolean;
  readonly #unit: number;

  /** @throws RangeError if `radius` or `unit` is not a finite number above 0. */
  constructor(motion: Motion, light: DirectionalLight, options: MotionLightOptions = {}) {
    const { radius = 100, unit = 1, loop = false } = options;
    this.light = light;
    this.#light = motion.light;
    this.#selfShadow = motion.selfShadow;
    this.#radius = checkedPositive('radius', radius);
    this.#lastFrame = motion.lastFrame;
    this.#loop = loop;
    this.#unit = checkedPositive('unit', unit);
  }

  /** Seconds until the last keyframe of its tracks, or until the end of a slice; 0 without tracks. */
  get duration(): number {
    const last = Math.max(this.#light?.frames.at(-1) ?? 0, this.#selfShadow?.frames.at(-1) ?? 0);
    return clampFrame(last, this.#lastFrame) / FRAMES_PER_SECOND;
  }

  /**
   * Samples light and self shadow at a frame. Before the motion begins, its first values hold, and after its
   * end its last ones, unless it loops. Allocates nothing.
   */
  sample(frame: number): void {
    const at = clampFrame(this.#loop ? loopFrame(frame, this.#lastFrame) : frame, this.#lastFrame);
    if (this.#light) this.#applyLight(sampleLight(this.#light, at, this.#values, this.#lightCursor));
    if (this.#selfShadow) {
      this.#applyShadow(sampleSelfShadow(this.#selfShadow, at, this.#values, this.#shadowCursor));
    }
  }

  #applyLight(values: Float64Array): void {
    const { color, position, target } = this.light;
    color.setRGB(values[0], values[1], values[2], SRGBColorSpace);
    direction.set(values[3], values[4], values[5]);
    const length = direction.length();
    if (!(length > 0)) return; // a light without a direction keeps its last one
    position.copy(target.position).addScaledVector(direction.divideScalar(length), -this.#radius);
    const map = MmdShadow.of(this.light);
    if (map) map.directionLength = length;
  }

  #applyShadow(values: Float64Array): void {
    const mode = values[0];
    this.light.castShadow = mode !== 0;
    if (mode === 0) return;
    const value = Math.max(values[1], MIN_VALUE);
    const map = MmdShadow.of(this.light);
    if (map) {
      map.mode = mode === 2 ? 2 : 1;
      map.value = value;
    }
    this.#setBox(this.#unit / ((mode === 2 ? 3 : 2) * value));
  }

  #setBox(half: number): void {
    const { camera } = this.light.shadow;
    if (camera.right === half) return;
    camera.left = camera.bottom = -half;
    camera.right = camera.top = half;
    camera.far = this.#radius + 2 * half;
    camera.updateProjectionMatrix();
  }
}

const direction = /* @__PURE__ */ new Vector3();
