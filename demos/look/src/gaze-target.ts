import { Mesh, MeshBasicMaterial, type PerspectiveCamera, SphereGeometry, Vector3 } from 'three';

/** The distance between her eyes and the plane in which the pointer moves, towards the camera, in units. */
const REACH = 9;

export type GazeKind = 'viewer' | 'pointer' | 'lantern' | 'nothing';

/**
 * The point that she looks at: the viewer, the pointer, or a small lantern that flies around in front of her.
 */
export class GazeTarget {
  kind: GazeKind = 'viewer';
  /** For the scene. */
  readonly lantern: Mesh = new Mesh(
    new SphereGeometry(0.35, 24, 16),
    new MeshBasicMaterial({ color: '#ffb04a' }),
  );
  readonly #camera: PerspectiveCamera;
  /** In the picture, −1 to 1, to the right and up; undefined before the pointer has moved. */
  #pointer: { x: number; y: number } | undefined;
  readonly #point = new Vector3();
  readonly #ray = new Vector3();
  readonly #normal = new Vector3();

  constructor(canvas: HTMLCanvasElement, camera: PerspectiveCamera, onMove: () => void) {
    this.#camera = camera;
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      this.#pointer = { x: (2 * (clientX - left)) / width - 1, y: 1 - (2 * (clientY - top)) / height };
      onMove();
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerdown', follow);
  }

  /** The point in world space; undefined if she looks at nothing. Allocates nothing. */
  at(seconds: number, eyes: Vector3): Vector3 | undefined {
    this.lantern.visible = this.kind === 'lantern';
    if (this.kind === 'nothing') return undefined;
    if (this.kind === 'viewer') return this.#camera.position;
    if (this.kind === 'pointer') return this.#underPointer(eyes);
    const { position } = this.lantern;
    return position.set(
      5 * Math.sin(1.3 * seconds),
      17 + 3 * Math.sin(0.9 * seconds),
      7 + 2 * Math.cos(0.7 * seconds),
    );
  }

  /**
   * Where the ray through the pointer meets the plane in front of her eyes. The camera, if there is no
   * pointer.
   */
  #underPointer(eyes: Vector3): Vector3 {
    const { position } = this.#camera;
    if (!this.#pointer) return position;
    const { x, y } = this.#pointer;
    this.#camera.updateMatrixWorld();
    this.#ray.set(x, y, 0.5).unproject(this.#camera).sub(position);
    this.#camera.getWorldDirection(this.#normal);
    const depth = this.#point.copy(eyes).sub(position).dot(this.#normal) - REACH;
    return this.#point.copy(position).addScaledVector(this.#ray, depth / this.#ray.dot(this.#normal));
  }
}
