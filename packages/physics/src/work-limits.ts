import type { PhysicsModel } from './body-simulation.js';

/** The most bodies and joints that the substeps of one frame may move, one after another, so that no file stops a page. */
const MOST_WORK = 20_000;
/** The same while bodies settle after a jump, so that no frame takes long. */
const SETTLING_WORK = 4000;

/** How many substeps one frame may have: `wanted`, or fewer for models of many thousand bodies and joints; at least one. */
export function mostSubsteps(model: PhysicsModel, wanted: number): number {
  return Math.max(1, Math.min(Math.round(wanted) || 1, substepsOf(model, MOST_WORK)));
}

/** How many substeps of settling one frame may have; at least one. */
export function settlingSubsteps(model: PhysicsModel): number {
  return Math.max(1, substepsOf(model, SETTLING_WORK));
}

function substepsOf({ rigidBodies, joints }: PhysicsModel, work: number): number {
  return Math.floor(work / (rigidBodies.length + joints.length + 1));
}
