import type { Rig } from '@odori/runtime/rig';
import { BULLET_275, type PhysicsBackend } from './backend.js';
import type { BodySimulation, PhysicsModel } from './body-simulation.js';
import { BodyState } from './body-state.js';
import { Budget } from './budget.js';
import { createSimulation } from './create-simulation.js';
import type { FramePlan } from './frame-plan.js';
import { FrameSubsteps, type PoseAt } from './frame-substeps.js';
import { KeptBones } from './kept-bones.js';
import { flipPosition, flipRotation, ModelPlace, type Placement } from './mmd-space.js';
import { PHYSICS_DEFAULTS, type PhysicsMode, type PhysicsOptions, vectorOf } from './physics-options.js';
import { RigBodies } from './rig-bodies.js';
import { Settling } from './settling.js';
import type { SharedWorld } from './shared/shared-world.js';
import { checkedSubstep } from './solver/timing.js';
import { SUBSTEP, SubstepClock } from './substep-clock.js';
import { Substeps } from './substeps.js';

/** A page has slept in a frame longer than this, in seconds, and more than twice as long as those before. */
const SLEEP = 0.5;
/** What settling takes of the budget of a frame: its substeps can wait, and a page plays on smoothly. */
const SETTLING_SHARE = 0.25;
/**
 * Moves a model's rigid bodies as MMD does, and with them the bones of hair and clothes.
 *
 * It belongs between `rig.solve()` and `rig.solveAfterPhysics()`. Made by {@link createPhysics}. Everything
 * is in three's space and MMD units. The same calls give the same poses. Nothing that is called once a frame
 * allocates or throws.
 *
 * @example
 * const physics = await createPhysics(pmx, rig);
 * binding.sample(0);
 * physics.reset();
 * // each frame:
 * const since = frame;
 * physics.advance(deltaSeconds, (seconds) => {
 *   binding.sample(since + 30 * seconds);
 *   rig.solve();
 * });
 * rig.solveAfterPhysics();
 */
export class Physics {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  mode: PhysicsMode;
  /** x y z, units per second². */
  readonly gravity: Float64Array;
  /** x y z, units per second², besides gravity. */
  readonly wind: Float64Array;
  ground: boolean;
  maxSubsteps: number;
  budget: number | undefined;
  settleSeconds: number;
  runUpSeconds: number;
  jumpDistance: number;
  /**
   * How the model is turned in the world, x y z w, of length 1: then `gravity` and `wind` are those of the
   * world. undefined: those of the model. A `placement` replaces it.
   */
  worldRotation: Float64Array | undefined;
  /** 1 or −1 for x, y, z of the model, if the world also mirrors it; counts together with `worldRotation`. */
  worldMirror: Float64Array | undefined;
  /** Where the model is in the world, x y z, in its own units. Counts in a shared world only. */
  worldPosition: Float64Array | undefined;
  /** Size of a unit of the model in the world. Counts in a shared world only. */
  worldScale = 1;
  /** Called when bones are held later, in a shared world: solve and show the rig again. */
  onHold: (() => void) | undefined;
  /** The bodies and joints of the model, as the file says. */
  readonly model: PhysicsModel;
  /** The bodies as numbers, for another thread. */
  readonly state: BodyState;
  readonly #backend: PhysicsBackend;
  readonly #worker: boolean;
  readonly #rig: Rig;
  /** @internal */
  readonly worldPlace: ModelPlace = new ModelPlace(this);
  readonly #bodies: RigBodies;
  readonly #substeps: Substeps;
  readonly #frame: FrameSubsteps;
  readonly #settling: Settling;
  readonly #kept: KeptBones;
  readonly #clock = new SubstepClock();
  readonly #budget = new Budget();
  #world: SharedWorld | undefined;
  /** The simulation in a world of its own, while the model shares one. */
  #solo: BodySimulation | undefined;
  /** The plan of this frame, if its substeps are made together with those of other models. */
  #shared: FramePlan | undefined;
  #isAdvancing = false;
  #usualSeconds = 0; // of the last frames
  #isDisposed = false;

  /** Use {@link createPhysics}. */
  constructor(model: PhysicsModel, rig: Rig, simulation: BodySimulation, options: PhysicsOptions) {
    const { backend, worker, world, mode, gravity, wind, ground, ...settings } = {
      ...PHYSICS_DEFAULTS,
      ...options,
    };
    this.#backend = backend;
    this.#worker = worker;
    this.mode = mode;
    this.gravity = Float64Array.from(gravity);
    this.wind = Float64Array.from(wind);
    this.ground = ground;
    this.maxSubsteps = settings.maxSubsteps;
    this.budget = settings.budget;
    this.settleSeconds = settings.settleSeconds;
    this.runUpSeconds = settings.runUpSeconds;
    this.jumpDistance = settings.jumpDistance;
    this.model = model;
    this.#rig = rig;
    this.#bodies = new RigBodies(rig, model.rigidBodies.slice(0, simulation.count));
    this.#substeps = new Substeps(rig, this.#bodies, simulation, this);
    this.#frame = new FrameSubsteps(this.#substeps, this.#clock, this.#budget, this);
    this.#settling = new Settling(this.#substeps, this);
    this.#kept = new KeptBones(rig, this.#bodies);
    this.state = new BodyState(this.#substeps, this.#settling, this.#clock, this);
    this.substep = settings.substep;
    world?.add(this);
  }

  get #simulation(): BodySimulation {
    return this.#substeps.simulation;
  }

  /**
   * Seconds of a substep. MMD has 1/60 only. With 1/120, hair moves differently than in MMD, and costs twice
   * as much.
   *
   * @throws RangeError if it is not from 1/1000 to 1/30, or if the engine of `backend` has no other than
   * 1/60.
   */
  get substep(): number {
    return this.#clock.substep;
  }

  set substep(seconds: number) {
    const { world } = this.#simulation;
    checkedSubstep(seconds);
    if (world.substep !== undefined) world.substep = seconds;
    else if (seconds !== SUBSTEP)
      throw new RangeError(`substep must be 1/60 s with this backend, not ${seconds}`);
    this.#clock.substep = seconds;
  }

  /** How often a body was put back because its numbers left all bounds. */
  get faults(): number {
    return this.#simulation.faults;
  }

  /** True while a worker computes a frame. A film in a worker waits until it is false after each frame. */
  get isBusy(): boolean {
    return this.#simulation.isBusy ?? false;
  }

  /** How many substeps were left out because the worker was slower than the frames. */
  get droppedSubsteps(): number {
    return this.#simulation.droppedSubsteps ?? 0;
  }

  /** The world that it shares with other models; undefined: it has its own. */
  get world(): SharedWorld | undefined {
    return this.#world;
  }

  /** True while the frame waits for other models of a shared world. Bones are then held as before. */
  get isWaiting(): boolean {
    return this.#simulation.isWaiting ?? false;
  }

  /**
   * True while the bodies come to rest after a jump, and until the bones show it. Each `advance`, also by 0
   * seconds, goes on with it.
   */
  get isSettling(): boolean {
    return this.#hasToSettle || this.state.isEasing || (!this.state.isRead && this.#kept.isShown);
  }

  get #hasToSettle(): boolean {
    return !this.#settling.isOver && !this.state.isStale;
  }

  /**
   * Where the model stands in the space of the bodies, so that bodies feel how the model moves as a whole.
   * Ground and gravity are then those of that space. undefined: the bodies move along with the model.
   */
  get placement(): Placement | undefined {
    return this.#bodies.placement;
  }

  set placement(placement: Placement | undefined) {
    this.#bodies.placement = placement;
  }

  /**
   * Puts all bodies to their bones, at rest, and makes one substep, as MMD does after each jump. Write the
   * pose into the rig before; this call solves it, without what physics did before. O(bones + bodies²).
   */
  reset(): void {
    this.#kept.drop();
    this.#putBodies();
    if (this.state.isStale) return;
    this.#substeps.make(1, Infinity);
    this.#holdBones();
  }

  /**
   * {@link reset} and {@link settle}: what `advance` does at a jump. Until the bodies have settled, their
   * bones stay where they were shown before, relative to their parents; those that physics did not move yet
   * show the pose. With a `budget`, settling is shorter: a third of a second of rest at most, and 40 % of
   * `runUpSeconds`. The substep of `reset` is left out, because it takes long and settling starts anew. With
   * `settleSeconds` 0 it is `reset` alone.
   */
  restart(): void {
    if (!(this.settleSeconds > 0)) return this.reset();
    if (this.state.isStale) this.#kept.drop();
    else this.#kept.take(this.#simulation);
    this.#putBodies();
    if (this.state.isStale) return;
    this.#settling.begin(this.settleSeconds, this.runUpSeconds, true);
    this.#kept.show(this.#simulation);
    this.#rig.solve();
  }

  /**
   * Lets the bodies come to rest in the next calls of `advance`, and then follow the motion up to now. Each
   * call takes a quarter of the `budget`; without a budget, one call does it all.
   *
   * Where a leg is lifted, a bare {@link reset} leaves the skirt inside it. So the bodies start as the model
   * rests, where nothing is inside anything. Those that follow bones go from there to their poses in a third
   * of a second, and stay for the rest of `seconds`. That happens `runUpSeconds` before now; `advance` asks
   * its `poseAt` for times below 0. Without `poseAt`, it happens in the pose of now.
   */
  settle(seconds: number = this.settleSeconds): void {
    this.#settling.begin(seconds, this.runUpSeconds);
  }

  /**
   * Makes `count` substeps, and writes the bones that bodies move into the rig. Before substep k = 1 … count
   * it calls `poseAt(k)`, which leaves the rig solved for that substep's time; then it calls `show`, which
   * leaves it solved for the frame. Call `rig.solveAfterPhysics()` next.
   *
   * O(count · (bodies + joints + contacts)).
   */
  step(count: number, poseAt?: PoseAt, show?: () => void): void {
    if (this.#isDisposed) return;
    if (this.mode === 'off') return this.#rest(0);
    if (this.state.isStale) this.reset();
    this.#begin();
    for (let k = 1; k <= count; k++) {
      poseAt?.(k);
      this.#substeps.make(1, Infinity);
    }
    show?.();
    this.#finish();
  }

  /**
   * Lets `seconds` pass: makes the substeps that fall into them, and writes the bones that bodies move into
   * the rig. `poseAt(t)` leaves the rig solved for the time t after the last `advance`, 0 to `seconds`, or
   * below 0 while the bodies settle; at the end the rig is solved for `seconds`. Without `poseAt`, the caller
   * has solved it, and bodies go straight from the last pose to this one. Call `rig.solveAfterPhysics()`
   * next.
   *
   * Makes at most `maxSubsteps`, and no more than fit into `budget`, but at least one. If the frame needs
   * more, hair gets less time than the dance, and is carried along with the body that it hangs on. `isExact`
   * is for films, whose poses must not depend on the machine: the budget does not count.
   *
   * A frame longer than 0.5 s and more than twice as long as those before, as after a page has slept, and a
   * bone that leaps count as jumps: `reset`, then `settle`. Seconds below 0 and numbers that are not finite
   * count as 0.
   */
  advance(seconds: number, poseAt?: PoseAt, isExact = false): void {
    const passed = seconds > 0 && seconds < Infinity ? seconds : 0;
    if (this.mode === 'off' || this.#isDisposed || !(this.#bodies.hasPhysical || this.#world))
      return this.#rest(passed, poseAt);
    const hasSlept = passed > SLEEP && passed > 2 * this.#usualSeconds;
    this.#usualSeconds = Math.max(passed, 0.9 * this.#usualSeconds); // frames of busy devices are uneven
    this.#begin();
    this.#budget.begin(isExact ? undefined : this.budget, this.#hasToSettle ? SETTLING_SHARE : 1);
    if (this.#hasToSettle && !hasSlept) this.#settle(passed, poseAt);
    else if (this.state.isStale || hasSlept || !this.#frame.make(passed, poseAt, this.#shared)) {
      poseAt?.(passed);
      this.restart();
    } else this.#finish();
  }

  /** Writes the position x y z and the rotation x y z w of a body of the file, in three's space. */
  readBody(
    body: number,
    outPosition: { [index: number]: number },
    outRotation: { [index: number]: number },
  ): void {
    const { positions, rotations } = this.#simulation.poses;
    for (let i = 0; i < 3; i++) outPosition[i] = positions[3 * body + i];
    for (let i = 0; i < 4; i++) outRotation[i] = rotations[4 * body + i];
    flipPosition(outPosition);
    flipRotation(outRotation);
  }

  /** The number of bodies that are simulated: at most 4,096, the first ones of the file. */
  get bodyCount(): number {
    return this.#simulation.count;
  }

  /** Whether forces move a body now. */
  isDynamic(body: number): boolean {
    return this.mode !== 'off' && this.#simulation.isDynamic(body);
  }

  /**
   * Physics for a copy of the model, with its options as they are now. `rig` is another rig of the same
   * model. A promise if the engine needs time to make a world; the engine of this package does not.
   */
  clone(rig: Rig): Physics | Promise<Physics> {
    const world = this.#world;
    const engine = this.#worker ? { worker: true } : { backend: this.#backend, world };
    const vectors = { gravity: vectorOf(this.gravity), wind: vectorOf(this.wind) };
    // Its properties are called like options.
    return makePhysics(this.model, rig, Object.assign({ substep: this.substep }, this, vectors, engine));
  }

  /** Frees the engine, and gives all bones back to their keyframes. Then `advance` only solves the rig. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = this.state.isStale = true;
    this.#substeps.release();
    this.#world?.remove(this);
    this.#simulation.world.dispose?.();
  }

  /** A frame without physics. */
  #rest(seconds: number, poseAt?: PoseAt): void {
    if (!this.state.isStale) this.#substeps.release();
    this.#kept.drop();
    this.#simulation.leave?.();
    this.state.isStale = true;
    if (poseAt) poseAt(seconds);
    else this.#rig.solve();
    this.#bodies.writeTargets(this.#simulation.poses); // for readBody
  }

  #begin(): void {
    if (this.state.isRead) this.#kept.drop(); // it is from before the other thread went on
    if (this.state.isRead && this.#hasToSettle) this.#kept.take(this.#simulation);
    this.state.take();
    if (this.#kept.isKeeping) {
      this.#substeps.release(); // what bones show must not count for the bodies
      this.#rig.solve();
    }
    this.#isAdvancing = true;
    this.#shared = this.#simulation.attend?.() ? this.#simulation.plan : undefined;
  }

  /** Holds the bones, or leaves that to the last model that shares the world. */
  #finish(): void {
    if (!this.#shared || !this.#simulation.submit?.()) this.#holdBones();
    this.#isAdvancing = false;
  }

  /** @internal */
  finishShared(): void {
    this.#budget.count(0); // the time of the others, too
    this.#holdBones();
    if (!this.#isAdvancing) this.onHold?.();
  }

  /** Whether a world can have it: a worker and other engines have one, and what was disposed of has none. */
  get canShare(): boolean {
    return !this.#isDisposed && !this.#worker && this.#backend === BULLET_275;
  }

  /** Use `world.add` and `world.remove`. @internal */
  joinWorld(world: SharedWorld | undefined): void {
    const solo = this.#solo ?? this.#simulation;
    const member = world?.enter(this, this.model, solo);
    this.#world?.exit(this);
    this.#substeps.simulation = member ?? solo;
    this.#solo = member && solo;
    this.#world = world;
    if (!this.state.isStale && this.#settling.isOver) member?.markReady?.();
  }

  /**
   * Goes on with settling. The bodies are in the past, at the rig's pose of that time. Only when they have
   * come to now are the bones held: until then hair hangs as before the jump, or as `reset` left it, and does
   * not flicker.
   */
  #settle(seconds: number, poseAt: PoseAt | undefined): void {
    this.#settling.advance(seconds, poseAt, this.#budget);
    this.#isAdvancing = false;
    this.#simulation.expectAnswer?.();
    if (this.#hasToSettle) {
      this.#simulation.finishFrame?.(this.#bodies);
      this.#kept.show(this.#simulation);
    } else this.#holdBones();
    if (poseAt) poseAt(seconds);
    else this.#rig.solve();
  }

  /** Puts all bodies to their bones, at rest. Physics that is off, or disposed of, stays stale. */
  #putBodies(): void {
    if (this.#isDisposed) return;
    this.state.drop();
    this.#substeps.release();
    this.#rig.solve();
    this.#rig.solveAfterPhysics();
    this.#clock.reset();
    this.#settling.end();
    this.state.isStale = this.mode === 'off';
    if (!this.state.isStale) this.#substeps.place();
  }

  /** Once all substeps of a frame are made. A callback may have disposed of physics, or switched it off. */
  #holdBones(): void {
    if (this.#isDisposed || this.mode === 'off') return this.#substeps.release();
    this.#substeps.hold();
    this.#kept.ease(this.#simulation);
    this.#simulation.markReady?.();
  }
}

/**
 * Makes the physics of a model whose bones are those of the rig. A PMD comes through `pmdToPmx`. Nothing is
 * simulated before the first `reset`, `step` or `advance`.
 *
 * Odd data never throws: a joint to a body that does not exist is ignored, numbers that are not finite count
 * as 0. Rejects if `backend` does, and with `worker: true` if there are no workers or the worker does not
 * load.
 *
 * @example
 * const pmx = parsePmx(bytes);
 * const rig = new Rig(createRigDefinition(pmx));
 * const physics = await createPhysics(pmx, rig, { wind: [10, 0, 0] });
 */
export async function createPhysics(
  model: PhysicsModel,
  rig: Rig,
  options: PhysicsOptions = {},
): Promise<Physics> {
  return makePhysics(model, rig, options);
}

function makePhysics(model: PhysicsModel, rig: Rig, options: PhysicsOptions): Physics | Promise<Physics> {
  const make = (simulation: BodySimulation): Physics => new Physics(model, rig, simulation, options);
  const simulation = createSimulation(model, options);
  return 'then' in simulation ? simulation.then(make) : make(simulation);
}
