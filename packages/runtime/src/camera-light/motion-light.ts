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

/** Options of {@link MotionLight}. */
export interface MotionLightOptions {
  /** Distance of the light from its target, in units of the scene; it matters for shadows only. */
  radius?: number; // 100
  /** Size of an MMD unit in the scene. */
  unit?: number; // 1
  /** Starts again when the motion has ended. */
  loop?: boolean; // false
}

/** The default of MMD's slider. */
const DEFAULT_SHADOW_DISTANCE = 8875;
/** The reach of shadows at that default, in MMD units: chosen so that a model and its steps fit in. */
const DEFAULT_SHADOW_REACH = 100;

/**
 * A motion's light and self shadow on a `DirectionalLight`; the light's target is not moved.
 *
 * Colour and direction follow the light track; MMD's colours are gamma encoded, three's are linear. In the self-shadow
 * track, mode 0 turns the light's shadow off (`castShadow`), and the distance d that MMD shows,
 * d = 10000 − 100000 · v of the file, sets the far plane of its shadow camera:
 *
 *     far = radius + 100 · unit · d / 8875
 *
 * With MMD's default, 8875, shadows reach 100 units behind the target; with 0 they end at the target. Without tracks
 * the light does not change.
 *
 * @example
 * const light = new MotionLight(motion, directionalLight);
 * light.sample(frame); // directionalLight.color, .position, .castShadow, .shadow.camera.far
 */
export class MotionLight {
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
   * Samples light and self shadow at a frame. Before the motion begins, its first values hold, and after its end its last
   * ones, unless it loops. Allocates nothing.
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
    // A light without a direction keeps its last one.
    if (direction.lengthSq() > 0)
      position.copy(target.position).addScaledVector(direction.normalize(), -this.#radius);
  }

  #applyShadow(values: Float64Array): void {
    const { shadow } = this.light;
    this.light.castShadow = values[0] !== 0;
    const distance = 10_000 - 100_000 * values[1];
    const reach = (DEFAULT_SHADOW_REACH * this.#unit * Math.max(distance, 0)) / DEFAULT_SHADOW_DISTANCE;
    const far = this.#radius + reach;
    if (far === shadow.camera.far) return;
    shadow.camera.far = far;
    shadow.camera.updateProjectionMatrix();
  }
}

const direction = /* @__PURE__ */ new Vector3();
