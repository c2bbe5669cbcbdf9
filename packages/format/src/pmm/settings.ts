import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { PmmCamera, PmmDisplay, PmmEditor, PmmMedia, PmmPhysics } from './pmm.js';

/*
 * Single values, in the order of the file.
 */

const PATH_BYTES = 256;

/** Behind the signature. */
export function headerLayout(version: 1 | 2): PmmLayout<Header> {
  return [
    ['i32', ['outputWidth', 'outputHeight', 'timelineWidth']],
    ['f32', ['viewAngle']],
    ['u8', ['cameraMode'], 1],
    ['u8s', ['panelsOpen'], version === 1 ? 5 : 6],
    ['u8', ['selectedModel']],
  ];
}
export type Header = Pick<
  PmmEditor,
  | 'cameraMode'
  | 'outputHeight'
  | 'outputWidth'
  | 'panelsOpen'
  | 'selectedModel'
  | 'timelineWidth'
  | 'viewAngle'
>;

/** Before the accessories. */
export const ACCESSORY_PANEL: PmmLayout<Pick<PmmEditor, 'accessoryScroll' | 'selectedAccessory'>> = [
  ['u8', ['selectedAccessory']],
  ['i32', ['accessoryScroll']],
];

/** Behind the accessories. */
export const TIMELINE: PmmLayout<Timeline> = [
  ['i32', ['currentFrame', 'scroll', 'scrollLength', 'editMode']],
  ['u8', ['cameraLookMode']],
  ['u8', ['repeat', 'playFromOn', 'playToOn'], 1],
  ['i32', ['playFrom', 'playTo']],
];
export type Timeline = Pick<
  PmmEditor,
  | 'cameraLookMode'
  | 'currentFrame'
  | 'editMode'
  | 'playFrom'
  | 'playFromOn'
  | 'playTo'
  | 'playToOn'
  | 'repeat'
  | 'scroll'
  | 'scrollLength'
>;

export const MEDIA: PmmLayout<PmmMedia> = [
  ['u8', ['waveOn'], 1],
  ['text', ['wave'], PATH_BYTES],
  ['i32', ['aviX', 'aviY']],
  ['f32', ['aviScale']],
  ['text', ['avi'], PATH_BYTES],
  ['i32', ['aviOn']],
  ['i32', ['backgroundX', 'backgroundY']],
  ['f32', ['backgroundScale']],
  ['text', ['background'], PATH_BYTES],
  ['u8', ['backgroundOn'], 1],
];

/** All that version 1 has without a presence byte. */
export const DISPLAY: PmmLayout<
  Omit<PmmDisplay, 'blackBackground' | 'edgeColor' | 'transparentGroundShadow'>
> = [
  ['u8', ['showInfo', 'showAxis', 'showGroundShadow'], 1],
  ['f32', ['fpsLimit']],
  ['i32', ['captureMode', 'accessoriesAfterModels']],
  ['f32', ['groundShadowBrightness']],
];

export const GROUND_SHADOW: PmmLayout<Pick<PmmDisplay, 'transparentGroundShadow'>> = [
  ['u8', ['transparentGroundShadow'], 1],
];
export const PHYSICS_MODE: PmmLayout<Pick<PmmPhysics, 'mode'>> = [['u8', ['mode']]];
export const EDGE_COLOR: PmmLayout<Pick<PmmDisplay, 'edgeColor'>> = [['i32s', ['edgeColor'], 3]];
export const BLACK_BACKGROUND: PmmLayout<Pick<PmmDisplay, 'blackBackground'>> = [
  ['u8', ['blackBackground'], 1],
];
export const CAMERA_FOLLOW: PmmLayout<Pick<PmmCamera['current'], 'followBone' | 'followModel'>> = [
  ['i32', ['followModel', 'followBone']],
];
export const CAMERA_MATRIX: PmmLayout<Pick<PmmCamera['current'], 'matrix' | 'matrixOn' | 'unknown'>> = [
  ['f32s', ['matrix'], 16],
  ['u8', ['matrixOn'], 1],
  ['u8', ['unknown']],
];
export const GROUND_PHYSICS: PmmLayout<Pick<PmmPhysics, 'ground'>> = [['u8', ['ground'], 1]];
export const FRAME_TEXTBOX: PmmLayout<Pick<PmmEditor, 'frameTextbox'>> = [['i32', ['frameTextbox']]];

/** Reads the frame selection, which MMD has since 9.24: files may end before it. */
export function readRanges(reader: PmmReader, models: number): Pick<PmmEditor, 'ranges' | 'rangesOn'> {
  if (reader.remaining === 0) return {};
  reader.enter('ranges');
  const rangesOn = reader.u8('on', 1);
  if (rangesOn !== 1) return { rangesOn };
  const ranges = Array.from({ length: models }, () => ({
    model: reader.u8('model'),
    range: reader.i32('range'),
  }));
  return { rangesOn, ranges };
}

export function writeRanges(writer: PmmWriter, models: number, { rangesOn, ranges = [] }: PmmEditor): void {
  writer.enter('ranges');
  if (rangesOn !== 1 && ranges.length > 0)
    writer.refuse('on', `is ${rangesOn}, yet there are ${ranges.length}`);
  if (rangesOn === undefined) return;
  writer.u8('on', rangesOn);
  if (rangesOn !== 1) return;
  if (ranges.length !== models) writer.refuse('length', `is ${ranges.length}, there are ${models} models`);
  for (const { model, range } of ranges) {
    writer.u8('model', model);
    writer.i32('range', range);
  }
}

export const SIGNATURE_BYTES = 30;
export const SIGNATURE_PREFIX = 'Polygon Movie maker';
const SIGNATURES = { 1: 'Polygon Movie maker 0001', 2: 'Polygon Movie maker 0002' } as const;

/** The version that a signature field stands for; what follows its NUL is junk. */
export function pmmVersion(signature: Uint8Array): 1 | 2 | undefined {
  const text = String.fromCharCode(...signature);
  if (text.startsWith(SIGNATURES[2])) return 2;
  return text.startsWith(SIGNATURES[1]) ? 1 : undefined;
}

export function signatureField(version: 1 | 2): Uint8Array {
  const field = new Uint8Array(SIGNATURE_BYTES);
  field.set(Uint8Array.from(SIGNATURES[version], (character) => character.charCodeAt(0)));
  return field;
}
