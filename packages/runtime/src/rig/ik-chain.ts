import type { IkDefinition } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { divide, multiply, rotationOfMatrix } from './rotation.js';
import { writeMatrix } from './world-matrix.js';

/*
 * A chain while it is solved: its links from the effector towards the root, as in its definition, and the effector. MMD
 * works on stored matrices and refreshes those of one chain only, so that what is read at the start may be stale, and a
 * parent outside the chain stays as it was.
 */

/** Room for the longest chain. */
export interface IkChain {
  /** `4 * links`: whole local turns: IK · (motion, morphs, append). */
  readonly locals: Float64Array;
  /** `4 * links`: turns in the model's space. */
  readonly turns: Float64Array;
  /** `3 * links`. */
  readonly places: Float64Array;
  /** `4 * links` and one: the turns of parents outside the chain; the effector's comes last. */
  readonly parentTurns: Float64Array;
  /** `3 * links` and one. */
  readonly parentPlaces: Float64Array;
  /** `3 * links` and one: from the parent, in its axes. */
  readonly offsets: Float64Array;
  /** x y z. */
  readonly effector: Float64Array;
  /** x y z. */
  readonly goal: Float64Array;
}

export function createIkChain(links: number): IkChain {
  return {
    locals: new Float64Array(4 * links),
    turns: new Float64Array(4 * links),
    places: new Float64Array(3 * links),
    parentTurns: new Float64Array(4 * links + 4),
    parentPlaces: new Float64Array(3 * links + 3),
    offsets: new Float64Array(3 * links + 3),
    effector: new Float64Array(3),
    goal: new Float64Array(3),
  };
}

/** Reads a chain as it is stored. */
export function readChain(chain: IkChain, ik: IkDefinition, state: RigState): void {
  const { worldMatrices, turns } = state;
  const { links } = ik;
  for (let i = 0; i < links.length; i++) {
    const { bone, parent } = links[i];
    for (let j = 0; j < 4; j++) chain.locals[4 * i + j] = turns[4 * bone + j];
    rotationOfMatrix(worldMatrices, 16 * bone, chain.turns, 4 * i);
    readPlace(worldMatrices, bone, chain.places, 3 * i);
    readOffset(chain, state, bone, i);
    if (parent < 0) readParent(chain, state, bone, i);
  }
  readOffset(chain, state, ik.effector, links.length);
  if (ik.effectorParent < 0) readParent(chain, state, ik.effector, links.length);
  readPlace(worldMatrices, ik.effector, chain.effector, 0);
  readPlace(worldMatrices, ik.bone, chain.goal, 0);
}

function readPlace(worldMatrices: Float64Array, bone: number, out: Float64Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) out[o + axis] = worldMatrices[16 * bone + 12 + axis];
}

function readOffset(chain: IkChain, { definition, moves }: RigState, bone: number, i: number): void {
  for (let axis = 0; axis < 3; axis++) {
    chain.offsets[3 * i + axis] = definition.restOffsets[3 * bone + axis] + moves[3 * bone + axis];
  }
}

function readParent(chain: IkChain, { definition, worldMatrices }: RigState, bone: number, i: number): void {
  const parent = definition.parents[bone];
  if (parent < 0) {
    chain.parentTurns.set(NO_TURN, 4 * i);
    chain.parentPlaces.fill(0, 3 * i, 3 * i + 3);
  } else {
    rotationOfMatrix(worldMatrices, 16 * parent, chain.parentTurns, 4 * i);
    readPlace(worldMatrices, parent, chain.parentPlaces, 3 * i);
  }
}

const NO_TURN = [0, 0, 0, 1] as const;

/** Places the links from the given one down, and the effector. */
export function refreshChain(chain: IkChain, ik: IkDefinition, from: number): void {
  const { locals, turns, places, parentTurns, parentPlaces, offsets } = chain;
  for (let i = from; i >= 0; i--) {
    const { parent } = ik.links[i];
    if (parent < 0) {
      multiply(parentTurns, 4 * i, locals, 4 * i, turns, 4 * i);
      moveOn(parentTurns, 4 * i, parentPlaces, 3 * i, offsets, 3 * i, places, 3 * i);
    } else {
      multiply(turns, 4 * parent, locals, 4 * i, turns, 4 * i);
      moveOn(turns, 4 * parent, places, 3 * parent, offsets, 3 * i, places, 3 * i);
    }
  }
  const end = ik.links.length;
  const parent = ik.effectorParent;
  if (parent < 0) moveOn(parentTurns, 4 * end, parentPlaces, 3 * end, offsets, 3 * end, chain.effector, 0);
  else moveOn(turns, 4 * parent, places, 3 * parent, offsets, 3 * end, chain.effector, 0);
}

/** Stores a chain as it is now: world matrices, and what IK turned. */
export function storeChain(chain: IkChain, ik: IkDefinition, state: RigState): void {
  const { locals, turns, places, parentTurns, effector } = chain;
  const { ikTurns, worldMatrices } = state;
  ik.links.forEach(({ bone }, i) => {
    divide(locals, 4 * i, state.turns, 4 * bone, ikTurns, 4 * bone);
    writeMatrix(worldMatrices, 16 * bone, turns, 4 * i, places[3 * i], places[3 * i + 1], places[3 * i + 2]);
  });
  multiply(ikTurns, 4 * ik.effector, state.turns, 4 * ik.effector, effectorTurn, 0);
  if (ik.effectorParent < 0) multiply(parentTurns, 4 * ik.links.length, effectorTurn, 0, effectorTurn, 0);
  else multiply(turns, 4 * ik.effectorParent, effectorTurn, 0, effectorTurn, 0);
  writeMatrix(worldMatrices, 16 * ik.effector, effectorTurn, 0, effector[0], effector[1], effector[2]);
}

const effectorTurn = /* @__PURE__ */ new Float64Array(4);

/** out = place + turn · offset */
function moveOn(
  q: Float64Array,
  i: number,
  place: Float64Array,
  p: number,
  offset: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  const x = offset[j];
  const y = offset[j + 1];
  const z = offset[j + 2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[o] = place[p] + x + qw * tx + qy * tz - qz * ty;
  out[o + 1] = place[p + 1] + y + qw * ty + qz * tx - qx * tz;
  out[o + 2] = place[p + 2] + z + qw * tz + qx * ty - qy * tx;
}
