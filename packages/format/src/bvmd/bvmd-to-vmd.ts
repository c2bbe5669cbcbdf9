import { encodeName, type OnWarning } from '../text/name.js';
import { CAMERA_MODEL_NAME } from '../vmd/header.js';
import { emptyVmd, type Vmd } from '../vmd/vmd.js';
import type { Bvmd, BvmdCameras } from './bvmd.js';

/** Options of {@link bvmdToVmd}. */
export interface BvmdToVmdOptions {
  /** The name of the model. */
  modelName?: string; // '', or カメラ・照明 (camera and light) if the document has camera keys only
  /** Called if a VMD cannot hold a value. */
  onWarning?: OnWarning; // none
}

/**
 * Converts a BVMD document to a VMD document with the same keys. Names are encoded in CP932. Angles of view are rounded
 * to whole degrees.
 *
 * `serializeVmd` reports names that are too long for their fields. The columns are copies. O(keys).
 *
 * @example
 * serializeVmd(bvmdToVmd(parseBvmd(bytes), { modelName: 'Dancer' }));
 */
export function bvmdToVmd(bvmd: Bvmd, options: BvmdToVmdOptions = {}): Vmd {
  const { movable: _, ...bones } = copyColumns(bvmd.bones);
  const morphs = copyColumns(bvmd.morphs);
  const properties = copyColumns(bvmd.properties);
  for (const section of [bones, morphs, properties]) {
    section.names = section.names.map(({ text }) => encodeName(text));
  }
  const isCamera = bvmd.cameras.count > 0 && bones.count + morphs.count + properties.count === 0;
  const modelName = options.modelName ?? (isCamera ? CAMERA_MODEL_NAME : '');
  const cameras = withWholeFovs(bvmd.cameras, options.onWarning ?? (() => undefined));
  return { ...emptyVmd(encodeName(modelName)), bones, morphs, properties, cameras };
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
