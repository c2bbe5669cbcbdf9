import type { DataTexture, Object3D, SkinnedMesh } from 'three';
import type { Node, Renderer } from 'three/webgpu';
import {
  attribute,
  Fn,
  instanceIndex,
  int,
  OnBeforeObjectUpdate,
  OnObjectUpdate,
  uniform,
  vertexIndex,
} from 'three/tsl';
import type { CrowdFeatures, CrowdLayout } from '../../crowd/crowd-rows.js';
import { type CrowdNodes, floatTexture, rowMatrix, rows, type Vertex } from '../instance-data.js';
import { DRAWN } from '../skin-vertex.js';
import { type CrowdSkin, TEXELS_PER_VERTEX } from './crowd-skin.js';
import { DancerNodes, texelOf } from './dancer-nodes.js';

/** The skeleton of a mesh that draws a crowd. Its `boneTexture` has the rows. */
export interface CrowdSkeleton {
  readonly layout: CrowdLayout;
  /** See `createMorphTable`. */
  readonly morphTable: DataTexture;
  readonly skin: CrowdSkin;
}

function crowdOf(object: Object3D | null): CrowdSkeleton {
  return (object as SkinnedMesh).skeleton as unknown as CrowdSkeleton;
}

function layoutValue(name: keyof CrowdLayout): Node<'int'> {
  const node = uniform('int' as 'float').onObjectUpdate(({ object }) => crowdOf(object).layout[name]);
  return node as unknown as Node<'int'>;
}

const table = floatTexture();

/** The dancer that is drawn. */
const drawn = /* @__PURE__ */ new DancerNodes({
  rows,
  table,
  matrix: rowMatrix,
  layout: {
    stride: layoutValue('stride'),
    weights: layoutValue('weights'),
    materials: layoutValue('materials'),
    bones: layoutValue('bones'),
  },
  dancer: int(instanceIndex),
  morphHead: attribute('morphHead', 'float'),
});

function useTable(): void {
  OnObjectUpdate(({ object }) => (table.value = crowdOf(object).morphTable));
}

const vertices = floatTexture();
const vertexTexel = texelOf(vertices);
const vertexCount = /* @__PURE__ */ uniform('int' as 'float').onObjectUpdate(
  ({ object }) => crowdOf(object).skin.vertexCount,
) as unknown as Node<'int'>;

/** The vertex that is drawn, from what the compute shader has written for all passes. */
function computedVertex(): Vertex {
  OnBeforeObjectUpdate(({ object, renderer }) => crowdOf(object).skin.run(renderer!));
  OnObjectUpdate(({ object }) => {
    const { skin, morphTable } = crowdOf(object);
    vertices.value = skin.texture ?? morphTable; // any texture while there is no dancer
  });
  const first = int(instanceIndex).mul(vertexCount).add(int(vertexIndex)).mul(TEXELS_PER_VERTEX).toVar();
  return { position: vertexTexel(first).xyz, normal: vertexTexel(first.add(1)).xyz };
}

/** The shader code of a crowd with these features. */
export function crowdNodes(features: CrowdFeatures): CrowdNodes {
  return {
    ...features,
    boneStart: drawn.boneStart,
    placed: (point) => drawn.placed(point),
    skinned(hasSdef, renderer) {
      if (canCompute(renderer)) return computedVertex();
      useTable();
      return drawn.skinned(DRAWN, { hasSdef, hasVertexMorphs: features.hasVertexMorphs });
    },
    morphedBy: (channel) =>
      Fn(() => {
        useTable();
        return drawn.morphedBy(channel);
      })(),
    materialValue: (material, at, size) => drawn.materialValue(material, at, size),
  };
}

function canCompute({ backend }: Renderer): boolean {
  return 'isWebGPUBackend' in backend;
}
