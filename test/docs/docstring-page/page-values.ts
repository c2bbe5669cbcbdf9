import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import * as element from '@odori/element';
import { OdoriPlayerElement } from '@odori/element/define';
import * as recording from '@odori/element/record';
import * as shelf from '@odori/element/shelf';
import * as bridge from '@odori/mmd-loader';
import * as model from '@odori/model';
import * as crowd from '@odori/model/crowd';
import * as posePool from '@odori/model/pose-pool';
import * as webgpu from '@odori/model/webgpu';
import { parsePmm, parsePmx, parseVmd } from '@odori/format';
import * as react from '@odori/react';
import * as reactVrm from '@odori/react/vrm';
import { Motion, MotionPlayer } from '@odori/runtime';
import { Canvas } from '@react-three/fiber';
import * as React from 'react';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavOf } from '#test/support/wav-bytes.js';
import type { Values } from '../run-example.js';
import type { Given, ValueOf, Surroundings } from '../example-values.js';
import { Boundary } from './boundary.js';

const webgl = { ...model, ...posePool };

/** In place of WebGPU, which takes seconds to start without a graphics card. */
const STILL_RENDERER = { setAnimationLoop: (draw: () => void) => draw(), render: () => undefined };

/** A film of some small pictures instead of hundreds of large ones. */
const SMALL = { width: 64, height: 36, range: { start: 0, end: 0.2 } };

const EXPORTS: Readonly<Record<string, Values>> = {
  'packages/model/src/webgpu/': { ...webgl, ...webgpu, ...crowd },
  'packages/model/': webgl,
  'packages/element/': {
    ...element,
    ...recording,
    ...shelf,
    record: (recordable: recording.Recordable, options: recording.RecordOptions) =>
      recording.record(recordable, { ...options, ...SMALL }),
    recordPlayer: (
      recorded: Parameters<typeof recording.recordPlayer>[0],
      options?: recording.RecordOptions,
    ) => recording.recordPlayer({ ...recorded, duration: 10 }, { ...options, ...SMALL }),
  },
  'packages/react/': { ...react, ...reactVrm, Canvas, React, useRef: React.useRef, ErrorBoundary: Boundary },
};

/** The values of names that need a page. */
export class PageValues implements Surroundings {
  readonly exports = EXPORTS;
  readonly given: Given;
  readonly #fileOf: (name: string) => Uint8Array<ArrayBuffer>;
  readonly #place: HTMLElement;
  /** Each for all examples that ask for one. */
  #loadedElement: Promise<OdoriPlayerElement> | undefined;
  #loadedMesh: Promise<THREE.SkinnedMesh> | undefined;
  /** Those that an example has made. */
  readonly #renderers = new Set<THREE.WebGLRenderer>();
  #renderer: THREE.WebGLRenderer | undefined;

  constructor(fileOf: (name: string) => Uint8Array<ArrayBuffer>, place: HTMLElement) {
    this.#fileOf = fileOf;
    this.#place = place;
    this.given = { ...this.#ofThePage(), ...this.#files(), ...this.#scenes() };
  }

  /** After an example: stops what it has started. */
  clean(): void {
    this.#renderer?.setAnimationLoop(null);
    for (const renderer of this.#renderers) {
      renderer.setAnimationLoop(null);
      renderer.dispose();
      renderer.forceContextLoss();
    }
    this.#renderers.clear();
    this.#place.replaceChildren();
  }

  #ofThePage(): Given {
    const renderers = this.#renderers;
    return {
      page: (path) => ({
        addEventListener: (_type: string, listen: (event: unknown) => void) => listen(this.#dropped(path)),
      }),
      link: () => document.createElement('a'),
      canvas: () => this.#sharedRenderer().domElement,
      renderer: (path) => (path.includes('/webgpu/') ? STILL_RENDERER : this.#sharedRenderer()),
      WebGLRenderer: () =>
        class extends THREE.WebGLRenderer {
          constructor(options: THREE.WebGLRendererParameters) {
            super(options);
            renderers.add(this);
          }
        },
      pipeline: () => STILL_RENDERER,
      controls: () => new OrbitControls(new THREE.PerspectiveCamera(), this.#place),
      audioElement: () => new Audio('song.ogg'),
      song: () => new Audio('song.ogg'),
      audioContext: () => new AudioContext(),
      Audio: () => Audio,
      AudioContext: () => AudioContext,
      navigator: () => ({
        mediaDevices: {
          getUserMedia: () => Promise.resolve(new AudioContext().createMediaStreamDestination().stream),
        },
      }),
      GLTFLoader: () => GLTFLoader,
      VRMLoaderPlugin: () => VRMLoaderPlugin,
      EffectComposer: () => EffectComposer,
      RenderPass: () => RenderPass,
      UnrealBloomPass: () => UnrealBloomPass,
      size: () => new THREE.Vector2(64, 36),
      init: () => () => undefined,
      isPlaying: () => false,
      setPlaying: () => () => undefined,
      showCredits: () => () => undefined,
      companion: () => ({ current: null }),
    };
  }

  #files(): Given {
    return {
      event: (path) => this.#dropped(path),
      input: () => ({ files: [this.#file('miku/miku.pmx'), this.#file('miku/tex/face.png')] }),
      file: () => this.#file('night.vmd'),
      item: () => ({
        kind: 'dance',
        name: 'Night',
        files: new Map([['night.vmd', this.#file('night.vmd')]]),
      }),
      songBytes: () => wavOf(12, (time) => Math.max(1 - (time % 0.5) / 0.03, 0) * Math.cos(5500 * time)),
      pmm: () => parsePmm(this.#fileOf('duet.pmm')),
      files: async () => {
        const files = await model.readZip(this.#fileOf('dancer.zip'));
        return new Map([...files].map(([path, file]) => [`miku/${path}`, file]));
      },
      shelf: () => shelf.Shelf.open(),
    };
  }

  #scenes(): Given {
    return {
      vrm: () => this.#vrm(),
      mesh: () => this.#mesh(),
      helper: () => this.#helper(),
      model: (path) => this.#createModel(path)(parsePmx(this.#fileOf('dancer.pmx'))),
      animation: () => new THREE.AnimationClip(),
      mmdScene: () => model.createScene(parsePmm(this.#fileOf('duet.pmm')), { resolve: () => undefined }),
      pool: () => new posePool.PosePool(),
      player: (path, valueOf) => this.#player(path, valueOf),
      element: () => (this.#loadedElement ??= this.#element(document.body)),
      recordable: () => this.#recordable(),
    };
  }

  /** One for all examples: a page may have only so many. */
  #sharedRenderer(): THREE.WebGLRenderer {
    this.#renderer ??= new THREE.WebGLRenderer();
    this.#renderer.setSize(64, 36);
    return this.#renderer;
  }

  #createModel(path: string): typeof model.createModel {
    return path.includes('/webgpu/') ? webgpu.createModel : model.createModel;
  }

  #mesh(): Promise<THREE.SkinnedMesh> {
    return (this.#loadedMesh ??= new bridge.MMDLoader().loadAsync('dancer.pmx'));
  }

  async #helper(): Promise<bridge.MMDAnimationHelper> {
    const helper = new bridge.MMDAnimationHelper();
    helper.add(await this.#mesh(), { physics: true });
    return helper;
  }

  /** An element, or the player of a scene with a dance. */
  async #player(path: string, valueOf: ValueOf): Promise<OdoriPlayerElement | MotionPlayer> {
    if (path.endsWith('odori-player-element.ts')) return this.#element(this.#place, { renderer: 'webgpu' });
    const player = new MotionPlayer();
    if (!path.includes('/shelf/')) return player;
    player.add((await valueOf('model')) as model.MmdModel, Motion.from(parseVmd(this.#fileOf('dance.vmd'))));
    player.currentTime = 12.5;
    return player;
  }

  async #element(
    parent: HTMLElement,
    attributes: Readonly<Record<string, string>> = {},
  ): Promise<OdoriPlayerElement> {
    const player = new OdoriPlayerElement();
    const all = { model: 'board.pmx', motion: 'short.vmd', ...attributes };
    for (const [name, value] of Object.entries(all)) player.setAttribute(name, value);
    player.record = (options) => OdoriPlayerElement.prototype.record.call(player, { ...options, ...SMALL });
    parent.append(player);
    await hasLoaded(player);
    return player;
  }

  #recordable(): recording.Recordable {
    const { domElement: canvas } = this.#sharedRenderer();
    const nothing = (): void => undefined;
    return { canvas, duration: 10, song: undefined, resize: nothing, seek: nothing, step: nothing };
  }

  async #vrm(): Promise<VRM> {
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { userData }: GLTF = await loader.loadAsync('dancer.vrm');
    return userData['vrm'] as VRM;
  }

  #file(path: string, content: BlobPart = '.'): File {
    const file = new File([content], path.slice(path.lastIndexOf('/') + 1));
    return Object.defineProperty(file, 'webkitRelativePath', { value: path });
  }

  /** What is dropped on a page. */
  #dropped(path: string): unknown {
    return { preventDefault: () => undefined, dataTransfer: { items: [], files: this.#droppedFiles(path) } };
  }

  #droppedFiles(path: string): File[] {
    if (path.endsWith('load-motion.ts')) return [this.#file('dance.vmd', this.#fileOf('gesture-nod.vmd'))];
    if (path.endsWith('model-resolver.ts'))
      return [this.#file('show/old/miku.pmd'), this.#file('show/model/miku.PMD')];
    const builder = new ModelBuilder();
    builder.material({ texture: builder.texture('tex\\face.png') });
    builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
    return [this.#file('miku/miku.pmx', Uint8Array.from(builder.bytes()))];
  }
}

/** Resolves when a player has loaded everything; rejects with what it could not load. */
export async function hasLoaded(player: OdoriPlayerElement): Promise<void> {
  while (player.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA && !player.error)
    await new Promise(requestAnimationFrame);
  const problems = player.shadowRoot!.querySelectorAll('[role=alert]');
  if (problems.length > 0) throw new Error(Array.from(problems, ({ textContent }) => textContent).join('; '));
}
