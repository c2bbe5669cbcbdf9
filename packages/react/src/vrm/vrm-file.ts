import { fetchBytes, LoadError } from '@odori/runtime';
import { fileBytes, fileNameOfUrl } from '@odori/runtime/internal/three';
import { bindVrm, type HumanoidBinding, type ScalableVrm, scaleVrm, type VrmLike } from '@odori/vrm';
import { checkGlb } from '@odori/vrm/internal';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { DefaultLoadingManager, Group, type Material, type Object3D, type SkinnedMesh, Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { SharedFile, SharedFiles } from '../loading/shared-files.js';

/** Where an avatar comes from: the URL of a VRM file, the file, or its bytes. */
export type VrmSource = string | URL | Blob | ArrayBuffer | Uint8Array;

/** What three-vrm has loaded, as far as it is used here. Its own types need a bundler to be found. */
type LoadedVrm = VrmLike & ScalableVrm & Pick<VrmLike, 'springBoneManager'>;

/** An avatar that faces +z in a group of its own, at the size of MMD models. */
export class ShownAvatar {
  readonly root: Group = new Group();
  readonly avatar: HumanoidBinding;
  readonly #vrm: LoadedVrm;
  #unit: number;

  /** @throws HumanoidError if the avatar has no usable humanoid. */
  constructor(vrm: LoadedVrm) {
    const { scene, meta } = vrm;
    this.#vrm = vrm;
    this.avatar = bindVrm(vrm);
    this.#unit = this.avatar.pose.unit;
    if (meta.metaVersion === '0') scene.rotation.y = Math.PI;
    scene.traverse((part) => {
      part.frustumCulled = false; // three knows the bounds of the rest pose alone
      part.castShadow = true;
    });
    this.root.add(scene);
  }

  /** Makes an MMD unit this large. */
  resize(unit: number): void {
    if (unit === this.#unit) return;
    scaleVrm(this.#vrm, unit / this.#unit);
    this.#unit = unit;
    this.avatar.reset(); // springs have other lengths
  }

  dispose(): void {
    this.#vrm.scene.traverse(free);
  }
}

/** Frees what an object has on the GPU. */
function free(object: Object3D): void {
  const { geometry, skeleton, material } = object as Partial<SkinnedMesh>;
  geometry?.dispose();
  skeleton?.dispose();
  for (const each of [material ?? []].flat()) {
    const { uniforms } = each as Material & { uniforms?: Record<string, { value: unknown }> };
    const values = [...Object.values(each), ...Object.values(uniforms ?? {}).map(({ value }) => value)];
    for (const value of values) if (value instanceof Texture) value.dispose();
    each.dispose();
  }
}

/**
 * A VRM file and the avatars in it, each for one component at a time: three-vrm cannot copy an avatar, but
 * load it again.
 */
export class VrmFile {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #name: string;
  readonly #all: ShownAvatar[] = [];
  #free: readonly ShownAvatar[] = [];
  #isOver = false;

  private constructor(bytes: Uint8Array<ArrayBuffer>, name: string) {
    this.#bytes = bytes;
    this.#name = name;
  }

  /** Rejects with a LoadError if the file cannot be fetched or has no usable avatar. */
  static async load(source: VrmSource): Promise<VrmFile> {
    const isUrl = typeof source === 'string' || source instanceof URL;
    const name = isUrl ? fileNameOfUrl(String(source)) : ((source as Partial<File>).name ?? 'the avatar');
    const file = new VrmFile(
      await (isUrl ? fetchBytes(source, { manager: DefaultLoadingManager }) : fileBytes(source)),
      name,
    );
    file.giveBack(await file.#loadAvatar());
    return file;
  }

  /** An avatar that no component shows, if there is one. */
  take(): ShownAvatar | undefined {
    const [taken, ...others] = this.#free;
    this.#free = others;
    return taken;
  }

  /** One more avatar, which the caller has taken. */
  async takeAnother(): Promise<ShownAvatar> {
    return this.take() ?? (await this.#loadAvatar());
  }

  giveBack(avatar: ShownAvatar): void {
    avatar.avatar.rig.pose.reset();
    this.#free = [...this.#free, avatar];
  }

  /** Disposes of all avatars. */
  dispose(): void {
    this.#isOver = true;
    for (const avatar of this.#all) avatar.dispose();
  }

  async #loadAvatar(): Promise<ShownAvatar> {
    try {
      checkGlb(this.#bytes);
      const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
      const { userData } = await loader.parseAsync(this.#bytes.slice().buffer, '');
      if (!userData['vrm']) throw new Error('this file has no VRM avatar');
      const avatar = new ShownAvatar(userData['vrm'] as LoadedVrm);
      this.#all.push(avatar);
      if (this.#isOver) avatar.dispose();
      return avatar;
    } catch (error) {
      const { message } = error as Error;
      throw new LoadError(this.#name, message, { cause: error });
    }
  }
}

const FILES = /* @__PURE__ */ new SharedFiles<VrmFile>((file) => file.dispose());

/** The file of a source, which is loaded once for all components. */
export function openVrm(source: VrmSource): SharedFile<VrmFile> {
  return FILES.open(source, () => VrmFile.load(source)).expire();
}
