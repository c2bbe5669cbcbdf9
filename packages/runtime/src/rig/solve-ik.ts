import { moveBone, placeBone } from './evaluate-bones.js';
import { limitTurn } from './limit-turn.js';
import type { IkDefinition, IkLink } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { invert, multiply, turnVector } from './rotation.js';

/**
 * Solves one IK as MMD does: cyclic coordinate descent on what is stored of the bones.
 *
 * Each step turns one link so that the effector comes to lie in the direction of the goal, and refreshes the link, the
 * links below it and the effector, by what is stored of their parents; all else stays stale. The whole solve ends when
 * any link finds nothing to turn; there is no test of distance. Allocates nothing; O(iterations · links²).
 *
 * @see Measured on MMD 9.31, `pnpm fidelity`: ankles and toes of a PMX within 0.01° in the median.
 */
export function solveIk(state: RigState, ik: IkDefinition): void {
  const { links, iterations } = ik;
  const end = iterations + state.options.extraIterations;
  let steps = 0;
  for (let i = 0; i < links.length; i++) startLink(state, links[i].bone);
  solving: for (let iteration = 0; iteration < end; iteration++) {
    for (let i = 0; i < links.length; i++) {
      const link = links[i];
      if (link.limits?.isLocked) continue;
      if (!aim(state, ik, link.bone)) break solving;
      turnLink(state, link, iteration < iterations >> 1);
      for (let j = i; j >= 0; j--) placeBone(state, links[j].bone);
      moveBone(state, ik.effector); // its turn is not read before the end
      steps++;
    }
  }
  for (let i = 0; i < links.length; i++) keepIkTurn(state, links[i].bone);
  if (steps > 0) placeBone(state, ik.effector);
}

/** Without what another IK may have turned, w ≥ 0 for the knees of a PMD; its place stays as stored. */
function startLink({ turns, locals }: RigState, bone: number): void {
  const sign = turns[4 * bone + 3] < 0 ? -1 : 1;
  for (let i = 4 * bone; i < 4 * bone + 4; i++) locals[i] = sign * turns[i];
}

/** IK = local · turn⁻¹ */
function keepIkTurn({ turns, locals, ikTurns }: RigState, bone: number): void {
  invert(turns, 4 * bone, inverse, 0);
  multiply(locals, 4 * bone, inverse, 0, ikTurns, 4 * bone);
}

const inverse = /* @__PURE__ */ new Float64Array(4);

/** |a × b|² of unit vectors below which a link has nothing to turn: about 3.16e-4 radians. */
const STILL = 1e-7;

/** The turn that leads the effector towards the goal: an axis of length 1 in the model's space, and the cosine. */
const aimed = /* @__PURE__ */ new Float64Array(4);
const COSINE = 3;

/** Fills {@link aimed}; false if there is nothing to turn. */
function aim({ places }: RigState, { bone, effector }: IkDefinition, link: number): boolean {
  const px = places[3 * link];
  const py = places[3 * link + 1];
  const pz = places[3 * link + 2];
  const ax = places[3 * effector] - px;
  const ay = places[3 * effector + 1] - py;
  const az = places[3 * effector + 2] - pz;
  const bx = places[3 * bone] - px;
  const by = places[3 * bone + 1] - py;
  const bz = places[3 * bone + 2] - pz;
  const scale = 1 / Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  const cx = (ay * bz - az * by) * scale;
  const cy = (az * bx - ax * bz) * scale;
  const cz = (ax * by - ay * bx) * scale;
  const square = cx * cx + cy * cy + cz * cz;
  if (!(square >= STILL && square < Infinity)) return false; // NaN too: a link on its effector or goal
  const sine = Math.sqrt(square);
  aimed[0] = cx / sine;
  aimed[1] = cy / sine;
  aimed[2] = cz / sine;
  // MMD's cosine has 32 bits, in which small turns come in steps of 3.45e-4 radians; how near a foot comes shows them.
  aimed[COSINE] = Math.fround((ax * bx + ay * by + az * bz) * scale);
  return true;
}

function turnLink(
  { locals, worldTurns }: RigState,
  { bone, leastCosine, limits, isPmdKnee }: IkLink,
  reflects: boolean,
): void {
  const o = 4 * bone;
  const cosine = Math.max(aimed[COSINE], leastCosine);
  half[SINE] = Math.sqrt((1 - cosine) / 2);
  half[COSINE_OF_HALF] = Math.sqrt((1 + cosine) / 2);
  // Into the link's own axes, by its stored turn W: W⁻¹ · axis. A local turn L so becomes L · step.
  invert(worldTurns, o, inverse, 0);
  turnVector(inverse, 0, aimed, 0, step, 0);
  if (isPmdKnee) turnAboutAxis(locals, o, 0);
  else if (limits && reflects && limits.axis >= 0) turnAboutAxis(locals, o, limits.axis);
  else turnFreely(locals, o);
  if (isPmdKnee) bendBackwards(locals, o);
  if (limits) limitTurn(locals, o, limits, reflects);
}

const step = /* @__PURE__ */ new Float64Array(4);

/** Of half the angle. Here, not handed on: a fraction that is an argument is garbage wherever the engine does not inline. */
const half = /* @__PURE__ */ new Float64Array(2);
const SINE = 0;
const COSINE_OF_HALF = 1;

function turnFreely(locals: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) step[i] *= half[SINE];
  step[3] = half[COSINE_OF_HALF];
  multiply(locals, o, step, 0, locals, o);
  // W⁻¹ is of a unit turn: else rounding grows threefold a step where an effector stays put. One step of Newton's 1 / √x.
  const square = locals[o] ** 2 + locals[o + 1] ** 2 + locals[o + 2] ** 2 + locals[o + 3] ** 2;
  for (let i = o; i < o + 4; i++) locals[i] *= 1.5 - square / 2;
}

/** A hinge: turns about ±x, ±y or ±z of the parent, whichever the axis leans to. */
function turnAboutAxis(locals: Float64Array, o: number, axis: number): void {
  turnVector(locals, o, step, 0, step, 0); // into the parent's axes: L · step
  const sine = step[axis] >= 0 ? half[SINE] : -half[SINE];
  step[0] = step[1] = step[2] = 0;
  step[axis] = sine;
  step[3] = half[COSINE_OF_HALF];
  multiply(step, 0, locals, o, locals, o);
}

/**
 * The knees of a PMD have no limits: one that would bend forwards has the sign of its x turned, key and all.
 *
 * @see Found in MMD 9.31's matrices of two models: L = Rx(θ)·key·Rx(δ) throughout, with the δ that this gives, to 0.001°.
 */
function bendBackwards(q: Float64Array, i: number): void {
  if (q[i] < 0) q[i] = -q[i];
}
