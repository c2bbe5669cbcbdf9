/**
 * The names that examples of the pages use without declaring them, because their text has explained them. Not
 * a part of the program of the tests: `type-check.ts` gives it to the compiler beside the examples.
 */

// The page and its controls
/** TypeScript's DOM does not have it yet. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(url: string): string },
  ): unknown;
};
/** Only Chromium has it. */
declare function showSaveFilePicker(options?: { suggestedName?: string }): Promise<FileSystemFileHandle>;
declare const page: HTMLElement;
declare const canvas: HTMLCanvasElement;
declare const button: HTMLButtonElement;
declare const slider: HTMLInputElement;
declare const input: HTMLInputElement & { readonly files: FileList };
declare const bar: HTMLProgressElement;
declare const audio: HTMLAudioElement;
declare const audioElement: HTMLAudioElement;
declare const video: HTMLVideoElement;
declare const abort: AbortController;
declare const signal: AbortSignal;
/** Shows a message or a number on the page. */
declare function show(value: unknown): void;

// three.js
declare const THREE: typeof import('three');
declare const scene: import('three').Scene;
declare const renderer: import('three').WebGLRenderer;
declare const camera: import('three').PerspectiveCamera;
declare const timer: import('three').Timer;
declare const clock: import('three').Clock;
declare const raycaster: import('three').Raycaster;
declare const mesh: import('three').SkinnedMesh;
declare const skinnedMesh: import('three').SkinnedMesh;
declare const gltf: import('three/addons/loaders/GLTFLoader.js').GLTF;
declare const directionalLight: import('three').DirectionalLight;
declare const listener: import('three').AudioListener;
declare const effect: import('three/addons/effects/OutlineEffect.js').OutlineEffect;
/** Seconds since the last frame. */
declare const deltaSeconds: number;
declare const frame: number;

// Odori
declare const model: import('@odori/model').MmdModel;
declare const motion: import('@odori/runtime').Motion;
declare const dance: import('@odori/runtime').Motion;
declare const refrain: import('@odori/runtime').Motion;
declare const wave: import('@odori/runtime').Motion;
declare const nod: import('@odori/runtime').Motion;
/** One channel of a decoded song. */
declare const samples: Float32Array;
declare const song: import('@odori/runtime/fit').HeardSong;
declare const step: import('@odori/runtime').Motion;
declare const breathing: import('@odori/runtime').Motion;
declare const calm: import('@odori/runtime').Motion;
declare const look: import('@odori/runtime').Motion;
declare const player: import('@odori/runtime').MotionPlayer;
declare const companion: import('@odori/runtime/companion').Companion;
declare const rig: import('@odori/runtime').Rig;
declare const leftRig: import('@odori/runtime').Rig;
declare const rightRig: import('@odori/runtime').Rig;
declare const world: import('@odori/physics').SharedWorld;
declare const pmx: import('@odori/format').Pmx;
declare const helper: import('@odori/mmd-loader').MMDAnimationHelper;

// Files
declare const bytes: Uint8Array<ArrayBuffer>;
declare const modelBytes: Uint8Array<ArrayBuffer>;
declare const motionBytes: Uint8Array<ArrayBuffer>;
declare const danceBytes: Uint8Array<ArrayBuffer>;
declare const faceBytes: Uint8Array<ArrayBuffer>;
declare const file: File;
declare const files: ReadonlyMap<string, Blob>;
declare const url: string;

// Values that a page computes
declare const position: number[];
declare const rotation: number[];
declare const lookAt: [x: number, y: number, z: number, w: number];

// three r171 and Ammo.js, for pages about moving away from them
declare function Ammo(): Promise<void>;
declare module 'three/addons/animation/MMDAnimationHelper.js';
declare module 'three/addons/loaders/MMDLoader.js';

// Files of the page itself, and files that a bundler copies
declare module '*.css';
declare module '@odori/sample/files/*' {
  const url: string;
  export default url;
}
declare module '*/odori-player.js';

// Packages of other projects that no test has
declare module '@react-three/postprocessing' {
  type Effect<Props> = (props: Props) => import('react').ReactElement;
  type Target = import('three').Vector3;
  export const EffectComposer: Effect<{
    frameBufferType?: import('three').TextureDataType;
    multisampling?: number;
    children: import('react').ReactElement[];
  }>;
  export const DepthOfField: Effect<{ target?: Target | undefined; focusRange?: number }>;
  export const Bloom: Effect<{ mipmapBlur?: boolean; luminanceThreshold?: number }>;
  export const Noise: Effect<{ opacity?: number }>;
}
