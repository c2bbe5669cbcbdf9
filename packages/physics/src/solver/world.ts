import { Bodies, type BodyDefinition, storable, LARGEST, type Vector } from './bodies.js';
import { addContactRows } from './contact-rows.js';
import { detectContacts } from './detect-contacts.js';
import { applyForces, integrate, moveToNextPose } from './integrate.js';
import { addJointRows } from './joint-rows.js';
import { type JointDefinition, Joints } from './joints.js';
import { Manifolds, POINT_IMPULSE } from './manifolds.js';
import { type GroupKind, Pairs } from './pairs.js';
import type { Placing } from './placing.js';
import { IDLE, Islands, RowOrder } from './row-order.js';
import { cross } from './rotation.js';
import { Rows } from './rows.js';
import { checkedSubstep } from './timing.js';

/** About so many joints and contacts are solved at once, so that their rows stay in the processor's cache. */
const BATCH = 256;
/** Rounds of the solver in a substep. */
const ITERATIONS = 10;

/** MMD's gravity, in units per second². */
export const GRAVITY: readonly [number, number, number] = [0, -98, 0];

/**
 * Rigid bodies and joints, moved in substeps as Bullet 2.75 moves them under MMD's settings.
 *
 * Units and space are those of the bodies: MMD's units, either hand, y up. Lengths are about 0.01 to 100. All
 * bodies share one world; models are added one after another. The same calls give the same bytes again;
 * another JavaScript engine may round sines and cosines differently.
 *
 * A substep costs O(bodies + joints + close pairs), apart from sorting, and makes no garbage. It never
 * throws. A body whose numbers overflow stands still for that substep: see {@link faults}.
 *
 * @example
 * const world = new World();
 * const sphere = { shape: 0, size: [1, 0, 0], mass: 1, mode: 1, linearDamping: 0 } as const;
 * const ball = world.addBody({ ...pmx.rigidBodies[0], ...sphere, position: [0, 10, 0] }, true);
 * world.step();
 * world.readPose(ball, matrix); // matrix[13] → 9.972777: it fell 98 / 3600
 */
export class World {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Units per second²; by default MMD's. */
  readonly gravity: Float32Array = Float32Array.from(GRAVITY);
  /** Whether the plane y = 0 holds bodies. */
  hasGround = true;
  /** How often a body was stopped because its numbers were not finite any more. */
  faults = 0;
  /** The state of all bodies, to be read: the methods change it. Body 0 is the ground. */
  readonly bodies: Bodies = new Bodies();
  /** The contacts of close pairs, to be read. */
  readonly manifolds: Manifolds = new Manifolds();
  readonly #joints: Joints = new Joints();
  readonly #pairs: Pairs = new Pairs();
  readonly #islands: Islands = new Islands();
  readonly #jointRows: Rows = new Rows();
  readonly #contactRows: Rows = new Rows();
  readonly #frictionRows: Rows = new Rows();
  readonly #jointOrder = new RowOrder(true);
  readonly #contactOrder = new RowOrder(false);
  /** A body with a mass follows its bone now. */
  #isSplit = false;
  /** The bodies are groups, with gravities of their own. */
  #hasGroups = false;
  #substep = 1 / 60;

  /**
   * Adds a body at rest, and gives its number. A dynamic body is moved by forces; the others stand, or go
   * where {@link moveBody} puts them. The order of the bodies decides the order of solving: it is the order
   * of the file.
   */
  addBody(definition: BodyDefinition, dynamic: boolean): number {
    const body = this.bodies.add(definition, dynamic);
    this.#pairs.add(body, this.bodies, this.manifolds);
    return body;
  }

  /**
   * Adds a joint between two bodies in their current poses, and gives its number. Springs rest in these
   * poses. A joint of a body to itself, to a number that is no body, or between two bodies that forces do not
   * move does nothing.
   */
  addJoint(definition: JointDefinition, bodyA: number, bodyB: number): number {
    return this.#joints.add(definition, bodyA, bodyB, this.bodies);
  }

  /**
   * Adds copies of bodies of another world, from one number to below another, as they move, with their
   * joints. Gives the number of the first one. Without `scale`, they are the same bits. The copies are a
   * group, which `mingles` with others or not, or a part of the last one. A world of such groups has no other
   * bodies, and each of them has a gravity of its own, see {@link setForces}. {@link appendContacts} and
   * {@link placeGroup} come next. O(bodies + joints) of both worlds.
   *
   * @internal
   */
  append(source: World, from: number, end: number, kind: GroupKind, scale = 1): number {
    const { bodies } = this;
    const first = bodies.append(source.bodies, from, end);
    this.#joints.append(source.#joints, from, end, first - from, scale);
    this.#hasGroups = true;
    this.#pairs.addGroup(first, bodies.count, kind);
    if (scale !== 1) bodies.resize(first, bodies.count, scale);
    this.#isSplit = bodies.hasFollowers;
    return first;
  }

  /**
   * Adds the contacts of another world between bodies that were copied, in their order. `numbers`: by body
   * there, its number here; 0 if it was not copied. @internal
   */
  appendContacts({ manifolds }: World, numbers: Int32Array): void {
    for (let m = 0; m < manifolds.count; m++) {
      const a = numbers[manifolds.bodiesA[m]];
      const b = numbers[manifolds.bodiesB[m]];
      if (a === 0 || (b === 0 && manifolds.bodiesB[m] !== 0)) continue;
      this.manifolds.append(manifolds, m, a, b, this.bodies);
      this.#pairs.know(a, b);
    }
  }

  /** Sets gravity and the height of the ground, −Infinity for none, of bodies of a group. @internal */
  setForces(first: number, end: number, gravity: ArrayLike<number>, ground: number): void {
    const { gravities, grounds } = this.bodies;
    for (let body = first; body < end; body++) {
      for (let i = 0; i < 3; i++) gravities[3 * body + i] = gravity[i];
      grounds[body] = ground;
    }
  }

  /** Moves all of a group into another space at once, with its velocities and contacts. @internal */
  placeGroup(first: number, end: number, placing: Placing): void {
    this.bodies.place(first, end, placing);
    this.manifolds.place(first, end, placing);
  }

  /**
   * Seconds of a substep, from 1/1000 to 1/30. MMD has 1/60 and nothing else: joints and springs depend on
   * it, so that hair moves in another way with any other.
   *
   * @throws RangeError if it is outside these bounds.
   */
  get substep(): number {
    return this.#substep;
  }

  set substep(seconds: number) {
    if (seconds === this.#substep) return;
    this.#substep = checkedSubstep(seconds);
    this.bodies.setSubstep(seconds);
  }

  /** Three numbers per body: its center. Body 0 is the ground. */
  get positions(): Float32Array {
    return this.bodies.positions;
  }

  /**
   * Lets forces move a body that was added as dynamic, or makes it one that {@link moveBody} moves. It keeps
   * its velocities, and its mass: bodies that hang on it feel that mass even while it does not give way, as
   * in MMD.
   */
  setDynamic(body: number, dynamic: boolean): void {
    const { bodies } = this;
    if (bodies.inverseMasses[body] === 0 || (bodies.dynamic[body] === 1) === dynamic) return;
    bodies.dynamic[body] = dynamic ? 1 : 0;
    this.#isSplit = bodies.hasFollowers;
    if (dynamic) bodies.updateInertia(body);
    else this.#stayHere(body);
  }

  /**
   * Puts a body that is not dynamic here in the next substep, with the velocity of that move. `matrix`: 16
   * numbers, column-major.
   */
  moveBody(body: number, matrix: ArrayLike<number>, offset = 0): void {
    const { nextPositions, nextRotations } = this.bodies;
    if (isFinitePose(matrix, offset))
      writePose(matrix, offset, nextPositions, 3 * body, nextRotations, 9 * body);
  }

  /** Puts a body here at once, at rest. `matrix`: 16 numbers, column-major. */
  placeBody(body: number, matrix: ArrayLike<number>, offset = 0): void {
    if (!isFinitePose(matrix, offset)) return;
    const { positions, rotations, velocities, angularVelocities } = this.bodies;
    this.moveBody(body, matrix, offset);
    writePose(matrix, offset, positions, 3 * body, rotations, 9 * body);
    velocities.fill(0, 3 * body, 3 * body + 3);
    angularVelocities.fill(0, 3 * body, 3 * body + 3);
    this.bodies.updateInertia(body);
  }

  /**
   * Moves a body at once, together with its carrier, the body that it hangs on. As a rigid part of the
   * carrier it would have the velocity u; its velocity v becomes kept · (v − u) + shared · u. `matrix`: 16
   * numbers, column-major.
   */
  carryBody(body: number, matrix: ArrayLike<number>, carrier: number, kept: number, shared: number): void {
    const { positions, velocities: v, angularVelocities: w } = this.bodies;
    const [o, c] = [3 * body, 3 * carrier];
    for (let i = 0; i < 3; i++) arm[i] = positions[o + i] - positions[c + i];
    cross(w, c, arm, 0, motion, 0);
    for (let i = 0; i < 3; i++) {
      motion[i] = kept * v[o + i] + (shared - kept) * (motion[i] + v[c + i]);
      motion[3 + i] = kept * w[o + i] + (shared - kept) * w[c + i];
    }
    this.placeBody(body, matrix);
    for (let i = 0; i < 3; i++) {
      v[o + i] = motion[i];
      w[o + i] = motion[3 + i];
    }
  }

  /**
   * Forgets all contacts and their impulses, so that the next substep depends on the poses and velocities of
   * the bodies alone. O(bodies²): for jumps.
   */
  forgetContacts(): void {
    this.#pairs.findAgain(this.bodies, this.manifolds);
  }

  /** Sets the velocity (units per second) and the angular velocity (radians per second) of a dynamic body. */
  setVelocity(body: number, linear: Vector, angular: Vector): void {
    for (let i = 0; i < 3; i++) {
      this.bodies.velocities[3 * body + i] = storable(linear[i]);
      this.bodies.angularVelocities[3 * body + i] = storable(angular[i]);
    }
  }

  /** Writes the pose of a body: 16 numbers, column-major. Gives `out` back. */
  readPose<T extends Float32Array | Float64Array | number[]>(body: number, out: T, offset = 0): T {
    const { positions, rotations } = this.bodies;
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++)
        out[offset + 4 * column + row] = rotations[9 * body + 3 * row + column];
      out[offset + 4 * column + 3] = 0;
      out[offset + 12 + column] = positions[3 * body + column];
    }
    out[offset + 15] = 1;
    return out;
  }

  /** Moves everything by one substep. */
  step(): void {
    const { bodies } = this;
    for (let body = 1; body < bodies.count; body++) {
      if (bodies.dynamic[body] !== 1) moveToNextPose(bodies, body);
      else if (this.#hasGroups) applyForces(bodies, body, bodies.gravities, 3 * body);
      else applyForces(bodies, body, this.gravity);
    }
    this.#pairs.update(bodies, this.manifolds);
    detectContacts(this.manifolds, bodies, this.hasGround);
    this.#solveIslands();
    for (let body = 1; body < bodies.count; body++) {
      if (bodies.dynamic[body] === 1 && this.#changeVelocity(body)) integrate(bodies, body);
    }
  }

  /** The next pose of a body is the one that it has. */
  #stayHere(body: number): void {
    const { positions, rotations, nextPositions, nextRotations } = this.bodies;
    for (let i = 3 * body; i < 3 * body + 3; i++) nextPositions[i] = positions[i];
    for (let i = 9 * body; i < 9 * body + 9; i++) nextRotations[i] = rotations[i];
  }

  /**
   * Solves all joints and contacts. Islands share no dynamic body, so that many of them can be solved at
   * once; but they may share a body with a mass that follows its bone now. Then each island feels what the
   * ones before did to its velocity.
   */
  #solveIslands(): void {
    const { bodies, manifolds } = this;
    const joints = this.#joints;
    bodies.changes.fill(0);
    this.#unitePairs();
    const jointOrder = this.#jointOrder;
    const contactOrder = this.#contactOrder;
    jointOrder.sort(joints.count, joints.bodiesA, joints.bodiesB, bodies.dynamic, this.#islands);
    contactOrder.sort(manifolds.count, manifolds.bodiesA, manifolds.bodiesB, bodies.dynamic, this.#islands);
    let joint = jointOrder.endOf(IDLE, 0);
    let contact = contactOrder.endOf(IDLE, 0);
    while (joint < jointOrder.count || contact < contactOrder.count) {
      const island = this.#isSplit
        ? Math.min(jointOrder.islandAt(joint), contactOrder.islandAt(contact))
        : Math.min(jointOrder.islandAt(joint + BATCH), contactOrder.islandAt(contact + BATCH));
      const nextJoint = jointOrder.endOf(island, joint);
      const nextContact = contactOrder.endOf(island, contact);
      this.#makeRows(joint, nextJoint, contact, nextContact);
      this.#solveRows();
      this.#keepImpulses(contact);
      if (this.#isSplit) {
        this.#changeFollowers(this.#jointRows);
        this.#changeFollowers(this.#contactRows);
      }
      joint = nextJoint;
      contact = nextContact;
    }
  }

  /** Joins into islands the dynamic bodies that are close, or that a joint holds together. */
  #unitePairs(): void {
    const { dynamic, count } = this.bodies;
    const { bodiesA, bodiesB } = this.manifolds;
    this.#islands.reset(count);
    for (let m = 0; m < this.manifolds.count; m++) {
      if (dynamic[bodiesA[m]] + dynamic[bodiesB[m]] === 2) this.#islands.unite(bodiesA[m], bodiesB[m]);
    }
    const joints = this.#joints;
    for (let joint = 0; joint < joints.count; joint++) {
      const a = joints.bodiesA[joint];
      const b = joints.bodiesB[joint];
      if (b >= 0 && dynamic[a] + dynamic[b] === 2) this.#islands.unite(a, b);
    }
  }

  #makeRows(joint: number, jointEnd: number, contact: number, contactEnd: number): void {
    const { manifolds } = this;
    this.#jointRows.count = this.#contactRows.count = this.#frictionRows.count = 0;
    for (let i = joint; i < jointEnd; i++)
      addJointRows(this.#joints, this.#jointOrder.items[i], this.bodies, this.#jointRows);
    for (let i = contact; i < contactEnd; i++) {
      const m = this.#contactOrder.items[i];
      for (let point = 0; point < manifolds.pointCounts[m]; point++) {
        addContactRows(manifolds, m, point, this.bodies, this.#contactRows, this.#frictionRows);
      }
    }
  }

  #solveRows(): void {
    const { changes } = this.bodies;
    for (let round = 0; round < ITERATIONS; round++) {
      this.#jointRows.solve(changes);
      this.#contactRows.solve(changes);
      this.#frictionRows.solveFriction(this.#contactRows, changes);
    }
  }

  /**
   * Stores the impulse of each contact row in its point. The first row belongs to the manifold at `contact`
   * in the order.
   */
  #keepImpulses(contact: number): void {
    const { manifolds } = this;
    let row = 0;
    for (let i = contact; row < this.#contactRows.count; i++) {
      const m = this.#contactOrder.items[i];
      for (let point = 0; point < manifolds.pointCounts[m]; point++) {
        const impulse = this.#contactRows.impulse(row++);
        manifolds.points[manifolds.offsetOf(m, point) + POINT_IMPULSE] = Number.isFinite(impulse)
          ? impulse
          : 0;
      }
    }
  }

  /**
   * Gives bodies that follow their bones the velocities that an island gave them, for the islands after it.
   */
  #changeFollowers(rows: Rows): void {
    for (let row = 0; row < rows.count; row++) {
      this.#changeFollower(rows.bodiesA[row]);
      this.#changeFollower(rows.bodiesB[row]);
    }
  }

  /** The second call for one body adds nothing. */
  #changeFollower(body: number): void {
    const { bodies } = this;
    if (bodies.dynamic[body] === 1 || bodies.inverseMasses[body] === 0) return;
    this.#changeVelocity(body);
    bodies.changes.fill(0, 6 * body, 6 * body + 6);
  }

  /** Adds what the solver found. A body whose numbers overflow stops; false. */
  #changeVelocity(body: number): boolean {
    const { velocities: v, angularVelocities: w, changes, positions } = this.bodies;
    const o = 3 * body;
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      v[o + i] += changes[2 * o + i];
      w[o + i] += changes[2 * o + 3 + i];
      sum += Math.abs(v[o + i]) + Math.abs(w[o + i]) + Math.abs(positions[o + i]);
    }
    if (sum < LARGEST) return true;
    v.fill(0, o, o + 3);
    w.fill(0, o, o + 3);
    this.faults++;
    return false;
  }
}

/** From a carrier to its body. */
const arm = /* @__PURE__ */ new Float32Array(3);
/** A velocity and an angular velocity. */
const motion = /* @__PURE__ */ new Float32Array(6);

/** A pose in numbers that can be squared. */
function isFinitePose(matrix: ArrayLike<number>, offset: number): boolean {
  for (let i = offset; i < offset + 15; i++) if (!(Math.abs(matrix[i]) < LARGEST)) return false;
  return true;
}

function writePose(
  matrix: ArrayLike<number>,
  offset: number,
  positions: Float32Array,
  o: number,
  rotations: Float32Array,
  r: number,
): void {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) rotations[r + 3 * row + column] = matrix[offset + 4 * column + row];
    positions[o + column] = matrix[offset + 12 + column];
  }
}
