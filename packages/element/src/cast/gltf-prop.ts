import type { SampledPlayable } from '@odori/runtime';
import { checkGlb } from '@odori/vrm/internal';
import {
  AmbientLight,
  AnimationMixer,
  DirectionalLight,
  Group,
  type Material,
  type Mesh,
  Texture,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import type { Prop } from './prop.js';

/** Units of MMD in a metre, which is the unit of glTF. */
const UNITS_PER_METRE = 12.5;
/** As those of an avatar: with MMD's own light, which adds 0.6 / π, a white surface is white. */
const [DIRECT, AMBIENT] = [0.6, 0.2];
const FRAMES_PER_SECOND = 30;

/** A GLB as a stage. Its animations loop, by the time of the dance. */
export class GltfProp implements Prop, SampledPlayable {
  readonly root: Group = new Group();
  readonly lights: Group = new Group();
  readonly playable: SampledPlayable | undefined;
  readonly problem = undefined;
  readonly #scene: Group;
  readonly #mixer: AnimationMixer;

  constructor({ scene, animations }: Gltf) {
    this.#scene = scene;
    this.#mixer = new AnimationMixer(scene);
    for (const clip of animations) this.#mixer.clipAction(clip).play();
    this.playable = animations.length > 0 ? this : undefined;
    let hasLights = false;
    scene.traverse((object) => {
      object.castShadow = object.receiveShadow = true;
      object.renderOrder = -3; // before the ground and the dancers
      if ('isLight' in object) {
        object.castShadow = false;
        hasLights = true;
      }
    });
    this.root.scale.setScalar(UNITS_PER_METRE);
    const light = new DirectionalLight('#ffffff', Math.PI * DIRECT);
    light.position.set(0.3, 1, 1);
    if (!hasLights) this.lights.add(light, new AmbientLight('#ffffff', Math.PI * AMBIENT));
    this.root.add(scene, this.lights);
  }

  sample(frame: number): void {
    this.#mixer.setTime(Math.max(frame, 0) / FRAMES_PER_SECOND);
  }

  reset(): void {}

  dispose(): void {
    this.root.removeFromParent();
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.#scene);
    this.#scene.traverse(free);
  }
}

type Gltf = Pick<Awaited<ReturnType<GLTFLoader['parseAsync']>>, 'scene' | 'animations'>;

/** Rejects if the file is broken, or needs far more memory than it has bytes. */
export async function loadGltfProp(bytes: Uint8Array): Promise<GltfProp> {
  checkGlb(bytes);
  return new GltfProp(await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, ''));
}

function free(object: object): void {
  const { geometry, material } = object as Partial<Mesh>;
  geometry?.dispose();
  const materials: readonly Material[] = [material ?? []].flat();
  for (const each of materials) {
    for (const value of Object.values(each)) if (value instanceof Texture) value.dispose();
    each.dispose();
  }
}
