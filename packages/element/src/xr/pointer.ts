import { Line, LineBasicMaterial, Matrix4, Vector3 } from 'three';

/** Meters: what is farther away on the floor is not meant. */
const REACH = 12;
/** Meters of a ray that meets no floor. */
const RAY = 3;

/** What the viewer points with: a controller, a hand, or a finger on the screen. In the room, in meters. */
export class Pointer {
  readonly source: XRInputSource;
  readonly origin: Vector3 = new Vector3();
  readonly direction: Vector3 = new Vector3();
  /** Where it meets the floor; only while {@link meetsFloor}. */
  readonly floor: Vector3 = new Vector3();
  meetsFloor = false;
  /** How far it has moved along the floor since the last frame; 0 if it did not meet it. */
  readonly step: Vector3 = new Vector3();
  /** Meters that it has moved along the floor while it was held. */
  way = 0;
  /** Has it turned and sized together with another one since it is held? */
  wasPaired = false;
  #isHeld = false;
  /** Seen in the room; undefined for a finger. */
  readonly ray: Line | undefined;

  constructor(source: XRInputSource, ray: Pick<Line, 'geometry' | 'material'>) {
    this.source = source;
    if (!this.isTracked) return;
    this.ray = new Line(ray.geometry, ray.material as LineBasicMaterial);
    this.ray.matrixAutoUpdate = false;
    this.ray.frustumCulled = false;
    this.ray.visible = false;
  }

  /** Is it a controller or a hand, whose ray is seen? */
  get isTracked(): boolean {
    return this.source.targetRayMode === 'tracked-pointer';
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    if (!isHeld) return;
    this.way = 0;
    this.wasPaired = this.meetsFloor = false;
  }

  /** Follows the hand. `floor`: its height. */
  follow(frame: XRFrame, space: XRReferenceSpace, floor: number): void {
    const pose = frame.getPose(this.source.targetRaySpace, space);
    if (this.ray) this.ray.visible = pose !== undefined;
    if (!pose) return;
    matrix.fromArray(pose.transform.matrix);
    this.origin.setFromMatrixPosition(matrix);
    this.direction.setFromMatrixColumn(matrix, 2).normalize().negate();
    const met = this.meetsFloor;
    last.copy(this.floor);
    const distance = (floor - this.origin.y) / this.direction.y;
    this.meetsFloor = distance > 0 && distance < REACH;
    if (this.meetsFloor) this.floor.copy(this.origin).addScaledVector(this.direction, distance);
    this.step.setScalar(0);
    if (met && this.meetsFloor) this.step.subVectors(this.floor, last);
    this.way += this.step.length();
    const length = this.meetsFloor ? distance : RAY;
    this.ray?.matrix.copy(matrix).scale(last.set(length, length, length));
  }
}

const matrix = /* @__PURE__ */ new Matrix4();
const last = /* @__PURE__ */ new Vector3();
