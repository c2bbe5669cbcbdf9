import { type Pmm, pmmCameraToVmd, type PmmModel } from '@odori/format';
import { Motion, type MotionCameraOptions, MotionLight, type Playable, type Rig } from '@odori/runtime';
import { type DirectionalLight, Group, type Object3D } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { Anchors } from './anchor.js';
import { drawOrder, dressModel } from './apply-settings.js';
import { createGravityTrack, type GravityTrack } from './gravity-track.js';
import { SceneAccessory } from './scene-accessory.js';
import { SceneCamera } from './scene-camera.js';
import { SceneClock } from './scene-clock.js';
import { createSceneLight } from '../look/mmd-look.js';
import { SceneModel, SOLVED } from './scene-model.js';
import type { SceneReport } from './scene-report.js';

/** What a scene is made of, all loaded. */
export interface SceneParts {
  readonly pmm: Pmm;
  /** By index in the project; undefined: missing. */
  readonly models: readonly (MmdModel | undefined)[];
  /** The project's models, with names if they have any. */
  readonly documents: readonly PmmModel[];
  /** For accessories, by index. */
  readonly objects: readonly (Object3D | undefined)[];
  readonly report: SceneReport;
  /** Size of an MMD unit. */
  readonly unit: number;
  readonly light: DirectionalLight | undefined;
  readonly camera: MotionCameraOptions;
}

/**
 * A project of MMD in a three.js scene: all models and their motions, accessories, camera and light.
 *
 * Sample it, or let a `MotionPlayer` play it like a model. Models stay where they are in `root`, which may stand in a
 * scene unmoved: to make things smaller there is the option `unit`. Made by `createScene` or a `PMMLoader`.
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
export class MmdScene implements Playable {
  /** For the scene. Its light is in it, too. */
  readonly root: Group = new Group();
  /** By index in the project; undefined: missing, see `report`. */
  readonly models: readonly (MmdModel | undefined)[];
  /** What each of them dances. */
  readonly motions: readonly (Motion | undefined)[];
  /** By index in the project; undefined: without an object. */
  readonly accessories: readonly (SceneAccessory | undefined)[];
  readonly camera: SceneCamera;
  readonly light: MotionLight;
  /** For physics, see `sampleGravity`. */
  readonly gravity: GravityTrack;
  readonly report: SceneReport;
  /**
   * Your own changes to the pose of a model, between sampling and solving, for this frame only. `index` is the model's in
   * the project; `deltaSeconds` as `update` gets it.
   */
  adjust: ((model: MmdModel, index: number, deltaSeconds: number) => void) | undefined;
  /** By index. */
  readonly #parts: readonly (SceneModel | undefined)[];
  /** Indices of those that are there, as the project calculates them. */
  readonly #order: readonly number[];
  /** By index: 0, being solved, solved. */
  readonly #marks: Uint8Array;
  /** Indices in the order in which they were solved. */
  readonly #solved: Uint8Array;
  #solvedCount = 0;
  readonly #shown: readonly SceneAccessory[];
  readonly #clock: SceneClock;

  /** Use `createScene` or a loader. @internal */
  constructor({ pmm, models, documents, objects, report, unit, light, camera }: SceneParts) {
    this.models = models;
    this.report = report;
    this.#parts = models.map((model, i) => model && new SceneModel(documents[i], model));
    this.motions = this.#parts.map((part) => part?.motion);
    this.#order = calculationOrder(documents).filter((index) => models[index]);
    this.#marks = new Uint8Array(models.length);
    this.#solved = new Uint8Array(models.length);
    const anchors = new Anchors(documents, this.#parts, report);
    this.#parts.forEach((part, i) => part?.bindAnchors(anchors, `models[${i}]`));
    this.accessories = objects.map(
      (object, i) => object && new SceneAccessory(pmm.accessories[i], object, anchors, `accessories[${i}]`),
    );
    this.#shown = this.accessories.filter((accessory) => accessory !== undefined);
    const motion = cameraMotion(pmm);
    this.camera = new SceneCamera(motion, pmm.camera, anchors, { ...camera, unit });
    const lamp = light ?? createSceneLight(unit);
    this.light = new MotionLight(motion, lamp, { unit, radius: 100 * unit });
    lamp.castShadow = pmm.selfShadow.on !== 0; // until a key says otherwise
    this.gravity = createGravityTrack(pmm.gravity);
    this.#clock = new SceneClock(this.#lastFrame(motion));
    this.#furnish(pmm, unit, lamp);
    this.sample(0);
  }

  /** What a player plays of it: time. */
  get motion(): Motion {
    return this.#clock.motion;
  }

  /** Where a player writes the time. The models have rigs of their own. */
  get rig(): Rig {
    return this.#clock.rig;
  }

  /** Seconds until the last key of all. */
  get duration(): number {
    return this.motion.duration;
  }

  /**
   * Shows everything at a frame, camera and light too; 30 frames a second, fractions too. `deltaSeconds` is what has
   * passed since the last time, for physics. Allocates nothing.
   */
  sample(frame: number, deltaSeconds = 0): void {
    this.#show(frame, deltaSeconds);
    this.camera.sample(frame);
    this.light.sample(frame);
  }

  /** Shows models and accessories at the frame that a player has written; the player samples camera and light. */
  update(deltaSeconds: number): void {
    this.#show(this.#clock.frame, deltaSeconds);
  }

  /** The pose has jumped: nothing swings on from where it was. */
  reset(): void {
    this.#show(this.#clock.frame, 0);
    for (const index of this.#order) this.models[index]!.physics?.reset();
  }

  /** Frees the models and takes the scene off; accessories and a light of yours stay yours. */
  dispose(): void {
    this.root.removeFromParent();
    for (const { object } of this.#shown) object.removeFromParent();
    for (const index of this.#order) this.models[index]!.dispose();
    this.light.light.shadow.dispose();
  }

  #furnish(pmm: Pmm, unit: number, lamp: DirectionalLight): void {
    const stage = new Group();
    stage.scale.setScalar(unit);
    this.root.name = 'scene';
    this.root.add(stage, lamp, lamp.target);
    const order = drawOrder(pmm);
    this.models.forEach((model, i) => {
      if (!model) return;
      stage.add(model.root);
      dressModel(model, pmm, pmm.models[i], order.models[i]);
    });
    this.accessories.forEach((accessory, i) => {
      if (!accessory) return;
      stage.add(accessory.holder);
      accessory.renderOrder = order.accessories[i];
    });
  }

  #lastFrame(camera: Motion): number {
    const motions = this.motions.filter((motion) => motion !== undefined);
    const last = [camera, ...motions, ...this.#shown].map(({ lastFrame }) => lastFrame);
    return Math.max(this.gravity.frames.at(-1)!, ...last);
  }

  /** Poses, then solves parents before those that hang on them, then what hangs on bones. */
  #show(frame: number, deltaSeconds: number): void {
    const order = this.#order;
    for (let i = 0; i < order.length; i++) this.#pose(order[i], frame, deltaSeconds);
    this.#marks.fill(0);
    this.#solvedCount = 0;
    let isComplete = true;
    for (let i = 0; i < order.length; i++) {
      if (this.#marks[order[i]] === 0 && !this.#solve(order[i], deltaSeconds)) isComplete = false;
    }
    if (!isComplete) this.#solveCircles();
    for (let i = 0; i < this.#shown.length; i++) this.#shown[i].sample(frame);
  }

  #pose(index: number, frame: number, deltaSeconds: number): void {
    const part = this.#parts[index]!;
    part.binding.sample(frame);
    part.seek(frame);
    this.adjust?.(part.model, index, deltaSeconds);
  }

  /** Those that it hangs on first. False: one of them is waiting for it, or for one that waits. */
  #solve(index: number, deltaSeconds: number): boolean {
    const part = this.#parts[index]!;
    let isComplete = true;
    this.#marks[index] = 1;
    for (let i = 0; i < part.hangerCount; i++) {
      const parent = part.parentModel(i);
      if (parent >= 0 && this.#marks[parent] === 0 && !this.#solve(parent, deltaSeconds)) isComplete = false;
    }
    if (!part.hang(this.#marks)) isComplete = false;
    part.model.update(deltaSeconds);
    this.#marks[index] = SOLVED;
    this.#solved[this.#solvedCount++] = index;
    return isComplete;
  }

  /**
   * Models that hang on each other: a sword in the right hand whose hilt the left hand holds. They are solved once more, on
   * what the first time gave, so that a frame shows the same whatever came before; MMD takes the last frame's.
   */
  #solveCircles(): void {
    for (let i = 0; i < this.#solvedCount; i++) {
      const part = this.#parts[this.#solved[i]]!;
      if (part.hangerCount === 0) continue;
      part.hang();
      part.model.update();
    }
  }
}

/** By the project's order, else by index. */
function calculationOrder(documents: readonly PmmModel[]): number[] {
  const orderOf = (index: number): number => documents[index].calculationOrder;
  return [...documents.keys()].sort((a, b) => orderOf(a) - orderOf(b));
}

/** Camera, light and shadow; the shadow is the project's to switch off. */
function cameraMotion(pmm: Pmm): Motion {
  const { selfShadows, ...vmd } = pmmCameraToVmd(pmm);
  const count = pmm.selfShadow.on === 0 ? 0 : selfShadows.count;
  return Motion.from({ ...vmd, selfShadows: { ...selfShadows, count } });
}
