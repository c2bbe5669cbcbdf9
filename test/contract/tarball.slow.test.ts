import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, inject, test } from 'vitest';

const STAGE = inject('packedFolder');
const FORMAT = join(STAGE, 'node_modules/@odori/format');
const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** A user's program that prints a name and a frame. */
const PROGRAM = `
import { createVmd, parseVmd, serializeVmd } from '@odori/format';
const bytes = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 30 }] }));
const { bones } = parseVmd(bytes);
console.log(bones.names[0].text, bones.frames[0]);
`;

test('the tarball of @odori/format contains only what users need', () => {
  const manifest = JSON.parse(readFileSync(join(FORMAT, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['dependencies']).toEqual({ fflate: '0.8.3' });
  expect(manifest['exports']).toMatchObject({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
  });
  expect(readdirSync(FORMAT).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
    'schema',
    'src',
  ]);
  expect(existsSync(join(FORMAT, 'dist/index.d.ts'))).toBe(true);
});

test('@odori/format runs in Node', () => {
  writeFileSync(join(STAGE, 'program.mjs'), PROGRAM);
  expect(execFileSync(process.execPath, ['program.mjs'], { cwd: STAGE, encoding: 'utf8' })).toBe('頭 30\n');
});

test('@odori/runtime/motion runs in Node without three', () => {
  const program = `
    import { createVmd } from '@odori/format';
    import { Motion, sampleBone, secondsToFrame } from '@odori/runtime/motion';
    const keys = [{ name: '頭', frame: 0 }, { name: '頭', frame: 30, position: [0, 1, 0] }];
    const position = [0, 0, 0];
    sampleBone(Motion.from(createVmd({ bones: keys })).bones.get('頭'), secondsToFrame(0.5), position, [0, 0, 0, 0]);
    console.log(position.join(), await import('three').catch(() => 'no three'));`;
  writeFileSync(join(STAGE, 'motion.mjs'), program);
  const output = execFileSync(process.execPath, ['motion.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('0,0.5,0 no three\n');
});

test('@odori/runtime/rig and /bake run in Node without three: a foot follows its IK, and without it when baked', () => {
  const program = `
    import { createPmx, createPmxBone, createVmd, parsePmx, parseVmd, serializePmx, serializeVmd } from '@odori/format';
    import { Motion, secondsToFrame } from '@odori/runtime/motion';
    import { bakeMotion } from '@odori/runtime/bake';
    import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
    const links = [{ bone: 1, limits: { min: [-3.14, 0, 0], max: [-0.01, 0, 0] } }, { bone: 0 }];
    const bones = [
      createPmxBone({ name: '左足', position: [1, 10, 0] }),
      createPmxBone({ name: '左ひざ', position: [1, 5.5, -0.1], parent: 0 }),
      createPmxBone({ name: '左足首', position: [1, 1, 0], parent: 1 }),
      createPmxBone({ name: '左足ＩＫ', position: [1, 1, 0], ik: { effector: 2, loopCount: 40, limitAngle: 2, links } }),
    ];
    const rig = new Rig(createRigDefinition(parsePmx(serializePmx(createPmx({ bones })))));
    const keys = [{ name: '左足ＩＫ', frame: 0, position: [0, 3, -1] }];
    const motion = Motion.from(parseVmd(serializeVmd(createVmd({ bones: keys }))));
    for (const played of [motion, Motion.from(bakeMotion(motion, rig.definition).vmd)]) {
      bindMotion(played, rig).sample(secondsToFrame(12.345));
      rig.solve();
      rig.solveAfterPhysics();
      const ankle = rig.worldMatrices.subarray(16 * rig.boneIndex('左足首') + 12, 16 * rig.boneIndex('左足首') + 15);
      console.log([...ankle].map((x) => x.toFixed(1)).join());
    }
    console.log(await import('three').catch(() => 'no three'));`;
  writeFileSync(join(STAGE, 'rig.mjs'), program);
  const output = execFileSync(process.execPath, ['rig.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('1.0,4.0,1.0\n1.0,4.0,1.0\nno three\n'); // MMD's z points the other way
});

const THREE = import.meta.resolve('three');

test('a model can be posed in Node without a renderer, and importing has no effect', () => {
  const program = `
    import { register } from 'node:module';
    import { createPmx, createPmxBone } from '@odori/format';
    const hook = "export const resolve = (name, context, next) => next(name === 'three' ? '${THREE}' : name, context);";
    register('data:text/javascript,' + encodeURIComponent(hook));
    await import('three');
    const before = Reflect.ownKeys(globalThis).length;
    const { createModel } = await import('@odori/model');
    const model = createModel(createPmx({ bones: [createPmxBone({ name: '頭', position: [0, 15, 2] })] }));
    model.rig.pose.translations[1] = 1;
    model.update();
    model.root.updateMatrixWorld();
    console.log(model.root.getObjectByName('頭').matrixWorld.elements.slice(12, 15).join());
    console.log(Reflect.ownKeys(globalThis).length - before, process.getActiveResourcesInfo().includes('Timeout'));`;
  writeFileSync(join(STAGE, 'model.mjs'), program);
  const output = execFileSync(process.execPath, ['model.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('0,16,-2\n0 false\n');
});

test('the tarball of @odori/model contains code and types, and three is a peer dependency', () => {
  const folder = join(STAGE, 'node_modules/@odori/model');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(manifest['dependencies'] as object).toSorted()).toEqual([
    '@odori/format',
    '@odori/physics',
    '@odori/runtime',
    'fflate',
  ]);
  expect(manifest['peerDependencies']).toEqual({ three: '>=0.172.0' });
  expect(manifest['exports']).toMatchObject({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
  });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['LICENSE', 'dist', 'package.json', 'src']));
  expect(existsSync(join(folder, 'dist/index.d.ts'))).toBe(true);
});

test('@odori/format runs in a Node worker', async () => {
  const code = PROGRAM.replace('console.log(', 'parentPort.postMessage([').replace(/\);\s*$/, ']);');
  writeFileSync(join(STAGE, 'worker.mjs'), `import { parentPort } from 'node:worker_threads';${code}`);
  const worker = new Worker(join(STAGE, 'worker.mjs'));
  const message = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  expect(message).toEqual(['頭', 30]);
  await worker.terminate();
});

test('everything that a manifest publishes is in the manifest of its tarball', () => {
  const scope = join(STAGE, 'node_modules/@odori');
  const manifests = readdirSync(scope).map(
    (name) => JSON.parse(readFileSync(join(scope, name, 'package.json'), 'utf8')) as Record<string, unknown>,
  );
  expect(manifests.map(({ publishConfig }) => publishConfig)).toEqual(
    manifests.map(() => ({ access: 'public' })),
  );
  const element = manifests.find(({ name }) => name === '@odori/element')!;
  for (const field of ['jsdelivr', 'unpkg']) {
    // what these servers send for the name of the package
    expect(element[field], field).toBe('./dist/odori-player.js');
  }
});

/** A user's program with documents. */
const TYPED = PROGRAM.replaceAll(']', ']!')
  .replace('console.log(', 'export const seen = String(')
  .replace(', bones', ' + bones');

/** A user's program with a model. */
const TYPED_MODEL = `
import { parsePmx } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
const model: MmdModel = createModel(parsePmx(new Uint8Array()));
bindMotion(Motion.from(), model.rig).sample(1);
model.update(1 / 60);
export const weight: number | undefined = model.morphs.get('あ')?.weight;
export const places = model.mesh.geometry.getAttribute('position').count;
`;

/** A user's program with the element. */
const TYPED_ELEMENT = `
import '@odori/element/define';
import { type CameraMode, OdoriPlayerElement, type RecordOptions } from '@odori/element';
import { record } from '@odori/element/record';
const element: OdoriPlayerElement = document.createElement('odori-player');
element.model = new Map([['a.pmx', new Blob()]]);
element.motion = ['a.vmd', new URL('b.vmd', location.href)];
element.addEventListener('ended', () => void element.play());
const mode: CameraMode = element.cameraMode;
const options: RecordOptions = { width: 640, height: 360, range: { start: 0, end: 1 } };
export const film: Promise<Blob> = element.record(options);
export const parts: unknown[] = [mode, record, element.loadedModel?.root, element.player.loopRange];
`;

/** A page that type-checks with `@types/three` 0.171, apart from where it imports from. */
const TYPED_BRIDGE = `
import '@odori/mmd-loader/ammo';
import { CCDIKSolver, MMDAnimationHelper, MMDLoader, MMDPhysics, modelOf } from '@odori/mmd-loader';
import type { AudioManager, GrantSolver, MMDAnimationHelperMixer, MMDPhysicsHelper } from '@odori/mmd-loader';
import { type AnimationClip, type Audio, type Camera, PerspectiveCamera, type Scene, type SkinnedMesh, Vector3 } from 'three';
import type { CCDIKHelper, IK } from 'three/addons/animation/CCDIKSolver.js';
export function start(scene: Scene, audio: Audio): MMDAnimationHelper {
  const onError = (event: ErrorEvent): void => void event.message;
  const helper = new MMDAnimationHelper({ sync: true, afterglow: 2 });
  const loader = new MMDLoader().setAnimationPath('motions/');
  loader.loadWithAnimation('a.pmx', ['a.vmd'], ({ mesh, animation }) => {
    helper.add(mesh, { animation, physics: true, gravity: new Vector3(0, -98, 0) }).add(audio, { delayTime: 1 });
    const entry: MMDAnimationHelperMixer = helper.objects.get(mesh)!;
    const ikHelper: CCDIKHelper = entry.ikSolver.createHelper();
    const grants: GrantSolver = entry.grantSolver;
    const physicsHelper: MMDPhysicsHelper = new MMDPhysics(mesh, mesh.geometry.userData.MMD.rigidBodies).createHelper();
    scene.add(ikHelper, physicsHelper);
    physicsHelper.dispose();
    loader.loadVPD('a.vpd', false, (vpd: object) => void helper.pose(mesh, vpd, { ik: false }), undefined, onError);
    const iks: IK[] = [{ target: 2, effector: 1, links: [{ index: 0 }] }];
    new CCDIKSolver(mesh, iks).update().updateOne(iks[0]);
    grants.update();
    modelOf(mesh).dispose();
  }, (event: ProgressEvent) => event.loaded, onError);
  const takeClip = (clip: SkinnedMesh | AnimationClip): void => {
    helper.add(new PerspectiveCamera(), { animation: clip as AnimationClip });
  };
  loader.loadAnimation('c.vmd', new PerspectiveCamera(), takeClip);
  for (const key of Object.keys(helper.enabled)) helper.enable(key, true);
  const manager: AudioManager = helper.audioManager;
  const camera: Camera | null = helper.camera;
  helper.audio.pause();
  helper.meshes = [];
  return helper.update(manager.currentTime);
}
`;

/** A user's program with playables and a loader of its own. */
const TYPED_PLAYABLE = `
import { createPmx } from '@odori/format';
import type { MmdScene } from '@odori/model';
import * as runtime from '@odori/runtime';
import { bakeMotion, type BakedMotion } from '@odori/runtime/bake';
class Dancer implements runtime.RigPlayable {
  readonly rig = new runtime.Rig(runtime.createRigDefinition(createPmx()));
  update(deltaSeconds: number): void {
    this.rig.solve();
  }
  reset(): void {}
}
class Cloud implements runtime.SampledPlayable {
  sample(frame: number, deltaSeconds: number): void {}
  reset(): void {}
}
declare const scene: MmdScene;
const motion = runtime.Motion.from();
const dancer = new Dancer();
export const playables: readonly runtime.Playable[] = new runtime.MotionPlayer()
  .add(dancer, motion, { adjust: ({ pose }) => pose.rotations.fill(0) })
  .add(new Cloud(), motion)
  .add(scene, scene.motion).playables;
export const baked: BakedMotion = bakeMotion(motion, dancer.rig.definition);
`;

/** A user's program that draws rigid bodies. */
const TYPED_PHYSICS = `
import { createPmx } from '@odori/format';
import { createPhysics, type Physics } from '@odori/physics';
import { PhysicsHelper } from '@odori/physics/debug';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { Group } from 'three';
const pmx = createPmx();
const physics: Physics = await createPhysics(pmx, new Rig(createRigDefinition(pmx)), { wind: [10, 0, 0] });
const helper = new PhysicsHelper(physics).setColors('red', 0x00ff00, 'gray');
new Group().add(helper);
helper.update();
helper.dispose();
`;

/** Programs to compile. Those called `wrong-…` contain mistakes. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'format.mts': TYPED,
  'model.mts': TYPED_MODEL,
  'element.mts': TYPED_ELEMENT,
  'physics.mts': TYPED_PHYSICS,
  'playable.mts': TYPED_PLAYABLE,
  'bridge.mts': TYPED_BRIDGE,
  'wrong-format.mts': TYPED.replace('bones.frames', 'bones.frmes'),
  'wrong-model.mts': TYPED_MODEL.replace('?.weight', '?.wieght').replace('getAttribute', 'getAtribute'),
  'wrong-physics.mts': TYPED_PHYSICS.replace('helper.update', 'helper.updat'),
  'wrong-bridge.mts': TYPED_BRIDGE.replace('delayTime', 'delay'),
  'wrong-playable.mts': TYPED_PLAYABLE.replace('reset(): void {}', ''),
  'wrong-element.mts': TYPED_ELEMENT.replace("'a.vmd',", '3,').replace('width:', 'widht:'),
};
/** The mistakes that the compiler must find, by file. */
const MISTAKES = [
  ['wrong-format.mts', "'frmes' does not exist"],
  ['wrong-model.mts', "'wieght' does not exist"],
  ['wrong-model.mts', "'getAtribute' does not exist"],
  ['wrong-physics.mts', "'updat' does not exist"],
  ['wrong-bridge.mts', "'delay' does not exist"],
  ['wrong-playable.mts', "incorrectly implements interface 'RigPlayable'"],
  ['wrong-element.mts', "'widht' does not exist"],
  ['wrong-element.mts', "'number' is not assignable"],
] as const;

test.each([
  ['NodeNext', 'three'],
  ['Bundler', 'three'],
  ['Bundler', 'three-oldest'],
])('programs and our declarations type-check under %s with the types of %s', (resolution, three) => {
  const errors = typeErrors(resolution, three);
  for (const [file, text] of MISTAKES) {
    expect(errors.filter((line) => line.startsWith(file) && line.includes(text))).toHaveLength(1);
  }
  expect(errors.filter((line) => /: error /.test(line) && !line.startsWith('wrong-'))).toEqual([]);
});

/** Compiles all programs at once. Returns the lines of the compiler. */
function typeErrors(moduleResolution: string, three: string): string[] {
  const module = moduleResolution === 'Bundler' ? 'ESNext' : moduleResolution;
  const types = join(import.meta.dirname, `../node_modules/@types/${three}`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module,
    moduleResolution,
    types: [],
    paths: { three: [`${types}/index.d.ts`], 'three/addons/*': [`${types}/examples/jsm/*`] },
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  };
  for (const [name, program] of Object.entries(PROGRAMS)) writeFileSync(join(STAGE, name), program);
  const files = Object.keys(PROGRAMS);
  writeFileSync(join(STAGE, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  try {
    execFileSync(TSC, ['-p', '.', '--pretty', 'false'], { cwd: STAGE, encoding: 'utf8' });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n');
  }
}
