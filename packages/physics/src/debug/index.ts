export { PhysicsHelper } from './physics-helper.js';
