import { type Glow, GroundShadow, type Look, type ModelNote } from '@odori/model';
import { type PoseAt, type Rig, type RigPlayable } from '@odori/runtime';
import type { RigSpace } from '@odori/runtime/companion';
import { bindVrm, type HumanoidBinding, type ScalableVrm, scaleVrm, type VrmLike } from '@odori/vrm';
import { checkGlb } from '@odori/vrm/internal';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import {
  AmbientLight,
  Box3,
  BufferGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  type Material,
  Mesh,
  type Object3D,
  type SkinnedMesh,
  Texture,
  Uint16BufferAttribute,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ProblemError } from '../language/problems.js';

/**
 * A VRM avatar that the element shows in place of an `MmdModel`, with the same properties as far as the
 * element uses them.
 *
 * `rig` is MMD's standard skeleton: motions and `adjust` move it, and the avatar follows. In `root`, one unit
 * is MMD's: the avatar is scaled so that its legs are as long as those of the skeleton, and its soles stand
 * at y = 0.
 */
export class VrmModel implements RigPlayable {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** As three-vrm has loaded it. */
  readonly vrm: VrmLike;
  /** The avatar on its rig: `avatar.missing` says what it lacks. */
  readonly avatar: HumanoidBinding;
  /** In the scene, in MMD units and facing +z. */
  readonly root: Group = new Group();
  /** Lights all materials of glTF in the scene: of several avatars, those of one are on. */
  readonly lights: Group = new Group();
  readonly name: string;
  readonly nameEn = '';
  /** Who made the avatar, and its terms of use, from the file: show it to your users. */
  readonly comment: string;
  readonly commentEn = '';
  /** Textures that are missing: none, because a VRM file contains them. */
  readonly report: { readonly notes: readonly ModelNote[] } = { notes: [] };
  /** Height of the avatar at rest, in MMD units. */
  readonly height: number;
  /** Height of the avatar's eyes at rest, in MMD units. */
  readonly eyeHeight: number;
  /** Points of the body at rest on the bones of `rig`, for the automatic camera. Not in the scene. */
  readonly mesh: Mesh;
  /** three-vrm's springs move hair and clothes, not rigid bodies. */
  readonly physics = undefined;
  readonly isSettling = false;
  readonly usesPoseAt = true;
  /** As that of an MMD model, as far as the element uses it. */
  readonly surface: VrmSurface;

  /** `fileName` is the name of an avatar without a title. */
  constructor(vrm: LoadedVrm, fileName: string) {
    this.vrm = vrm;
    this.avatar = bindVrm(vrm);
    const { scene, meta } = vrm;
    const scale = 1 / this.avatar.pose.unit;
    const lines = termsOf(meta);
    const title = meta['title'] ?? meta['name'];
    this.name = typeof title === 'string' && title !== '' ? title : fileName;
    this.comment = [this.name, ...lines].join('\n');
    this.height = new Box3().setFromObject(scene).max.y * scale;
    if (meta.metaVersion === '0') scene.rotation.y = Math.PI;
    scaleVrm(vrm, scale);
    scene.traverse((part) => {
      part.frustumCulled = false; // three knows the bounds of the rest pose alone
      part.castShadow = true; // on stages that receive shadows
      sharpen(part);
    });
    this.root.name = this.name;
    // the light of MMD alone is too dark for materials of glTF
    const light = new DirectionalLight(LIGHT_COLOR, Math.PI * DIRECT);
    light.position.set(0.3, 1, 1);
    this.surface = new VrmSurface(new GroundShadow(scene, this.root));
    this.lights.add(light, new AmbientLight(LIGHT_COLOR, Math.PI * AMBIENT));
    this.root.add(scene, this.lights);
    this.mesh = createBody(this.rig, this.height, this.#headHeight(scale));
    this.reset();
    this.eyeHeight = this.avatar.space.eyes![1];
  }

  get rig(): Rig {
    return this.avatar.rig;
  }

  /** Where the avatar is in the world, and where its eyes are: for `lookAt`. */
  get space(): RigSpace {
    return this.avatar.space;
  }

  update(deltaSeconds = 0, poseAt?: PoseAt): void {
    this.avatar.update(deltaSeconds, poseAt);
  }

  reset(): void {
    this.avatar.reset();
  }

  /** An avatar has no rigid bodies. */
  loadPhysics(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Frees geometries, materials and textures. */
  dispose(): void {
    this.root.removeFromParent();
    this.surface.groundShadow.dispose();
    this.vrm.scene.traverse(free);
    this.mesh.geometry.dispose();
  }

  /** From the joint of the head to its top. */
  #headHeight(scale: number): number {
    const { bones, positions } = this.avatar.humanoid;
    const head = bones.indexOf('head');
    return head < 0 ? 0 : this.height - positions[3 * head + 1] * scale;
  }
}

/** The part of `ModelSurface` that an avatar has. */
class VrmSurface {
  readonly groundShadow: GroundShadow;
  /** Kept for the page: a VRM file brings the look of its materials along. */
  look: Look = 'auto';
  /** As {@link look}. */
  glow: Glow = 'auto';

  constructor(groundShadow: GroundShadow) {
    this.groundShadow = groundShadow;
  }

  get groundShadowBrightness(): number {
    return this.groundShadow.brightness;
  }

  set groundShadowBrightness(brightness: number) {
    this.groundShadow.brightness = brightness;
  }

  get groundShadowOpacity(): number {
    return this.groundShadow.opacity;
  }

  set groundShadowOpacity(opacity: number) {
    this.groundShadow.opacity = opacity;
  }
}

const LIGHT_COLOR = 0xffffff;
/**
 * Materials of glTF divide light by π. With MMD's own light, which adds 0.6 / π, a white surface in all light
 * is white, and no brighter.
 */
const [DIRECT, AMBIENT] = [0.6, 0.2];

/**
 * Loads a VRM avatar from the bytes of its file.
 *
 * Rejects if the file is broken, needs far more memory than it has bytes, or has no usable humanoid; with the
 * reason of `signal` if that aborts.
 */
export async function loadVrmModel(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<VrmModel> {
  checkGlb(bytes);
  const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
  const { userData } = await loader.parseAsync(Uint8Array.from(bytes).buffer, '');
  const vrm = userData['vrm'] as LoadedVrm | undefined;
  if (!vrm) throw new ProblemError({ code: 'no-avatar' });
  const model = new VrmModel(vrm, name);
  if (signal.aborted) model.dispose();
  signal.throwIfAborted();
  return model;
}

/** The parts of three-vrm's `VRM` that are used here. Its own types need a bundler to be found. */
interface LoadedVrm extends VrmLike {
  readonly meta: VrmLike['meta'] & Readonly<Record<string, unknown>>;
  readonly springBoneManager?: (VrmLike['springBoneManager'] & ScalableVrm['springBoneManager']) | undefined;
}

/** The fields of VRM 0.x and 1.0 in which authors name themselves and say what is allowed. */
const TERMS: Readonly<Record<string, string>> = {
  author: 'Author',
  authors: 'Author',
  copyrightInformation: 'Copyright',
  contactInformation: 'Contact',
  thirdPartyLicenses: 'Third parties',
  allowedUserName: 'Who may use it',
  avatarPermission: 'Who may use it',
  commercialUssageName: 'Commercial use',
  commercialUsage: 'Commercial use',
  modification: 'Changes',
  licenseName: 'License',
  licenseUrl: 'License',
  otherLicenseUrl: 'License',
  otherPermissionUrl: 'Terms',
};

/** Authors and terms, one line each. */
function termsOf(meta: LoadedVrm['meta']): string[] {
  return Object.entries(TERMS).flatMap(([field, title]) => {
    const value = meta[field];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return typeof text === 'string' && text !== '' ? [`${title}: ${text}`] : [];
  });
}

/** Frees what an object has on the GPU. */
function free(object: Object3D): void {
  const { geometry, skeleton } = object as SkinnedMesh;
  geometry?.dispose();
  skeleton?.dispose();
  for (const material of materialsOf(object)) {
    for (const texture of texturesOf(material)) texture.dispose();
    material.dispose();
  }
}

/**
 * Textures seen at a low angle stay sharp, as in MMD; three takes the most that the graphics card can, if
 * that is less.
 */
function sharpen(object: Object3D): void {
  for (const material of materialsOf(object)) {
    for (const texture of texturesOf(material)) texture.anisotropy = 16;
  }
}

function materialsOf(object: Object3D): readonly Material[] {
  return [(object as SkinnedMesh).material ?? []].flat();
}

function texturesOf(material: Material): Texture[] {
  const { uniforms } = material as { uniforms?: Record<string, { value: unknown }> };
  const values = [...Object.values(material), ...Object.values(uniforms ?? {}).map(({ value }) => value)];
  return values.filter((value): value is Texture => value instanceof Texture);
}

/** A point at every bone of the rig, at rest, and one at the top of the head. */
function createBody({ definition }: Rig, height: number, headHeight: number): Mesh {
  const { restPositions, boneCount } = definition;
  const head = definition.boneNames.indexOf('頭');
  const top = head < 0 ? height : restPositions[3 * head + 1] + headHeight;
  const geometry = new BufferGeometry();
  const indices = new Uint16Array(4 * (boneCount + 1));
  const weights = new Float32Array(indices.length);
  for (let i = 0; i <= boneCount; i++) {
    indices[4 * i] = i < boneCount ? i : Math.max(head, 0);
    weights[4 * i] = 1;
  }
  geometry.setAttribute('position', new Float32BufferAttribute([...restPositions, 0, top, 0], 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return new Mesh(geometry);
}
