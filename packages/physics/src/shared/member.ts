import { invertRotation } from '@odori/runtime/internal';
import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import type { BodySimulation, PhysicsModel } from '../body-simulation.js';
import type { FramePlan } from '../frame-plan.js';
import { flipPosition, flipRotation, type WorldPlace } from '../mmd-space.js';
import type { Poses } from '../pose-matrix.js';
import { Simulation } from '../simulation.js';
import type { GroupKind } from '../solver/pairs.js';
import { Placing } from '../solver/placing.js';
import { pushBody } from '../solver/pull.js';
import type { World } from '../solver/world.js';
import {
  addRecord,
  applyRecord,
  clearRecords,
  countRecords,
  createFrame,
  paceOf,
  STEP,
} from '../worker/frame-records.js';

/** Margins of the solver fit the size of MMD's models. A model that is larger or smaller stays alone. */
const LARGEST_SCALE = 8;
/** Nor is a place much farther away precise enough, in units of the world. */
const FARTHEST = 1e4;
/**
 * A scale so near to the last one is the last one, 1 at first: a model that is turned has another one in its
 * last bits, and models of one unit keep theirs.
 */
const SAME = 1e-6;
/** A model that misses frames joins again after as many as this, at most. */
const MOST_PATIENCE = 64;

/** What a member needs of the physics that it belongs to. */
export interface MemberOwner {
  /** Where the model is now. */
  readonly worldPlace: WorldPlace;
  /** Called when all substeps of a frame are made that the member took part in. */
  finishShared(): void;
}

/** What a member needs of its world. */
interface MemberWorld {
  readonly plan: FramePlan;
  readonly unit: number;
  readonly round: number;
  attend(member: Member): boolean;
  submit(member: Member): boolean;
  leave(member: Member): void;
}

/**
 * The bodies of one model in a shared world. Alone, and while they settle after a jump, they have a world of
 * their own, in the space of the model, as without a shared world. With company, the substeps of a frame are
 * recorded, and made when all members have recorded theirs.
 */
export class Member implements BodySimulation {
  readonly count: number;
  readonly targets: Poses;
  readonly poses: Poses;
  readonly solo: Simulation;
  readonly soloWorld: World;
  readonly owner: MemberOwner;
  /** The bodies in the shared world, while the member is in it. */
  shared: Simulation | undefined;
  first = 0;
  /** The last round of frames that it took part in. */
  round = -1;
  /** Rounds that it must attend before it joins. */
  patience = 0;
  hasSubmitted = false;
  /** Whether its bodies follow the motion now: they do not settle, and were put to their bones. */
  isReady = false;
  readonly #world: MemberWorld;
  readonly #model: PhysicsModel;
  #nextPatience = 1;
  #sharedFaults = 0;
  /** Where the member's space is in the world, in MMD's space. */
  readonly #rotation: Float64Array = Float64Array.of(0, 0, 0, 1);
  readonly #position: Float64Array = new Float64Array(3);
  #scale = 1;
  #isPlaced = false;
  readonly #placing = new Placing();
  readonly #change = new Placing();
  #frame: Float64Array<ArrayBuffer>;

  constructor(
    world: MemberWorld,
    model: PhysicsModel,
    solo: Simulation,
    soloWorld: World,
    owner: MemberOwner,
  ) {
    this.#world = world;
    this.#model = model;
    this.solo = solo;
    this.soloWorld = soloWorld;
    this.owner = owner;
    ({ count: this.count, targets: this.targets, poses: this.poses } = solo);
    this.#frame = createFrame(this.count, 2);
    this.#readPlace();
  }

  /** Its own settings of gravity and ground, in its own space. */
  get world(): Simulation['world'] {
    return this.solo.world;
  }

  get faults(): number {
    return this.solo.faults + this.#sharedFaults + (this.shared?.faults ?? 0);
  }

  /** The number above those of its bodies in the shared world. */
  get end(): number {
    return this.first + this.count;
  }

  /** How many times as large as MMD's its bodies are in the shared world. */
  get scale(): number {
    return this.#scale;
  }

  /** Where its space is in the shared world; undefined if both are one. */
  get placing(): Placing | undefined {
    return this.#isPlaced ? this.#placing : undefined;
  }

  /** Whether a shared world can have it: it is not mirrored, neither huge nor tiny, and not far away. */
  get canJoin(): boolean {
    const { mirror, scale, position, rotation } = this.owner.worldPlace;
    const size = scale / this.#world.unit;
    if (mirror?.includes(-1) || !(size > 1 / LARGEST_SCALE && size < LARGEST_SCALE)) return false;
    return reachOf(rotation) < Infinity && reachOf(position) * size < FARTHEST;
  }

  /** True while its frame is recorded, and other members are still to come. */
  get isWaiting(): boolean {
    return this.hasSubmitted;
  }

  readonly isDynamic = (body: number): boolean => this.solo.isDynamic(body);

  setDynamic(body: number, dynamic: boolean): void {
    this.solo.setDynamic(body, dynamic);
  }

  placeAll(): void {
    this.leave();
    this.solo.placeAll();
  }

  step(pace = 1): void {
    if (this.shared) this.#frame = addRecord(this.#frame, STEP, this, pace);
    else this.solo.step(pace);
  }

  get plan(): FramePlan {
    return this.#world.plan;
  }

  /** Begins a frame. True if others take part in it: then its substeps are recorded. */
  attend(): boolean {
    const hasCompany = this.#world.attend(this);
    if (hasCompany) clearRecords(this.#frame);
    return hasCompany;
  }

  submit(): boolean {
    return this.#world.submit(this);
  }

  markReady(): void {
    if (this.shared) return;
    this.isReady = true;
    this.round = this.#world.round;
  }

  leave(): void {
    this.isReady = false;
    if (this.shared) this.#world.leave(this);
  }

  /** Hits one of its bodies with an impulse at a place of the shared world, wherever it is simulated. */
  push(world: World, body: number, place: ArrayLike<number>, impulse: Float32Array): void {
    if (this.shared) return pushBody(world.bodies, this.first + body, place, impulse);
    this.#writeInverse();
    const point = Float32Array.from(place);
    this.#change.move(point, 0);
    // its masses are larger by the square of its scale in its own world
    this.#change.turn(impulse, 0, this.#scale);
    pushBody(this.soloWorld.bodies, body + 1, point, impulse);
  }

  /** Adds copies of its bodies to a shared world that is being made: of the last one, or of its own. */
  copyTo(world: World, last: World, numbers: Int32Array, kind: GroupKind): void {
    const before = this.shared;
    const from = before ? this.first : 1;
    if (!before) {
      this.#readPlace();
      clearRecords(this.#frame);
    }
    const scale = before ? 1 : this.#scale;
    const first = world.append(before ? last : this.soloWorld, from, from + this.count, kind, scale);
    if (before) {
      this.#sharedFaults += before.faults;
      for (let i = 0; i < this.count; i++) numbers[from + i] = first + i;
    }
    this.first = first;
  }

  /** Ends that, when all bodies and the contacts of the last world are there. */
  settleIn(world: World): void {
    if (!this.shared) {
      const numbers = Int32Array.from({ length: this.count + 1 }, (_, i) =>
        i === 0 ? 0 : this.first + i - 1,
      );
      world.appendContacts(this.soloWorld, numbers);
      if (this.placing) world.placeGroup(this.first, this.end, this.placing);
    }
    this.shared = new Simulation(world, this.#model, { first: this.first, scale: this.#scale });
    this.shared.readTargets();
    for (let body = 0; body < this.count; body++) this.shared.setDynamic(body, this.solo.isDynamic(body));
  }

  /** Goes back to its own world as it moves now, without its contacts. */
  goHome(world: World): void {
    const { soloWorld, count } = this;
    this.#sharedFaults += this.shared!.faults;
    this.shared = undefined;
    this.hasSubmitted = false;
    soloWorld.bodies.copyMotion(world.bodies, this.first, this.end, 1);
    if (this.placing) {
      this.#writeInverse();
      soloWorld.bodies.place(1, count + 1, this.#change);
    }
    soloWorld.forgetContacts();
  }

  /** It missed a frame: it must attend more of them before it joins again. */
  beLate(): void {
    this.#nextPatience = Math.min(MOST_PATIENCE, 2 * this.#nextPatience);
    this.patience = this.#nextPatience;
  }

  /** Carries its bodies along where the model was moved. False if it was scaled: it has to join again. */
  followPlace(world: World): boolean {
    const scale = this.#scale;
    this.#writeInverse();
    const moves = this.#readPlace();
    if (this.#scale !== scale) return false;
    if (!moves) return true;
    // new · old⁻¹
    multiplyRotations(this.#rotation, 0, inverseRotation, 0, inverseRotation, 0);
    rotateVector(this.#rotation, 0, inversePosition, 0, inversePosition, 0);
    for (let i = 0; i < 3; i++) inversePosition[i] = scale * inversePosition[i] + this.#position[i];
    this.#change.set(inverseRotation, inversePosition, 1);
    world.placeGroup(this.first, this.end, this.#change);
    this.shared!.readTargets();
    return true;
  }

  get recordCount(): number {
    return countRecords(this.#frame);
  }

  /** Takes a substep of the frame, of `made` ones; those of a member that has fewer come at the end. */
  beginSubstep(k: number, made: number, world: World): void {
    const record = k - (made - this.recordCount);
    const shared = this.shared!;
    if (record < 0) return shared.begin(1);
    applyRecord(this.#frame, record, shared);
    this.#placing.turn(world.gravity, 0, this.#scale);
    world.setForces(this.first, this.end, world.gravity, world.hasGround ? this.#groundHeight : -Infinity);
    world.hasGround = true; // it is said for each body
    this.#toWorld(shared.targets);
    shared.begin(paceOf(this.#frame, record, this.count));
  }

  /** Reads where its bodies are, in its own space, at the end of a frame. */
  readBack(): void {
    clearRecords(this.#frame);
    const { poses } = this.shared!;
    const { positions, rotations } = this.poses;
    positions.set(poses.positions);
    rotations.set(poses.rotations);
    if (!this.placing) return;
    invertRotation(this.#rotation, 0, inverseRotation, 0);
    for (let body = 0; body < this.count; body++) {
      for (let i = 0; i < 3; i++) positions[3 * body + i] -= this.#position[i];
      rotateVector(inverseRotation, 0, positions, 3 * body, positions, 3 * body);
      for (let i = 0; i < 3; i++) positions[3 * body + i] /= this.#scale;
      multiplyRotations(inverseRotation, 0, rotations, 4 * body, rotations, 4 * body);
    }
  }

  /** Writes where a body is in the shared world, wherever it is simulated: x y z, and x y z w. */
  readWorldPose(body: number, position: Float64Array, rotation: Float64Array): void {
    if (!this.shared) this.#readPlace();
    for (let i = 0; i < 3; i++) position[i] = this.poses.positions[3 * body + i] * this.#scale;
    rotateVector(this.#rotation, 0, position, 0, position, 0);
    for (let i = 0; i < 3; i++) position[i] += this.#position[i];
    multiplyRotations(this.#rotation, 0, this.poses.rotations, 4 * body, rotation, 0);
  }

  #toWorld({ positions, rotations }: Poses): void {
    if (!this.placing) return;
    for (let body = 0; body < this.count; body++) {
      for (let i = 0; i < 3; i++) positions[3 * body + i] *= this.#scale;
      rotateVector(this.#rotation, 0, positions, 3 * body, positions, 3 * body);
      for (let i = 0; i < 3; i++) positions[3 * body + i] += this.#position[i];
      multiplyRotations(this.#rotation, 0, rotations, 4 * body, rotations, 4 * body);
    }
  }

  /** A model that feels its moves has the ground of the world, the others have one at the model's height. */
  get #groundHeight(): number {
    return this.#position[1];
  }

  /** Writes the inverse of its place. */
  #writeInverse(): void {
    invertRotation(this.#rotation, 0, inverseRotation, 0);
    for (let i = 0; i < 3; i++) inversePosition[i] = -this.#position[i] / this.#scale;
    rotateVector(inverseRotation, 0, inversePosition, 0, inversePosition, 0);
    this.#change.set(inverseRotation, inversePosition, 1 / this.#scale);
  }

  /** Reads where the model is. False if it is where it was. */
  #readPlace(): boolean {
    const { rotation, position, scale } = this.owner.worldPlace;
    const size = scale / this.#world.unit;
    if (!(Math.abs(size - this.#scale) < SAME * this.#scale)) this.#scale = size;
    for (let i = 0; i < 4; i++) place[i] = rotation ? rotation[i] : i === 3 ? 1 : 0;
    for (let i = 0; i < 3; i++) place[4 + i] = position ? position[i] * this.#scale : 0;
    flipRotation(place);
    flipPosition(place, 4);
    let moves = false;
    for (let i = 0; i < 4; i++) {
      if (this.#rotation[i] !== place[i]) moves = true;
      this.#rotation[i] = place[i];
    }
    for (let i = 0; i < 3; i++) {
      if (this.#position[i] !== place[4 + i]) moves = true;
      this.#position[i] = place[4 + i];
    }
    if (moves || this.#placing.scale !== this.#scale) {
      this.#placing.set(this.#rotation, this.#position, this.#scale);
      this.#isPlaced = this.#rotation[3] !== 1 || reachOf(this.#position) > 0 || this.#scale !== 1;
    }
    return moves;
  }
}

/** The largest of some numbers, without their signs; NaN if one of them is. */
function reachOf(numbers: Float64Array | undefined): number {
  if (!numbers) return 0;
  let reach = 0;
  for (let i = 0; i < numbers.length; i++) reach = Math.max(reach, Math.abs(numbers[i]));
  return reach;
}

const inverseRotation = /* @__PURE__ */ new Float64Array(4);
const inversePosition = /* @__PURE__ */ new Float64Array(3);
/** A rotation, then a position. */
const place = /* @__PURE__ */ new Float64Array(7);
