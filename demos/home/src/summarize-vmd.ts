import type { FormatWarning, Vmd } from '@odori/format';
import { countCurvedKeys } from './count-curved-keys.js';
import { frameRange, type FrameRange } from './frame-range.js';
import { type IkSummary, summarizeIk } from './summarize-ik.js';
import { summarizeTracks, type TrackSummary } from './summarize-tracks.js';

/** What is in a motion, as plain data. */
export interface VmdSummary {
  version: 1 | 2;
  modelName: string;
  /** Of all sections; undefined if there is no key at all. */
  lastFrame: number | undefined;
  /** The six sections in the order of the file, empty ones too. */
  sections: readonly SectionSummary[];
  bones: readonly TrackSummary[];
  morphs: readonly TrackSummary[];
  ik: readonly IkSummary[];
  curvedBoneKeys: number;
  curvedCameraKeys: number;
  /** Bone keys that let the bone follow the motion instead of physics. */
  physicsOffKeys: number;
  /** Property keys that hide the model. */
  hiddenKeys: number;
  /** Bytes after the last section. */
  trailingBytes: number;
  warnings: readonly FormatWarning[];
}

export interface SectionSummary {
  name: SectionName;
  count: number;
  /** Undefined if the section is empty. */
  frames: FrameRange | undefined;
}

export type SectionName = 'bone' | 'morph' | 'camera' | 'light' | 'self shadow' | 'property';

/** Tells what is in a motion. O(keys + names · log names). */
export function summarizeVmd(vmd: Vmd): VmdSummary {
  const sections = sectionsOf(vmd);
  const lasts = sections.flatMap(({ frames }) => frames?.last ?? []);
  const lastFrame = lasts.length === 0 ? undefined : Math.max(...lasts);
  return {
    version: vmd.version,
    modelName: vmd.modelName.text,
    lastFrame,
    sections,
    bones: summarizeTracks(vmd.bones, lastFrame ?? 0),
    morphs: summarizeTracks(vmd.morphs, lastFrame ?? 0),
    ik: summarizeIk(vmd.properties),
    curvedBoneKeys: countCurvedKeys(vmd.bones.curves, vmd.bones.count),
    curvedCameraKeys: countCurvedKeys(vmd.cameras.curves, vmd.cameras.count),
    physicsOffKeys: countZeros(vmd.bones.physics),
    hiddenKeys: countZeros(vmd.properties.visible),
    trailingBytes: vmd.trailing.length,
    warnings: vmd.warnings,
  };
}

function sectionsOf(vmd: Vmd): SectionSummary[] {
  return [
    section('bone', vmd.bones),
    section('morph', vmd.morphs),
    section('camera', vmd.cameras),
    section('light', vmd.lights),
    section('self shadow', vmd.selfShadows),
    section('property', vmd.properties),
  ];
}

function section(name: SectionName, keys: { count: number; frames: Uint32Array }): SectionSummary {
  return { name, count: keys.count, frames: frameRange(keys.frames) };
}

function countZeros(flags: Uint8Array): number {
  let zeros = 0;
  for (const flag of flags) if (flag === 0) zeros++;
  return zeros;
}
