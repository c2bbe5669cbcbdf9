import { type IkChain, readChain, refreshChain, storeChain } from './ik-chain.js';
import { limitTurn } from './limit-turn.js';
import type { IkDefinition, IkLimits, IkLink } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { multiply } from './rotation.js';

/**
 * Solves one IK as MMD does: cyclic coordinate descent on stored matrices, refreshing only its own chain.
 *
 * Each step turns one link so that the effector comes to lie in the direction of the goal. The whole solve ends when any
 * link finds nothing to turn; there is no test of distance. Allocates nothing; O(iterations · links²).
 *
 * @see Measured on MMD 9.31: `solve` meets its ankles and toes within 0.01°.
 */
export function solveIk(chain: IkChain, ik: IkDefinition, state: RigState): void {
  readChain(chain, ik, state);
  const { links, iterations } = ik;
  const firstHalf = iterations >> 1;
  const end = iterations + state.options.extraIterations;
  let steps = 0;
  solving: for (let iteration = 0; iteration < end; iteration++) {
    for (let i = 0; i < links.length; i++) {
      const link = links[i];
      if (link.limits?.isLocked) continue;
      if (!aim(chain, i)) break solving;
      turnLink(chain, i, link, iteration < firstHalf);
      refreshChain(chain, ik, i);
      steps++;
    }
  }
  if (steps > 0) storeChain(chain, ik, state);
}

/** |a × b|² of unit vectors below which a link has nothing to turn: about 3.16e-4 radians. */
const STILL = 1e-7;

/** What the link at hand has to turn: axis of length 1 in the model's space, cosine and sine. */
const aimed = /* @__PURE__ */ new Float64Array(5);
const COSINE = 3;
const SINE = 4;

/** Fills {@link aimed} with the turn that leads the effector towards the goal; false if there is none. */
function aim({ places, effector, goal }: IkChain, i: number): boolean {
  const px = places[3 * i];
  const py = places[3 * i + 1];
  const pz = places[3 * i + 2];
  const ax = effector[0] - px;
  const ay = effector[1] - py;
  const az = effector[2] - pz;
  const bx = goal[0] - px;
  const by = goal[1] - py;
  const bz = goal[2] - pz;
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
  aimed[COSINE] = (ax * bx + ay * by + az * bz) * scale;
  aimed[SINE] = sine;
  return true;
}

function turnLink(chain: IkChain, i: number, { most, limits }: IkLink, isFirstHalf: boolean): void {
  const { locals } = chain;
  const half = Math.min(Math.atan2(aimed[SINE], aimed[COSINE]), most) / 2;
  axisInLink(chain, i);
  if (limits && isFirstHalf && limits.axis >= 0) {
    turnAboutAxis(locals, 4 * i, limits.axis, half);
  } else {
    step[0] *= Math.sin(half);
    step[1] *= Math.sin(half);
    step[2] *= Math.sin(half);
    step[3] = Math.cos(half);
    multiply(locals, 4 * i, step, 0, locals, 4 * i);
  }
  if (limits) limitTurn(locals, 4 * i, limits, isFirstHalf);
}

const step = /* @__PURE__ */ new Float64Array(4);

/** The axis in the link's own axes, by its stored turn W: W⁻¹ · axis. A local turn L so becomes L · step. */
function axisInLink({ turns }: IkChain, i: number): void {
  turnBack(turns, 4 * i, aimed[0], aimed[1], aimed[2]);
}

/** step = q⁻¹ · (x, y, z) */
function turnBack(q: Float64Array, o: number, x: number, y: number, z: number): void {
  const qx = -q[o];
  const qy = -q[o + 1];
  const qz = -q[o + 2];
  const qw = q[o + 3];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  step[0] = x + qw * tx + qy * tz - qz * ty;
  step[1] = y + qw * ty + qz * tx - qx * tz;
  step[2] = z + qw * tz + qx * ty - qy * tx;
}

/** A hinge: turns about ±x, ±y or ±z of the parent, whichever the axis leans to. */
function turnAboutAxis(locals: Float64Array, o: number, axis: IkLimits['axis'], half: number): void {
  // In the parent's axes: L · step.
  conjugate[0] = -locals[o];
  conjugate[1] = -locals[o + 1];
  conjugate[2] = -locals[o + 2];
  conjugate[3] = locals[o + 3];
  turnBack(conjugate, 0, step[0], step[1], step[2]);
  const sine = Math.sin(half) * (step[axis] >= 0 ? 1 : -1);
  step.fill(0);
  step[axis] = sine;
  step[3] = Math.cos(half);
  multiply(step, 0, locals, o, locals, o);
}

const conjugate = /* @__PURE__ */ new Float64Array(4);
