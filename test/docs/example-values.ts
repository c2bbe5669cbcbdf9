import * as format from '@odori/format';
import * as x from '@odori/format/x';
import * as model from '@odori/model';
import * as bridge from '@odori/mmd-loader';
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
import * as THREE from 'three';
import { SimulatedAnalyser } from '#test/support/simulated-analyser.js';
import type { Values } from './run-example.js';

/** What the packages export, by the folder of their sources. */
const EXPORTS: Readonly<Record<string, Values>> = {
  'packages/format/': { ...format, ...x },
  'packages/runtime/': { ...runtime, ...bake, ...companion, ...fit, ...joints },
  'packages/physics/': { ...physics, ...physicsBake, ...debug },
  'packages/vrm/': { ...vrm, ...glb, ...humanoid, ...vrma },
  'packages/model/': model,
  'packages/mmd-loader/': bridge,
  'packages/sample/': sample,
};

/** The file whose bytes are `bytes` in an example, by the path of its source. */
const BYTES: readonly (readonly [path: RegExp, file: string])[] = [
  [/\/bvmd-to-vmd|\/parse-bvmd/, 'dance.bvmd'],
  [/vrma/, 'dance.vrma'],
  [/\/vpd\//, 'pose-wave.vpd'],
  [/\/pmd\//, 'dancer.pmd'],
  [/\/pmm\/|\/scene\.ts$/, 'project.pmm'],
  [/-vac\.ts$/, 'negi.vac'],
  [/\/x\//, 'stage.x'],
  [/foreign-format/, 'textures/iris.png'],
  [/files-by-path/, 'miku.zip'],
  [/\/(?:files|zip)\//, 'dancer.zip'],
  [/packages\/vrm\//, 'dancer.vrm'],
  [/\/pmx\//, 'dancer.pmx'],
  [/packages\/format\//, 'gesture-wave.vmd'],
  [/./, 'dancer.pmx'],
];

/** Examples with these names ask a server for files, draw or sound. */
const NEEDS_PAGE: ReadonlySet<string> = new Set(
  (
    'Audio AudioContext createUrlResolver createUrlSource fetchBytes loadAccessory loadModel loadMotion ' +
    'MMDLoader PMDLoader PMMLoader PMXLoader VMDLoader VPDLoader WebGLRenderer XLoader'
  ).split(' '),
);

/** The values of names, made anew for each example; `path` is that of its source. */
export type Given = Readonly<Record<string, (path: string, valueOf: ValueOf) => unknown>>;

/** Another value of the same example. */
export type ValueOf = (name: string) => Promise<unknown>;

/** What only a page has, or only Node. */
export interface Surroundings {
  readonly given: Given;
  readonly exports: Readonly<Record<string, Values>>;
}

/**
 * The values that examples use without declaring them: what a package exports, and what their texts take for
 * granted.
 */
export class ExampleValues {
  readonly #fileOf: (name: string) => Uint8Array;
  readonly #exports: readonly (readonly [folder: string, values: Values])[];
  readonly #given: Given;
  readonly #others: Values = Object.assign({}, THREE, ...Object.values(EXPORTS));
  #parsed: format.Pmx | undefined;

  constructor(fileOf: (name: string) => Uint8Array, around?: Surroundings) {
    this.#fileOf = fileOf;
    this.#exports = [...Object.entries(around?.exports ?? {}), ...Object.entries(EXPORTS)];
    this.#given = { ...this.#basics(), ...this.#objects(), ...around?.given };
  }

  /** The names that have no value without a page. */
  lacking(path: string, names: readonly string[]): string[] {
    const own = this.#own(path);
    return names.filter(
      (name) =>
        NEEDS_PAGE.has(name) ||
        !(name in own || name in this.#given || name in this.#others || name in globalThis),
    );
  }

  /** The values of the names that an example does not declare. `path` is that of its source. */
  async of(path: string, names: readonly string[]): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    const valueOf = async (name: string): Promise<unknown> =>
      (values[name] ??= await this.#value(name, path, valueOf));
    for (const name of names) await valueOf(name);
    return values;
  }

  #value(name: string, path: string, valueOf: ValueOf): unknown {
    const own = this.#own(path);
    if (name in own) return own[name];
    if (name in this.#given) return this.#given[name](path, valueOf);
    if (name in this.#others) return this.#others[name];
    if (name in globalThis) return (globalThis as Record<string, unknown>)[name];
    throw new Error(`unknown name: ${name}`);
  }

  #own(path: string): Values {
    return this.#exports.find(([folder]) => path.startsWith(folder))?.[1] ?? {};
  }

  #dancer(scale = 1): format.Pmx {
    this.#parsed ??= format.parsePmx(this.#fileOf('dancer.pmx'));
    const bones = this.#parsed.bones.map((bone) => ({
      ...bone,
      position: bone.position.map((place) => scale * place) as [number, number, number],
    }));
    return { ...this.#parsed, bones };
  }

  #motion(name: string): runtime.Motion {
    return runtime.Motion.from(format.parseVmd(this.#fileOf(name)));
  }

  #rig(): runtime.Rig {
    return new runtime.Rig(runtime.createRigDefinition(this.#dancer()));
  }

  /** Files, documents, motions and numbers. */
  #basics(): Given {
    const motions: Readonly<Record<string, string>> = {
      leftDance: 'gesture-wave',
      rightDance: 'gesture-nod',
      nextDance: 'gesture-nod',
      motion: 'gesture-wave',
      shots: 'camera',
      wave: 'gesture-wave',
      nod: 'gesture-nod',
      idle: 'idle-calm',
      calm: 'idle-calm',
      proud: 'idle-shift',
      refrain: 'idle-calm',
      breath: 'idle-calm',
    };
    return {
      ...Object.fromEntries(
        Object.entries(motions).map(([name, file]) => [name, () => this.#motion(`${file}.vmd`)]),
      ),
      readFile: () => (name: string) => Promise.resolve(this.#fileOf(name)),
      writeFile: () => () => Promise.resolve(),
      bytes: (path) => this.#fileOf(BYTES.find(([pattern]) => pattern.test(path))![1]),
      danceBytes: () => this.#fileOf('dance.vmd'),
      faceBytes: () => this.#fileOf('gesture-laugh.vmd'),
      motionBytes: () => this.#fileOf('gesture-wave.vmd'),
      negiBytes: () => x.serializeX(x.createX({})),
      projectBytes: () => this.#fileOf('duet.pmm'),
      textureBytes: () => this.#fileOf('textures.zip'),
      modelBytes: () => this.#fileOf('dancer.pmx'),
      vrmBytes: () => this.#fileOf('dancer.vrm'),
      pmx: () => this.#dancer(),
      miku: (path) => (path.includes('file-source') ? new Blob(['miku']) : this.#dancer()),
      leek: () => new Blob(['.']),
      face: () => new Blob(['.']),
      tall: () => this.#dancer(1.2),
      vmd: () => format.parseVmd(this.#fileOf('gesture-wave.vmd')),
      dance: () => this.#motion('dance.vmd').slice(0, 600), // enough for a tempo
      track: () => this.#motion('gesture-wave.vmd').bones.get('頭'), // head
      humanoid: () => humanoid.readHumanoid(this.#fileOf('dancer.vrm')),
      samples: clicks,
      frame: () => 30,
      seconds: () => 1,
      deltaSeconds: () => 1 / 60,
      delta: () => 1 / 60,
      innerWidth: () => 1280,
      innerHeight: () => 720,
      out: () => [],
      matrix: () => new Float64Array(16),
      position: () => [0, 0, 0],
      rotation: () => [0, 0, 0, 1],
      askForAZip: () => () => undefined,
      askToRemoveSomething: () => () => undefined,
      show: () => () => undefined,
    };
  }

  /** What moves, and what is in a scene. */
  #objects(): Given {
    const models = ['model', 'other', 'left', 'right', 'grownUp'];
    return {
      ...Object.fromEntries(models.map((name) => [name, () => model.createModel(this.#dancer())])),
      child: () => model.createModel(this.#dancer(0.62)),
      THREE: () => THREE,
      rig: () => this.#rig(),
      twin: () => this.#rig(),
      singer: () => this.#rig(),
      microphone: () => this.#rig(),
      hair: () => this.#rig().boneIndex('頭'),
      shared: () => new Float64Array(this.#rig().solvedLength),
      binding: () => runtime.bindMotion(this.#motion('gesture-wave.vmd'), this.#rig()),
      mesh: () => this.#mesh(),
      gltf: () => ({ scene: this.#mesh() }),
      camera: (path) => {
        if (path.endsWith('motion-player.ts')) return new runtime.MotionCamera(this.#motion('camera.vmd'));
        const camera = new THREE.PerspectiveCamera(30);
        camera.position.set(0, 17, 40); // the dancer's eyes are as high
        camera.updateMatrixWorld();
        return camera;
      },
      motionCamera: () => new runtime.MotionCamera(this.#motion('camera.vmd')),
      raycaster: () => new THREE.Raycaster(),
      pointer: () => new THREE.Vector2(),
      timer: () => new THREE.Timer(),
      clock: () => new THREE.Clock(),
      light: () => new THREE.DirectionalLight(),
      directionalLight: () => new THREE.DirectionalLight(),
      scene: () => new THREE.Scene(),
      player: () => new runtime.MotionPlayer(),
      voice: () => new SimulatedAnalyser(clicks()),
      pose: () => runtime.createCameraPose(),
      depthOfField: () => ({}),
    };
  }

  #mesh(): THREE.SkinnedMesh {
    const bones = runtime.createBones(this.#rig().definition);
    const mesh = new THREE.SkinnedMesh();
    mesh.add(...bones.filter(({ parent }) => parent === null));
    mesh.bind(new THREE.Skeleton(bones));
    return mesh;
  }
}

/** Twelve seconds of a song with 120 beats a minute, at 11,025 samples a second. */
function clicks(): Float32Array {
  const samples = new Float32Array(12 * 11025);
  for (let beat = 0; beat < 24; beat++)
    for (let i = 0; i < 300; i++) samples[Math.round(beat * 5512.5) + i] = Math.cos(i / 2) * (1 - i / 300);
  return samples;
}
