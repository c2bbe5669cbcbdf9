import { type Camera, Group, Matrix4, PerspectiveCamera, type WebGLRenderer } from 'three';
import type { ViewportRoom } from '../viewport/viewport.js';
import { Hands } from './hands.js';
import { Placement } from './placement.js';

/** Meters. */
const [NEAR, FAR] = [0.05, 200];

/** The room of the viewer, around the scene; a session of WebXR shows it. */
export class Room implements ViewportRoom {
  /** In meters. */
  readonly root: Group = new Group();
  /** In MMD units. */
  readonly camera: PerspectiveCamera = new PerspectiveCamera();
  readonly isSeeThrough: boolean;
  readonly #renderer: WebGLRenderer;
  readonly #session: XRSession;
  readonly #placement = new Placement();
  readonly #hands: Hands;
  /** Moves with the viewer, in the room. */
  readonly #viewer = new PerspectiveCamera(50, 1, NEAR, FAR);
  readonly #head = new Matrix4();

  constructor(renderer: WebGLRenderer, session: XRSession) {
    this.#renderer = renderer;
    this.#session = session;
    this.isSeeThrough = session.environmentBlendMode !== 'opaque';
    this.camera.matrixAutoUpdate = false;
    this.#hands = new Hands(session, () => renderer.xr.getReferenceSpace(), this.#placement);
    this.root.add(this.#viewer, this.#hands.root);
  }

  get isVisible(): boolean {
    return this.#session.visibilityState !== 'hidden';
  }

  setAnimationLoop(callback: ((milliseconds: number) => void) | null): void {
    this.#renderer.setAnimationLoop(callback);
  }

  update(deltaSeconds: number): boolean {
    const { xr } = this.#renderer;
    const space = xr.getReferenceSpace();
    const frame = xr.isPresenting ? xr.getFrame() : null;
    const pose = frame && space && frame.getViewerPose(space);
    if (!pose) return false;
    this.#head.fromArray(pose.transform.matrix);
    this.#placement.begin(this.#head);
    this.#hands.update(frame, space, this.#head, deltaSeconds);
    this.#placement.placeRoom(this.root);
    this.#followEyes();
    return true;
  }

  dispose(): void {
    this.#hands.dispose();
  }

  #followEyes(): void {
    const { xr } = this.#renderer;
    const { camera } = this;
    const { unitsPerMeter } = this.#placement;
    xr.updateCamera(this.#viewer);
    const eyes = xr.getCamera();
    measureInUnits(eyes, unitsPerMeter);
    for (let i = 0; i < eyes.cameras.length; i++) measureInUnits(eyes.cameras[i], unitsPerMeter);
    camera.matrix.multiplyMatrices(this.root.matrixWorld, this.#head);
    unscale(camera.matrix, unitsPerMeter);
    camera.matrixWorldNeedsUpdate = true;
    camera.projectionMatrix.copy(eyes.projectionMatrix);
    camera.projectionMatrixInverse.copy(eyes.projectionMatrixInverse);
    camera.near = NEAR * unitsPerMeter;
    camera.far = FAR * unitsPerMeter;
  }
}

/**
 * Lets an eye, which has meters as the room has, measure depths in MMD units: fog and the reach of lights are
 * in these. The picture and its depth buffer stay the same.
 */
function measureInUnits(eye: Camera, unitsPerMeter: number): void {
  unscale(eye.matrixWorld, unitsPerMeter);
  eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
  eye.projectionMatrix.elements[14] *= unitsPerMeter;
  eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
}

/** Takes a scale from a matrix, but not from its position. */
function unscale({ elements }: Matrix4, scale: number): void {
  for (let i = 0; i < 12; i++) elements[i] /= scale;
}
