import { type Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

/** An MMD unit, in meters: a dancer of 20 units is 1.6 m tall. */
const METERS_PER_UNIT = 0.08;
/** Meters from the viewer to where she stands at first. */
const DISTANCE = 2;
/** How much smaller and larger she can become. */
const [MIN_SIZE, MAX_SIZE] = [0.05, 5];

/** Where the scene stands in the room of the viewer: on the floor, upright. */
export class Placement {
  /** Where its origin is in the room, in meters. */
  readonly position: Vector3 = new Vector3();
  /** Has the viewer chosen the place? */
  isChosen = false;
  #isKnown = false;
  /** Radians about the vertical. */
  #angle = 0;
  #size = 1;

  /** Stands before the viewer the first time, and looks at him. `head`: his head in the room. */
  begin(head: Matrix4): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    // who looks straight up or down has the crown or the chin ahead
    ahead.setFromMatrixColumn(head, 2).negate();
    const { y } = ahead;
    if (Math.abs(y) > 0.95) ahead.setFromMatrixColumn(head, 1).multiplyScalar(-Math.sign(y));
    ahead.setY(0).normalize();
    this.#angle = Math.atan2(-ahead.x, -ahead.z);
    this.position.setFromMatrixPosition(head).addScaledVector(ahead, DISTANCE).setY(0);
  }

  /** Puts it onto a place of the room. */
  moveTo(place: Vector3): void {
    this.position.copy(place);
    this.isChosen = true;
  }

  /** Moves it along the floor, in meters. */
  moveBy(x: number, z: number): void {
    this.position.x += x;
    this.position.z += z;
    this.isChosen = true;
  }

  /** Turns it, in radians; to the left if seen from above. */
  turn(angle: number): void {
    this.#angle += angle;
  }

  resize(factor: number): void {
    this.#size = Math.min(Math.max(this.#size * factor, MIN_SIZE), MAX_SIZE);
  }

  /** MMD units for each meter of the room. */
  get unitsPerMeter(): number {
    return 1 / (METERS_PER_UNIT * this.#size);
  }

  /**
   * Places the room, whose units are meters, around the scene: this is what the viewer sees if the scene is
   * placed in the room. So the scene itself, its light and its physics do not change. Allocates nothing.
   */
  placeRoom(room: Object3D): void {
    room.quaternion.copy(turned.setFromAxisAngle(UP, -this.#angle));
    room.scale.setScalar(this.unitsPerMeter);
    room.position.copy(this.position).applyQuaternion(turned).multiplyScalar(-this.unitsPerMeter);
    room.updateMatrixWorld(true);
  }
}

const UP: Readonly<Vector3> = /* @__PURE__ */ new Vector3(0, 1, 0);
const ahead = /* @__PURE__ */ new Vector3();
const turned = /* @__PURE__ */ new Quaternion();
