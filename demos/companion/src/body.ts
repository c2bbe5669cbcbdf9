import { type MmdModel, PMXLoader } from '@odori/model';
import type { CompanionModel } from '@odori/runtime/companion';
import type { VRM } from '@pixiv/three-vrm';
import type { DirectionalLight, Object3D, Raycaster, Scene, SkinnedMesh } from 'three';
import { type AssetLoader, fetchAsset, withFileName } from '../../shared/asset-loader.js';
import type { ShadowedModel } from '../../shared/viewport.js';

/** Where she feels a touch. */
export type Part = 'head' | 'hand' | 'shoulder';

/** What she lives in: an MMD model, or an avatar as large as one. */
export interface Body {
  /** For the companion. */
  readonly model: CompanionModel;
  /** For the scene. */
  readonly shown: ShadowedModel;
  /** Hair and clothes are still coming to rest. */
  readonly isSettling: boolean;
  /** The part that a ray hits; undefined if it misses her, or hits another part. */
  touched(raycaster: Raycaster): Part | undefined;
}

/** The ends of names of bones in MMD; their children count too, such as hair and fingers. */
const MMD_PARTS: readonly (readonly [end: string, part: Part])[] = [
  ['頭', 'head'],
  ['ひじ', 'hand'],
  ['肩', 'shoulder'],
];
/** Bones of VRM, likewise. */
const VRM_PARTS = [
  ['head', 'head'],
  ['leftLowerArm', 'hand'],
  ['rightLowerArm', 'hand'],
  ['leftShoulder', 'shoulder'],
  ['rightShoulder', 'shoulder'],
] as const;

export async function loadModelBody(assets: AssetLoader): Promise<MmdBody> {
  return new MmdBody(await assets.load(new PMXLoader({ physics: true }), 'dancer.pmx'));
}

/** Our MMD model. */
export class MmdBody implements Body {
  readonly model: MmdModel;

  constructor(model: MmdModel) {
    this.model = model;
  }

  get shown(): MmdModel {
    return this.model;
  }

  get isSettling(): boolean {
    return this.model.isSettling;
  }

  touched(raycaster: Raycaster): Part | undefined {
    const hit = this.model.pick(raycaster);
    const { boneNames, parents } = this.model.rig.definition;
    for (let i = hit ? this.model.rig.boneIndex(hit.bone) : -1; i >= 0; i = parents[i]) {
      const found = MMD_PARTS.find(([end]) => boneNames[i].endsWith(end));
      if (found) return found[1];
    }
    return undefined;
  }
}

/** Loads our avatar, with the code for avatars, and lights her beside MMD's light. */
export async function loadAvatarBody(model: MmdModel, scene: Scene, light: DirectionalLight): Promise<Body> {
  const path = 'dancer.vrm';
  const { fillLights, loadAvatar } = await import('../../shared/load-avatar.js');
  const file = await fetchAsset(path);
  const avatar = await withFileName(path, () => loadAvatar(file, path, model.rig.definition));
  scene.add(...fillLights(light));
  const parts = partsOf(avatar.vrm!);
  return {
    model: avatar.binding,
    shown: avatar,
    isSettling: false,
    touched: (raycaster) => partAt(avatar.root, raycaster, parts),
  };
}

function partsOf({ humanoid }: VRM): Map<Object3D, Part> {
  return new Map(
    VRM_PARTS.flatMap(([bone, part]) => {
      const node = humanoid.getRawBoneNode(bone);
      return node ? [[node, part] as const] : [];
    }),
  );
}

/** The part of the avatar's bone that moves the nearest corner of the triangle that the ray hits. */
function partAt(root: Object3D, raycaster: Raycaster, parts: Map<Object3D, Part>): Part | undefined {
  // three keeps the bounds of the first pose that a ray met
  root.traverse((mesh) => (mesh as Partial<SkinnedMesh>).computeBoundingSphere?.());
  const [hit] = raycaster.intersectObject(root).filter(({ object }) => 'skeleton' in object);
  if (!hit?.face) return undefined;
  const { geometry, skeleton } = hit.object as SkinnedMesh;
  const { skinIndex, skinWeight } = geometry.attributes;
  const weights = [0, 1, 2, 3].map((k) => skinWeight.getComponent(hit.face!.a, k));
  const heaviest = weights.indexOf(Math.max(...weights));
  let node: Object3D | null = skeleton.bones[skinIndex.getComponent(hit.face.a, heaviest)];
  while (node && !parts.has(node)) node = node.parent;
  return node ? parts.get(node) : undefined;
}
