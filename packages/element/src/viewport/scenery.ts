import {
  type Camera,
  Color,
  type DirectionalLight,
  type Object3D,
  type Scene,
  type Texture,
  Vector3,
} from 'three';
import type { Graphics } from '../graphics/graphics.js';
import { createGround, disposeGround, GroundColors } from './ground.js';
import type { PlayerModel, Stage, StageKind, StageView } from './stage.js';

type SceneryGraphics = Pick<Graphics, 'createGroundMaterial' | 'createLight' | 'renderer'>;

/** What a scene has beside the model: the light, and a stage, which is one of ours or one of the page. */
export class Scenery {
  /** Of the grounds that the element brings along. */
  readonly colors: GroundColors = new GroundColors();
  /** Of captures and films, behind a stage without a background; null for none. */
  background: Color | Texture | null = null;
  #isSeeThrough = false;
  readonly #scene: Scene;
  readonly #view: { -readonly [K in keyof StageView]: StageView[K] };
  /** The light before the stage changed it. */
  readonly #lightColor = new Color();
  readonly #lightPosition = new Vector3();
  #lightIntensity = 0;
  #shadowBrightness = 1;
  #shadowOpacity = 1;
  readonly #graphics: SceneryGraphics;
  #light: DirectionalLight;
  #stage: Stage;
  /** Did the element make the stage? */
  #isOwned = true;

  constructor(scene: Scene, graphics: SceneryGraphics, camera: Camera) {
    this.#scene = scene;
    this.#graphics = graphics;
    this.#stage = createGround('none', this.colors, graphics);
    const light = (this.#light = graphics.createLight());
    scene.add(light);
    this.#view = {
      camera,
      light,
      get renderer() {
        return graphics.renderer; // not before it is needed
      },
      model: undefined,
      currentTime: 0,
      deltaSeconds: 0,
    };
  }

  /** Is the viewer's surrounding seen behind the scene? Then it has no background and no floor. */
  set isSeeThrough(isSeeThrough: boolean) {
    this.#isSeeThrough = this.colors.isClear = isSeeThrough;
  }

  get light(): DirectionalLight {
    return this.#light;
  }

  /** Replaces the light by a new one, which shines as MMD's does by default. */
  renewLight(): DirectionalLight {
    this.#light.removeFromParent();
    this.#light.dispose();
    this.#light = this.#graphics.createLight();
    this.#scene.add(this.#light);
    return this.#light;
  }

  get root(): Object3D {
    return this.#stage.root;
  }

  get hasGroundShadow(): boolean {
    return this.#stage.hasGroundShadow ?? true;
  }

  get isMoving(): boolean {
    return this.#stage.isMoving ?? false;
  }

  set stage(stage: Stage | StageKind) {
    this.#remove();
    this.#isOwned = typeof stage === 'string';
    this.#stage = typeof stage === 'string' ? createGround(stage, this.colors, this.#graphics) : stage;
    this.#scene.add(this.#stage.root);
  }

  /** Updates the stage for the next picture. {@link endPicture} must follow. Allocates nothing. */
  beginPicture(
    camera: Camera,
    model: PlayerModel | undefined,
    currentTime: number,
    deltaSeconds: number,
  ): void {
    const [view, stage, light] = [this.#view, this.#stage, this.#light];
    camera.updateMatrixWorld();
    view.camera = camera;
    view.light = light;
    view.model = model;
    view.currentTime = currentTime;
    view.deltaSeconds = deltaSeconds;
    this.#lightColor.copy(light.color);
    this.#lightPosition.copy(light.position);
    this.#lightIntensity = light.intensity;
    if (model) {
      this.#shadowBrightness = model.surface.groundShadowBrightness;
      this.#shadowOpacity = model.surface.groundShadowOpacity;
    }
    stage.update?.(view);
    this.#scene.background = this.#isSeeThrough ? null : (stage.background ?? this.background);
  }

  /**
   * Takes back what the stage has done to light and ground shadow, which are not always sampled anew.
   * Allocates nothing.
   */
  endPicture(): void {
    const { light, model } = this.#view;
    if (model) {
      model.surface.groundShadowBrightness = this.#shadowBrightness;
      model.surface.groundShadowOpacity = this.#shadowOpacity;
    }
    light.color.copy(this.#lightColor);
    light.position.copy(this.#lightPosition);
    light.intensity = this.#lightIntensity;
  }

  dispose(): void {
    this.#remove();
    this.#light.dispose();
  }

  #remove(): void {
    const { root } = this.#stage;
    if (this.#isOwned) disposeGround(root);
    // the page may have moved it to another player
    else if (root.parent === this.#scene) root.removeFromParent();
  }
}
