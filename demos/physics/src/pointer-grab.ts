import type { Grab, SharedWorld } from '@odori/physics';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Viewport } from '../../shared/viewport.js';

/** Lets the pointer pull hair and clothes. Where it meets none, it turns the view. */
export class PointerGrab {
  readonly #viewport: Viewport;
  readonly #world: SharedWorld;
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2();
  /** Through the point that was grabbed, parallel to the picture. */
  readonly #plane = new Plane();
  readonly #point = new Vector3();
  readonly #place: [number, number, number] = [0, 0, 0];
  #grab: Grab | undefined;

  constructor(viewport: Viewport, world: SharedWorld) {
    this.#viewport = viewport;
    this.#world = world;
  }

  connect(): void {
    const canvas = this.#viewport.renderer.domElement;
    canvas.addEventListener('pointerdown', this.#begin, { capture: true }); // before the view is turned
    canvas.addEventListener('pointermove', this.#move);
    for (const type of ['pointerup', 'lostpointercapture'] as const) canvas.addEventListener(type, this.#end);
  }

  readonly #begin = (event: PointerEvent): void => {
    if (!event.isPrimary || event.button !== 0) return;
    this.#aim(event);
    this.#grab = this.#world.grab(this.#raycaster.ray);
    if (!this.#grab) return;
    const { camera, controls, renderer } = this.#viewport;
    this.#grab.readTarget(this.#place);
    this.#plane.setFromNormalAndCoplanarPoint(
      camera.getWorldDirection(new Vector3()),
      this.#point.fromArray(this.#place),
    );
    controls.enabled = false;
    renderer.domElement.setPointerCapture(event.pointerId);
  };

  readonly #move = (event: PointerEvent): void => {
    if (!this.#grab || !event.isPrimary) return;
    this.#aim(event);
    if (!this.#raycaster.ray.intersectPlane(this.#plane, this.#point)) return;
    this.#grab.moveTo(this.#point.toArray(this.#place));
    this.#viewport.refresh();
  };

  readonly #end = (event: PointerEvent): void => {
    if (!this.#grab || !event.isPrimary) return;
    this.#grab.release();
    this.#grab = undefined;
    this.#viewport.controls.enabled = true;
  };

  #aim({ offsetX, offsetY }: PointerEvent): void {
    const { camera, renderer } = this.#viewport;
    const { clientWidth, clientHeight } = renderer.domElement;
    this.#pointer.set((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight);
    this.#raycaster.setFromCamera(this.#pointer, camera);
  }
}
