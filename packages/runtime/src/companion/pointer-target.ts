import type { LookFunction } from './look-target.js';

/** An element in which a camera's picture is: a canvas. @inline */
export interface PointerElement {
  /** Whose pointers count, also beside the element. The default: the element's own. */
  readonly ownerDocument?: PointerEvents | null;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  addEventListener: PointerEvents['addEventListener'];
  removeEventListener: PointerEvents['removeEventListener'];
}

/** What tells where the pointer is. @inline */
export interface PointerEvents {
  addEventListener(type: 'pointermove' | 'pointerdown', listener: (event: PointerPlace) => void): void;
  removeEventListener(type: 'pointermove' | 'pointerdown', listener: (event: PointerPlace) => void): void;
}

/** A place in the page, in CSS pixels. @inline */
export interface PointerPlace {
  readonly clientX: number;
  readonly clientY: number;
}

/** A camera of three's. @inline */
export interface PointerCamera {
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  readonly projectionMatrixInverse: { readonly elements: ArrayLike<number> };
}

/** What {@link pointerTarget} makes. */
export interface PointerTarget extends LookFunction {
  /** Stops listening. */
  dispose(): void;
}

/** The plane in which the pointer is, as a part of the way from the camera to her eyes. */
const DEPTH = 0.7;
/** Depths on the ray through the pointer, in clip space; neither is at the camera or at infinity. */
const [NEAR, FAR] = [0.25, 0.75];

/**
 * A target of `lookAt`: the pointer, in a plane before her eyes, as the camera shows it. Before the pointer
 * has moved, it is the camera.
 *
 * Follows the pointer over the whole page. Perspective and orthographic cameras; allocates nothing per frame.
 *
 * @example
 * const pointer = pointerTarget(renderer.domElement, camera);
 * const gaze = lookAt(pointer, { space: model.root });
 * pointer.dispose(); // once it is not needed any more
 */
export function pointerTarget(element: PointerElement, camera: PointerCamera): PointerTarget {
  const place = new Float64Array(2);
  let hasMoved = false;
  const events = element.ownerDocument ?? element;
  const follow = ({ clientX, clientY }: PointerPlace): void => {
    const { left, top, width, height } = element.getBoundingClientRect();
    hasMoved = width > 0 && height > 0;
    place[0] = (2 * (clientX - left)) / width - 1;
    place[1] = 1 - (2 * (clientY - top)) / height;
  };
  events.addEventListener('pointermove', follow);
  events.addEventListener('pointerdown', follow);
  const write: LookFunction = (point, eyes) => {
    const m = camera.matrixWorld.elements;
    if (hasMoved) writeOnPlane(camera, place, eyes, point);
    else for (let k = 0; k < 3; k++) point[k] = m[12 + k];
  };
  return Object.assign(write, {
    dispose() {
      events.removeEventListener('pointermove', follow);
      events.removeEventListener('pointerdown', follow);
    },
  });
}

/** Where the ray through the pointer meets the plane. */
function writeOnPlane(
  { matrixWorld, projectionMatrixInverse }: PointerCamera,
  place: Float64Array,
  eyes: Float64Array,
  point: Float64Array,
): void {
  const m = matrixWorld.elements;
  unproject(projectionMatrixInverse.elements, place, NEAR, near);
  unproject(projectionMatrixInverse.elements, place, FAR, far);
  let along = 0;
  for (let k = 0; k < 3; k++) along += m[8 + k] * (eyes[k] - m[12 + k]);
  const z = (DEPTH * along) / (m[8] * m[8] + m[9] * m[9] + m[10] * m[10]); // in the camera's space, below 0
  const part = (z - near[2]) / (far[2] - near[2]);
  const x = near[0] + part * (far[0] - near[0]);
  const y = near[1] + part * (far[1] - near[1]);
  for (let k = 0; k < 3; k++) point[k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
}

const near = /* @__PURE__ */ new Float64Array(3);
const far = /* @__PURE__ */ new Float64Array(3);

/** From clip space to the camera's. */
function unproject(m: ArrayLike<number>, place: Float64Array, depth: number, out: Float64Array): void {
  const [x, y] = [place[0], place[1]];
  const w = m[3] * x + m[7] * y + m[11] * depth + m[15];
  for (let k = 0; k < 3; k++) out[k] = (m[k] * x + m[4 + k] * y + m[8 + k] * depth + m[12 + k]) / w;
}
