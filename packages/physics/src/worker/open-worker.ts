import type { PhysicsModel } from '../simulation.js';
import { RemoteSimulation, type WorkerPort } from './remote-simulation.js';

/** Starts a simulation in a module worker. Rejects if there are no workers here, or if it does not load. */
export async function openSimulation(model: PhysicsModel): Promise<RemoteSimulation> {
  if (typeof Worker === 'undefined')
    throw new Error(
      'physics in a worker needs a browser: this environment has no Worker; leave out `worker: true`',
    );
  return startSimulation(
    new Worker(new URL('./physics-worker.js', import.meta.url), { type: 'module', name: 'odori physics' }),
    model,
  );
}

/** Sends the model to a worker, and waits for its first answer. */
export function startSimulation(port: WorkerPort, model: PhysicsModel): Promise<RemoteSimulation> {
  return new Promise((resolve, reject) => {
    port.onerror = ({ message }) => {
      port.terminate();
      const reason = message ? `: ${message}` : '; does the Content-Security-Policy allow worker-src?';
      reject(new Error(`the physics worker did not load${reason}`));
    };
    port.onmessage = ({ data }) => resolve(new RemoteSimulation(port, data as ArrayBuffer, model));
    port.postMessage({ rigidBodies: model.rigidBodies, joints: model.joints });
  });
}
