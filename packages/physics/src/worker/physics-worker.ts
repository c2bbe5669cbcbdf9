import { serveSimulation } from './serve-simulation.js';

const serve = serveSimulation((buffer) => postMessage(buffer, [buffer]));
onmessage = ({ data }) => serve(data);
