import * as format from '@odori/format';
import * as x from '@odori/format/x';
import * as model from '@odori/model';
import * as physics from '@odori/physics';
import * as physicsBake from '@odori/physics/bake';
import * as debug from '@odori/physics/debug';
import * as runtime from '@odori/runtime';
import * as bake from '@odori/runtime/bake';
import * as companion from '@odori/runtime/companion';
import * as fit from '@odori/runtime/fit';
import * as joints from '@odori/runtime/joints';
import * as sample from '@odori/sample';
import * as vrm from '@odori/vrm';
import * as glb from '@odori/vrm/glb';
import * as humanoid from '@odori/vrm/humanoid';
import * as vrma from '@odori/vrm/vrma';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as THREE from 'three';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { ROOT } from './doc-pages.js';

type Values = Readonly<Record<string, unknown>>;

/** Everything that examples may import. */
const EXPORTS: Values = {
  ...THREE,
  ...sample,
  ...format,
  ...x,
  ...runtime,
  ...bake,
  ...joints,
  ...fit,
  ...companion,
  ...physics,
  ...physicsBake,
  ...debug,
  ...humanoid,
  ...vrm,
  ...vrma,
  ...glb,
  ...model,
};

/** Files that we have no sample of, by extension. The accessory is for the right wrist. */
const SMALL_FILES: Readonly<Record<string, () => Uint8Array>> = {
  '.pmd': () => wholeBytes().build(),
  '.pmm': () => {
    const names = ['ダンサー', '友達']; // dancer, friend
    const models = names.map((name, number) =>
      format.createPmmModel({ number, name, boneNames: ['センター'] }),
    );
    return format.serializePmm(format.createPmm({ models }));
  },
  '.vrma': () => vrma.serializeVrma(vrma.bakeVrmAnimation(motionOf('gesture-nod.vmd'), 'standard')),
  '.x': () => x.serializeX(x.createX({ materials: [{ texture: 'floor.bmp' }] })),
  '.vac': () => Buffer.from('negi\r\nnegi.x\r\n1\r\n0,0,0\r\n0,0,0\r\n\x89E\x8e\xe8\x8e\xf1\r\n', 'latin1'),
};

/** A file of the sample, or a small one of its kind. */
function fileOf(name: string): Uint8Array {
  const path = join(ROOT, 'packages/sample/files', name);
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : SMALL_FILES[extname(name)]();
}

/** The file whose bytes are `bytes` in an example, by the path of its source. */
const BYTES: readonly (readonly [path: RegExp, file: string])[] = [
  [/\/bvmd-to-vmd|\/parse-bvmd/, 'dance.bvmd'],
  [/vrma/, 'dance.vrma'],
  [/\/vpd\//, 'pose-wave.vpd'],
  [/\/pmd\//, 'dancer.pmd'],
  [/\/pmm\//, 'project.pmm'],
  [/-vac\.ts$/, 'negi.vac'],
  [/\/x\//, 'stage.x'],
  [/foreign-format/, 'textures/iris.png'],
  [/\/(?:files|zip)\//, 'dancer.zip'],
  [/packages\/vrm\//, 'dancer.vrm'],
  [/\/pmx\//, 'dancer.pmx'],
  [/packages\/format\//, 'gesture-wave.vmd'],
  [/./, 'dancer.pmx'],
];

/**
 * What a page has, or another library, and Node has not: examples with these names do not run. Names of ours
 * are here if they ask a server for a file, or wait until a player has played something.
 */
export const OF_PAGES: ReadonlySet<string> = new Set(
  (
    'askForAZip audioContext audioElement child controls depthOfField event gltf grownUp hair innerHeight innerWidth ' +
    'microphone motionCamera navigator renderer shared show singer tall twin voice vrm wave Audio AudioContext ' +
    'GLTFLoader VRMLoaderPlugin VMDLoader VPDLoader fetchBytes loadModel loadMotion'
  ).split(' '),
);

/** The values that the texts of examples take for granted. */
const GIVEN: Readonly<Record<string, () => unknown>> = {
  THREE: () => THREE,
  readFile: () => (name: string) => Promise.resolve(fileOf(name)),
  writeFile: () => () => Promise.resolve(),
  danceBytes: () => fileOf('dance.vmd'),
  faceBytes: () => fileOf('gesture-laugh.vmd'),
  motionBytes: () => fileOf('gesture-wave.vmd'),
  projectBytes: () => fileOf('duet.pmm'),
  modelBytes: () => fileOf('dancer.pmx'),
  vrmBytes: () => fileOf('dancer.vrm'),
  pmx: parsedDancer,
  vmd: () => format.parseVmd(fileOf('gesture-wave.vmd')),
  motion: () => motionOf('gesture-wave.vmd'),
  dance: () => motionOf('dance.vmd').slice(0, 600), // enough for a tempo
  shots: () => motionOf('camera.vmd'),
  track: () => motionOf('gesture-wave.vmd').bones.get('頭'), // head
  humanoid: () => humanoid.readHumanoid(fileOf('dancer.vrm')),
  rig: dancerRig,
  binding: () => runtime.bindMotion(motionOf('gesture-wave.vmd'), dancerRig()),
  model: () => model.createModel(parsedDancer()),
  other: () => model.createModel(parsedDancer()),
  mesh: dancerMesh,
  camera: () => new THREE.PerspectiveCamera(),
  directionalLight: () => new THREE.DirectionalLight(),
  light: () => new THREE.DirectionalLight(),
  scene: () => new THREE.Scene(),
  player: () => new runtime.MotionPlayer(),
  samples: clicks,
  frame: () => 30,
  deltaSeconds: () => 1 / 60,
  out: () => [],
  matrix: () => new Float64Array(16),
  position: () => [0, 0, 0],
  rotation: () => [0, 0, 0, 1],
  pose: () => runtime.createCameraPose(),
  ...Object.fromEntries(['idle', 'refrain', 'breath'].map((name) => [name, () => motionOf('idle-calm.vmd')])),
};

let parsed: format.Pmx | undefined;
function parsedDancer(): format.Pmx {
  return (parsed ??= format.parsePmx(fileOf('dancer.pmx')));
}

function motionOf(name: string): runtime.Motion {
  return runtime.Motion.from(format.parseVmd(fileOf(name)));
}

function dancerRig(): runtime.Rig {
  return new runtime.Rig(runtime.createRigDefinition(parsedDancer()));
}

function dancerMesh(): THREE.SkinnedMesh {
  const bones = runtime.createBones(dancerRig().definition);
  const mesh = new THREE.SkinnedMesh();
  mesh.add(...bones.filter(({ parent }) => parent === null));
  mesh.bind(new THREE.Skeleton(bones));
  return mesh;
}

/** Twelve seconds of a song with 120 beats a minute, at 11,025 samples a second. */
function clicks(): Float32Array {
  const samples = new Float32Array(12 * 11025);
  for (let beat = 0; beat < 24; beat++)
    for (let i = 0; i < 300; i++) samples[Math.round(beat * 5512.5) + i] = Math.cos(i / 2) * (1 - i / 300);
  return samples;
}

/**
 * The values of the names that an example does not declare, as far as they are known: exports, and what its
 * text takes for granted. `path` is that of its source.
 */
export function exampleValues(path: string, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    if (name === 'bytes') values[name] = fileOf(BYTES.find(([pattern]) => pattern.test(path))![1]);
    else if (name in GIVEN) values[name] = GIVEN[name]();
    else if (name in EXPORTS) values[name] = EXPORTS[name];
    else if (name in globalThis) values[name] = (globalThis as Record<string, unknown>)[name];
  }
  return values;
}
