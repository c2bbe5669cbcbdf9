import { type Pmm, pmmCameraToVmd, type PmmModel } from '@odori/format';
import {
  FRAMES_PER_SECOND,
  Motion,
  type MotionCamera,
  type MotionCameraOptions,
  MotionLight,
  type NameRule,
  type SampledPlayable,
} from '@odori/runtime';
import { type DirectionalLight, Group } from 'three';
import { createMmdLight } from '../look/mmd-look.js';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { FilmStart } from '../screens/scene-view.js';
import type { AccessoryObject } from './accessory-objects.js';
import { Anchors } from './anchor.js';
import { applyAccessorySettings, applySettings, drawOrder, showScreens } from './apply-settings.js';
import { fitCamera, type PictureFit, type ProjectOutput } from './project-output.js';
import { SceneAccessory } from './scene-accessory.js';
import type { SceneBackground } from './scene-background.js';
import { SceneCamera } from './scene-camera.js';
import { SceneModel, SOLVED } from './scene-model.js';
import type { ScenePhysics } from './scene-physics.js';
import type { SceneReport } from './scene-report.js';

/** The loaded parts of a scene. */
interface SceneParts {
  readonly pmm: Pmm;
  /** By index in the project; undefined if missing. */
  readonly models: readonly (MmdModel | undefined)[];
  /** The project's models, with the names of their bones and morphs if these are known. */
  readonly documents: readonly PmmModel[];
  /** The objects of the accessories, by index. */
  readonly objects: readonly (AccessoryObject | undefined)[];
  readonly background: SceneBackground;
  readonly report: SceneReport;
  readonly physics: ScenePhysics;
  readonly names: NameRule | undefined;
  /** Size of an MMD unit. */
  readonly unit: number;
  readonly light: DirectionalLight | undefined;
  readonly camera: MotionCameraOptions;
}

/**
 * A project of MMD in a three.js scene: all models and their motions, accessories, camera and light.
 *
 * Call `sample`, or let a `MotionPlayer` play it like a model. Models have to stay in `root`, and `root` must
 * not be moved or scaled: use the option `unit` to change the size. Made by `createScene` or a `PMMLoader`.
 *
 * @example
 * scene.add(mmdScene.root);
 * mmdScene.sample(secondsToFrame(seconds));
 * renderer.render(scene, mmdScene.camera.active);
 * @example
 * player.add(mmdScene, mmdScene.motion); // with a song, loops and jumps
 * player.camera = mmdScene.camera;
 * player.light = mmdScene.light;
 */
export class MmdScene implements SampledPlayable {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Add this to your scene. It contains the light, too, unless that is yours and already in a scene. */
  readonly root: Group = new Group();
  /** By index in the project; undefined if missing, see `report`. */
  readonly models: readonly (MmdModel | undefined)[];
  /** The motion of each model, by index. */
  readonly motions: readonly (Motion | undefined)[];
  /** By index in the project; undefined if there is no object for it. */
  readonly accessories: readonly (SceneAccessory | undefined)[];
  /** What is behind the scene: a color, a picture, a film. */
  readonly background: SceneBackground;
  /** Its aspect is that of the project's picture until you set it, or call {@link fit}. */
  readonly camera: MotionCamera;
  readonly light: MotionLight;
  /** For a player: a motion without tracks that is as long as the scene, which the player samples itself. */
  readonly motion: Motion;
  readonly report: SceneReport;
  /**
   * Called for each model between sampling and solving, to change its pose. `index` is the model's index in
   * the project; `deltaSeconds` is the time since the last call. Physics may need several poses in a frame,
   * whose times add up to the frame.
   */
  adjust: ((model: MmdModel, index: number, deltaSeconds: number) => void) | undefined;
  /** By index in the project. */
  readonly #parts: readonly (SceneModel | undefined)[];
  /** The indices of the loaded models, in the project's calculation order. */
  readonly #order: readonly number[];
  /** By index: 0 not solved, 1 being solved, 2 solved. */
  readonly #marks: Uint8Array;
  /** The indices in the order in which the models were solved. */
  readonly #solved: Uint8Array;
  #solvedCount = 0;
  /** By index, 1 = solved before all of its external parents, and not shown yet. */
  readonly #isProvisional: Uint8Array;
  readonly #physics: ScenePhysics;
  readonly #accessories: readonly SceneAccessory[];
  readonly #ownsLight: boolean;
  readonly #filmStart = new FilmStart();

  /** Use `createScene` or a loader. @internal */
  constructor(parts: SceneParts) {
    const { pmm, models, documents, objects, background, report, physics, names, unit, light, camera } =
      parts;
    this.models = models;
    this.background = background;
    this.report = report;
    this.#physics = physics;
    this.#parts = models.map((model, i) => model && new SceneModel(documents[i], model, i, this, names));
    this.motions = this.#parts.map((part) => part?.motion);
    this.#order = calculationOrder(documents).filter((index) => models[index]);
    this.#marks = new Uint8Array(models.length);
    this.#solved = new Uint8Array(models.length);
    this.#isProvisional = new Uint8Array(models.length);
    const anchors = new Anchors(documents, this.#parts, report);
    this.#parts.forEach((part, i) => part?.bindAnchors(anchors, `models[${i}]`));
    this.accessories = objects.map(
      (object, i) => object && new SceneAccessory(pmm.accessories[i], object, anchors, `accessories[${i}]`),
    );
    this.#accessories = this.accessories.filter((accessory) => accessory !== undefined);
    showScreens(pmm, models, this.accessories, background);
    const motion = cameraMotion(pmm);
    this.camera = new SceneCamera(motion, pmm.camera, anchors, {
      aspect: this.output.aspect,
      ...camera,
      unit,
    });
    const directional = light ?? createMmdLight({ unit });
    this.#ownsLight = light === undefined;
    this.light = new MotionLight(motion, directional, { unit, radius: 100 * unit });
    directional.castShadow = pmm.selfShadow.on !== 0; // until a keyframe changes it
    this.motion = Motion.from().offset(this.#lastFrame(motion));
    this.#addToRoot(pmm, unit, directional);
    this.sample(0);
  }

  /** The size and the frame rate of the pictures that MMD renders of the project. */
  get output(): ProjectOutput {
    return this.background.output;
  }

  /** Seconds until the last keyframe. */
  get duration(): number {
    return this.motion.duration;
  }

  /**
   * True while hair and clothes come to rest after a jump: each `sample`, also by 0 seconds, goes on with it.
   */
  get isSettling(): boolean {
    return this.models.some((model) => model?.isSettling);
  }

  /**
   * Fits the project's picture, as its author framed it, into a canvas: the view of the camera, and the
   * background.
   *
   * `aspect`: width / height of the canvas. `contain` shows all of the picture, and what is beside it in a
   * canvas of another shape; `cover` fills the canvas and cuts off the rest. Call it when the canvas is
   * resized. Allocates nothing.
   *
   * @example
   * mmdScene.fit(innerWidth / innerHeight, 'cover');
   */
  fit(aspect: number, fit: PictureFit = 'contain'): void {
    this.background.fit = fit;
    fitCamera(this.camera, this.output, aspect, fit);
  }

  /**
   * Shows the whole scene at a frame, camera and light included. `frame` counts 1/30 s and may be fractional.
   * Physics advances by `deltaSeconds`, the time since the last call. `isExact`, for films, as in
   * `MmdModel.update`. Allocates nothing.
   */
  sample(frame: number, deltaSeconds = 0, isExact = false): void {
    this.#filmStart.pose(this.root, isExact);
    this.#physics.sample(frame, this.models);
    this.#show(frame, deltaSeconds, isExact);
    this.camera.sample(frame);
    this.light.sample(frame);
    this.background.film?.sample(frame / FRAMES_PER_SECOND, deltaSeconds);
  }

  /** Restarts physics from the shown frame. Called after a jump; call `sample` again next. */
  reset(): void {
    this.#filmStart.jump();
    for (let i = 0; i < this.#solvedCount; i++) this.#parts[this.#solved[i]]!.reset();
  }

  /**
   * Frees the models, the accessories and the background, and removes the scene from its parent. Objects and
   * a light from options are not freed; what of them is in the scene is taken out of it.
   */
  dispose(): void {
    const { light } = this.light;
    this.root.removeFromParent();
    for (const { object, loaded } of this.#accessories) {
      object.removeFromParent();
      loaded?.dispose();
    }
    for (const index of this.#order) this.models[index]!.dispose();
    this.#physics.dispose();
    this.background.dispose();
    if (this.#ownsLight) light.shadow.dispose();
    else this.root.remove(light, light.target);
  }

  #addToRoot(pmm: Pmm, unit: number, light: DirectionalLight): void {
    const scaled = new Group();
    scaled.scale.setScalar(unit);
    this.root.name = 'scene';
    this.root.add(scaled);
    this.background.addTo(this.root);
    // else it has its place
    for (const object of [light, light.target]) if (!object.parent) this.root.add(object);
    const order = drawOrder(pmm);
    this.models.forEach((model, i) => {
      if (!model) return;
      scaled.add(model.root);
      applySettings(model, pmm, pmm.models[i], order.models[i]);
    });
    this.accessories.forEach((accessory, i) => {
      if (!accessory) return;
      scaled.add(accessory.holder);
      applyAccessorySettings(accessory, pmm, order.accessories[i]);
    });
  }

  #lastFrame(camera: Motion): number {
    const motions = this.motions.filter((motion) => motion !== undefined);
    const last = [camera, ...motions, ...this.#accessories].map(({ lastFrame }) => lastFrame);
    return Math.max(this.#physics.gravity.frames.at(-1)!, ...last);
  }

  /**
   * Poses all models, then solves parents before the models attached to them, then places the accessories.
   */
  #show(frame: number, deltaSeconds: number, isExact: boolean): void {
    const order = this.#order;
    for (let i = 0; i < order.length; i++) this.#parts[order[i]]!.begin(frame, deltaSeconds, isExact);
    this.#marks.fill(0);
    this.#isProvisional.fill(0);
    this.#solvedCount = 0;
    let isComplete = true;
    for (let i = 0; i < order.length; i++) {
      if (this.#marks[order[i]] === 0 && !this.#solve(order[i], deltaSeconds)) isComplete = false;
    }
    if (!isComplete) this.#solveCircles(deltaSeconds);
    for (let i = 0; i < this.#accessories.length; i++) {
      this.#accessories[i].sample(frame);
      this.#accessories[i].loaded?.screens?.watch();
    }
  }

  /**
   * Solves a model after the models that it is attached to. Returns false if these form a circle, so that a
   * parent was not solved yet; then the model is not shown yet, and its physics has not advanced.
   */
  #solve(index: number, deltaSeconds: number): boolean {
    const part = this.#parts[index]!;
    let isComplete = true;
    this.#marks[index] = 1;
    for (let i = 0; i < part.attachmentCount; i++) {
      const parent = part.parentModel(i);
      if (parent < 0) continue;
      if (this.#marks[parent] === 0) this.#solve(parent, deltaSeconds);
      if (this.#marks[parent] !== SOLVED || this.#isProvisional[parent] === 1) isComplete = false;
    }
    part.attach(this.#marks);
    if (isComplete) part.update(deltaSeconds);
    else part.solve(deltaSeconds);
    this.#isProvisional[index] = isComplete ? 0 : 1;
    this.#marks[index] = SOLVED;
    this.#solved[this.#solvedCount++] = index;
    return isComplete;
  }

  /**
   * Solves models that are attached to each other once more, for example a sword in the right hand whose hilt
   * the left hand holds, and shows them. The second pass uses the results of the first, so a frame does not
   * depend on earlier frames, except by physics; MMD uses those of the last frame.
   */
  #solveCircles(deltaSeconds: number): void {
    for (let i = 0; i < this.#solvedCount; i++) {
      const index = this.#solved[i];
      if (this.#isProvisional[index] === 0) continue;
      const part = this.#parts[index]!;
      part.attach();
      part.update(deltaSeconds);
    }
  }
}

/** The indices of the models in the project's calculation order, equal ones by index. */
function calculationOrder(documents: readonly PmmModel[]): number[] {
  const orderOf = (index: number): number => documents[index].calculationOrder;
  return [...documents.keys()].sort((a, b) => orderOf(a) - orderOf(b));
}

/** The motion of camera, light and self shadow; without self shadow if the project has it off. */
function cameraMotion(pmm: Pmm): Motion {
  const { selfShadows, ...vmd } = pmmCameraToVmd(pmm);
  const count = pmm.selfShadow.on === 0 ? 0 : selfShadows.count;
  return Motion.from({ ...vmd, selfShadows: { ...selfShadows, count } });
}
