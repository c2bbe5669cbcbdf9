import type { Node, NodeBuilder } from 'three/webgpu';
import { highpModelNormalViewMatrix, length, normalLocal, positionLocal, varying } from 'three/tsl';
import type { InstanceFeatures } from './instance-data.js';
import { MmdNodeMaterial } from './mmd-node-material.js';
import { skinKey, skinnedPosition, unit } from './skin-vertex.js';

/** The base of the materials of a model, whose vertices its bones move. */
export abstract class SkinnedMaterial<Values extends object> extends MmdNodeMaterial<Values> {
  readonly features: InstanceFeatures;
  /** In the pose, in the model's space. */
  protected readonly position: Node<'vec3'>;

  constructor(name: string, kind: string, features: InstanceFeatures, values: Values) {
    super(name, `mmd ${kind}${skinKey(features)}${valuesKey(features)}`, values);
    this.features = features;
    this.position = skinnedPosition(features);
  }

  override setupPosition(_builder: NodeBuilder): Node {
    positionLocal.assign(this.position);
    return positionLocal;
  }

  /** Of length 1: shadow maps need it. */
  override setupNormal(): Node {
    return unit(skinnedViewNormal);
  }
}

function valuesKey({ hasSubTexture, crowd }: InstanceFeatures): string {
  const uvs = crowd?.hasUvMorphs ? ' uv morphs' : '';
  return `${hasSubTexture ? ' sub' : ''}${uvs}${crowd?.hasMaterialMorphs ? ' material morphs' : ''}`;
}

/** The normal in the pose, of length 1, in view space. Only for the vertex shader. */
export const viewNormal: Node<'vec3'> = unit(highpModelNormalViewMatrix.mul(normalLocal));

/** The normal as MMD has it, in view space: where bones blend, it may be shorter than 1. */
export const skinnedViewNormal: Node<'vec3'> = varying(length(normalLocal).mul(viewNormal));
