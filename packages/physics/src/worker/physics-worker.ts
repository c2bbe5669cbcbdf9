import { serveSimulation } from './serve-simulation.js';

const serve = serveSimulation((buffer) => postMessage(buffer, [buffer]));
addEventListener('message', ({ data }) => serve(data));
