import {
  type AnimationClip,
  AnimationMixer,
  type Audio,
  type Camera,
  Object3D,
  type SkinnedMesh,
  type Vector3,
} from 'three';
import { AudioManager } from './audio-manager.js';
import { CameraMotion } from './camera-motion.js';
import { clipFor } from './clips.js';
import { MMDPhysics } from './mmd-physics.js';
import { type PageModel, pageModelOf } from './page-model.js';
import type { ParsedPose } from './parsed/parsed-motion.js';
import { CCDIKSolver, GrantSolver } from './solvers.js';
import { warnOnce } from './warn-once.js';

/** Options of {@link MMDAnimationHelper}. */
export interface MMDAnimationHelperParameter {
  /** All motions and the song have the length of the longest one. */
  sync?: boolean; // true
  /** Seconds for which the end holds before everything begins again; with `sync` only. */
  afterglow?: number; // 0
  /** Hair starts anew where a motion begins again. */
  resetPhysicsOnLoop?: boolean; // true
  /** Has no effect: bones are evaluated in MMD's order for every model. */
  pmxAnimation?: boolean; // false
}

/** Options of {@link MMDAnimationHelper.add}. */
export interface MMDAnimationHelperAddParameter {
  /** For a mesh or a camera. */
  animation?: AnimationClip | AnimationClip[];
  /** For a mesh. */
  physics?: boolean; // true
  /** For a mesh: the steps in which hair comes to rest at first. */
  warmup?: number; // half a second
  /** For a mesh, see `MMDPhysics`. */
  unitStep?: number;
  maxStepNum?: number;
  gravity?: Vector3 | number;
  /** For audio: seconds of the dance before the song begins. */
  delayTime?: number; // 0
}

/** Options of {@link MMDAnimationHelper.pose}. */
export interface MMDAnimationHelperPoseParameter {
  /** Begins from rest; otherwise from the pose that the mesh has. */
  resetPose?: boolean; // true
  ik?: boolean; // true
  grant?: boolean; // true
}

/** What the helper has of a mesh, a camera or the song. */
export interface MMDAnimationHelperMixer {
  /** A motion has begun again, and physics has not started anew yet. */
  looped: boolean;
  /** Of a mesh: what it writes to bones is the pose before IK, append and physics. */
  mixer?: AnimationMixer | undefined;
  /** Of a mesh only, as `grantSolver`; r171's types say the same. */
  ikSolver: CCDIKSolver;
  grantSolver: GrantSolver;
  physics?: MMDPhysics | undefined;
  /** Seconds. */
  duration?: number | undefined;
}

type Feature = 'animation' | 'ik' | 'grant' | 'physics' | 'cameraAnimation';

/** As r171's types have it; only what {@link ParsedPose} has is read. */
type Pose = object;

const noCallback = (): void => {};

/**
 * Moves meshes, a camera and a song together, as r171's class of this name.
 *
 * @example
 * const helper = new MMDAnimationHelper({ afterglow: 2 });
 * helper.add(mesh, { animation, physics: true });
 * helper.update(clock.getDelta()); // each frame, before rendering
 */
export class MMDAnimationHelper {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  meshes: SkinnedMesh[] = [];
  camera: Camera | null = null;
  /** Its position is where the camera looks. */
  cameraTarget: Object3D = new Object3D();
  /** null without a song, whatever r171's types say. */
  audio: Audio = null!;
  audioManager: AudioManager = null!;
  configuration: Required<MMDAnimationHelperParameter>;
  enabled: Record<Feature, boolean> = {
    animation: true,
    ik: true,
    grant: true,
    physics: true,
    cameraAnimation: true,
  };
  objects: WeakMap<object, MMDAnimationHelperMixer> = new WeakMap();
  /** Called with each mesh that has physics, when its bones are posed. */
  onBeforePhysics: (mesh: SkinnedMesh) => void = noCallback;
  /** Has no effect, as in r171. */
  sharedPhysics = false;
  masterPhysics: null = null;
  readonly #clips = new Map<object, readonly AnimationClip[]>();
  #cameraMotion: CameraMotion | undefined;

  constructor(params: MMDAnimationHelperParameter = {}) {
    const { sync = true, afterglow = 0, resetPhysicsOnLoop = true, pmxAnimation = false } = params;
    this.configuration = { sync, afterglow, resetPhysicsOnLoop, pmxAnimation };
    this.cameraTarget.name = 'target';
  }

  /**
   * Adds a mesh of our loader, a camera or a song. A camera and a song replace the ones before.
   *
   * @throws TypeError if a mesh is not from our loader, or for other objects; Error if the mesh was added
   * before.
   */
  add(object: SkinnedMesh | Camera | Audio, params: MMDAnimationHelperAddParameter = {}): this {
    // Not instanceof: a page may have two copies of three.
    if ('isSkinnedMesh' in object) this.#addMesh(object, params);
    else if ('isCamera' in object) this.#addCamera(object, params);
    else if (object.type === 'Audio') this.#addAudio(object, params);
    else throw new TypeError('add() takes a SkinnedMesh, a Camera or an Audio');
    this.#syncLengths();
    return this;
  }

  /** Removes what was added. A mesh keeps its pose, and a song goes on. Ignores other objects. */
  remove(object: SkinnedMesh | Camera | Audio): this {
    const index = this.meshes.indexOf(object as SkinnedMesh);
    if (index >= 0) {
      this.meshes.splice(index, 1);
      this.objects.delete(object);
      this.#clips.delete(object);
    }
    if (object === this.camera) this.#removeCamera();
    if (object === this.audio) this.#removeAudio();
    this.#syncLengths();
    return this;
  }

  /** Lets seconds pass for everything that was added; NaN counts as 0. Allocates nothing that lasts. */
  update(delta: number): this {
    const seconds = Number.isFinite(delta) ? delta : 0; // mixers would keep a NaN for ever
    this.audioManager?.control(seconds);
    for (let i = 0; i < this.meshes.length; i++) this.#updateMesh(this.meshes[i], seconds);
    this.#cameraMotion?.update(seconds, this.enabled.cameraAnimation, this.cameraTarget);
    return this;
  }

  /**
   * Poses the bones of a mesh of our loader, which need not be added, as a VPD of `loadVPD` says. Morphs
   * stay.
   *
   * @throws TypeError if the mesh is not from our loader.
   */
  pose(mesh: SkinnedMesh, vpd: Pose, params: MMDAnimationHelperPoseParameter = {}): this {
    const { resetPose = true, ik = true, grant = true } = params;
    const page = pageModelOf(mesh);
    if (resetPose) page.resetBones();
    else page.takeWritten();
    for (const { name, translation, quaternion } of (vpd as ParsedPose).bones) {
      page.moveBone(name, translation, quaternion);
    }
    page.isIkOn = ik;
    page.isGrantOn = grant;
    page.solve(0);
    page.holdLegs();
    return this;
  }

  /**
   * Turns a feature on or off.
   *
   * @throws Error if `key` is none of them.
   */
  enable(key: string, enabled: boolean): this {
    if (!(key in this.enabled)) throw new Error(`enable() does not know '${key}'`);
    this.enabled[key as Feature] = enabled;
    return this;
  }

  createGrantSolver(mesh: SkinnedMesh): GrantSolver {
    return new GrantSolver(mesh);
  }

  #addMesh(mesh: SkinnedMesh, params: MMDAnimationHelperAddParameter): void {
    if (this.meshes.includes(mesh)) throw new Error(`the mesh '${mesh.name}' was added before`);
    const page = pageModelOf(mesh);
    page.takeWritten();
    const entry: MMDAnimationHelperMixer = {
      looped: false,
      ikSolver: new CCDIKSolver(mesh),
      grantSolver: this.createGrantSolver(mesh),
    };
    this.meshes.push(mesh);
    this.objects.set(mesh, entry);
    if (params.animation) this.#animate(mesh, page, entry, params.animation);
    if (params.physics !== false) entry.physics = new MMDPhysics(mesh, undefined, undefined, params);
    else if (page.model.physics) page.model.physics.mode = 'off';
    page.reset();
    if (params.warmup !== undefined) entry.physics?.warmup(params.warmup);
  }

  #animate(
    mesh: SkinnedMesh,
    page: PageModel,
    entry: MMDAnimationHelperMixer,
    animation: AnimationClip | AnimationClip[],
  ): void {
    const clips = [animation].flat().map((clip) => clipFor(clip, page));
    const mixer = new AnimationMixer(page.createMixerRoot());
    for (const clip of clips) mixer.clipAction(clip).play();
    mixer.addEventListener('loop', () => {
      entry.looped = true;
    });
    entry.mixer = mixer;
    this.#clips.set(mesh, clips);
    this.#advance(page, mixer, 0);
  }

  #advance(page: PageModel, mixer: AnimationMixer, delta: number): void {
    page.giveBack();
    page.isIkOn = this.enabled.ik;
    page.isGrantOn = this.enabled.grant;
    mixer.update(delta);
    page.takeWeights();
  }

  /** Without an animation, bones are as the page has left them. */
  #updateMesh(mesh: SkinnedMesh, delta: number): void {
    const entry = this.objects.get(mesh)!;
    const { mixer, physics } = entry;
    const page = pageModelOf(mesh);
    if (mixer && this.enabled.animation) this.#advance(page, mixer, delta);
    else page.takeWritten();
    const isPhysical = physics !== undefined && this.enabled.physics;
    physics?.switch(isPhysical);
    if (entry.looped && this.enabled.physics) {
      if (physics && this.configuration.resetPhysicsOnLoop) page.reset();
      entry.looped = false;
    }
    if (isPhysical && this.onBeforePhysics !== noCallback) this.#callBeforePhysics(page);
    page.solve(isPhysical ? delta : 0); // by 0 also where the page advances physics itself
  }

  /** The callback sees solved bones, and what it writes to them lasts for this frame. */
  #callBeforePhysics(page: PageModel): void {
    page.solve(0);
    this.onBeforePhysics(page.mesh);
    page.takeWritten();
  }

  #addCamera(camera: Camera, { animation }: MMDAnimationHelperAddParameter): void {
    this.#removeCamera();
    this.camera = camera.add(this.cameraTarget);
    this.#setObject(camera, {});
    if (!animation) return;
    const clips = [animation].flat();
    this.#cameraMotion = new CameraMotion(camera, clips);
    this.#cameraMotion.update(0, this.enabled.cameraAnimation, this.cameraTarget);
    this.#setObject(camera, { mixer: this.#cameraMotion.mixer });
    this.#clips.set(camera, clips);
  }

  #removeCamera(): void {
    if (!this.camera) return;
    this.camera.remove(this.cameraTarget);
    this.objects.delete(this.camera);
    this.#clips.delete(this.camera);
    this.camera = null;
    this.#cameraMotion = undefined;
  }

  #addAudio(audio: Audio, params: MMDAnimationHelperAddParameter): void {
    if (this.audio?.isPlaying) this.audio.stop();
    this.#removeAudio();
    this.audio = audio;
    this.audioManager = new AudioManager(audio, params);
    this.#setObject(this.audioManager, { duration: this.audioManager.duration });
    if (!audio.buffer) {
      warnOnce(
        'add(audio) needs a buffer: call setBuffer first. For an <audio>, use MotionPlayer of @odori/runtime.',
      );
    }
  }

  #removeAudio(): void {
    if (this.audioManager) this.objects.delete(this.audioManager);
    this.audio = this.audioManager = null!;
  }

  /** r171's type demands more than a camera, a song and a clip have. */
  #setObject(object: object, { mixer, duration }: Partial<MMDAnimationHelperMixer>): void {
    this.objects.set(object, { looped: false, mixer, duration } as MMDAnimationHelperMixer);
  }

  /** Gives all motions and the song one length. The clips hold their last pose until then. */
  #syncLengths(): void {
    const { sync, afterglow } = this.configuration;
    if (!sync) return;
    const { audioManager } = this;
    let longest = audioManager ? audioManager.audioDuration + audioManager.delayTime : 0;
    for (const clips of this.#clips.values()) {
      for (const clip of clips) longest = Math.max(longest, this.#lengthOf(clip));
    }
    longest += afterglow;
    for (const [object, clips] of this.#clips) {
      for (const clip of clips) clip.duration = longest;
      this.objects.get(object)!.duration = longest;
    }
    if (audioManager) audioManager.duration = longest;
  }

  /** The length that a clip had before the helper changed it. */
  #lengthOf(clip: AnimationClip): number {
    if (!this.objects.has(clip)) this.#setObject(clip, clip);
    return this.objects.get(clip)!.duration!;
  }
}
