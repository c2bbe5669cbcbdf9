// Worlds for the measurements of the solver: bodies and joints as in PMX files, and the poses of the bodies
// that follow bones.
import { readFileSync } from 'node:fs';
import { parsePmx, parseVmd } from '../../packages/format/dist/index.js';
import { World } from '../../packages/physics/dist/index.js';
import { Motion, secondsToFrame } from '../../packages/runtime/dist/motion/index.js';
import { bindMotion, createRigDefinition, Rig } from '../../packages/runtime/dist/rig/index.js';

/**
 * A model that dances. `poses[step]` has 16 numbers for each body: where its bone would have it. Only bodies
 * of mode 0 use them.
 */
export function danceScene(modelPath, motionPath, steps) {
  const pmx = parsePmx(readFileSync(modelPath));
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(Motion.from(parseVmd(readFileSync(motionPath))), rig);
  const rests = pmx.rigidBodies.map((body) => restPose(body, pmx.bones[body.bone]));
  const poses = Array.from({ length: steps }, (_, step) => {
    binding.sample(secondsToFrame(step / 60));
    rig.solve();
    rig.solveAfterPhysics();
    const out = new Float32Array(16 * rests.length);
    pmx.rigidBodies.forEach(({ bone }, i) => {
      const world = bone < 0 ? IDENTITY : mirrored(rig.worldMatrices.subarray(16 * bone, 16 * bone + 16));
      out.set(product(world, rests[i]), 16 * i);
    });
    return out;
  });
  return { bodies: pmx.rigidBodies, joints: pmx.joints, poses };
}

/**
 * Chains of ten capsules with springs, on posts that swing. Neighbours of a chain may touch, as in a skirt.
 */
export function chainScene(count, steps) {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < count; i++) {
    const isPost = i % 11 === 0;
    const x = 0.8 * (Math.floor(i / 11) % 10);
    const z = 0.8 * Math.floor(i / 110);
    const y = 20 - (i % 11);
    bodies.push({
      shape: 2,
      size: [0.25, 0.5, 0],
      position: [x, y, z],
      rotation: [0, 0, 0],
      mass: 1,
      mode: isPost ? 0 : 1,
      linearDamping: 0.5,
      angularDamping: 0.9,
      restitution: 0,
      friction: 0.5,
      group: 0,
      collisionMask: 0xffff,
    });
    if (isPost) continue;
    joints.push({
      bodyA: i - 1,
      bodyB: i,
      position: [x, y + 0.5, z],
      rotation: [0, 0, 0],
      linearLower: [0, 0, 0],
      linearUpper: [0, 0, 0],
      linearSpring: [0, 0, 0],
      angularLower: [-0.3, -0.1, -0.3],
      angularUpper: [0.3, 0.1, 0.3],
      angularSpring: [20, 20, 20],
    });
  }
  const poses = Array.from({ length: steps }, (_, step) => {
    const swing = 2 * Math.sin(step / 20);
    return Float32Array.from(
      bodies.flatMap(({ position: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x + swing, y, z, 1]),
    );
  });
  return { bodies, joints, poses };
}

/**
 * Our world of a scene. `step(i)` puts the kinematic bodies in their poses and moves everything by one
 * substep.
 */
export function createWorld({ bodies, joints, poses }) {
  const world = new World();
  const numbers = bodies.map((body) => world.addBody(body, body.mode !== 0));
  for (const joint of joints) world.addJoint(joint, numbers[joint.bodyA] ?? -1, numbers[joint.bodyB] ?? -1);
  const kinematic = bodies.flatMap(({ mode }, i) => (mode === 0 ? [i] : []));
  bodies.forEach((_, i) => world.placeBody(numbers[i], poses[0], 16 * i));
  const matrix = new Float32Array(16);
  return {
    world,
    step(i) {
      const pose = poses[i % poses.length];
      for (const body of kinematic) world.moveBody(numbers[body], pose, 16 * body);
      world.step();
    },
    read: () => numbers.map((number) => [...world.readPose(number, matrix).subarray(12, 15)]),
  };
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The pose of a body at rest, from its bone: Ry · Rx · Rz and the offset. */
function restPose({ position, rotation: [x, y, z] }, bone) {
  const [cx, sx, cy, sy, cz, sz] = [x, y, z].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  const offset = position.map((value, i) => value - (bone?.position[i] ?? 0));
  return [
    [cy * cz + sy * sx * sz, cx * sz, -sy * cz + cy * sx * sz, 0],
    [-cy * sz + sy * sx * cz, cx * cz, sy * sz + cy * sx * cz, 0],
    [sy * cx, -sx, cy * cx, 0],
    [...offset, 1],
  ].flat();
}

/** A matrix of three.js in MMD's left-handed space. */
function mirrored(matrix) {
  return matrix.map((value, i) => ([2, 6, 8, 9, 14].includes(i) ? -value : value));
}

function product(a, b) {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[(i % 4) + 4 * k] * b[4 * Math.floor(i / 4) + k], 0),
  );
}
