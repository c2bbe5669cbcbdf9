import { createPile, stateOf } from '#test/support/physics-scenes.js';

/** Moves a pile by a number of substeps in a worker, and answers with the hash of its state. */
onmessage = ({ data }: MessageEvent<number>) => {
  const world = createPile();
  for (let n = 0; n < data; n++) world.step();
  postMessage(stateOf(world));
};
