import { BULLET_275, type PhysicsWorld } from './backend.js';
import { type BodySimulation, CANNOT_SHARE, type PhysicsModel } from './body-simulation.js';
import type { PhysicsOptions } from './physics-options.js';
import { Simulation } from './simulation.js';

/** Makes the simulation that options ask for: here, by another engine, or in a worker. */
export function createSimulation(
  model: PhysicsModel,
  { backend = BULLET_275, world: shared, worker = false }: PhysicsOptions,
): BodySimulation | Promise<BodySimulation> {
  if (shared && (worker || backend !== BULLET_275)) throw new TypeError(CANNOT_SHARE);
  if (worker) return openInWorker(model, backend !== BULLET_275);
  const make = (world: PhysicsWorld): Simulation => new Simulation(world, model);
  const world = backend.createWorld();
  return 'then' in world ? world.then(make) : make(world);
}

async function openInWorker(model: PhysicsModel, hasBackend: boolean): Promise<BodySimulation> {
  if (hasBackend)
    throw new TypeError('physics in a worker has its own engine: leave out either `backend` or `worker`');
  const { openSimulation } = await import('./worker/open-worker.js');
  return openSimulation(model);
}
