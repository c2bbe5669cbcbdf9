import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const STAGE = inject('packedFolder');
const THREE = import.meta.resolve('three');
const ADDONS = THREE.replace(/build\/[^/]*$/, 'examples/jsm');

/** Follows a program that defines `run(times)`: counts garbage collections and prints the number. */
const COUNTING = `
import { PerformanceObserver } from 'node:perf_hooks';
run(2500); // the engine compiles
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
run(1000);
await settle();
console.log(collections);
`;

/**
 * Runs in a process of its own on the packed code: a test runner rewrites imports, and calls that the engine
 * then cannot inline allocate memory, which does not happen for users.
 */
const SAMPLING = `
import { createVmd } from '@odori/format';
import { createCameraPose, KeyCursor, Motion, sampleBone, sampleCamera, sampleMorph } from '@odori/runtime/motion';

const bones = [], morphs = [], cameras = [];
for (let i = 0; i < 100; i++) {
  for (let frame = 0; frame < 1000; frame += 10) {
    const half = (frame % 70) / 100;
    const curves = i % 5 === 0 ? [64, 0, 64, 127] : [20, 20, 107, 107];
    bones.push({ name: 'b' + i, frame, position: [i % 2, half, 0], rotation: [0, Math.sin(half), 0, Math.cos(half)], curves });
  }
}
for (let frame = 0; frame < 1000; frame += 10) {
  morphs.push({ name: 'm', frame, weight: frame % 3 });
  cameras.push({ frame, distance: -frame, curves: [64, 0, 64, 127] });
}
const motion = Motion.from(createVmd({ bones, morphs, cameras }));
const tracks = [...motion.bones.values()];
const cursors = tracks.map(() => new KeyCursor());
const [position, rotation, pose, cursor] = [new Float64Array(3), new Float64Array(4), createCameraPose(), new KeyCursor()];
// Precomputed: a number computed in the loop would be allocated for every call, by the caller.
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.37);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    const frame = frames[i];
    for (let j = 0; j < tracks.length; j++) sampleBone(tracks[j], frame, position, rotation, cursors[j]);
    sampleMorph(motion.morphs.get('m'), frame);
    sampleCamera(motion.camera, frame, pose, cursor);
  }
};
`;

/** Resolves three to the copy of the tests. */
const WITH_THREE = `
import { register } from 'node:module';
const hook = "export const resolve = (name, context, next) => next(name === 'three' ? '${THREE}' : " +
  "/^three.(webgpu|tsl)$/.test(name) ? '${THREE}'.replace('three.module', 'three.' + name.slice(6)) : " +
  "name.startsWith('three/addons/') ? '${ADDONS}' + name.slice(12) : name, context);";
register('data:text/javascript,' + encodeURIComponent(hook));
`;

/** A rig on three.js objects. */
const DANCING = `
import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Motion } from '@odori/runtime/motion';
${WITH_THREE}
const { BufferGeometry, Skeleton, SkinnedMesh } = await import('three');
const { bindObject, createBones, createPoseTarget } = await import('@odori/runtime');

const names = Array.from({ length: 60 }, (_, i) => 'b' + i);
const bones = names.map((name, i) => createPmxBone({ name, parent: i - 1, position: [0, i, i % 2] }));
bones.push(createPmxBone({ name: 'goal', position: [3, 30, 5], ik: { effector: 40, loopCount: 10, limitAngle: 1, links: [{ bone: 39 }, { bone: 38 }] } }));
bones[50].append = { parent: 20, ratio: 0.5 };
bones[50].flags |= 0x100;
const rig = new Rig(createRigDefinition(createPmx({ bones })));
const keys = [];
for (const name of [...names, 'goal']) {
  for (let frame = 0; frame < 1000; frame += 10) {
    const half = (frame % 70) / 400;
    keys.push({ name, frame, position: [half, 0, half], rotation: [Math.sin(half), 0, 0, Math.cos(half)] });
  }
}
const dance = bindMotion(Motion.from(createVmd({ bones: keys })), rig);

const meshOf = (rest, onDemand) => {
  const three = createBones(rig.definition, { onDemand });
  for (const bone of three) bone.quaternion.fromArray(rest);
  const mesh = new SkinnedMesh(new BufferGeometry());
  mesh.add(...three.filter(({ parent }) => parent === null));
  mesh.bind(new Skeleton(three));
  return mesh;
};
const meshes = [meshOf([0, 0, 0, 1], false), meshOf([0, 0, 0, 1], true), meshOf([0, 0.6, 0, 0.8], false)];
const bindings = meshes.map((mesh) => bindObject(rig, mesh));
const target = createPoseTarget(rig.definition, rig.pose);
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.37);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    target.save();
    rig.solve();
    rig.solveAfterPhysics();
    for (let j = 0; j < bindings.length; j++) {
      bindings[j].update();
      meshes[j].updateMatrixWorld(); // reads the bones, which are placed then
    }
    target.restore();
  }
};
`;

/** Legs of a PMD whose IK shears the knees and all bones below, and bones that append from later ones. */
const SHEARED = `
import { createPmx, createPmxBone } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime/rig';

const limits = { min: [-3.14, 0, 0], max: [-0.01, 0, 0] };
const bones = [];
for (let i = 0; i < 100; i += 5) {
  bones.push(
    createPmxBone({ position: [i, 10, 0] }),
    createPmxBone({ position: [i, 5, 0], parent: i }),
    createPmxBone({ position: [i, 0, 0], parent: i + 1 }),
    createPmxBone({ position: [i, -1, -1], parent: i + 2, flags: 0x300, append: { parent: i + 6, ratio: 0.5 } }),
    createPmxBone({ position: [i, 3, 3], ik: { effector: i + 2, loopCount: 10, limitAngle: 1, links: [{ bone: i + 1, limits }, { bone: i }] } }),
  );
}
const rig = new Rig(createRigDefinition(createPmx({ bones, fromPmd: true })));
const poses = [];
for (let i = 0; i < 70; i++) {
  const rotations = rig.pose.rotations.slice();
  for (let bone = 1; bone < 100; bone += 5) rotations.set([0, 0.5, 0.5, 0.7 + i / 1000], 4 * bone);
  poses.push(rotations);
}
const run = (times) => {
  for (let i = 1; i < times; i++) {
    rig.pose.rotations.set(poses[i % 70]);
    rig.solve();
    rig.solveAfterPhysics();
  }
};
let sheared = 0;
for (const rotations of poses) {
  rig.pose.rotations.set(rotations);
  rig.solve();
  rig.solveAfterPhysics();
  const [y, z] = [20, 24].map((k) => rig.worldMatrices.slice(k, k + 3)); // columns of the first knee
  if (Math.abs(y[0] * z[0] + y[1] * z[1] + y[2] * z[2]) > 0.01) sheared++;
}
if (sheared < 35) throw new Error('only ' + sheared + ' of 70 poses shear the knee');
`;

/** A whole model: bones, and morphs of vertices, UVs, bones and materials, alone and in a group. */
const MODEL = `
import { createPmx, createPmxBone, createVmd } from '@odori/format';
${WITH_THREE}
const { bindMotion, Motion } = await import('@odori/runtime');
const { createModel } = await import('@odori/model');

const BONES = 60, VERTICES = 600;
const list = (length, make) => Array.from({ length }, (_, i) => make(i));
const bones = list(BONES, (i) => createPmxBone({ name: 'b' + i, parent: i - 1, position: [0, i, i % 2] }));
const vertices = {
  count: VERTICES,
  positions: Float32Array.from({ length: 3 * VERTICES }, (_, i) => i % 17),
  normals: new Float32Array(3 * VERTICES).fill(0.5),
  uvs: new Float32Array(2 * VERTICES),
  additionalUvCount: 0,
  additionalUvs: new Float32Array(0),
  weightTypes: new Uint8Array(VERTICES).fill(1),
  boneIndices: Int32Array.from({ length: 4 * VERTICES }, (_, i) => (i % 4 < 2 ? (i >> 2) % BONES : 0)),
  boneWeights: Float32Array.from({ length: 4 * VERTICES }, (_, i) => [0.25, 0.75, 0, 0][i % 4]),
  sdefVertices: new Uint32Array(0),
  sdefVectors: new Float32Array(0),
  edgeScales: new Float32Array(VERTICES).fill(1),
};
const material = { name: '', nameEn: '', diffuse: [1, 1, 1, 1], specular: [0, 0, 0], specularPower: 5, ambient: [0, 0, 0], flags: 31, edgeColor: [0, 0, 0, 1], edgeSize: 1, texture: -1, sphereTexture: -1, sphereMode: 0, sharedToon: 1, toon: 1, memo: '', indexCount: 30 };
const head = (name) => ({ name, nameEn: '', panel: 4 });
const some = Uint32Array.from({ length: 100 }, (_, i) => 3 * i);
const morphs = [
  ...list(10, (i) => ({ ...head('v' + i), type: 'vertex', vertices: some, offsets: new Float32Array(300).fill(0.1) })),
  { ...head('uv'), type: 'uv', channel: 0, vertices: some, offsets: new Float32Array(400).fill(0.1) },
  { ...head('bone'), type: 'bone', bones: Int32Array.of(3), translations: Float32Array.of(1, 0, 0), rotations: Float32Array.of(0, 0.6, 0, 0.8) },
  { ...head('material'), type: 'material', materials: Int32Array.of(-1, 0), operations: Uint8Array.of(0, 1), values: new Float32Array(56).fill(0.5) },
  { ...head('group'), type: 'group', morphs: Int32Array.of(0, 10, 11, 12), weights: Float32Array.of(1, 0.5, 0.5, 0.5) },
];
const model = createModel(createPmx({ vertices, bones, morphs, indices: new Uint32Array(60), materials: [material, material] }));
const keys = [], weights = [];
for (let frame = 0; frame < 1000; frame += 10) {
  const half = (frame % 70) / 400;
  for (const { name } of bones) keys.push({ name, frame, position: [half, 0, half], rotation: [Math.sin(half), 0, 0, Math.cos(half)] });
  for (const { name } of morphs) weights.push({ name, frame, weight: (frame % 30) / 30 });
}
const properties = list(30, (i) => ({ frame: 30 * i, visible: i % 2 === 0 }));
const dance = bindMotion(Motion.from(createVmd({ bones: keys, morphs: weights, properties })), model.rig);
const { attributes } = model.mesh.geometry;
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.37);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    model.poseTarget.save();
    model.update();
    attributes.position.clearUpdateRanges(); // as the renderer does
    attributes.uv.clearUpdateRanges();
  }
};
`;

/**
 * Young objects get 1 MB, so that a thousand frames show what they allocate: 1 kB each causes a collection.
 * The engine compiles hot code at once; in a thread of its own, it would be late on a busy machine.
 */
const SMALL_HEAP = ['--max-semi-space-size=1', '--no-concurrent-recompilation', '--expose-gc'];

/**
 * The smallest number of collections in up to three runs on the packed packages. A function that allocates
 * does so in every run.
 */
function leastCollections(program: string, args: readonly string[] = []): number {
  writeFileSync(join(STAGE, 'garbage.mjs'), program + COUNTING);
  let least = Infinity;
  for (let run = 0; run < 3 && least > 0; run++) {
    const options = { cwd: STAGE, encoding: 'utf8' } as const;
    least = Math.min(
      least,
      Number(execFileSync(process.execPath, [...SMALL_HEAP, 'garbage.mjs', ...args], options)),
    );
  }
  return least;
}

test('a hundred thousand samples cause no garbage collection', () => {
  expect(leastCollections(SAMPLING)).toBe(0);
});

test('a thousand frames of a dance on three.js objects cause no garbage collection', () => {
  expect(leastCollections(DANCING)).toBe(0);
});

test('a thousand frames with sheared knees of a PMD and with appends from later bones cause no garbage collection', () => {
  expect(leastCollections(SHEARED)).toBe(0);
});

test('a thousand frames of a model with all kinds of morphs cause no garbage collection', () => {
  expect(leastCollections(MODEL)).toBe(0);
});

/**
 * The same model as a renderer calls it for each picture, in lights of all kinds, among them a rect area
 * light, which it cannot use, and in environments that turn and change. Its first material is the page's own.
 * A camera keeps one of its bones in focus.
 */
const LIT_MODEL = `
${MODEL.replace('const run =', 'const runOne =')
  .replace(
    'materials: [material, material] })',
    `materials: [material, material] }), {
    material: ({ index }) => (index === 0 ? new MeshPhysicalMaterial() : undefined),
  }`,
  )
  .replace(
    "const { createModel } = await import('@odori/model');",
    `
const { createModel } = await import('@odori/model');
const {
  AmbientLight, DirectionalLight, HemisphereLight, MeshPhysicalMaterial, PerspectiveCamera, PointLight, Scene, SpotLight, Texture,
} = await import('three');
const { focusOn } = await import('@odori/runtime');
`,
  )}
const look = process.argv[2];
model.surface.look = look;
model.surface.lightStrength = process.argv[3];
model.surface.rim = 0.5;
const scene = new Scene().add(model.root);
const lights = [DirectionalLight, DirectionalLight, PointLight, SpotLight, HemisphereLight, AmbientLight].map((Light) => new Light());
scene.add(...lights);
const environments = [new Texture(), new Texture()];
for (const texture of environments) texture.mapping = 306; // as PMREMGenerator makes them
const renderer = { isWebGLRenderer: true, toneMapping: 4, outputColorSpace: 'srgb', getRenderTarget: () => null, getCurrentViewport: (target) => target.set(0, 0, 640, 360) };
const camera = new PerspectiveCamera();
const focus = focusOn(model, 'no such bone', 'b40');
const meshes = [model.surface.groundShadow, model.mesh, model.surface.outline];
const places = list(64, (i) => Math.sin(i / 9));
const seen = { distance: new Float64Array(1) };
for (const { uniforms } of meshes.flatMap(({ material }) => material)) {
  if (uniforms?.rectAreaLights) uniforms.rectAreaLights.value = [{}]; // as the renderer does
}
const draw = (mesh) => {
  for (let i = 0; i < mesh.material.length; i++) {
    const material = mesh.material[i];
    mesh.onBeforeRender(renderer, scene, camera, mesh.geometry, material, mesh.geometry.groups[i]);
    material.onBeforeRender(renderer, scene, camera, mesh.geometry, mesh, mesh.geometry.groups[i]);
  }
};
const show = (i) => {
  model.root.position.x = places[i & 63];
  camera.position.z = places[i & 31];
  scene.environment = environments[i & 1];
  scene.environmentRotation.y = places[i & 63];
  lights[0].intensity = places[i & 15];
  scene.updateMatrixWorld();
  camera.updateMatrixWorld();
  focus.update();
  seen.distance[0] = focus.distanceFrom(camera);
  for (let j = 0; j < meshes.length; j++) draw(meshes[j]);
};
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    model.update();
    for (let j = 0; j < 20; j++) show(i + j);
  }
};
`;

test.each([
  ['in the look scene', ['scene', 'mmd']],
  ['in MMD’s look, with the strength of light for scenes', ['auto', 'scene']],
])('twenty thousand pictures of a model %s cause no garbage collection', (_, options) => {
  expect(leastCollections(LIT_MODEL, options)).toBe(0);
});

/** Four dancers of that model as a crowd. */
const CROWD = `
${MODEL.replace("import('@odori/model')", "import('@odori/model/webgpu')").replace('const run =', 'const runOne =')}
const { ModelCrowd } = await import('@odori/model/crowd');
const crowd = new ModelCrowd(model);
for (const dancer of [model, model.clone(), model.clone(), model.clone()]) crowd.add(dancer);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    model.update();
    crowd.update();
  }
};
`;

test('a thousand frames of a crowd cause no garbage collection', () => {
  expect(leastCollections(CROWD)).toBe(0);
});

/** The same for WebGLRenderer: a camera moves around, and the dancers behind each other are see-through. */
const WEBGL_CROWD = `
${MODEL.replace('const run =', 'const runOne =')}
const { ModelCrowd } = await import('@odori/model');
const { PerspectiveCamera } = await import('three');
const crowd = new ModelCrowd(model);
const dancers = [model, model.clone()];
dancers.forEach((dancer, i) => {
  dancer.root.position.z = -100 * i;
  crowd.add(dancer);
});
crowd.surface.setMaterialOpacity(0, 0.5);
crowd.rate = (distance) => (distance < 200 ? 60 : 20);
const camera = new PerspectiveCamera();
const watch = crowd.root.children.find((child) => child.isLOD);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    model.update(1 / 60);
    camera.position.set(0, 30, i % 2 ? 300 : -500);
    camera.rotation.y = i % 2 ? 0 : Math.PI;
    camera.updateMatrixWorld();
    crowd.update(camera);
    watch.update(camera);
  }
};
`;

test('a thousand frames of a crowd for WebGLRenderer, sorted anew in each, cause no garbage collection', () => {
  expect(leastCollections(WEBGL_CROWD)).toBe(0);
});

/** A pile of bodies of all shapes, and a chain that a body swings. */
const PHYSICS = `
import { World } from '@odori/physics';

const world = new World();
const rest = { linearDamping: 0.1, angularDamping: 0.1, restitution: 0.3, friction: 0.5, group: 0, collisionMask: 0xffff };
const sizes = [[0.6, 0, 0], [0.5, 0.4, 0.6], [0.4, 0.8, 0]];
const add = (shape, position, dynamic) =>
  world.addBody({ ...rest, shape, size: sizes[shape], position, rotation: [0.1, 0.2, position[1]], mass: 1 }, dynamic);
for (let i = 0; i < 24; i++) add(i % 3, [Math.sin(i), 1 + i, Math.cos(i)], true);
const chain = Array.from({ length: 8 }, (_, i) => add(2, [4, 12 - i, 0], i > 0));
for (let i = 1; i < 8; i++) {
  const angular = { angularLower: [-0.5, 0, -0.5], angularUpper: [0.5, 0, 0.5], angularSpring: [9, 9, 9] };
  const linear = { linearLower: [0, 0, 0], linearUpper: [0, 0, 0], linearSpring: [0, 0, 0] };
  world.addJoint({ ...angular, ...linear, position: [4, 12.5 - i, 0], rotation: [0, 0, 0] }, chain[i - 1], chain[i]);
}
const poses = Array.from({ length: 5000 }, (_, i) =>
  Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4 + Math.sin(i / 9), 12, 0, 1),
);
const out = new Float32Array(16);
const run = (times) => {
  for (let i = 0; i < times; i++) {
    world.moveBody(chain[0], poses[i]);
    world.step();
    world.readPose(chain[7], out);
  }
};
`;

test('a thousand substeps of rigid bodies cause no garbage collection', () => {
  expect(leastCollections(PHYSICS)).toBe(0);
});

/** A model with a chain of hair, which a motion swings, and with boxes on the ground. */
const HAIRY_MODEL = `
import { createPmx, createPmxBone, createVmd } from '@odori/format';
${WITH_THREE}
const { Motion, MotionPlayer } = await import('@odori/runtime');
const { createModel } = await import('@odori/model');

const HAIR = 12, BOXES = 8;
const list = (length, make) => Array.from({ length }, (_, i) => make(i));
const bones = [
  createPmxBone({ name: 'head', position: [0, 18, 0] }),
  ...list(HAIR, (i) => createPmxBone({ name: 'hair' + i, parent: i, position: [0, 17 - i, 1] })),
  ...list(BOXES, (i) => createPmxBone({ name: 'box' + i, parent: 0, position: [i - 4, 2, 2] })),
];
const body = { name: '', nameEn: '', group: 0, collisionMask: 0xffff, shape: 0, size: [0.4, 0.5, 0.4], rotation: [0, 0, 0], mass: 1, linearDamping: 0.5, angularDamping: 0.5, restitution: 0.2, friction: 0.5 };
const rigidBodies = [
  { ...body, bone: 0, mode: 0, position: [0, 18, 0] },
  ...list(HAIR, (i) => ({ ...body, bone: i + 1, mode: 1 + (i % 2), shape: 2 * (i % 2), collisionMask: 1 << (i % 3), position: [0, 16.5 - i, 1] })),
  ...list(BOXES, (i) => ({ ...body, bone: HAIR + 1 + i, mode: 1, shape: 1, position: [i - 4, 2, 2] })),
];
const free = { linearLower: [0, 0, 0], linearUpper: [0, 0, 0], angularLower: [-0.5, -0.1, -0.5], angularUpper: [0.5, 0.1, 0.5], linearSpring: [0, 0, 0], angularSpring: [5, 0, 5] };
const joints = list(HAIR, (i) => ({ ...free, name: '', nameEn: '', type: 0, bodyA: i, bodyB: i + 1, position: [0, 17 - i, 1], rotation: [0, 0, 0] }));
const pmx = createPmx({ bones, rigidBodies, joints });
const keys = list(400, (i) => ({ name: 'head', frame: 5 * i, position: [2 * Math.sin(i), 0, 0], rotation: [0, Math.sin(i / 9), 0, Math.cos(i / 9)] }));
const dance = Motion.from(createVmd({ bones: keys }));
`;

const HAIRY_FRAMES = `${HAIRY_MODEL}
const model = createModel(pmx, { physics: true });
await model.ready;
const player = new MotionPlayer({ loop: true }).add(model, dance, { adjust: () => {} });
await player.play();
const DELTA = 1 / Number(process.argv[2]);
model.feelsMoves = process.argv[3] === 'feels';
if (process.argv[3] === 'slow') model.physics.budget = 0; // one substep in each frame
const places = list(64, (i) => Math.sin(i / 9));
const run = (times) => {
  for (let i = 1; i < times; i++) {
    model.root.position.x = places[i & 63];
    player.update(DELTA);
  }
  if (model.physics.faults > 0) throw new Error('bodies were lost');
};
`;

test.each([
  ['60 a second', ['60']],
  ['30 a second', ['30']],
  ['60 a second, feeling how it is moved', ['60', 'feels']],
  ['30 a second, feeling how it is moved', ['30', 'feels']],
  ['10 a second, each with one substep of six', ['10', 'slow']],
])('a thousand frames of a model with physics, %s, cause no garbage collection', (_, options) => {
  expect(leastCollections(HAIRY_FRAMES, options)).toBe(0);
});

const HAIRY_LIVES = `${HAIRY_MODEL}
const live = async () => {
  const model = createModel(pmx, { physics: true });
  await model.ready;
  const copy = model.clone();
  for (const each of [model, copy]) {
    each.update(1 / 60);
    each.reset();
    each.update(1 / 30);
    each.dispose();
  }
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
const heap = async () => {
  for (let i = 0; i < 2; i++) {
    await settle();
    gc();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
for (let i = 0; i < 200; i++) await live(); // the engine compiles; after fifty it still does
const before = await heap();
for (let i = 0; i < 50; i++) await live(); // a hundred models
console.log(Math.round(((await heap()) - before) / 50));
`;

/** A world alone takes more than 10 kB; the engine’s own growth is about 200 bytes. */
test('a hundred models with physics that are made, cloned and disposed of leave the heap as it was', () => {
  writeFileSync(join(STAGE, 'lives.mjs'), HAIRY_LIVES);
  const options = { cwd: STAGE, encoding: 'utf8' } as const;
  const bytes = Number(execFileSync(process.execPath, ['--expose-gc', 'lives.mjs'], options));
  expect(bytes).toBeLessThan(1000);
});

/**
 * The automatic camera films a dancer who walks and turns, in shots of all kinds; she is moved, and the
 * picture changes its shape.
 */
const AUTO_CAMERA = `
import { createPmx, createPmxBone, createVmd } from '@odori/format';
${WITH_THREE}
const { Motion } = await import('@odori/runtime');
const { AutoCamera, createModel } = await import('@odori/model');
const bones = [createPmxBone({ name: 'センター' }), createPmxBone({ name: '頭', parent: 0, position: [0, 16, 0] })];
const model = createModel(createPmx({ bones }));
const keys = Array.from({ length: 120 }, (_, i) => ({ name: 'センター', frame: 30 * i, position: [Math.sin(i), 0, i % 2] }));
const camera = new AutoCamera(model, { aspect: 1.5 });
await camera.direct({ motion: Motion.from(createVmd({ bones: keys })), bars: Array.from({ length: 60 }, (_, i) => 2 * i) });
const frames = Array.from({ length: 5000 }, (_, i) => i * 0.7);
const places = Array.from({ length: 64 }, (_, i) => Math.sin(i / 9));
const run = (times) => {
  for (let i = 0; i < times; i++) {
    model.root.position.x = places[i & 63];
    camera.sample(frames[i]);
  }
};
`;

test('a thousand frames of the automatic camera cause no garbage collection', () => {
  expect(leastCollections(AUTO_CAMERA)).toBe(0);
});

/** The drawing of a hundred bodies of all shapes, some of them joined. */
const PHYSICS_HELPER = `
import { createPmx, createPmxBone } from '@odori/format';
import { createPhysics } from '@odori/physics';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
${WITH_THREE}
await import('three');
const { PhysicsHelper } = await import('@odori/physics/debug');
const rest = { mass: 1, linearDamping: 0.1, angularDamping: 0.1, restitution: 0, friction: 0.5, group: 0, collisionMask: 0 };
const rigidBodies = Array.from({ length: 100 }, (_, i) => (
  { ...rest, bone: 0, mode: i % 3, shape: i % 3, size: [0.5, 1, 0.5], position: [i, 10, 0], rotation: [0.1, i, 0.2] }
));
const zero = [0, 0, 0];
const limits = { linearLower: zero, linearUpper: zero, angularLower: zero, angularUpper: zero, linearSpring: zero, angularSpring: zero };
const joints = Array.from({ length: 60 }, (_, i) => ({ bodyA: i, bodyB: i + 1, position: [i + 0.5, 10, 0], rotation: zero, ...limits }));
const pmx = createPmx({ bones: [createPmxBone()], rigidBodies, joints });
const physics = await createPhysics(pmx, new Rig(createRigDefinition(pmx)));
physics.reset();
const helper = new PhysicsHelper(physics);
const run = (times) => {
  for (let i = 0; i < times; i++) helper.update();
};
`;

test('a thousand updates of the physics helper cause no garbage collection', () => {
  expect(leastCollections(PHYSICS_HELPER)).toBe(0);
});

/** A page of r171 that plays sixty bones and a morph and turns the head itself, in the bridge. */
const OLD_PAGE = `
import { createPmx, createPmxBone, createVmd, serializePmx, serializeVmd } from '@odori/format';
${WITH_THREE}
const { Scene } = await import('three');
const { MMDAnimationHelper, MMDLoader } = await import('@odori/mmd-loader');
const names = Array.from({ length: 60 }, (_, i) => 'b' + i);
const bones = names.map((name, i) => createPmxBone({ name, parent: i - 1, position: [0, i, i % 2] }));
const morphs = ['m', 'n'].map((name) => (
  { name, nameEn: '', panel: 1, type: 'group', morphs: new Int32Array(0), weights: new Float32Array(0) }
));
const keys = names.flatMap((name, i) => [0, 200].map((frame) => ({ name, frame, position: [0, frame / 100, i], curves: [64, 0, 64, 127] })));
const urlOf = (bytes) => URL.createObjectURL(new Blob([bytes]));
const loader = new MMDLoader();
const mesh = await loader.loadAsync(urlOf(serializePmx(createPmx({ bones, morphs }))));
const vmd = urlOf(serializeVmd(createVmd({ bones: keys, morphs: [{ name: 'm', frame: 0 }] })));
const animation = await new Promise((resolve, reject) => loader.loadAnimation(vmd, mesh, resolve, undefined, reject));
const helper = new MMDAnimationHelper();
helper.add(mesh, { animation });
const scene = new Scene().add(mesh);
const head = mesh.skeleton.bones[50];
const turn = head.quaternion.clone().set(0, 0.6, 0, 0.8);
const run = (times) => {
  for (let i = 0; i < times; i++) {
    helper.update(1 / 1024);
    head.quaternion.copy(turn);
    scene.updateMatrixWorld();
  }
};
`;

test('a thousand frames of an old page cause no garbage collection', () => {
  expect(leastCollections(OLD_PAGE)).toBe(0);
});

/** A stage that reads camera and time, and changes the light, for every picture of the element. */
const STAGED = `
${WITH_THREE}
const { DirectionalLight, Group, PerspectiveCamera, Scene } = await import('three');
const { Scenery } = await import('./node_modules/@odori/element/dist/viewport/scenery.js');
const [scene, camera, light, root] = [new Scene(), new PerspectiveCamera(), new DirectionalLight(), new Group()];
const scenery = new Scenery(scene, { createLight: () => light }, camera);
scenery.stage = {
  root,
  update(view) {
    root.position.copy(view.camera.position);
    root.rotation.y = view.currentTime;
    view.light.color.multiplyScalar(0.5);
    view.light.position.y = view.deltaSeconds;
  },
};
const times = [null];
for (let i = 1; i < 5000; i++) times.push(i * 0.37);
const run = (count) => {
  for (let i = 1; i < count; i++) {
    for (let j = 0; j < 200; j++) {
      scenery.beginPicture(camera, times[i], times[1]);
      scenery.endPicture();
    }
  }
};
`;

test('two hundred thousand updates of a stage of the page cause no garbage collection', () => {
  expect(leastCollections(STAGED)).toBe(0);
});

/** A dance with IK, followed by two avatars with all options, and by their faces. */
const HUMANOIDS = `
import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { bindExpressions, HumanoidPose, standardSource } from '@odori/vrm/humanoid';
import { humanoidOf } from '@odori/vrm/internal';

const keys = [];
for (let frame = 0; frame < 2000; frame += 10) {
  const half = Math.sin(frame / 7) / 2;
  keys.push({ name: 'センター', frame, position: [half, -2 + half, 0] });
  for (const name of ['両目', '左腕', '右腕捩', '下半身']) keys.push({ name, frame, rotation: [0, 0, Math.sin(half), Math.cos(half)] });
}
const rig = new Rig(standardSource());
const dance = bindMotion(Motion.from(createVmd({ bones: keys, morphs: [{ name: 'あ', frame: 0, weight: 0.5 }] })), rig);
const avatar = humanoidOf(standardSource({ armAngle: 0 }));
const pose = new HumanoidPose(rig, avatar);
const other = new HumanoidPose(rig, avatar, { stance: 'foot', floor: 0, reach: 'lower' });
const face = bindExpressions(rig.definition.morphNames, ['aa', 'blink']);
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.37);
const run = (times) => {
  for (let i = 1; i < times; i++) {
    dance.sample(frames[i]);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    other.solve();
    face.update(rig.morphWeights);
  }
};
`;

test('a thousand frames of two avatars that follow a rig cause no garbage collection', () => {
  expect(leastCollections(HUMANOIDS)).toBe(0);
});

/** A VRM avatar with springs, made of plain objects, leads a skeleton of three.js; both show every frame. */
const BOUND_HUMANOIDS = `
import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
${WITH_THREE}
const { Bone, Group, Object3D } = await import('three');
const { MotionPlayer } = await import('@odori/runtime');
const { bindHumanoid, bindVrm, standardSource } = await import('@odori/vrm');
const { humanoidOf } = await import('@odori/vrm/internal');

const keys = [];
for (let frame = 0; frame < 9000; frame += 10) {
  const half = Math.sin(frame / 7) / 2;
  keys.push({ name: 'センター', frame, position: [half, -2 + half, 0] });
  for (const name of ['両目', '左腕', '下半身']) keys.push({ name, frame, rotation: [0, 0, Math.sin(half), Math.cos(half)] });
}
const { bones, parents, positions } = humanoidOf(standardSource());
const nodesOf = (create) => {
  const nodes = bones.map((name) => Object.assign(create(), { name }));
  nodes.forEach((node, i) => {
    const above = [0, 1, 2].map((k) => (parents[i] < 0 ? 0 : positions[3 * parents[i] + k]));
    node.position.set(...above.map((value, k) => positions[3 * i + k] - value));
    if (parents[i] >= 0) nodes[parents[i]].add(node);
  });
  return nodes;
};
const nodes = nodesOf(() => new Object3D());
const weights = new Float64Array(1);
const vrm = {
  scene: new Group().add(nodes[0]),
  meta: { metaVersion: '1' },
  humanoid: {
    normalizedRestPose: Object.fromEntries(nodes.map(({ name, position }) => [name, { position: position.toArray() }])),
    getNormalizedBoneNode: (name) => nodes[bones.indexOf(name)] ?? null,
  },
  expressionManager: { expressions: [{ expressionName: 'aa' }], setValue: (name, weight) => { weights[0] = weight; } },
  springBoneManager: { joints: { size: 1 }, reset() {}, update() {} },
  update() {},
};
const leader = bindVrm(vrm);
leader.lead(bindHumanoid(new Group().add(nodesOf(() => new Bone())[0]), { rig: leader.rig }));
const player = new MotionPlayer({ loop: true });
player.add(leader, Motion.from(createVmd({ bones: keys, morphs: [{ name: 'あ', frame: 0, weight: 0.5 }] })));
await player.play();
const run = (count) => {
  for (let i = 1; i < count; i++) player.update(1 / 60);
};
`;

test('a thousand frames of a VRM avatar that leads a skeleton cause no garbage collection', () => {
  expect(leastCollections(BOUND_HUMANOIDS)).toBe(0);
});
