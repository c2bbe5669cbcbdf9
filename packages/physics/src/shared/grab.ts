import { invertRotation } from '@odori/runtime/internal';
import { rotateVector } from '@odori/runtime/rig';

/** What a {@link Grab} needs of its world. */
interface GrabWorld {
  toWorld(point: ArrayLike<number>, out: Float32Array): void;
  toScene(point: ArrayLike<number>, out: { [index: number]: number }): void;
  letGo(grab: Grab): void;
}

/**
 * A body that is held by hand, by a spring of limited force: made by `world.grab`. It ends when it is
 * released, and when the body's model leaves the world.
 *
 * @example
 * const grab = world.grab(raycaster.ray, { force: 10 }); // undefined if the ray hits nothing
 * grab?.moveTo(point); // whenever the pointer moves
 * grab?.release();
 */
export class Grab {
  /** Which body: of the model whose `physics` this is, in file order; or the number of a body of the page. */
  readonly body: number;
  /** The physics of the body's model; undefined for a body of the page. */
  readonly physics: object | undefined;
  /** The most that it pulls, in mass · units / s². @internal */
  readonly force: number;
  /** Where the body is held, in its own space. @internal */
  readonly point: Float32Array = new Float32Array(3);
  /** Where that point goes, in the world. @internal */
  readonly target: Float32Array = new Float32Array(3);
  #world: GrabWorld | undefined;

  /** @internal */
  constructor(world: GrabWorld, physics: object | undefined, body: number, force: number) {
    this.#world = world;
    this.physics = physics;
    this.body = body;
    this.force = force;
  }

  get isHeld(): boolean {
    return this.#world !== undefined;
  }

  /** Holds a body at a place of the world. @internal */
  hold(position: Float64Array, rotation: Float64Array, place: ArrayLike<number>): void {
    for (let i = 0; i < 3; i++) {
      arm[i] = place[i] - position[i];
      this.target[i] = place[i];
    }
    invertRotation(rotation, 0, inverse, 0);
    rotateVector(inverse, 0, arm, 0, arm, 0);
    this.point.set(arm);
  }

  /**
   * Pulls the body towards a point, x y z in three's space. For each frame; allocates nothing. Does nothing
   * once it has ended.
   *
   * @throws RangeError if a number is not finite.
   */
  moveTo(point: ArrayLike<number>): void {
    this.#world?.toWorld(point, this.target);
  }

  /** Writes the point that it pulls to, x y z in three's space: at first, where it took hold. */
  readTarget(out: { [index: number]: number }): void {
    this.#world?.toScene(this.target, out);
  }

  /** Lets go of it. */
  release(): void {
    this.#world?.letGo(this);
    this.#world = undefined;
  }
}

const arm = /* @__PURE__ */ new Float64Array(3);
const inverse = /* @__PURE__ */ new Float64Array(4);
