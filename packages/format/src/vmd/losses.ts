import { VMD_NAME_BYTES } from '../mmd-defaults.js';
import { type MmdName, type OnWarning, reportName } from '../text/name.js';
import { countOf } from '../text/count-of.js';
import { exceedsShortRecord } from './camera-keys.js';
import { IK_NAME_BYTES, MODEL_NAME_BYTES, PROPERTY, SHORT_CAMERA, SIGNATURE_BYTES } from './layout.js';
import type { FilePlan, SectionPlace } from './sections.js';
import type { Vmd } from './vmd.js';

/** The formats of motions that keep names in Unicode. */
const ALTERNATIVE = 'BVMD and JSON';

/** Reports what the document says but the file cannot hold. O(keys). */
export function reportLosses(vmd: Vmd, plan: FilePlan, onWarning: OnWarning): void {
  const { bones, morphs, cameras, properties } = plan.places;
  const header = { section: 'header', offset: SIGNATURE_BYTES, alternative: ALTERNATIVE };
  reportName(vmd.modelName, MODEL_NAME_BYTES[plan.version], header, onWarning);
  if (bones) reportNames(vmd.bones.names, bones, 'name', (key) => [vmd.bones.nameIndex[key]], onWarning);
  if (morphs) reportNames(vmd.morphs.names, morphs, 'name', (key) => [vmd.morphs.nameIndex[key]], onWarning);
  if (cameras) reportShortCameras(vmd, cameras, onWarning);
  if (properties) {
    const { names, ikStarts, ikNameIndex } = vmd.properties;
    const namesOf = (key: number): Uint32Array => ikNameIndex.subarray(ikStarts[key], ikStarts[key + 1]);
    reportNames(names, properties, 'ikNames', namesOf, onWarning);
  }
  reportMixture(vmd, plan, onWarning);
  reportDroppedBytes(vmd, plan, onWarning);
}

/** Reports each name once, with the number of its uses and the record that has it first. */
function reportNames<F extends string>(
  names: readonly MmdName[],
  place: SectionPlace<F>,
  field: F,
  namesOf: (key: number) => Iterable<number>,
  onWarning: OnWarning,
): void {
  const { section, fields } = place.layout;
  const width = section === PROPERTY.section ? IK_NAME_BYTES : VMD_NAME_BYTES;
  const uses = names.map(() => ({ first: 0, count: 0 }));
  place.order.forEach((key, record) => {
    for (const name of namesOf(key)) {
      const use = uses[name];
      if (use.count++ === 0) use.first = record;
    }
  });
  names.forEach((name, index) => {
    const { first, count } = uses[index];
    const offset = place.starts[first] + fields[field];
    if (count > 0) reportName(name, width, { section, offset, count, alternative: ALTERNATIVE }, onWarning);
  });
}

function reportShortCameras({ cameras }: Vmd, place: SectionPlace, onWarning: OnWarning): void {
  if (place.layout !== SHORT_CAMERA) return;
  const losing = Array.from(place.order.keys()).filter((i) => exceedsShortRecord(cameras, place.order[i]));
  if (losing.length === 0) return;
  onWarning({
    code: 'not-expressible',
    section: 'camera keys',
    count: losing.length,
    offset: place.starts[losing[0]],
    message: `camera keys[${losing[0]}] loses its angle of view, its perspective or its curves: version 1 cannot store them`,
  });
}

/** MMD loads a file either onto a model or onto the camera. */
function reportMixture(vmd: Vmd, { places }: FilePlan, onWarning: OnWarning): void {
  const ofModel = vmd.bones.count + vmd.morphs.count + vmd.properties.count;
  const ofScene = vmd.cameras.count + vmd.lights.count + vmd.selfShadows.count;
  if (ofModel === 0 || ofScene === 0) return;
  const { cameras, lights, selfShadows, properties } = places;
  const later = [cameras, lights, selfShadows, properties];
  const offset = later.find((place) => place && place.order.length > 0)?.starts[0] ?? 0;
  const message = `${countOf(ofModel, 'key')} of a model and ${ofScene} of camera, light and shadow: MMD loads only one kind`;
  onWarning({ code: 'mixed-sections', section: 'camera keys', count: 1, offset, message });
}

function reportDroppedBytes(vmd: Vmd, { trailing, byteLength }: FilePlan, onWarning: OnWarning): void {
  const dropped = vmd.trailing.length - trailing.length;
  if (dropped === 0) return;
  const message = `the ${countOf(dropped, 'byte')} of a truncated record ${dropped === 1 ? 'is' : 'are'} dropped because its section was edited`;
  onWarning({ code: 'not-expressible', section: 'end of file', count: 1, offset: byteLength, message });
}
