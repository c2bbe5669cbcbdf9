import type { Pmx } from '@odori/format';
import type { PoseSource } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig, type RigDefinition } from '@odori/runtime/rig';
import type { GltfAnimation, GltfNode } from '../glb/gltf.js';
import { ModelWriter } from '../glb/model-writer.js';
import { createMeshParts, type MeshPart } from './mesh-parts.js';
import { createModelSkin, type ModelSkin } from './model-skin.js';
import { type DanceTolerance, writeDance } from './write-dance.js';
import {
  createMaterial,
  type DanceMaterials,
  type MaterialOptions,
  type TextureAlpha,
  usedTextures,
} from './write-materials.js';
import { writeMesh, type WrittenMesh } from './write-meshes.js';
import {
  type ImageConverter,
  type TextureFiles,
  writeTextures,
  type WrittenTextures,
} from './write-textures.js';

/** Options of {@link createDanceGlb}. @inline */
export interface DanceGlbOptions {
  /** Reads the model's textures. Without it, the file has none. */
  readonly textures?: TextureFiles;
  /** Converts textures that are neither PNG nor JPEG. Without it, they are left out, with a warning. */
  readonly convertImage?: ImageConverter;
  readonly materials?: DanceMaterials; // 'unlit'
  /**
   * What the pixels of textures with an alpha channel do. Many models have such textures without a
   * transparent pixel.
   */
  readonly textureAlpha?: TextureAlpha; // 'mask'
  /** Metres per MMD unit. */
  readonly unit?: number; // 0.08
  /** How far the dance may be from MMD's own: MMD units, degrees, weights. */
  readonly tolerance?: Partial<DanceTolerance>; // 0.01 units, 0.2 degrees, 0.002
}

/** The result of {@link createDanceGlb}. */
export interface DanceGlb {
  readonly bytes: Uint8Array;
  /**
   * What the model's author allows: its comment. It is also in the file, in `asset.extras`. Show it to who
   * makes the file.
   */
  readonly terms: string;
  /** What the file could not keep, in sentences. */
  readonly warnings: readonly string[];
}

const DEFAULTS = { materials: 'unlit', textureAlpha: 'mask', unit: 0.08 } as const;
const TOLERANCE_DEFAULTS: DanceTolerance = { position: 0.01, angle: 0.2, weight: 0.002 };

/**
 * An MMD model as one binary glTF file (GLB), with its dance, for viewers that know nothing of MMD: y up,
 * facing +z, in metres. Needs neither three nor a DOM.
 *
 * The file has geometry, skin, vertex morphs, base colors and textures. The dance is solved at every frame,
 * with IK, append and the bone and group morphs, and becomes as few keyframes as the tolerance allows. It
 * lacks what glTF cannot say: IK itself, other morphs, sphere and toon textures (but see `materials`), self
 * shadow, SDEF and QDEF (blended linearly), and that a motion hides its model. Each material is a mesh of its
 * own, so that only meshes that morphs change carry morphs.
 *
 * `dance`: a motion; or a source of solved poses, for physics that of `simulateDance` of
 * `@odori/physics/bake`. O(vertices + frames · solving).
 *
 * @throws RangeError if `unit` or a tolerance is not a finite number above 0, or if the motion has more than
 * 200,000 frames.
 * @example
 * const { bytes, terms } = await createDanceGlb(parsePmx(modelBytes), Motion.from(parseVmd(motionBytes)), {
 *   textures: (path) => readFile(path.replaceAll('\\', '/')),
 * });
 */
export async function createDanceGlb(
  pmx: Pmx,
  dance?: Motion | PoseSource,
  options: DanceGlbOptions = {},
): Promise<DanceGlb> {
  const { materials, textureAlpha, unit } = { ...DEFAULTS, ...options };
  const tolerance = { ...TOLERANCE_DEFAULTS, ...options.tolerance };
  for (const [name, value] of Object.entries({ unit, ...tolerance })) {
    if (!(value > 0 && value < Infinity))
      throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
  }
  const warnings: string[] = [];
  const model = new ModelFile(pmx, unit);
  const files = { files: options.textures, convert: options.convertImage };
  const textures = await writeTextures(model.writer, pmx, usedTextures(pmx, materials), files, warnings);
  if (dance) model.addDance(dance, tolerance);
  const { comment: terms } = pmx;
  const bytes = model.toBytes(textures, { materials, textureAlpha, unit }, { model: pmx.name, terms });
  return { bytes, terms, warnings };
}

/** The node above all bones. The node of a bone is 1 + its index. */
const ROOT = 0;

/** A GLB of a model, under construction. */
class ModelFile {
  readonly writer: ModelWriter = new ModelWriter();
  readonly #pmx: Pmx;
  readonly #unit: number;
  readonly #definition: RigDefinition;
  readonly #parts: readonly MeshPart[];
  readonly #meshes: readonly WrittenMesh[];
  readonly #skin: ModelSkin;
  #animation: GltfAnimation | undefined;

  constructor(pmx: Pmx, unit: number) {
    this.#pmx = pmx;
    this.#unit = unit;
    this.#definition = createRigDefinition(pmx);
    this.#skin = createModelSkin(pmx);
    this.#parts = createMeshParts(pmx);
    const context = { writer: this.writer, pmx, skin: this.#skin, unit };
    this.#meshes = this.#parts.map((part, i) => writeMesh(context, part, i));
  }

  addDance(dance: Motion | PoseSource, tolerance: DanceTolerance): void {
    const withMorphs = this.#meshes.map(({ morphs }, i) => ({ node: this.#meshNode(i), morphs }));
    const animation = writeDance(
      this.#poseSource(dance),
      {
        writer: this.writer,
        bones: this.#bonesThatMatter(),
        nodeOf: (bone) => 1 + bone,
        meshes: withMorphs.filter(({ morphs }) => morphs.length > 0),
        unit: this.#unit,
        jumps: !('rig' in dance),
      },
      tolerance,
    );
    if (animation.channels.length > 0) this.#animation = animation;
  }

  toBytes(textures: WrittenTextures, options: MaterialOptions, extras: object): Uint8Array {
    const meshNodes = this.#meshes.map(({ node }, mesh) => ({ ...node, mesh, skin: 0 }));
    const materials = this.#parts.map(({ material }) =>
      createMaterial(this.#pmx.materials[material], textures, options),
    );
    const extensions = new Set(materials.flatMap((material) => Object.keys(material.extensions ?? {})));
    const joints = this.#skin.joints.map((bone) => 1 + bone); // that of bone −1 is the root
    return this.writer.toGlb({
      asset: { version: '2.0', generator: '@odori/vrm', extras },
      ...(extensions.size > 0 && { extensionsUsed: [...extensions] }),
      scene: 0,
      scenes: [{ nodes: [ROOT, ...meshNodes.map((_, i) => this.#meshNode(i))] }],
      nodes: [...this.#skeleton(), ...meshNodes],
      ...(meshNodes.length > 0 && {
        meshes: this.#meshes.map(({ mesh }) => mesh),
        skins: [{ joints, inverseBindMatrices: this.#addBindMatrices() }],
        materials,
      }),
      ...textures.json,
      ...(this.#animation && { animations: [this.#animation] }),
    });
  }

  #meshNode(mesh: number): number {
    return 1 + this.#definition.boneCount + mesh;
  }

  /** The root, then all bones. */
  #skeleton(): GltfNode[] {
    const { boneCount, boneNames, parents, restOffsets } = this.#definition;
    const nodes: GltfNode[] = [{ name: this.#pmx.name }];
    for (let bone = 0; bone < boneCount; bone++) {
      const offset = Array.from(restOffsets.subarray(3 * bone, 3 * bone + 3));
      nodes.push({ name: boneNames[bone], translation: offset.map((value) => value * this.#unit) });
    }
    parents.forEach((parent, bone) => (nodes[1 + parent].children ??= []).push(1 + bone));
    return nodes;
  }

  /** One matrix per joint: takes a vertex at rest into the space of its bone. Returns the accessor. */
  #addBindMatrices(): number {
    const { restPositions } = this.#definition;
    const { joints } = this.#skin;
    const matrices = new Float32Array(16 * joints.length);
    joints.forEach((bone, i) => {
      for (const diagonal of [0, 5, 10, 15]) matrices[16 * i + diagonal] = 1;
      if (bone < 0) return;
      for (let axis = 0; axis < 3; axis++)
        matrices[16 * i + 12 + axis] = -restPositions[3 * bone + axis] * this.#unit;
    });
    return this.writer.add(matrices, 16, { target: 'matrices' });
  }

  /** The bones that move vertices, and all above them. */
  #bonesThatMatter(): Set<number> {
    const bones = new Set<number>();
    for (const joint of this.#skin.joints) {
      for (let bone = joint; bone >= 0; bone = this.#definition.parents[bone]) bones.add(bone);
    }
    return bones;
  }

  #poseSource(dance: Motion | PoseSource): PoseSource {
    if ('rig' in dance) {
      const { boneCount } = dance.rig.definition;
      if (boneCount === this.#definition.boneCount) return dance;
      throw new RangeError(
        `the dance is for a model with ${boneCount} bones, not ${this.#definition.boneCount}`,
      );
    }
    const rig = new Rig(this.#definition, { shearKnees: false }); // no keyframe can shear a bone
    const binding = bindMotion(dance, rig);
    const solve = (frame: number): void => {
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
    };
    return { motion: dance, rig, solve };
  }
}
