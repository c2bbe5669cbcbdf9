import { encodeName } from '../text/encode-cp932.js';
import type { MmdName } from '../text/name.js';
import {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
} from './add-keys.js';
import type { BoneKey, CameraKey, LightKey, MorphKey, PropertyKey, SelfShadowKey } from './key-input.js';
import { emptyVmd, type Vmd } from './vmd.js';

/** What {@link createVmd} takes: a name and keys, all optional. */
export interface VmdContent {
  /** The model that the motion is for. */
  modelName?: string | MmdName; // '', or カメラ・照明 (camera and light) if there are only such keys
  version?: 1 | 2; // 2
  bones?: readonly BoneKey[];
  morphs?: readonly MorphKey[];
  cameras?: readonly CameraKey[];
  lights?: readonly LightKey[];
  selfShadows?: readonly SelfShadowKey[];
  properties?: readonly PropertyKey[];
}

/**
 * Makes a motion document from key objects; more keys can be added with `addBoneKey` and its sisters. O(keys).
 *
 * @throws RangeError if a frame or a curve value is out of its range.
 * @example
 * const nod = createVmd({
 *   modelName: 'Dancer',
 *   bones: [
 *     { name: '頭', frame: 0 },
 *     { name: '頭', frame: 15, rotation: [-0.1305, 0, 0, 0.9914] },
 *     { name: '頭', frame: 30 },
 *   ],
 * });
 * serializeVmd(nod).length; // → 407: a header of 50 bytes, 3 keys of 111, six counts of 4
 */
export function createVmd(content: VmdContent = {}): Vmd {
  const { modelName = '', version = 2 } = content;
  const name = typeof modelName === 'string' ? encodeName(modelName) : modelName;
  const vmd = emptyVmd(name);
  vmd.version = version;
  for (const key of content.bones ?? []) addBoneKey(vmd, key);
  for (const key of content.morphs ?? []) addMorphKey(vmd, key);
  for (const key of content.properties ?? []) addPropertyKey(vmd, key);
  for (const key of content.cameras ?? []) addCameraKey(vmd, key);
  for (const key of content.lights ?? []) addLightKey(vmd, key);
  for (const key of content.selfShadows ?? []) addSelfShadowKey(vmd, key);
  return vmd;
}
