import { isScreenPath } from '@odori/format/internal';
import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import type { PhysicsModel } from '@odori/physics';
import { createBones, Rig, type RigDefinition, type RigOptions } from '@odori/runtime';
import { type Bone, BufferAttribute, BufferGeometry, type Material, type Texture } from 'three';
import { createGeometry, groupGeometry, keepShared, shareGeometry } from '../geometry/model-geometry.js';
import type { BoneBoxes } from '../geometry/bone-boxes.js';
import { type TriangleChunks, triangleChunks } from '../geometry/triangle-chunks.js';
import type { MorphData } from '../morphs/model-morph.js';
import { createMorphTexture } from '../morphs/morph-table.js';
import type { SparseMorph } from '../morphs/sparse-morphs.js';
import type { ModelKit, SurfaceFeatures } from '../surface/surface-kit.js';
import { ModelTextures, type TextureOptions } from '../textures/model-textures.js';
import { PageTextures } from '../textures/page-textures.js';
import type { EdgeGroups } from './edge-groups.js';
import { type MakeMaterial, makeMaterials } from './file-material.js';
import { type ModelData, boxesOf } from './model-data.js';
import { ModelReport } from '../surface/model-report.js';

const SUB_TEXTURE = 3;

interface PartsOptions extends TextureOptions {
  readonly rig?: RigOptions;
  readonly material?: MakeMaterial | undefined;
}

/** The data that a model and its clones share. It is freed with the last of them. */
export class ModelParts {
  readonly kit: ModelKit;
  readonly name: string;
  readonly nameEn: string;
  readonly comment: string;
  readonly commentEn: string;
  readonly materials: readonly PmxMaterial[];
  /** The indices of the materials that are screens. */
  readonly screens: readonly number[];
  readonly morphs: readonly MorphData[];
  readonly definition: RigDefinition;
  readonly rigOptions: RigOptions;
  readonly bodies: PhysicsModel;
  readonly report: ModelReport;
  readonly textures: ModelTextures;
  readonly #makeMaterial: MakeMaterial | undefined;
  #pageTextures: PageTextures | undefined;
  readonly features: SurfaceFeatures;
  readonly #data: Pick<ModelData, 'geometry' | 'morphed'>;
  #boneBoxes: BoneBoxes | undefined;
  #triangleChunks: TriangleChunks | undefined;
  readonly #geometry: BufferGeometry;
  readonly edges: EdgeGroups;
  /** For shaders, which apply the morphs of vertices; null if they need not. */
  readonly morphTable: Texture | null;
  /** The attributes that morphs change, with their morphs. */
  readonly #morphed: ReadonlyMap<string, readonly SparseMorph[]>;
  #users = 0;
  /** The geometries that a renderer has seen: the renderer frees what they share with the last of them. */
  readonly #drawn = new Set<BufferGeometry>();
  /**
   * One of them whose model is gone. It waits until another one is drawn, or until the last model is gone.
   */
  #waiting: BufferGeometry | undefined;

  constructor(kit: ModelKit, data: ModelData, options: PartsOptions) {
    this.kit = kit;
    const { name, nameEn, comment, commentEn, materials, morphs, rigidBodies, joints } = data;
    const { definition, geometry, morphed, edges } = data;
    [this.name, this.nameEn, this.comment, this.commentEn] = [name, nameEn, comment, commentEn];
    this.materials = materials;
    this.screens = [...materials.keys()].filter((i) =>
      isScreenPath(data.textures[materials[i].texture] ?? ''),
    );
    this.morphs = morphs;
    this.definition = definition;
    this.rigOptions = options.rig ?? {};
    this.bodies = { rigidBodies, joints };
    this.report = new ModelReport(data.warnings);
    this.#data = { geometry, morphed };
    this.#boneBoxes = data.boneBoxes;
    this.#morphed = new Map(morphed.map((column) => [column.name, column.morphs]));
    this.#geometry = createGeometry(geometry, this.#morphed);
    this.edges = edges;
    this.#geometry.setAttribute('edgeMaterial', new BufferAttribute(edges.edgeMaterial, 1));
    const { morphTable } = data;
    this.morphTable = morphTable ? createMorphTexture(morphTable) : null;
    if (morphTable) this.#geometry.setAttribute('morphHead', new BufferAttribute(morphTable.heads, 1));
    this.textures = new ModelTextures(data, options, this.report);
    this.#makeMaterial = options.material;
    this.features = {
      hasSdef: this.#geometry.hasAttribute('sdefCenter'),
      hasSubTexture:
        this.#geometry.hasAttribute('uv1') && materials.some(({ sphereMode }) => sphereMode === SUB_TEXTURE),
      hasVertexMorphs: this.morphTable !== null && this.#morphed.has('position'),
      // nodes of a page's materials read UVs as they are
      hasUvMorphs: this.hasUvMorphs && kit.renderer === 'WebGLRenderer',
    };
  }

  /** The page's own materials for one more surface; undefined in places of MMD's. */
  makeMaterials(): readonly (Material | undefined)[] {
    if (!this.#makeMaterial) return [];
    const textures = (this.#pageTextures ??= new PageTextures(this.materials, this.textures));
    return makeMaterials(this.#makeMaterial, this.materials, (i) => textures.of(i));
  }

  /** Whether `morphTable` has morphs of UVs. */
  get hasUvMorphs(): boolean {
    return this.morphTable !== null && (this.#morphed.has('uv') || this.#morphed.has('uv1'));
  }

  createRig(): Rig {
    return new Rig(this.definition, this.rigOptions);
  }

  /** Bones for a rig of {@link createRig}: nothing but programs reads them. */
  createBones(): Bone[] {
    return createBones(this.definition, { onDemand: true });
  }

  /**
   * The bounds of the vertices that each bone moves. O(vertices) for the first time, unless a worker has made
   * them.
   */
  get boneBoxes(): BoneBoxes {
    return (this.#boneBoxes ??= boxesOf(this.#data));
  }

  /** The triangles in small chunks, for picking. O(triangles) for the first time. */
  get triangleChunks(): TriangleChunks {
    return (this.#triangleChunks ??= triangleChunks(this.#data.geometry));
  }

  /**
   * Registers one more model: gives it a geometry with the shared attributes, and the morphs of the
   * attributes that they change.
   */
  use(): { geometry: BufferGeometry; morphed: ReadonlyMap<string, readonly SparseMorph[]> } {
    this.#users++;
    const geometry = shareGeometry(this.#geometry);
    return { geometry, morphed: this.#morphed };
  }

  /**
   * Registers the ground shadow or the edges of a model: gives them a geometry with the attributes of the
   * model's.
   */
  useAgain(geometry: BufferGeometry): BufferGeometry {
    this.#users++;
    return shareGeometry(geometry);
  }

  /**
   * Gives the geometry of a ground shadow as few groups as possible, sorted by the kinds, see
   * `GroundShadows`. `kindOf`: -1 for a material that is hidden.
   */
  groupShadow(shadow: BufferGeometry, kindOf: (material: number) => number): void {
    const hasShadow = (i: number): boolean => (this.materials[i].flags & PMX_MATERIAL.groundShadow) !== 0;
    groupGeometry(shadow, this.#geometry, (material) => (hasShadow(material) ? kindOf(material) : -1));
    shadow.groups.sort((a, b) => a.materialIndex! - b.materialIndex!);
  }

  /** The same for edges; the groups have the kinds of {@link EdgeGroups}. */
  groupEdges(edges: BufferGeometry, isShown: (material: number) => boolean): void {
    groupGeometry(edges, this.#geometry, (material) => (isShown(material) ? this.edges.kinds[material] : -1));
  }

  /** A renderer has drawn a geometry of {@link use} or {@link useAgain}. */
  noteDrawn(geometry: BufferGeometry): void {
    if (this.#drawn.has(geometry)) return;
    this.#drawn.add(geometry);
    if (this.#waiting) this.#free(this.#waiting);
    this.#waiting = undefined;
  }

  /**
   * Frees the geometry of one model, of its ground shadow or of its edges, and the shared data with the last
   * one.
   */
  release(geometry: BufferGeometry): void {
    this.#users--;
    if (this.#users === 0) {
      this.textures.dispose();
      this.#pageTextures?.dispose();
      this.morphTable?.dispose();
      this.#waiting?.dispose();
      geometry.dispose();
    } else if (this.#drawn.has(geometry) && this.#drawn.size === 1) this.#waiting = geometry;
    else this.#free(geometry);
  }

  #free(geometry: BufferGeometry): void {
    this.#drawn.delete(geometry);
    keepShared(geometry, this.#geometry);
    geometry.dispose();
  }
}
