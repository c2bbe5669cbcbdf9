import { type Pmx, PMX_MATERIAL, type PmxMaterial, type PmxMorph } from '@odori/format';
import type { PhysicsModel } from '@odori/physics';
import { createRigDefinition, type RigDefinition, type RigOptions } from '@odori/runtime';
import { type BufferAttribute, BufferGeometry } from 'three';
import type { FileSource } from '../files/file-source.js';
import { createGeometry } from '../geometry/create-geometry.js';
import { type BoneSphere, boneSpheres } from '../geometry/pose-bounds.js';
import { collectUvMorphs, collectVertexMorphs, morphReach } from '../morphs/collect-sparse-morphs.js';
import type { SparseMorph } from '../morphs/sparse-morphs.js';
import type { ModelKit, SurfaceFeatures } from '../surface/surface-kit.js';
import { ModelTextures } from '../textures/model-textures.js';
import { createEdgeGroups, type EdgeGroups } from './edge-groups.js';
import { ModelReport } from './model-report.js';

const SUB_TEXTURE = 3;

/** The data that a model and its clones share. It is freed with the last of them. */
export class ModelParts {
  readonly kit: ModelKit;
  readonly name: string;
  readonly nameEn: string;
  readonly comment: string;
  readonly commentEn: string;
  readonly materials: readonly PmxMaterial[];
  readonly morphs: readonly PmxMorph[];
  readonly definition: RigDefinition;
  readonly rigOptions: RigOptions;
  readonly bodies: PhysicsModel;
  readonly report: ModelReport;
  readonly textures: ModelTextures;
  readonly features: SurfaceFeatures;
  #spheres: readonly BoneSphere[] | undefined;
  readonly #geometry: BufferGeometry;
  readonly edges: EdgeGroups;
  /** The attributes that morphs change, with their morphs. */
  readonly #morphed: ReadonlyMap<string, readonly SparseMorph[]>;
  #users = 0;
  /** The geometries that a renderer has seen: the renderer frees what they share with the last of them. */
  readonly #drawn = new Set<BufferGeometry>();
  /** One of them whose model is gone. It waits until another one is drawn, or until the last model is gone. */
  #waiting: BufferGeometry | undefined;

  constructor(kit: ModelKit, pmx: Pmx, files: FileSource | undefined, rigOptions: RigOptions) {
    this.kit = kit;
    const { name, nameEn, comment, commentEn, materials, morphs, rigidBodies, joints } = pmx;
    [this.name, this.nameEn, this.comment, this.commentEn] = [name, nameEn, comment, commentEn];
    this.materials = materials;
    this.morphs = morphs;
    this.definition = createRigDefinition(pmx);
    this.rigOptions = rigOptions;
    this.bodies = { rigidBodies, joints };
    this.report = new ModelReport(pmx.warnings);
    this.#geometry = createGeometry(pmx);
    this.edges = createEdgeGroups(this.#geometry, materials);
    this.#geometry.setAttribute('edgeMaterial', this.edges.edgeMaterial);
    this.#morphed = morphedAttributes(pmx);
    this.textures = new ModelTextures(pmx, files, this.report);
    this.features = {
      hasSdef: this.#geometry.hasAttribute('sdefCenter'),
      hasSubTexture:
        this.#geometry.hasAttribute('uv1') && materials.some(({ sphereMode }) => sphereMode === SUB_TEXTURE),
    };
  }

  /** The bounds of the vertices that each bone moves. O(vertices) for the first time. */
  get spheres(): readonly BoneSphere[] {
    if (this.#spheres) return this.#spheres;
    const { count } = this.#geometry.getAttribute('position');
    const reach = morphReach(this.#morphed.get('position') ?? [], this.definition.morphs, count);
    return (this.#spheres = boneSpheres(this.#geometry, reach));
  }

  /**
   * Registers one more model: gives it a geometry with the shared attributes, and the morphs of the attributes that it
   * must copy.
   */
  use(): { geometry: BufferGeometry; morphed: ReadonlyMap<string, readonly SparseMorph[]> } {
    this.#users++;
    const geometry = shareGeometry(this.#geometry);
    return { geometry, morphed: this.#morphed };
  }

  /** Registers the ground shadow or the edges of a model: gives them a geometry with the attributes of the model's. */
  useAgain(geometry: BufferGeometry): BufferGeometry {
    this.#users++;
    return shareGeometry(geometry);
  }

  /** Gives the geometry of a ground shadow as few groups as possible, without those of `hidden` materials. */
  groupShadow(shadow: BufferGeometry, hidden: ReadonlySet<number>): void {
    const { groundShadow } = PMX_MATERIAL;
    const isDrawn = (i: number): boolean => (this.materials[i].flags & groundShadow) !== 0 && !hidden.has(i);
    group(shadow, this.#geometry, (material) => (isDrawn(material) ? 0 : -1));
  }

  /** The same for edges; the groups have the kinds of {@link EdgeGroups}. */
  groupEdges(edges: BufferGeometry, hidden: ReadonlySet<number>): void {
    group(edges, this.#geometry, (material) => (hidden.has(material) ? -1 : this.edges.kinds[material]));
  }

  /** A renderer has drawn a geometry of {@link use} or {@link useAgain}. */
  noteDrawn(geometry: BufferGeometry): void {
    if (this.#drawn.has(geometry)) return;
    this.#drawn.add(geometry);
    if (this.#waiting) this.#free(this.#waiting);
    this.#waiting = undefined;
  }

  /** Frees the geometry of one model, of its ground shadow or of its edges, and the shared data with the last one. */
  release(geometry: BufferGeometry): void {
    this.#users--;
    if (this.#users === 0) {
      this.textures.dispose();
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

/** Gives a geometry the groups of another one, with the materials that `kindOf` says, or none for -1. Neighbors of the kind 0 are one group. */
function group(
  geometry: BufferGeometry,
  { groups }: BufferGeometry,
  kindOf: (material: number) => number,
): void {
  geometry.clearGroups();
  for (const { start, count, materialIndex } of groups) {
    const kind = kindOf(materialIndex!);
    const last = geometry.groups.at(-1);
    if (kind === 0 && last?.materialIndex === 0 && last.start + last.count === start) last.count += count;
    else if (kind >= 0) geometry.addGroup(start, count, kind);
  }
}

function morphedAttributes(pmx: Pmx): Map<string, readonly SparseMorph[]> {
  const morphed = new Map<string, readonly SparseMorph[]>([['position', collectVertexMorphs(pmx)]]);
  for (let channel = 0; channel <= pmx.vertices.additionalUvCount; channel++) {
    morphed.set(channel === 0 ? 'uv' : `uv${channel}`, collectUvMorphs(pmx, channel));
  }
  return new Map([...morphed].filter(([, morphs]) => morphs.length > 0));
}

function shareGeometry(source: BufferGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(source.index);
  for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
  for (const { start, count, materialIndex } of source.groups) geometry.addGroup(start, count, materialIndex);
  return geometry;
}

/** Removes shared attributes from a geometry: disposing of it would free their copies on the GPU, which others use. */
function keepShared(geometry: BufferGeometry, shared: BufferGeometry): void {
  geometry.setIndex(null);
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (attribute === (shared.getAttribute(name) as BufferAttribute)) geometry.deleteAttribute(name);
  }
}
