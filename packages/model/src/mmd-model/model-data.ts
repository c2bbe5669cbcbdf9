import type { FormatWarning, Pmx, PmxMorph } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import { type BoneBoxes, boneBoxes } from '../geometry/bone-boxes.js';
import { type GeometryData, geometryData } from '../geometry/geometry-data.js';
import { collectUvMorphs, collectVertexMorphs } from '../morphs/collect-sparse-morphs.js';
import type { MorphData } from '../morphs/model-morph.js';
import { createMorphTable, type MorphTable } from '../morphs/morph-table.js';
import type { SparseMorph } from '../morphs/sparse-morphs.js';
import { weightIndex } from '../surface/pose-row.js';
import { createEdgeGroups, type EdgeGroups } from './edge-groups.js';

/**
 * All that a model is made of, as plain data, which a worker can send without a copy. It keeps nothing else
 * of the document.
 */
export interface ModelData extends Pick<
  Pmx,
  'name' | 'nameEn' | 'comment' | 'commentEn' | 'materials' | 'textures' | 'rigidBodies' | 'joints'
> {
  readonly warnings: readonly FormatWarning[];
  readonly morphs: readonly MorphData[];
  readonly definition: RigDefinition;
  readonly geometry: GeometryData;
  readonly edges: EdgeGroups;
  /** The morphs of each attribute that morphs change. */
  readonly morphed: readonly MorphedColumn[];
  /** Undefined if shaders need none. */
  readonly morphTable: MorphTable | undefined;
  /**
   * The bounds of the vertices that each bone moves, if they are made already: what draws a model needs them
   * later than the rest.
   */
  readonly boneBoxes?: BoneBoxes;
}

/** The morphs of a column of vertices. */
export interface MorphedColumn {
  /** The name of the column. */
  readonly name: string;
  readonly morphs: readonly SparseMorph[];
}

/** Odd data never throws. O(vertices + morphs). */
export function modelData(pmx: Pmx): ModelData {
  const { name, nameEn, comment, commentEn, materials, textures, rigidBodies, joints, warnings } = pmx;
  const geometry = geometryData(pmx);
  const morphed = morphedColumns(pmx);
  return {
    name,
    nameEn,
    comment,
    commentEn,
    materials,
    textures,
    rigidBodies,
    joints,
    warnings,
    morphs: pmx.morphs.map(withoutVertices),
    definition: createRigDefinition(pmx),
    geometry,
    edges: createEdgeGroups(geometry, materials, pmx.vertices.count),
    morphed,
    morphTable: createMorphTable(morphed, pmx.vertices.count, weightIndex(pmx.bones.length)),
  };
}

/** O(vertices + morphs). */
export function boxesOf({ geometry, morphed }: Pick<ModelData, 'geometry' | 'morphed'>): BoneBoxes {
  return boneBoxes(geometry, morphed.find(({ name }) => name === 'position')?.morphs ?? []);
}

function withoutVertices(morph: PmxMorph): MorphData {
  if (morph.type !== 'vertex' && morph.type !== 'uv') return morph;
  const { name, nameEn, panel, type } = morph;
  return { name, nameEn, panel, type };
}

function morphedColumns(pmx: Pmx): MorphedColumn[] {
  const columns: MorphedColumn[] = [{ name: 'position', morphs: collectVertexMorphs(pmx) }];
  for (let channel = 0; channel <= pmx.vertices.additionalUvCount; channel++) {
    columns.push({ name: channel === 0 ? 'uv' : `uv${channel}`, morphs: collectUvMorphs(pmx, channel) });
  }
  return columns.filter(({ morphs }) => morphs.length > 0);
}
