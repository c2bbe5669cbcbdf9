// The rigid-body solver: a substep of a real model beside Bullet in WebAssembly, growth with the number of
// bodies, garbage.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { chainScene, createWorld, danceScene } from './physics-scenes.mjs';

const CORPUS = process.env.ODORI_CORPUS ?? join(fileURLToPath(import.meta.url), '../../../../shared/corpus');
const STEPS = 600;
const ROUNDS = 15;

const scene = danceScene(
  join(CORPUS, 'pmx/mmd_tools_miku/miku.pmx'),
  join(CORPUS, 'vmd/wavefile_v2.vmd'),
  STEPS,
);
await compareWithBullet(scene);
printGrowth();
await printGarbage(scene);
printFirstStep();

/** Both engines dance the same 10 s, in turns. */
async function compareWithBullet(dance) {
  const bullet = await createBulletWorld(dance);
  const times = { odori: [], bullet: [] };
  const own = createWorld(dance);
  for (let round = 0; round < ROUNDS; round++) {
    times.odori.push(milliseconds(own, STEPS));
    times.bullet.push(milliseconds(bullet, STEPS));
  }
  const [odori, ammo] = [median(times.odori), median(times.bullet)];
  console.log(
    `physics: miku.pmx (${dance.bodies.length} bodies, ${dance.joints.length} joints) ${odori.toFixed(3)} ms per substep,`,
    `ammojs-typed 1.1.0 (WebAssembly) ${ammo.toFixed(3)} ms: ${(odori / ammo).toFixed(2)} of its time`,
  );
}

function printGrowth() {
  console.log('bodies   joints   close pairs   contacts   ms per substep   µs per body');
  for (const count of [11, 33, 110, 297, 550, 1001]) {
    const chains = chainScene(count, STEPS);
    const own = createWorld(chains);
    milliseconds(own, 120);
    const time = median(Array.from({ length: 5 }, () => milliseconds(own, 120)));
    const { manifolds } = own.world;
    const contacts = manifolds.pointCounts.subarray(0, manifolds.count).reduce((sum, n) => sum + n, 0);
    console.log(
      String(count).padStart(6),
      String(chains.joints.length).padStart(8),
      String(manifolds.count).padStart(13),
      String(contacts).padStart(10),
      time.toFixed(3).padStart(16),
      ((1000 * time) / count).toFixed(2).padStart(13),
    );
  }
}

async function printGarbage(dance) {
  const own = createWorld(dance);
  milliseconds(own, STEPS);
  let collections = 0;
  const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
  observer.observe({ entryTypes: ['gc'] });
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 5000; i++) own.step(i);
  const bytes = process.memoryUsage().heapUsed - before;
  await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
  console.log(
    `physics: ${collections} garbage collections in 5,000 substeps, ${(bytes / 5000).toFixed(1)} bytes per substep`,
  );
}

/** In new processes, after the import: a world of 45 bodies, and its first substep. */
function printFirstStep() {
  const program = `
    import { chainScene, createWorld } from ${JSON.stringify(new URL('physics-scenes.mjs', import.meta.url).href)};
    const scene = chainScene(45, 1);
    const start = performance.now();
    const world = createWorld(scene);
    const created = performance.now();
    world.step(0);
    console.log(JSON.stringify([created - start, performance.now() - created]));`;
  const times = Array.from({ length: 7 }, () => {
    const options = ['-C', 'built', '--input-type=module', '-e', program];
    return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }));
  });
  const [created, stepped] = [0, 1].map((i) => median(times.map((time) => time[i])).toFixed(1));
  console.log(
    `physics: in a new process, ${created} ms for a world of 45 bodies, ${stepped} ms for its first substep`,
  );
}

function milliseconds(engine, steps) {
  const start = performance.now();
  for (let i = 0; i < steps; i++) engine.step(i);
  return (performance.now() - start) / steps;
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

/**
 * The same scene in the WebAssembly build of Bullet. Its module cannot be called with another `this` than an
 * object.
 */
async function createBulletWorld({ bodies, joints, poses }) {
  const require = createRequire(import.meta.url);
  const wasmBinary = readFileSync(require.resolve('ammojs-typed/ammo.wasm.wasm'));
  const ammo = await require('ammojs-typed/wasm').call({}, { wasmBinary });
  const configuration = new ammo.btDefaultCollisionConfiguration();
  const world = new ammo.btDiscreteDynamicsWorld(
    new ammo.btCollisionDispatcher(configuration),
    new ammo.btDbvtBroadphase(),
    new ammo.btSequentialImpulseConstraintSolver(),
    configuration,
  );
  world.setGravity(new ammo.btVector3(0, -98, 0));
  const transform = new ammo.btTransform();
  const rotation = new ammo.btQuaternion(0, 0, 0, 1);
  const plane = new ammo.btStaticPlaneShape(new ammo.btVector3(0, 1, 0), 0);
  transform.setIdentity();
  world.addRigidBody(
    createBulletBody(ammo, transform, plane, { mass: 0, friction: 0.5, restitution: 0.88 }),
    0x8000,
    0xffff,
  );
  const created = bodies.map((body) => {
    setBulletPose(transform, rotation, body);
    const own = createBulletBody(ammo, transform, createBulletShape(ammo, body), {
      ...body,
      mass: body.mode === 0 ? 0 : body.mass,
    });
    if (body.mode === 0) own.setCollisionFlags(own.getCollisionFlags() | 2);
    own.setActivationState(4);
    world.addRigidBody(own, 1 << body.group, body.collisionMask);
    return own;
  });
  for (const joint of joints) {
    if (created[joint.bodyA] && created[joint.bodyB])
      world.addConstraint(createBulletJoint(ammo, joint, created), false);
  }
  const kinematic = bodies.flatMap(({ mode }, i) => (mode === 0 ? [i] : []));
  return {
    step(i) {
      const pose = poses[i % poses.length];
      for (const body of kinematic) {
        transform.setFromOpenGLMatrix(pose.subarray(16 * body, 16 * body + 16));
        created[body].getMotionState().setWorldTransform(transform);
      }
      world.stepSimulation(1 / 60, 1, 1 / 60);
    },
  };
}

function setBulletPose(transform, rotation, { position, rotation: [x, y, z] }) {
  transform.setIdentity();
  transform.getOrigin().setValue(...position);
  const half = [x, y, z].map((angle) => [Math.cos(angle / 2), Math.sin(angle / 2)]);
  const [[cx, sx], [cy, sy], [cz, sz]] = half;
  // Ry · Rx · Rz
  rotation.setValue(
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  );
  transform.setRotation(rotation);
}

function createBulletShape(ammo, { shape, size: [x, y, z] }) {
  if (shape === 0) return new ammo.btSphereShape(x);
  return shape === 1 ? new ammo.btBoxShape(new ammo.btVector3(x, y, z)) : new ammo.btCapsuleShape(x, y);
}

function createBulletBody(
  ammo,
  transform,
  shape,
  { mass, linearDamping = 0, angularDamping = 0, friction, restitution },
) {
  const inertia = new ammo.btVector3(0, 0, 0);
  if (mass > 0) shape.calculateLocalInertia(mass, inertia);
  const state = new ammo.btDefaultMotionState(transform);
  const info = new ammo.btRigidBodyConstructionInfo(mass, state, shape, inertia);
  info.set_m_linearDamping(linearDamping);
  info.set_m_angularDamping(angularDamping);
  info.set_m_friction(friction);
  info.set_m_restitution(restitution);
  return new ammo.btRigidBody(info);
}

function createBulletJoint(ammo, joint, created) {
  const [pose, rotation] = [new ammo.btTransform(), new ammo.btQuaternion(0, 0, 0, 1)];
  setBulletPose(pose, rotation, joint);
  const frames = [joint.bodyA, joint.bodyB].map((body) => {
    const frame = created[body].getWorldTransform().inverse();
    const copy = new ammo.btTransform(frame.getRotation(), frame.getOrigin());
    copy.op_mul(pose);
    return copy;
  });
  const own = new ammo.btGeneric6DofSpringConstraint(
    created[joint.bodyA],
    created[joint.bodyB],
    frames[0],
    frames[1],
    true,
  );
  own.setLinearLowerLimit(new ammo.btVector3(...joint.linearLower));
  own.setLinearUpperLimit(new ammo.btVector3(...joint.linearUpper));
  own.setAngularLowerLimit(new ammo.btVector3(...joint.angularLower));
  own.setAngularUpperLimit(new ammo.btVector3(...joint.angularUpper));
  [...joint.linearSpring, ...joint.angularSpring].forEach((strength, axis) => {
    if (strength <= 0) return;
    own.enableSpring(axis, true);
    own.setStiffness(axis, strength);
    own.setDamping(axis, 1);
  });
  for (let axis = 0; axis < 6; axis++) own.setParam(2, 0.475, axis);
  own.setEquilibriumPoint();
  return own;
}
