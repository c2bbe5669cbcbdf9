import {
  type ArrayCamera,
  type Camera,
  type DirectionalLight,
  type LightShadow,
  Matrix4,
  type Vector2,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import { checkedPositive } from '../checked-number.js';

/** The value in files of MMD's default distance, 8875. */
const DEFAULT_VALUE = 0.01125;
/** A map of value 0 would be infinitely large. */
const MIN_VALUE = 1e-5;
/**
 * Along the light, MMD's map has no perspective; this keeps so much of it that shaders know the map by it.
 */
const MIN_GROWTH = 1e-6;
/** How far before the eye the map begins, along the light, in lengths of the light's direction. */
const LENGTHS_BEFORE_EYE = 50;
/** The length of the direction of the light of a new MMD project, (−0.5, −1, 0.5). */
const DEFAULT_LENGTH: number = /* @__PURE__ */ Math.sqrt(1.5);
/**
 * Casters less deep than `0.3 / slope` below a surface throw no shadow on it, those deeper than `1.3 / slope`
 * the full one.
 */
const SLOPES = { 1: 1500, 2: 8000 } as const;

/**
 * MMD's self-shadow map on a `DirectionalLight`.
 *
 * The map begins at the eye and opens in the direction of the view, so that near things get more of its
 * pixels. With the light's direction l, the camera's direction C, both of length 1, `value` v, and p relative
 * to the eye in MMD units:
 *
 *     X = unit(l × C), Y = X × l, depth d = p·l + 50 · directionLength
 *     mode 1: x = 2v·(p·X), y = 2v·(p·Y) − 1, z = ½v·(p·Y) + 0.15v·d, w = v·(p·Y) + 1      z / w is 0…1
 *     mode 2: x = 3v·(p·X), y = 3v·(p·Y) − 1, z = 1.5v·(p·Y) + 0.15v·d, w = 3v·(p·Y) + 1
 *
 * At the eye it is 1 / 2v to each side, or 1 / 3v. Where the camera looks along the light, |C·l| > 0.8, it
 * turns into a map around the eye.
 *
 * In a headset both eyes share one map, which begins in the middle between them.
 *
 * It needs a version of three that gives the view to the shadow, 0.187 or later; with older ones, the map is
 * the box of `shadow.camera`.
 *
 * @see Pictures of MMD with 4 values, both modes and two lights: 99.8 % of 460,000 pixels agree within 4/255.
 */
export class MmdShadow {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** As in a self-shadow track: the other way to spread the pixels of the map. */
  mode: 1 | 2 = 1;
  /** As in a self-shadow track: 0.1 − 1e-5 · the distance that MMD shows. */
  value: number = DEFAULT_VALUE;
  /**
   * The length of the light's direction as a light track has it: the map begins 50 times as many MMD units
   * before the eye.
   */
  directionLength: number = DEFAULT_LENGTH;
  readonly #unit: number;

  private constructor(unit: number) {
    this.#unit = unit;
  }

  /**
   * Gives a light this map, which its clones (`light.clone()`) also have. `unit`: size of an MMD unit in the
   * scene.
   *
   * @throws RangeError if `unit` is not a finite number above 0.
   * @example
   * MmdShadow.give(light);
   * light.castShadow = renderer.shadowMap.enabled = true;
   */
  static give(light: DirectionalLight, unit = 1): MmdShadow {
    return new MmdShadow(checkedPositive('unit', unit)).#attach(light.shadow);
  }

  /** The map that a light was given; undefined if the light has three's box. */
  static of(light: DirectionalLight): MmdShadow | undefined {
    return maps.get(light.shadow);
  }

  #attach(shadow: LightShadow): this {
    const updateBox = shadow.updateMatrices.bind(shadow);
    const clone = shadow.clone.bind(shadow);
    shadow.updateMatrices = (light: DirectionalLight, view?: Camera) => {
      shadow.bias = -0.3 / SLOPES[this.mode]; // also tells shaders the slope
      if (view) this.#update(shadow, light, view);
      else updateBox(light);
    };
    shadow.clone = () => {
      const copy = clone();
      const { mode, value, directionLength } = this;
      Object.assign(new MmdShadow(this.#unit).#attach(copy), { mode, value, directionLength });
      return copy;
    };
    maps.set(shadow, this);
    return this;
  }

  #update(shadow: LightShadow, light: DirectionalLight, view: Camera): void {
    findEye(view);
    direction.setFromMatrixPosition(light.target.matrixWorld);
    direction.sub(place.setFromMatrixPosition(light.matrixWorld)).normalize();
    across.crossVectors(direction, ahead);
    if (across.lengthSq() < 1e-12) across.setFromMatrixColumn(view.matrixWorld, 0);
    across.normalize();
    upwards.crossVectors(across, direction);
    const { camera } = shadow;
    camera.position.setScalar(0);
    camera.quaternion.identity();
    camera.matrixWorld.identity();
    camera.matrixWorldInverse.identity();
    const isWebGPU = camera.coordinateSystem === WebGPUCoordinateSystem;
    this.#project(camera.projectionMatrix, camera.reversedDepth, isWebGPU);
    shadow.matrix
      .copy(camera.reversedDepth || isWebGPU ? TO_TEXTURE_FROM_0 : TO_TEXTURE)
      .multiply(camera.projectionMatrix);
    shiftHalfPixel(camera.projectionMatrix, shadow.mapSize);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    shadow
      .getFrustum()
      .setFromProjectionMatrix(camera.projectionMatrix, camera.coordinateSystem, camera.reversedDepth);
  }

  /**
   * Writes the matrix from the world to the map. Depths are −w…w; reversed ones and those of WebGPU are 0…w.
   */
  #project({ elements: e }: Matrix4, reversed: boolean, isWebGPU: boolean): void {
    const along = Math.abs(ahead.dot(direction)); // |C·l|
    const v = this.value > MIN_VALUE ? this.value : MIN_VALUE;
    const spread = this.mode === 2 ? 3 : 2;
    const growth = this.mode === 2 ? 3 : 1;
    let scale = spread * v;
    let grow = growth * v;
    let start = -1;
    if (along > 0.9) {
      scale = v;
      grow = v * Math.max(1 - along, MIN_GROWTH);
      start = along - 1;
    } else if (along > 0.8) {
      const t = 10 * (along - 0.8);
      scale = v * (spread + (1 - spread) * t);
      grow = v * (this.mode === 2 ? 3 - 4.7 * t + 1.8 * t * t : 1 - 1.3 * t + 0.4 * t * t);
      start = -1 + 0.9 * t;
    }
    scale /= this.#unit;
    grow /= this.#unit;
    const deepen = (0.15 * v) / this.#unit;
    for (let i = 0; i < 3; i++) {
      ofMap[i] = scale * across.getComponent(i);
      ofMap[4 + i] = scale * upwards.getComponent(i);
      ofMap[8 + i] = 0.5 * grow * upwards.getComponent(i) + deepen * direction.getComponent(i);
      ofMap[12 + i] = grow * upwards.getComponent(i);
    }
    // x, y, depth and w are linear functions of the place seen from the eye, with these constants.
    ofMap[3] = 0;
    ofMap[7] = start;
    ofMap[11] = 0.15 * v * LENGTHS_BEFORE_EYE * this.directionLength;
    ofMap[15] = 1;
    for (let k = 0; k < 16; k += 4)
      ofMap[k + 3] -= ofMap[k] * eye.x + ofMap[k + 1] * eye.y + ofMap[k + 2] * eye.z;
    for (let i = 0; i < 4; i++) {
      const depth = ofMap[8 + i]; // 0…w
      const w = ofMap[12 + i];
      e[4 * i] = ofMap[i];
      e[4 * i + 1] = ofMap[4 + i];
      e[4 * i + 2] = reversed ? w - depth : isWebGPU ? depth : 2 * depth - w;
      e[4 * i + 3] = w;
    }
  }
}

/**
 * Writes where a view begins, and its direction. The matrix of three's camera for a headset is that of the
 * left eye.
 */
function findEye(view: Camera): void {
  const { cameras = [] } = view as Partial<ArrayCamera>;
  eye.setFromMatrixPosition(view.matrixWorld);
  ahead.setFromMatrixColumn(view.matrixWorld, 2).normalize();
  for (let i = 0; i < cameras.length; i++) {
    const { matrixWorld } = cameras[i];
    eye.lerp(place.setFromMatrixPosition(matrixWorld), 1 / (i + 1));
    ahead.lerp(place.setFromMatrixColumn(matrixWorld, 2).normalize(), 1 / (i + 1));
  }
  ahead.normalize().negate();
}

/**
 * MMD draws into its map by the rules of Direct3D 9, where the upper left corner of a pixel counts, and looks
 * up its middle.
 */
function shiftHalfPixel({ elements: e }: Matrix4, { x: width, y: height }: Vector2): void {
  for (let i = 0; i < 16; i += 4) {
    e[i] += e[i + 3] / width;
    e[i + 1] -= e[i + 3] / height;
  }
}

const maps = /* @__PURE__ */ new WeakMap<LightShadow, MmdShadow>();
const TO_TEXTURE = /* @__PURE__ */ new Matrix4(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);
const TO_TEXTURE_FROM_0 = /* @__PURE__ */ new Matrix4(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 1);
const eye = /* @__PURE__ */ new Vector3();
const ahead = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();
const direction = /* @__PURE__ */ new Vector3();
const across = /* @__PURE__ */ new Vector3();
const upwards = /* @__PURE__ */ new Vector3();
/** The rows for x, y, depth (0…w) and w: what x, y, z and 1 of a place count in each. */
const ofMap = /* @__PURE__ */ new Float64Array(16);
