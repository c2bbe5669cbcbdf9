import type { OdoriPlayerElement, Stage, StageView } from '@odori/element';
import type { MmdScene } from '@odori/model';
import type { MotionCamera } from '@odori/runtime';
import {
  type Camera,
  type Color,
  type DirectionalLight,
  type Group,
  PerspectiveCamera,
  type Texture,
} from 'three';

/**
 * The scene of a project as the stage of a player: with its own light instead of the player's, and seen
 * through its own camera unless the viewer moves the camera.
 */
export class ProjectStage implements Stage {
  readonly #scene: MmdScene;
  readonly #player: OdoriPlayerElement;
  /** The player's light, which is off. */
  #hiddenLight: DirectionalLight | undefined;

  constructor(scene: MmdScene, player: OdoriPlayerElement) {
    this.#scene = scene;
    this.#player = player;
  }

  get root(): Group {
    return this.#scene.root;
  }

  get background(): Color | Texture | null {
    return this.#scene.background.color;
  }

  get isMoving(): boolean {
    return this.#scene.isSettling || this.#scene.background.film?.isSeeking === true;
  }

  /** Allocates nothing. */
  update({ camera, light, renderer }: StageView): void {
    const scene = this.#scene;
    light.visible = false;
    this.#hiddenLight = light;
    const { width, height } = renderer.domElement;
    scene.fit(width / height, 'contain');
    if (this.#player.cameraMode === 'motion') lookThrough(camera, scene.camera);
  }

  /** Gives the player its light back. */
  release(): void {
    if (this.#hiddenLight) this.#hiddenLight.visible = true;
  }
}

/** Gives a camera the place and the projection of another one, also of an orthographic one. */
function lookThrough(camera: Camera, { active, fov }: MotionCamera): void {
  active.updateMatrixWorld();
  camera.position.copy(active.position);
  camera.quaternion.copy(active.quaternion);
  if (camera instanceof PerspectiveCamera) camera.fov = fov; // the edges of models depend on it
  camera.projectionMatrix.copy(active.projectionMatrix);
  camera.projectionMatrixInverse.copy(active.projectionMatrixInverse);
  camera.updateMatrixWorld();
}
