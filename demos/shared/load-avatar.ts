import { GroundShadow, type ModelSurface } from '@odori/model';
import type { RigDefinition } from '@odori/runtime';
import {
  bindHumanoid,
  bindVrm,
  type HumanoidBinding,
  HumanoidError,
  readHumanoid,
  readVrmMeta,
  scaleVrm,
  type VrmMeta,
} from '@odori/vrm';
import { type VRM, VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';
import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  type Light,
  type Mesh,
  type Object3D,
  type ShaderMaterial,
  Texture,
} from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { say } from './language/texts.js';

/** A VRM avatar, or another humanoid in a GLB file, as large as an MMD model. */
export class Avatar {
  /** In MMD units, facing +z, on the ground y = 0. */
  readonly root: Group = new Group();
  readonly binding: HumanoidBinding;
  readonly groundShadow: GroundShadow;
  /** As that of an MMD model. */
  readonly surface: Pick<ModelSurface, 'groundShadowBrightness'>;
  /** At rest, in MMD units. */
  readonly height: number;
  /** undefined for a humanoid that is no VRM. */
  readonly vrm: VRM | undefined;
  /** Of its file. */
  readonly fileName: string;
  /** undefined for a humanoid that is no VRM. */
  readonly meta: VrmMeta | undefined;
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  /** `source`: the skeleton of the model that it follows. */
  constructor(gltf: GLTF, { fileName, meta, bytes }: AvatarFile, source: RigDefinition) {
    this.fileName = fileName;
    this.meta = meta;
    this.bytes = bytes;
    const vrm = gltf.userData['vrm'] as VRM | undefined;
    this.vrm = vrm;
    const { scene } = vrm ?? gltf;
    this.binding = vrm ? bindVrm(vrm, { source }) : bindHumanoid(scene, { source });
    scaleVrm(vrm ?? { scene }, 1 / this.binding.pose.unit);
    if (vrm?.meta.metaVersion === '0') scene.rotation.y = Math.PI;
    scene.traverse((part) => {
      part.frustumCulled = false; // three knows the bounds of the rest pose alone
      sharpen(part);
    });
    this.root.add(scene);
    this.root.updateMatrixWorld(true); // the bounds of skins need their bones
    this.height = Math.max(new Box3().setFromObject(scene).max.y, 0); // 0 without meshes
    this.groundShadow = new GroundShadow(scene, this.root);
    this.surface = surfaceOf(this.groundShadow);
    this.binding.reset();
  }

  get name(): string {
    return this.meta?.name || this.fileName;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.groundShadow.dispose();
    VRMUtils.deepDispose(this.root);
  }
}

function surfaceOf(shadow: GroundShadow): Avatar['surface'] {
  return {
    get groundShadowBrightness() {
      return shadow.brightness;
    },
    set groundShadowBrightness(brightness) {
      shadow.brightness = brightness;
    },
  };
}

/**
 * Textures seen at a low angle stay sharp, as those of MMD models; three takes the most that the graphics
 * card can, if that is less.
 */
function sharpen(part: Object3D): void {
  for (const material of [(part as Mesh).material ?? []].flat()) {
    const { uniforms } = material as Partial<ShaderMaterial>;
    const values = [
      ...Object.values(material),
      ...Object.values(uniforms ?? {}).map(({ value }) => value as unknown),
    ];
    for (const value of values) if (value instanceof Texture) value.anisotropy = 16;
  }
}

interface AvatarFile {
  readonly fileName: string;
  readonly meta: VrmMeta | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Throws a sentence for a file that is no humanoid: one for users, before three's loader would throw another
 * one.
 */
function checkHumanoid(bytes: Uint8Array): void {
  try {
    readHumanoid(bytes);
  } catch (error) {
    if (!(error instanceof HumanoidError) || error.code !== 'no-humanoid') throw error;
    throw new Error(
      say(
        'no bone has a name of VRM, Mixamo, Unity or Ready Player Me. Export the model as VRM, or rename its bones.',
      ),
      { cause: error },
    );
  }
}

/** Rejects if the file is broken or no humanoid. */
export async function loadAvatar(file: Blob, fileName: string, source: RigDefinition): Promise<Avatar> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const meta = readVrmMeta(bytes);
  checkHumanoid(bytes);
  const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes.slice().buffer, '');
  return new Avatar(gltf, { fileName, meta, bytes }, source);
}

/** A white surface of glTF in all light is white, and no brighter. */
const [DIRECT, AMBIENT] = [0.7, 0.3];

/**
 * Lights to add after MMD's own. Models of MMD take the first light alone; for materials of glTF, which
 * divide light by π, it is too dark.
 */
export function fillLights(light: DirectionalLight): Light[] {
  const more = new DirectionalLight(0xffffff, Math.PI * DIRECT - light.color.r);
  // from the front: MMD's own, from above, leaves the faces of other materials dark
  more.position.set(0.3, 0.8, 1);
  return [more, new AmbientLight(0xffffff, Math.PI * AMBIENT)];
}
