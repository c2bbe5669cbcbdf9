import {
  type Camera,
  Color,
  type DirectionalLight,
  Group,
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
  /** MMD's materials take the first light of the scene for MMD's: those of avatars come behind it. */
  readonly #lights = new Group();
  /** Of each dancer: brightness and opacity of the ground shadow, before the stage changed them. */
  readonly #shadows: number[] = [];
  readonly #graphics: SceneryGraphics;
  #light: DirectionalLight;
  #stage: Stage;
  /** Which stage of the element it is; undefined: one of the page. */
  #kind: StageKind | undefined = 'none';
  #models: readonly PlayerModel[] = [];

  constructor(scene: Scene, graphics: SceneryGraphics, camera: Camera) {
    this.#scene = scene;
    this.#graphics = graphics;
    this.#stage = createGround('none', this.colors, graphics);
    const light = (this.#light = graphics.createLight());
    this.#lights.add(light);
    scene.add(this.#lights); // before all models
    this.#view = {
      camera,
      light,
      get renderer() {
        return graphics.renderer; // not before it is needed
      },
      model: undefined,
      models: [],
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
    this.#lights.add(this.#light);
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
    this.#kind = typeof stage === 'string' ? stage : undefined;
    this.#stage = typeof stage === 'string' ? this.#createGround(stage) : stage;
    this.#scene.add(this.#stage.root);
  }

  /** The dancers. Each has shadows under her feet on a ground of the element. */
  set models(models: readonly PlayerModel[]) {
    const hadFeet = feetOf(this.#models);
    this.#models = this.#view.models = models;
    this.#view.model = models[0];
    if (this.#kind && feetOf(models) !== hadFeet) this.stage = this.#kind;
  }

  #createGround(kind: StageKind): Stage {
    return createGround(kind, this.colors, this.#graphics, feetOf(this.#models));
  }

  /** Updates the stage for the next picture. {@link endPicture} must follow. Allocates nothing. */
  beginPicture(camera: Camera, currentTime: number, deltaSeconds: number): void {
    const [view, stage, light] = [this.#view, this.#stage, this.#light];
    camera.updateMatrixWorld();
    view.camera = camera;
    view.light = light;
    view.currentTime = currentTime;
    view.deltaSeconds = deltaSeconds;
    this.#lightColor.copy(light.color);
    this.#lightPosition.copy(light.position);
    this.#lightIntensity = light.intensity;
    const models = this.#models;
    for (let i = 0; i < models.length; i++) {
      this.#shadows[2 * i] = models[i].surface.groundShadowBrightness;
      this.#shadows[2 * i + 1] = models[i].surface.groundShadowOpacity;
    }
    stage.update?.(view);
    this.#scene.background = this.#isSeeThrough ? null : (stage.background ?? this.background);
  }

  /**
   * Takes back what the stage has done to light and ground shadow, which are not always sampled anew.
   * Allocates nothing.
   */
  endPicture(): void {
    const { light } = this.#view;
    const models = this.#models;
    for (let i = 0; i < models.length; i++) {
      models[i].surface.groundShadowBrightness = this.#shadows[2 * i];
      models[i].surface.groundShadowOpacity = this.#shadows[2 * i + 1];
    }
    light.color.copy(this.#lightColor);
    light.position.copy(this.#lightPosition);
    light.intensity = this.#lightIntensity;
  }

  dispose(): void {
    this.#remove();
    this.#light.dispose();
    this.#lights.removeFromParent();
  }

  #remove(): void {
    const { root } = this.#stage;
    if (this.#kind) disposeGround(root);
    // the page may have moved it to another player
    else if (root.parent === this.#scene) root.removeFromParent();
  }
}

/** How many dancers have shadows under their feet: their shader has a place for each foot. */
const MOST_FEET = 8;

function feetOf(models: readonly PlayerModel[]): number {
  return Math.min(Math.max(models.length, 1), MOST_FEET);
}
