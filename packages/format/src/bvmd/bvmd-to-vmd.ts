import { VMD_NAME_BYTES } from '../mmd-defaults.js';
import { encodeName, type MmdName, type OnWarning } from '../text/name.js';
import { CAMERA_MODEL_NAME } from '../vmd/header.js';
import { IK_NAME_BYTES } from '../vmd/layout.js';
import { emptyMorphs, emptyProperties, emptyVmd, type Vmd } from '../vmd/vmd.js';
import { type Bvmd, type BvmdCameras, emptyBvmd, emptyBvmdCameras } from './bvmd.js';
import { cutName, isMarked } from './cut-name.js';

/** Options of {@link bvmdToVmd}. @inline */
export interface BvmdToVmdOptions {
  /** The name of the model. */
  modelName?: string; // '', or カメラ・照明 (camera and light) if the VMD has camera keys only
  /** Which keys the VMD gets: MMD loads those of a model and those of the camera from two files. */
  part?: 'model' | 'camera'; // all keys
  /** Called if a VMD cannot hold a value. */
  onWarning?: OnWarning; // none
}

/**
 * Converts a BVMD document to a VMD document with the same keys. Names are encoded in CP932. Angles of view
 * are rounded to whole degrees.
 *
 * A BVMD may hold a dance together with its camera, but MMD does not load such a VMD: convert twice, once for
 * each `part`. `serializeVmd` reports names that are too long for their fields. A name that was cut inside a
 * character gets the first half of some character, so that it still fits its bone in Odori; MMD would need
 * the same half. The columns are copies. O(keys).
 *
 * @example
 * serializeVmd(bvmdToVmd(parseBvmd(bytes), { modelName: 'Dancer', part: 'model' }));
 */
export function bvmdToVmd(bvmd: Bvmd, options: BvmdToVmdOptions = {}): Vmd {
  const { part, onWarning = () => undefined } = options;
  const { movable: _, ...bones } = copyColumns(part === 'camera' ? emptyBvmd([3, 0, 0]).bones : bvmd.bones);
  const morphs = copyColumns(part === 'camera' ? emptyMorphs(0) : bvmd.morphs);
  const properties = copyColumns(part === 'camera' ? emptyProperties(0, 0) : bvmd.properties);
  bones.names = encodeNames('bone keys', bones.names, VMD_NAME_BYTES, onWarning);
  morphs.names = encodeNames('morph keys', morphs.names, VMD_NAME_BYTES, onWarning);
  properties.names = encodeNames('property keys', properties.names, IK_NAME_BYTES, onWarning);
  const cameras = withWholeFovs(part === 'model' ? emptyBvmdCameras(0) : bvmd.cameras, onWarning);
  const isCamera = cameras.count > 0 && bones.count + morphs.count + properties.count === 0;
  const modelName = options.modelName ?? (isCamera ? CAMERA_MODEL_NAME : '');
  return { ...emptyVmd(encodeName(modelName)), bones, morphs, properties, cameras };
}

function encodeNames(
  section: string,
  names: readonly MmdName[],
  width: number,
  onWarning: OnWarning,
): MmdName[] {
  const cut = names.filter(({ bytes }) => isMarked(bytes));
  if (cut.length > 0) {
    const subject = cut.length === 1 ? '1 name ends' : `${cut.length} names end`;
    const message = `${subject} inside an unknown character, such as ${JSON.stringify(cut[0].text)}: MMD does not find the bones or morphs`;
    onWarning({ code: 'name-truncated', section, count: cut.length, offset: 0, message });
  }
  return names.map((name) => cutName(name, width));
}

function withWholeFovs(cameras: BvmdCameras, onWarning: OnWarning): Vmd['cameras'] {
  const { fovs, ...columns } = copyColumns(cameras);
  const rounded = Uint32Array.from(fovs, (fov) => Math.max(Math.round(fov), 0));
  const count = rounded.filter((fov, key) => fov !== fovs[key]).length;
  if (count > 0) {
    const what =
      count === 1
        ? 'angle of view is rounded to a whole degree'
        : 'angles of view are rounded to whole degrees';
    const message = `${count} ${what}`;
    onWarning({ code: 'not-expressible', section: 'camera keys', count, offset: 0, message });
  }
  return { ...columns, fovs: rounded };
}

function copyColumns<S extends object>(section: S): S {
  const copies = Object.entries(section).map(([name, value]: [string, unknown]) => [
    name,
    ArrayBuffer.isView(value) ? (value as Uint8Array).slice() : value,
  ]);
  return Object.fromEntries(copies) as S;
}
