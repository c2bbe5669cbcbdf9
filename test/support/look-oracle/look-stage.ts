import { parsePmx, parseVmd } from '@odori/format';
import { createMmdLight, createModel, createUrlSource, type MmdModel } from '@odori/model';
import { bindMotion, MmdShadow, Motion, MotionCamera, type MotionBinding, MotionLight } from '@odori/runtime';
import {
  BasicShadowMap,
  Color,
  type DirectionalLight,
  Matrix4,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three';
import { addressesOf, isDancer, type OraclePicture } from './oracle-index.js';

export const WIDTH = 1272;
export const HEIGHT = 714;
const GROUND_SHADOW_ALPHA = 0.651;

interface Actor {
  readonly model: MmdModel;
  readonly binding?: MotionBinding;
}

/** Draws what MMD drew, with one renderer. Each model and each camera is loaded once. */
export class LookStage {
  readonly renderer: WebGLRenderer = new WebGLRenderer({ antialias: false });
  readonly scene: Scene = new Scene();
  readonly #light: DirectionalLight = createMmdLight();
  #shown: MmdModel | undefined;
  readonly #actors = new Map<string, Promise<Actor>>();
  readonly #cameras = new Map<string, Promise<{ camera: MotionCamera; light: MotionLight }>>();

  constructor() {
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(WIDTH, HEIGHT, false);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = BasicShadowMap;
    this.scene.add(this.#light, this.#light.target);
  }

  /** Draws a picture; returns the camera, whose projection is MMD's. */
  async draw(picture: OraclePicture): Promise<MotionCamera> {
    const { model, binding } = await this.#actor(picture);
    const { camera, light } = await this.#camera(picture);
    this.scene.background = new Color(/_black_/.test(picture.file) ? 0x000000 : 0xffffff);
    camera.sample(picture.frame);
    shiftHalfPixel(camera);
    // the dancer's camera has no such track
    Object.assign(MmdShadow.of(this.#light)!, { mode: 1, value: 0.01125 });
    light.sample(picture.frame);
    if (isDancer(picture)) this.#light.castShadow = picture.file.startsWith('dancer_ss');
    model.mesh.castShadow = model.mesh.receiveShadow = !/_noss_/.test(picture.file);
    model.surface.groundShadowOpacity = /_opaque_/.test(picture.file) ? 1 : 166 / 255;
    this.#showOnly(model);
    binding?.sample(picture.frame);
    model.update();
    this.renderer.render(this.scene, camera.active);
    return camera;
  }

  /** The pixels of the last picture, r g b a, from the upper left, for {@link comparePictures}. */
  read(): Uint8Array {
    const gl = this.renderer.getContext();
    const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const row = 4 * WIDTH;
    const spare = new Uint8Array(row);
    for (let above = 0, below = row * (HEIGHT - 1); above < below; above += row, below -= row) {
      spare.set(pixels.subarray(above, above + row));
      pixels.copyWithin(above, below, below + row);
      pixels.set(spare, below);
    }
    return pixels;
  }

  /** The color of the ground shadow on white: a layer of the light's color. r g b, 0…255. */
  get groundShadowColor(): number[] {
    const { r, g, b } = this.#light.color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return [r, g, b].map((value) => 255 - GROUND_SHADOW_ALPHA * (255 - 255 * Math.min(value, 1)));
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  #showOnly(model: MmdModel): void {
    if (this.#shown) this.scene.remove(this.#shown.root);
    this.#shown = model;
    this.scene.add(model.root);
  }

  async #actor(picture: OraclePicture): Promise<Actor> {
    const { model, motion } = addressesOf(picture);
    const key = `${model} ${motion}`;
    if (!this.#actors.has(key)) this.#actors.set(key, loadActor(model, motion));
    return this.#actors.get(key)!;
  }

  async #camera(picture: OraclePicture): Promise<{ camera: MotionCamera; light: MotionLight }> {
    const { camera } = addressesOf(picture);
    if (!this.#cameras.has(camera)) this.#cameras.set(camera, this.#loadCamera(camera));
    return this.#cameras.get(camera)!;
  }

  async #loadCamera(address: string): Promise<{ camera: MotionCamera; light: MotionLight }> {
    const motion = Motion.from(parseVmd(await fetchBytes(address)));
    const camera = new MotionCamera(motion, { aspect: 16 / 9, near: 1, far: 100_000 });
    return { camera, light: new MotionLight(motion, this.#light) };
  }
}

async function loadActor(address: string, motion: string | undefined): Promise<Actor> {
  const model = createModel(parsePmx(await fetchBytes(address)), {
    files: createUrlSource(address.replace(/[^/]*$/, '')),
  });
  await model.ready;
  if (motion === undefined) return { model };
  return { model, binding: bindMotion(Motion.from(parseVmd(await fetchBytes(motion))), model.rig) };
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const shift = /* @__PURE__ */ new Matrix4();

/**
 * Direct3D 9 draws at the corner of a pixel what WebGL draws at its middle: all is half a pixel further right
 * and down.
 */
function shiftHalfPixel({ active }: MotionCamera): void {
  shift.makeTranslation(1 / WIDTH, -1 / HEIGHT, 0);
  active.projectionMatrix.premultiply(shift);
  active.projectionMatrixInverse.copy(active.projectionMatrix).invert();
}
