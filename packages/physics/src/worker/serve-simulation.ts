import type { PhysicsModel } from '../body-simulation.js';
import { Simulation } from '../simulation.js';
import { World } from '../solver/world.js';
import { createFrame, runRecords, writeAnswer } from './frame-records.js';

/**
 * The worker's side: gets the model first, then frames, and answers each message with poses. `answer` hands a
 * buffer over.
 *
 * @example
 * const serve = serveSimulation((buffer) => postMessage(buffer, [buffer]));
 * addEventListener('message', ({ data }) => serve(data));
 */
export function serveSimulation(answer: (buffer: ArrayBuffer) => void): (message: unknown) => void {
  let simulation: Simulation | undefined;
  return (message) => {
    if (message instanceof ArrayBuffer) {
      runRecords(new Float64Array(message), simulation!);
      answer(message);
    } else {
      simulation = new Simulation(new World(), message as PhysicsModel);
      const poses = createFrame(simulation.count, 1);
      writeAnswer(poses, simulation);
      answer(poses.buffer);
    }
  };
}
