import { parsePmx, parseVmd } from '@odori/format';
import { parseX } from '@odori/format/x';
import type { MmdAccessory, MmdModel } from '@odori/model';
import { bindMotion, MmdShadow, Motion, MotionCamera, type MotionBinding, MotionLight } from '@odori/runtime';
import {
  BasicShadowMap,
  Color,
  type DirectionalLight,
  Matrix4,
  type Object3D,
  Scene,
  SRGBColorSpace,
} from 'three';
import { pixelsOf } from '#test/support/compare-pictures.js';
import {
  giveBackRenderer,
  type ModelEntry,
  modelEntryOf,
  type PictureRenderer,
  type RendererKind,
  takeRenderer,
} from '#test/support/renderers.js';
import type { Pixels } from './compare-look.js';
import { addressesOf, isDancer, type OraclePicture, type OracleView, viewOf } from './oracle-index.js';

const GROUND_SHADOW_ALPHA = 0.651;

/** A model or an accessory. */
interface Actor {
  readonly root: Object3D;
  /** Brings it to the frame of a picture. */
  pose(picture: OraclePicture): void;
  dispose(): void;
}

/** Draws what MMD drew, with one renderer. Each model and each camera is loaded once. */
export class LookStage {
  readonly scene: Scene = new Scene();
  readonly #entry: ModelEntry;
  readonly #renderer: PictureRenderer;
  readonly #light: DirectionalLight;
  #shown: Actor | undefined;
  readonly #actors = new Map<string, Promise<Actor>>();
  readonly #cameras = new Map<string, Promise<{ camera: MotionCamera; light: MotionLight }>>();

  private constructor(entry: ModelEntry, renderer: PictureRenderer) {
    this.#entry = entry;
    this.#renderer = renderer;
    this.#light = entry.createMmdLight();
    renderer.renderer.shadowMap.enabled = true;
    renderer.renderer.shadowMap.type = BasicShadowMap;
    this.scene.add(this.#light, this.#light.target);
  }

  static async create(kind: RendererKind = 'WebGLRenderer'): Promise<LookStage> {
    return new LookStage(await modelEntryOf(kind), await takeRenderer(kind, 1, 1));
  }

  /**
   * Draws a picture; returns its pixels, r g b a, from the upper left, and the camera, whose projection is
   * MMD's.
   */
  async draw(picture: OraclePicture): Promise<{ ours: Pixels; camera: MotionCamera }> {
    const actor = await this.#actor(picture);
    const { camera, light } = await this.#camera(picture);
    const { renderer } = this.#renderer;
    const view = viewOf(picture);
    await this.#renderer.ready();
    renderer.setSize(view.width, view.height, false);
    this.scene.background = new Color(/_black_/.test(picture.file) ? 0x000000 : 0xffffff);
    camera.sample(picture.frame);
    shiftHalfPixel(camera, view, this.#renderer);
    // the dancer's camera has no such tracks
    Object.assign(MmdShadow.of(this.#light)!, { mode: 1, value: 0.01125, directionLength: Math.sqrt(1.5) });
    light.sample(picture.frame);
    if (isDancer(picture)) this.#light.castShadow = picture.file.startsWith('dancer_ss');
    actor.pose(picture);
    this.#showOnly(actor);
    this.#renderer.draw(this.scene, camera.active);
    return { ours: pixelsOf(renderer.domElement), camera };
  }

  /** The color of the ground shadow on white: a layer of the light's color. r g b, 0…255. */
  get groundShadowColor(): number[] {
    const { r, g, b } = this.#light.color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return [r, g, b].map((value) => 255 - GROUND_SHADOW_ALPHA * (255 - 255 * Math.min(value, 1)));
  }

  /** Another stage may use the renderer then. */
  async dispose(): Promise<void> {
    for (const actor of this.#actors.values()) (await actor).dispose();
    this.#light.dispose();
    giveBackRenderer(this.#renderer);
  }

  #showOnly(actor: Actor): void {
    if (this.#shown) this.scene.remove(this.#shown.root);
    this.#shown = actor;
    this.scene.add(actor.root);
  }

  async #actor(picture: OraclePicture): Promise<Actor> {
    const { model, accessory, motion } = addressesOf(picture);
    const key = `${model} ${accessory} ${motion}`;
    if (!this.#actors.has(key))
      this.#actors.set(
        key,
        accessory ? loadAccessory(this.#entry, accessory) : loadModel(this.#entry, model, motion),
      );
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

class ModelActor implements Actor {
  readonly root: Object3D;
  readonly #model: MmdModel;
  readonly #binding: MotionBinding | undefined;

  constructor(model: MmdModel, motion: Motion | undefined) {
    this.root = model.root;
    this.#model = model;
    this.#binding = motion && bindMotion(motion, model.rig);
  }

  pose({ file, frame }: OraclePicture): void {
    const { mesh, surface } = this.#model;
    mesh.castShadow = mesh.receiveShadow = !/_noss_/.test(file);
    surface.groundShadowOpacity = /_opaque_/.test(file) ? 1 : 166 / 255;
    this.#binding?.sample(frame);
    this.#model.update();
  }

  dispose(): void {
    this.#model.dispose();
  }
}

class AccessoryActor implements Actor {
  readonly root: Object3D;
  readonly #accessory: MmdAccessory;

  constructor(accessory: MmdAccessory) {
    this.root = accessory.root;
    this.#accessory = accessory;
  }

  /** As the keyframes of a project do. */
  pose({ shadow = false }: OraclePicture): void {
    const { mesh, groundShadow } = this.#accessory;
    mesh.castShadow = mesh.receiveShadow = groundShadow.visible = shadow;
  }

  dispose(): void {
    this.#accessory.dispose();
  }
}

async function loadModel(entry: ModelEntry, address: string, motion: string | undefined): Promise<Actor> {
  const model = entry.createModel(parsePmx(await fetchBytes(address)), {
    files: entry.createUrlSource(address.replace(/[^/]*$/, '')),
  });
  await model.ready;
  return new ModelActor(
    model,
    motion === undefined ? motion : Motion.from(parseVmd(await fetchBytes(motion))),
  );
}

async function loadAccessory(entry: ModelEntry, address: string): Promise<Actor> {
  return new AccessoryActor(await entry.createAccessory(parseX(await fetchBytes(address))));
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
function shiftHalfPixel(
  { active }: MotionCamera,
  { width, height }: OracleView,
  { renderer }: PictureRenderer,
): void {
  // else the renderer makes a projection of its own
  active.coordinateSystem = renderer.coordinateSystem;
  active.updateProjectionMatrix();
  shift.makeTranslation(1 / width, -1 / height, 0);
  active.projectionMatrix.premultiply(shift);
  active.projectionMatrixInverse.copy(active.projectionMatrix).invert();
}
