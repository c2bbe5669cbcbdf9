import { type OnWarning, reportName, writableName } from '../text/name-losses.js';
import { exceedsShortRecord } from './camera-keys.js';
import {
  IK_NAME_BYTES,
  MODEL_NAME_BYTES,
  NAME_BYTES,
  PROPERTY,
  SHORT_CAMERA,
  SIGNATURE_BYTES,
} from './layout.js';
import { recordStart, type RecordTarget } from './record-fields.js';
import type { Vmd } from './vmd.js';

/** The same document, with names whose bytes say their text. */
export function withWritableNames(vmd: Vmd): Vmd {
  const { bones, morphs, properties } = vmd;
  return {
    ...vmd,
    modelName: writableName(vmd.modelName),
    bones: { ...bones, names: bones.names.map(writableName) },
    morphs: { ...morphs, names: morphs.names.map(writableName) },
    properties: { ...properties, names: properties.names.map(writableName) },
  };
}

/** Tells what the written file lost of the document. `targets`: where its sections went. */
export function reportLosses(
  vmd: Vmd,
  version: 1 | 2,
  targets: readonly RecordTarget[],
  onWarning: OnWarning,
): void {
  const [bones, morphs, cameras, , , properties] = targets;
  reportName(
    vmd.modelName,
    MODEL_NAME_BYTES[version],
    { section: 'header', offset: SIGNATURE_BYTES },
    onWarning,
  );
  if (bones) reportNames('bone keys', vmd.bones, bones, onWarning);
  if (morphs) reportNames('morph keys', vmd.morphs, morphs, onWarning);
  if (cameras) reportShortCameras(vmd, cameras, onWarning);
  if (properties) reportIkNames(vmd, properties, onWarning);
  reportMixture(vmd, targets, onWarning);
}

function reportNames(
  section: string,
  keys: Vmd['bones' | 'morphs'],
  target: RecordTarget,
  onWarning: OnWarning,
): void {
  const uses = usesOf(keys.names.length, target.order, (key) => [keys.nameIndex[key]]);
  keys.names.forEach((name, index) => {
    const { first, count } = uses[index];
    if (count > 0)
      reportName(name, NAME_BYTES, { section, offset: recordStart(target, first), count }, onWarning);
  });
}

function reportIkNames({ properties }: Vmd, target: RecordTarget, onWarning: OnWarning): void {
  const { names, ikStarts, ikNameIndex } = properties;
  const section = 'property keys';
  const namesOf = (key: number): Uint32Array => ikNameIndex.subarray(ikStarts[key], ikStarts[key + 1]);
  const uses = usesOf(names.length, target.order, namesOf);
  names.forEach((name, index) => {
    const { first, count } = uses[index];
    const offset = recordStart(target, first) + PROPERTY.recordBytes;
    if (count > 0) reportName(name, IK_NAME_BYTES, { section, offset, count }, onWarning);
  });
}

/** How often each name is written, and the record that has it first. */
function usesOf(
  nameCount: number,
  order: Uint32Array,
  namesOf: (key: number) => Iterable<number>,
): { first: number; count: number }[] {
  const uses = Array.from({ length: nameCount }, () => ({ first: 0, count: 0 }));
  order.forEach((key, record) => {
    for (const name of namesOf(key)) {
      const use = uses[name];
      if (use.count++ === 0) use.first = record;
    }
  });
  return uses;
}

function reportShortCameras({ cameras }: Vmd, target: RecordTarget, onWarning: OnWarning): void {
  if (target.layout !== SHORT_CAMERA) return;
  const first = target.order.findIndex((key) => exceedsShortRecord(cameras, key));
  if (first < 0) return;
  onWarning({
    code: 'not-expressible',
    section: 'camera keys',
    count: target.order.filter((key) => exceedsShortRecord(cameras, key)).length,
    offset: recordStart(target, first),
    message: `camera keys[${first}] loses its angle of view, its perspective or its curves: version 1 has none`,
  });
}

/** MMD loads a file either onto a model or onto the camera. */
function reportMixture(vmd: Vmd, targets: readonly RecordTarget[], onWarning: OnWarning): void {
  const ofModel = vmd.bones.count + vmd.morphs.count + vmd.properties.count;
  const ofScene = vmd.cameras.count + vmd.lights.count + vmd.selfShadows.count;
  if (ofModel === 0 || ofScene === 0) return;
  const message = `${ofModel} keys of a model and ${ofScene} of camera, light and shadow: MMD loads only one kind`;
  const offset = targets.find((target, section) => section >= 2 && target.order.length > 0)?.at ?? 0;
  onWarning({ code: 'mixed-sections', section: 'camera keys', count: 1, offset, message });
}
