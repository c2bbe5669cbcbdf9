import type { Object3D } from 'three';
import type { Node, Renderer } from 'three/webgpu';
import {
  attribute,
  instanceIndex,
  int,
  OnBeforeObjectUpdate,
  OnObjectUpdate,
  uniform,
  vertexIndex,
} from 'three/tsl';
import type { CrowdFeatures, CrowdLayout } from '../../crowd/crowd-rows.js';
import type { PoseSkeleton } from '../../mmd-model/pose-skeleton.js';
import {
  type CrowdNodes,
  floatTexture,
  rowMatrix,
  rows,
  skeletonOf,
  table,
  texelOf,
  type Vertex,
} from '../instance-data.js';
import { DRAWN } from '../skin-vertex.js';
import { type CrowdSkin, TEXELS_PER_VERTEX } from './crowd-skin.js';
import { DancerNodes } from './dancer-nodes.js';

/** The skeleton of a mesh that draws a crowd. */
export interface CrowdSkeleton extends PoseSkeleton {
  readonly layout: CrowdLayout;
  readonly skin: CrowdSkin;
}

function crowdOf(object: Object3D | null): CrowdSkeleton {
  return skeletonOf(object) as CrowdSkeleton;
}

function layoutValue(name: keyof CrowdLayout): Node<'int'> {
  const node = uniform('int' as 'float').onObjectUpdate(({ object }) => crowdOf(object).layout[name]);
  return node as unknown as Node<'int'>;
}

/** The dancer that is drawn. */
const drawn = /* @__PURE__ */ new DancerNodes({
  rows,
  table,
  matrix: rowMatrix,
  layout: {
    stride: layoutValue('stride'),
    place: layoutValue('place'),
    materials: layoutValue('materials'),
  },
  dancer: int(instanceIndex),
  morphHead: attribute('morphHead', 'float'),
});

const vertices = floatTexture();
const vertexTexel = texelOf(vertices);
const vertexCount = /* @__PURE__ */ uniform('int' as 'float').onObjectUpdate(
  ({ object }) => crowdOf(object).skin.vertexCount,
) as unknown as Node<'int'>;

/** The vertex that is drawn, from what the compute shader has written for all passes. */
function computedVertex(): Vertex {
  OnBeforeObjectUpdate(({ object, renderer }) => crowdOf(object).skin.run(renderer!));
  OnObjectUpdate(({ object }) => {
    const { skin, uniforms } = crowdOf(object);
    vertices.value = skin.texture ?? uniforms.poseTexture.value; // any texture while there is no dancer
  });
  const first = int(instanceIndex).mul(vertexCount).add(int(vertexIndex)).mul(TEXELS_PER_VERTEX).toVar();
  return { position: vertexTexel(first).xyz, normal: vertexTexel(first.add(1)).xyz };
}

/** The shader code of a crowd with these features. */
export function crowdNodes(features: CrowdFeatures): CrowdNodes {
  return {
    ...features,
    rowStart: drawn.rowStart,
    placed: (point) => drawn.placed(point),
    skinned: (skin, renderer) => (canCompute(renderer) ? computedVertex() : drawn.skinned(DRAWN, skin)),
    materialValue: (material, at, size) => drawn.materialValue(material, at, size),
  };
}

function canCompute({ backend }: Renderer): boolean {
  return 'isWebGPUBackend' in backend;
}
