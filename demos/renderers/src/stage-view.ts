import { PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fitBox } from '../../shared/fit-box.js';
import { addOrbitKeys } from '../../shared/orbit-keys.js';
import { DANCER_BOX } from '../../shared/viewport.js';

const MAX_PIXEL_RATIO = 2;

/** The camera that the user turns, and the size of the picture, whatever draws it. */
export class StageView {
  readonly camera: PerspectiveCamera = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly #element: HTMLElement;
  readonly #size: { width: number; height: number } | undefined;
  readonly #aspect: number;

  /** `size`: a fixed size in pixels. Calls back when the view has changed. */
  constructor(
    element: HTMLElement,
    size: { width: number; height: number } | undefined,
    onChange: () => void,
  ) {
    this.#element = element;
    this.#size = size;
    const { camera } = this;
    camera.position.set(0.2, 0.16, 1);
    const controls = new OrbitControls(camera, element);
    controls.maxDistance = 300;
    controls.update();
    camera.updateMatrixWorld();
    const { distance, aspect } = fitBox(DANCER_BOX, camera);
    this.#aspect = aspect;
    DANCER_BOX.getCenter(controls.target);
    camera.position.setLength(distance).add(controls.target);
    controls.update();
    controls.addEventListener('change', onChange);
    addOrbitKeys(element, camera, controls);
    if (!size) new ResizeObserver(onChange).observe(element);
  }

  /** Width and height in pixels of the page, and how many pixels of the screen one of them has. */
  get size(): { width: number; height: number; pixelRatio: number } {
    const { clientWidth, clientHeight } = this.#element;
    return this.#size
      ? { ...this.#size, pixelRatio: 1 }
      : {
          width: clientWidth,
          height: clientHeight,
          pixelRatio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
        };
  }

  /** Lets the camera show the whole dancer in a picture of this shape. */
  fit(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.camera.zoom = Math.min(1, this.camera.aspect / this.#aspect);
  }
}
