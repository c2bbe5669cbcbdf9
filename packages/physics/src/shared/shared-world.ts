import { type BodySimulation, CANNOT_SHARE, type PhysicsModel } from '../body-simulation.js';
import { FramePlan } from '../frame-plan.js';
import { flipPosition, flipRotation } from '../mmd-space.js';
import { Simulation } from '../simulation.js';
import { pullBody } from '../solver/pull.js';
import { GRAVITY, World } from '../solver/world.js';
import type { Vector } from '../solver/bodies.js';
import { BodySearch, type Ray } from './body-search.js';
import { Grab } from './grab.js';
import { checkPlace, Guest, type GuestBody } from './guests.js';
import { Member, type MemberOwner } from './member.js';

/** Options of {@link createPhysicsWorld}. */
export interface PhysicsWorldOptions {
  /** `models`: all bodies touch. `none`: models touch the bodies of the page, but not each other. */
  readonly sharing?: 'models' | 'none'; // 'models'
  /** Size of an MMD unit in your scene; 0.08 for metres. Models are mostly scaled by it. */
  readonly unit?: number; // 1
  /** Of the bodies of the page: MMD's units per second², in three's space. Models have their own. */
  readonly gravity?: Vector; // [0, -98, 0], MMD's
  /** Whether the plane y = 0 holds bodies of the page. Models have their own switch. */
  readonly ground?: boolean; // true
}

/** Options of {@link SharedWorld.grab}. */
export interface GrabOptions {
  /** The most that the spring pulls, in weights of the body under MMD's gravity. */
  readonly force?: number; // 10
  /** Bodies within this distance of the point or the ray can be grabbed, in units of the scene. */
  readonly reach?: number; // half an MMD unit
}

/** Physics that a world can take: `Physics`. */
export interface Joinable {
  readonly canShare: boolean;
  /** @internal */
  joinWorld(world: SharedWorld | undefined): void;
}

/**
 * A world in which bodies of many models touch, as all models of a scene do in MMD, and bodies of the page.
 * Made by {@link createPhysicsWorld}.
 *
 * Everything is in three's space. Bodies are where the models are in the scene, turned and scaled with
 * `model.root`. Of models that are updated in one frame, all bodies move together when the last one of them
 * is; the others then show them. A model that is alone moves as without a world, bit by bit, and so does one
 * whose bodies settle after a jump: it comes in when they have settled.
 *
 * @example
 * const world = await createPhysicsWorld();
 * const left = await loadModel('left.pmx', { physics: world });
 * const right = await loadModel('right.pmx', { physics: world });
 * const ball = world.addBody({ shape: 'sphere', size: 1, mass: 0.5, position: [0, 20, 0] });
 */
export class SharedWorld {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly sharing: 'models' | 'none';
  readonly unit: number;
  /** x y z: of the bodies of the page, MMD's units per second². */
  readonly gravity: Float64Array;
  ground: boolean;
  /** A round of frames: each member takes part once. @internal */
  round = 0;
  /** How the time of the current frame falls into substeps. @internal */
  readonly plan: FramePlan = new FramePlan();
  #world = new World();
  readonly #members: Member[] = [];
  readonly #owners = new Map<Joinable, Member>();
  readonly #guests = new Map<number, Guest>();
  #nextGuest = 1;
  /** Guests were added or removed since the world was made. */
  #hasNewGuests = false;
  readonly #grabs: Grab[] = [];
  /** Something was grabbed: from then on, one model suffices for a shared world. */
  #isTouched = false;
  /** The members in the shared world, in order, and how many of them have not recorded this frame yet. */
  #inside: Member[] = [];
  #missing = 0;
  #isFrameOpen = false;
  readonly #search: BodySearch;

  /** Use {@link createPhysicsWorld}. @internal */
  constructor(options: PhysicsWorldOptions) {
    const { sharing = 'models', unit = 1, gravity = GRAVITY, ground = true } = options;
    if (!(unit > 0 && unit < Infinity))
      throw new RangeError(`unit must be a finite number above 0, not ${unit}`);
    if (sharing !== 'models' && sharing !== 'none')
      throw new TypeError(`sharing must be 'models' or 'none', not ${String(sharing)}`);
    this.sharing = sharing;
    this.unit = unit;
    this.gravity = Float64Array.from(gravity);
    this.ground = ground;
    this.#search = new BodySearch();
  }

  /** The number of models in it. */
  get modelCount(): number {
    return this.#members.length;
  }

  /** The number of bodies of the page in it. */
  get bodyCount(): number {
    return this.#guests.size;
  }

  /** The number of close pairs and of contacts of the shared bodies now, for statistics. */
  get statistics(): { readonly bodies: number; readonly pairs: number; readonly contacts: number } {
    const { bodies, manifolds } = this.#world;
    const contacts = manifolds.pointCounts
      .subarray(0, manifolds.count)
      .reduce((sum, count) => sum + count, 0);
    return { bodies: bodies.count - 1, pairs: manifolds.count, contacts };
  }

  /**
   * Takes a model in, after those that are there: MMD solves bodies in this order. It keeps its options. A
   * model that is there stays where it is.
   *
   * @throws TypeError for physics in a worker, with an engine of its own, or that was disposed of.
   */
  add(physics: Joinable): this {
    if (!this.#owners.has(physics)) physics.joinWorld(this);
    return this;
  }

  /** Gives a model a world of its own again. Its hair goes on from where it is. */
  remove(physics: Joinable): this {
    if (this.#owners.has(physics)) physics.joinWorld(undefined);
    return this;
  }

  /** @internal */
  enter(physics: Joinable & MemberOwner, model: PhysicsModel, solo: BodySimulation): BodySimulation {
    if (!physics.canShare || !(solo instanceof Simulation && solo.world instanceof World))
      throw new TypeError(CANNOT_SHARE);
    const member = new Member(this, model, solo, solo.world, physics);
    this.#members.push(member);
    this.#owners.set(physics, member);
    return member;
  }

  /** @internal */
  exit(physics: Joinable): void {
    const member = this.#owners.get(physics);
    if (!member) return;
    member.leave();
    this.#owners.delete(physics);
    this.#members.splice(this.#members.indexOf(member), 1);
    for (const grab of this.#grabs.filter((each) => each.physics === physics)) grab.release();
  }

  /**
   * Adds a body of the page, and gives its number. It moves in the frames in which a model moves. O(bodies of
   * the world) in the next frame.
   *
   * @throws TypeError for an unknown shape. RangeError for numbers that are not finite or beyond what a scene
   * has, and negative sizes.
   */
  addBody(body: GuestBody): number {
    const id = this.#nextGuest;
    this.#guests.set(id, new Guest(id, body, this.unit));
    this.#hasNewGuests = true;
    return this.#nextGuest++;
  }

  /**
   * Moves a body of the page: one without mass goes there within the next frame, and pushes what is in its
   * way; one with a mass is there at once, at rest. `rotation`: x y z w; without it, the body stays as it is
   * turned. Allocates nothing.
   *
   * @throws RangeError if there is no such body, or a number is not finite.
   */
  moveBody(body: number, position: ArrayLike<number>, rotation?: ArrayLike<number>): void {
    const guest = this.#guest(body);
    guest.move(this.#worldOf(guest), position, rotation, this.unit);
  }

  /**
   * Writes where a body of the page is: x y z, and x y z w. Allocates nothing.
   *
   * @throws RangeError if there is no such body.
   */
  readBody(
    body: number,
    outPosition: { [index: number]: number },
    outRotation: { [index: number]: number },
  ): void {
    const guest = this.#guest(body);
    guest.readWorldPose(this.#worldOf(guest), position, rotation);
    flipPosition(position);
    flipRotation(rotation);
    for (let i = 0; i < 3; i++) outPosition[i] = position[i] * this.unit;
    for (let i = 0; i < 4; i++) outRotation[i] = rotation[i];
  }

  /**
   * Removes a body of the page.
   *
   * @throws RangeError if there is no such body.
   */
  removeBody(body: number): void {
    const guest = this.#guest(body);
    this.#guests.delete(body);
    for (const grab of this.#grabs.filter((each) => !each.physics && each.body === body)) grab.release();
    if (guest.isIn) this.#rebuild(this.#inside);
  }

  /**
   * Takes hold of the body that forces move and that is nearest to a point, or first on a ray, with a spring
   * of limited force, so that joints hold. undefined if there is none within reach.
   *
   * `target`: x y z, or the origin and the direction of a ray, in three's space. A ray ends at bodies that
   * follow their bones, such as the head.
   *
   * @throws RangeError unless `force` is above 0.
   * @example
   * const grab = world.grab(raycaster.ray, { force: 5 }); // a hair, at the pointer
   * grab?.moveTo([x, y, z]); // each frame, before models are updated
   * grab?.release();
   */
  grab(target: ArrayLike<number> | Ray, options: GrabOptions = {}): Grab | undefined {
    const { force = 10, reach = 0.5 * this.unit } = options;
    if (!(force > 0)) throw new RangeError(`force must be a number above 0, not ${force}`);
    const found = this.#find(target, reach);
    if (!found) return undefined;
    const { owner, body, mass, place } = found;
    const grab = new Grab(this, owner, body, force * mass * -GRAVITY[1]);
    grab.hold(found.position, found.rotation, place);
    this.#grabs.push(grab);
    this.#isTouched = true;
    return grab;
  }

  /**
   * Pokes the nearest body at a point that forces move: `impulse` is the velocity that its center gets, x y z
   * in units of the scene per second. False if there is none within half an MMD unit.
   *
   * @throws RangeError if a number of the impulse is not finite.
   */
  push(point: ArrayLike<number>, impulse: ArrayLike<number>): boolean {
    this.toWorld(impulse, pushed);
    const found = this.#find(point, 0.5 * this.unit);
    if (!found) return false;
    for (let i = 0; i < 3; i++) pushed[i] *= found.mass;
    found.push(this.#world, found.place, pushed);
    return true;
  }

  /** Frees the world: each model gets its own again, bodies of the page are gone. */
  dispose(): void {
    for (const physics of this.#owners.keys()) physics.joinWorld(undefined);
    while (this.#grabs.length > 0) this.#grabs[0].release();
    this.#guests.clear();
    this.#rebuild([]);
  }

  /** From three's space and the scene's units into the space of the bodies. @internal */
  toWorld(point: ArrayLike<number>, out: Float32Array): void {
    checkPlace(point, 3, this.unit);
    for (let i = 0; i < 3; i++) out[i] = point[i] / this.unit;
    flipPosition(out);
  }

  /** And back. @internal */
  toScene(point: ArrayLike<number>, out: { [index: number]: number }): void {
    for (let i = 0; i < 3; i++) position[i] = point[i];
    flipPosition(position);
    for (let i = 0; i < 3; i++) out[i] = position[i] * this.unit;
  }

  /** @internal */
  letGo(grab: Grab): void {
    const index = this.#grabs.indexOf(grab);
    if (index >= 0) this.#grabs.splice(index, 1);
  }

  /**
   * A member begins a frame. True if it takes part in the shared world. The first one that comes again begins
   * a new round. @internal
   */
  attend(member: Member): boolean {
    if (member.round === this.round) this.#beginRound();
    member.round = this.round;
    if (member.patience > 0) member.patience--;
    if (!member.shared) return false;
    if (member.canJoin && member.followPlace(this.#world)) return true;
    const { isReady } = member;
    member.leave();
    member.isReady = isReady;
    return false;
  }

  /** A member has recorded its frame. False if it has left the shared world. @internal */
  submit(member: Member): boolean {
    if (!member.shared) return false;
    if (!member.hasSubmitted) this.#missing--;
    member.hasSubmitted = true;
    if (this.#missing === 0) this.#makeFrame();
    return true;
  }

  /** A member leaves the shared world as it moves now, and the others do not notice. @internal */
  leave(member: Member): void {
    if (!member.shared) return;
    if (!member.hasSubmitted) this.#missing--;
    member.goHome(this.#world);
    this.#rebuild(this.#inside.filter((each) => each !== member));
    if (this.#missing === 0) this.#makeFrame();
  }

  #beginRound(): void {
    this.#makeFrame();
    this.round++;
    const last = this.round - 1;
    for (const member of this.#inside) if (member.round !== last) member.beLate();
    if (this.#hasChanged()) this.#rebuild(this.#members.filter(this.#isWanted));
    this.#missing = this.#inside.length;
    this.#isFrameOpen = this.#missing > 0;
    this.plan.isMade = false;
  }

  /** Whether other members or guests belong into the shared world than are in it. Allocates nothing. */
  #hasChanged(): boolean {
    let count = 0;
    let isSame = true;
    for (const member of this.#members)
      if (this.#isWanted(member) && this.#inside[count++] !== member) isSame = false;
    const isNeeded = this.#inside.length > 0 || this.#guests.size > 0 || this.#isTouched || count > 1;
    return this.#hasNewGuests || (isNeeded && !(isSame && count === this.#inside.length));
  }

  /** A member that took part in the last round, and follows its motion. */
  readonly #isWanted = (member: Member): boolean =>
    member.isReady && member.round === this.round - 1 && member.patience === 0 && member.canJoin;

  /** Makes the world anew, of these members and the guests, all as they move now. O(bodies + contacts). */
  #rebuild(wanted: Member[]): void {
    const last = this.#world;
    const world = new World();
    for (const member of this.#inside) if (member.shared && !wanted.includes(member)) member.goHome(last);
    const numbers = new Int32Array(last.bodies.count);
    const kind = this.sharing === 'none' ? 'apart' : 'mingles';
    for (const member of wanted) member.copyTo(world, last, numbers, kind);
    let isFirst = true;
    for (const guest of this.#guests.values()) {
      const from = guest.number;
      const source = guest.isIn ? last : guest.solo;
      guest.number = world.append(source, from, from + 1, isFirst ? 'mingles' : 'last');
      if (guest.isIn) numbers[from] = guest.number;
      isFirst = false;
    }
    world.appendContacts(last, numbers);
    for (const member of wanted) member.settleIn(world);
    for (const guest of this.#guests.values()) {
      const own = Int32Array.of(0, guest.number);
      if (!guest.isIn) world.appendContacts(guest.solo, own);
      guest.isIn = true;
    }
    world.substep = last.substep;
    this.#world = world;
    this.#inside = wanted;
    this.#hasNewGuests = false;
  }

  /** Makes the substeps that members have recorded, and lets them show what came of it. */
  #makeFrame(): void {
    if (!this.#isFrameOpen) return;
    this.#isFrameOpen = false;
    const world = this.#world;
    const inside = this.#inside;
    let made = 0;
    for (const member of inside) if (member.hasSubmitted) made = Math.max(made, member.recordCount);
    for (let k = 0; k < made; k++) this.#makeSubstep(world, inside, k, made);
    for (const member of inside) member.readBack();
    if (made > 0) for (const guest of this.#guests.values()) guest.endFrame();
    for (const member of inside) {
      if (!member.hasSubmitted) continue;
      member.hasSubmitted = false;
      member.owner.finishShared();
    }
  }

  #makeSubstep(world: World, inside: readonly Member[], k: number, made: number): void {
    for (const member of inside) member.beginSubstep(k, made, world);
    if (this.plan.isMade) world.substep = this.plan.substep; // members may have others
    for (let i = 0; i < 3; i++) forces[i] = this.gravity[i];
    flipPosition(forces);
    for (const guest of this.#guests.values()) {
      if (!guest.isIn) continue; // it was added within the frame
      world.setForces(guest.number, guest.number + 1, forces, this.ground ? 0 : -Infinity);
      guest.beginSubstep(world, (k + 1) / made);
    }
    for (const grab of this.#grabs) {
      const body = this.#numberOf(grab);
      if (body > 0 && world.bodies.dynamic[body] === 1)
        pullBody(world.bodies, body, grab.point, grab.target, grab.force);
    }
    world.step();
    for (const member of inside) member.shared!.end();
  }

  /** The number of a grabbed body in the shared world; 0 while it is not there. */
  #numberOf({ physics, body }: Grab): number {
    if (!physics) {
      const guest = this.#guests.get(body)!;
      return guest.isIn ? guest.number : 0;
    }
    const member = this.#owners.get(physics as Joinable)!;
    return member.shared ? member.first + body : 0;
  }

  #find(target: ArrayLike<number> | Ray, reach: number): ReturnType<BodySearch['find']> {
    this.#search.aim(target, this.unit, reach);
    for (const [physics, member] of this.#owners) this.#search.lookAtMember(physics, member);
    for (const guest of this.#guests.values()) this.#search.lookAtGuest(guest, this.#worldOf(guest));
    return this.#search.find();
  }

  #guest(body: number): Guest {
    const guest = this.#guests.get(body);
    if (!guest) throw new RangeError(`there is no body ${body} of the page in this world`);
    return guest;
  }

  #worldOf(guest: Guest): World {
    return guest.isIn ? this.#world : guest.solo;
  }
}

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const forces = /* @__PURE__ */ new Float64Array(3);
const pushed = /* @__PURE__ */ new Float32Array(3);

/**
 * Makes a world in which bodies of many models touch, as all models of a scene do in MMD: {@link
 * SharedWorld}.
 *
 * @throws RangeError (as rejection) unless `unit` is a finite number above 0.
 * @example
 * const world = await createPhysicsWorld({ unit: 0.08 });
 * world.modelCount; // → 0
 */
export async function createPhysicsWorld(options: PhysicsWorldOptions = {}): Promise<SharedWorld> {
  return new SharedWorld(options);
}
