import type { PhysicsModel } from '../body-simulation.js';
import { RemoteSimulation, type WorkerPort } from './remote-simulation.js';

/** Starts a simulation in a module worker. Rejects if there are no workers here, or if it does not load. */
export async function openSimulation(model: PhysicsModel): Promise<RemoteSimulation> {
  if (typeof Worker === 'undefined')
    throw new Error(
      'physics in a worker needs a browser: this environment has no Worker. Leave out `worker: true`',
    );
  return startSimulation(
    new Worker(new URL('./physics-worker.js', import.meta.url), { type: 'module', name: 'odori-physics' }),
    model,
  );
}

/** Sends the model to a worker, and waits for its first answer. */
export function startSimulation(port: WorkerPort, model: PhysicsModel): Promise<RemoteSimulation> {
  return new Promise((resolve, reject) => {
    let simulation: RemoteSimulation | undefined;
    port.addEventListener('message', ({ data }) => {
      if (simulation) simulation.receive(data as ArrayBuffer);
      else resolve((simulation = new RemoteSimulation(port, data as ArrayBuffer, model)));
    });
    port.addEventListener('error', ({ message }) => {
      if (simulation)
        simulation.end(); // the browser has reported it
      else port.terminate();
      const reason = message ? `: ${message}` : '; does the Content-Security-Policy allow worker-src?';
      reject(new Error(`the physics worker did not load${reason}`));
    });
    port.postMessage({ rigidBodies: model.rigidBodies, joints: model.joints });
  });
}
