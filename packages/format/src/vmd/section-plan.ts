import { readBones, writeBones } from './bone-keys.js';
import { cameraLayout, readCameras, writeCameras } from './camera-keys.js';
import { BONE, LIGHT, MORPH, PROPERTY, type SectionLayout, SELF_SHADOW } from './layout.js';
import { readMorphs, writeMorphs } from './morph-keys.js';
import { propertyTargets, readProperties, writeProperties } from './property-keys.js';
import { type RecordRange, type RecordTarget, writeColumns } from './record-fields.js';
import { newSource, type OddRecords } from './vmd-source.js';
import type { Vmd } from './vmd.js';

/** How one section of a document is written. */
export interface SectionPlan {
  readonly count: number;
  readonly frames: Uint32Array;
  readonly layout: SectionLayout;
  /** Where each record begins and the last one ends, counted from the first, if their length varies. */
  readonly starts?: readonly number[];
  /** Writes the document's keys. */
  readonly write: (target: RecordTarget) => void;
  /** The records that the parsed file spelled otherwise… */
  readonly odd?: OddRecords;
  /** …and how to write what they say as {@link write} would. */
  readonly rewrite?: (range: RecordRange, target: RecordTarget) => void;
}

/** The six sections of a document, in file order. */
export function planSections(vmd: Vmd, version: 1 | 2): SectionPlan[] {
  const { bones, morphs, cameras, lights, selfShadows, properties } = vmd;
  const source = vmd.source ?? newSource(version);
  const camera = version === source.version ? source.cameras : newSource(version).cameras;
  return [
    spelled(bones, BONE, source.bones, readBones, writeBones),
    spelled(morphs, MORPH, source.morphs, readMorphs, writeMorphs),
    spelled(cameras, cameraLayout(camera.recordBytes), camera, readCameras, writeCameras),
    plain(lights, LIGHT, writeColumns),
    plain(selfShadows, SELF_SHADOW, writeColumns),
    {
      ...spelled(properties, PROPERTY, source.properties, readProperties, writeProperties),
      starts: propertyTargets(properties),
    },
  ];
}

interface Keys {
  readonly count: number;
  readonly frames: Uint32Array;
}

function plain<K extends Keys>(
  keys: K,
  layout: SectionLayout,
  write: (target: RecordTarget, keys: K) => void,
): SectionPlan {
  const { count, frames } = keys;
  return { count, frames, layout, write: (target) => write(target, keys) };
}

function spelled<K extends Keys, C, S extends { readonly odd: OddRecords }>(
  keys: K,
  layout: SectionLayout<C>,
  spelling: S,
  read: (range: RecordRange<C>) => { keys: K },
  write: (target: RecordTarget, keys: K, spelling: S) => void,
): SectionPlan {
  return {
    ...plain(keys, layout, (target) => write(target, keys, spelling)),
    odd: spelling.odd,
    rewrite: (range, target) => write(target, read({ ...range, layout }).keys, spelling),
  };
}
