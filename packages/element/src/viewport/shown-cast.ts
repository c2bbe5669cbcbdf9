import type { Glow, Look, MmdModel } from '@odori/model';
import type { Camera, Scene } from 'three';
import type { Prop } from '../cast/prop.js';
import type { Scenery } from './scenery.js';
import { ShownModel } from './shown-model.js';
import type { PlayerModel } from './stage.js';

/** With it, the default light of MMD, whose color is 0.32, is as bright as the look `'scene'` wants it: π. */
const SCENE_INTENSITY = Math.PI / 0.32;

/** The models and props in the scene, with their look, their shadows and one light for all. */
export class ShownCast {
  readonly #scene: Scene;
  readonly #scenery: Scenery;
  readonly #shown: ShownModel[] = [];
  readonly #props: Prop[] = [];
  #dancers: readonly PlayerModel[] = [];
  #look: Look = 'auto';
  #glow: Glow = 'auto';

  constructor(scene: Scene, scenery: Scenery) {
    this.#scene = scene;
    this.#scenery = scenery;
    scene.onBeforeRender = () => (this.areDrawn = true);
    scene.onAfterRender = () => (this.areDrawn = false);
  }

  /** The models that the cameras frame: another list after each change. */
  get dancers(): readonly PlayerModel[] {
    return this.#dancers;
  }

  /** All models but avatars. */
  get mmdModels(): MmdModel[] {
    return this.#shown.flatMap(({ model }) => ('outline' in model.surface ? (model as MmdModel) : []));
  }

  get look(): Look {
    return this.#look;
  }

  set look(look: Look) {
    this.#look = look;
    this.updateLook();
  }

  set glow(glow: Glow) {
    this.#glow = glow;
    for (const shown of this.#shown) shown.glow = glow;
  }

  add(model: PlayerModel, isStage: boolean): void {
    const shown = new ShownModel(model, isStage);
    shown.glow = this.#glow;
    this.#shown.push(shown);
    this.#scene.add(model.root);
    this.#changed();
  }

  /** The model gets back its ground shadow and its look. */
  remove(model: PlayerModel): void {
    const at = this.#shown.findIndex((shown) => shown.model === model);
    if (at < 0) return;
    this.#shown.splice(at, 1)[0].giveBack();
    this.#changed();
  }

  addProp(prop: Prop): void {
    this.#props.push(prop);
    this.#scene.add(prop.root);
    this.#changed();
  }

  removeProp(prop: Prop): void {
    this.#props.splice(this.#props.indexOf(prop), 1);
    prop.root.removeFromParent();
    this.#changed();
  }

  removeModels(): void {
    for (const { model } of this.#shown.slice()) this.remove(model);
  }

  /** The light or the look has changed. */
  updateLook(): void {
    const { light } = this.#scenery;
    for (const shown of this.#shown) shown.look = this.#look;
    light.shadow.autoUpdate = this.#look !== 'plain'; // it shows no shadows
    light.intensity = this.#look === 'scene' ? SCENE_INTENSITY : 1;
    this.updateShadow();
  }

  /** The dancers' shadows need a ground to fall on; that of a stage would cover its own floor. */
  updateShadow(): void {
    const { hasGroundShadow } = this.#scenery;
    for (const { model, isStage } of this.#shown)
      model.surface.groundShadow.visible = hasGroundShadow && !isStage;
  }

  /** From the camera to the nearest face; 0 without one. Allocates nothing. */
  focusDistance(camera: Camera): number {
    let nearest = Infinity;
    for (let i = 0; i < this.#shown.length; i++)
      nearest = Math.min(nearest, this.#shown[i].focusDistance(camera) ?? Infinity);
    return nearest < Infinity ? nearest : 0;
  }

  /** Whether three draws them now. Allocates nothing. */
  set areDrawn(areDrawn: boolean) {
    for (let i = 0; i < this.#shown.length; i++) this.#shown[i].isDrawn = areDrawn;
  }

  #changed(): void {
    this.#dancers = this.#shown.filter(({ isStage }) => !isStage).map(({ model }) => model);
    this.#scenery.models = this.#dancers;
    // the light of one avatar, or of one stage, is enough for all
    let isLit = false;
    for (const lit of [...this.#props, ...this.#shown.map(({ model }) => model)]) {
      if (!('lights' in lit) || !lit.lights) continue;
      lit.lights.visible = !isLit;
      isLit ||= lit.lights.children.length > 0;
    }
    this.updateLook();
  }
}
