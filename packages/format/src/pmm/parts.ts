import type { ColumnLayout } from '../binary/column-layout.js';
import { readRecord, writeRecord } from '../binary/record-layout.js';
import { readAccessories, writeAccessories } from './accessories.js';
import { cameraLayout, GRAVITY_LAYOUT, LIGHT_LAYOUT, SELF_SHADOW_LAYOUT } from './key-layouts.js';
import { readKeys, writeKeys } from './keys.js';
import { readModels, writeModels } from './models.js';
import type { PmmKeys } from './pmm-keys.js';
import type { PmmFieldType, PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm } from './pmm.js';
import { type NamedModels, readVersion1Models } from './version-1-models.js';

/** A part of a file. */
export interface Part {
  /** Its name in messages. */
  readonly section: string;
  /** Returns what puts it into the document. A list puts in its entries itself, as far as they are whole. */
  readonly read: (reader: PmmReader, pmm: Pmm) => (() => void) | void;
  readonly write: (writer: PmmWriter, pmm: Pmm) => void;
  /** The entries of a part that is a list. */
  readonly listOf?: (pmm: Pmm) => readonly unknown[];
}

/** Puts the parts into the document when all of them are whole. */
export function readParts(reader: PmmReader, pmm: Pmm, parts: readonly Part[]): void {
  const puts = parts.map(({ section, read }) => {
    reader.enter(section);
    return read(reader, pmm);
  });
  for (const put of puts) put?.();
}

export function writeParts(writer: PmmWriter, pmm: Pmm, parts: readonly Part[]): void {
  for (const { section, write } of parts) {
    writer.enter(section);
    write(writer, pmm);
  }
}

/** The same fields of each object of a list. */
export function fieldsOfEach<T extends object>(
  section: string,
  listOf: (pmm: Pmm) => readonly T[],
  layout: NoInfer<PmmLayout<T>>,
): Part {
  return {
    section,
    read: (reader, pmm) => {
      const objects = listOf(pmm);
      const records = objects.map(() => readRecord<T, PmmFieldType>(reader, layout));
      return () => objects.forEach((object, i) => Object.assign(object, records[i]));
    },
    write: (writer, pmm) =>
      listOf(pmm).forEach((object) => writeRecord<T, PmmFieldType>(writer, layout, object)),
  };
}

/** Fields of one object of the document. */
export function fields<T extends object>(
  section: string,
  objectOf: (pmm: Pmm) => T,
  layout: NoInfer<PmmLayout<T>>,
): Part {
  return fieldsOfEach<T>(section, (pmm) => [objectOf(pmm)], layout);
}

/** A section of keys that is one track. */
function keys<K extends PmmKeys>(
  section: string,
  ownerOf: (pmm: Pmm) => { keys: K },
  layout: ColumnLayout<K>,
): Part {
  return {
    section,
    read: (reader, pmm) => {
      const found = readKeys(reader, layout, 1);
      return () => (ownerOf(pmm).keys = found);
    },
    write: (writer, pmm) => writeKeys(writer, layout, 1, ownerOf(pmm).keys),
  };
}

const PATH_BYTES = 256;

/**
 * The parts after the signature, in file order. Those of version 1 end with the brightness of the ground
 * shadow; its blocks follow.
 */
export function partsOf(version: 1 | 2, namedModels: NamedModels = []): Part[] {
  const parts: Part[] = [
    fields('header', ({ editor }: Pmm) => editor, [
      ['i32', ['outputWidth', 'outputHeight', 'timelineWidth']],
      ['f32', ['viewAngle']],
      ['u8', ['cameraMode'], 1],
      ['u8s', ['panelsOpen'], version === 1 ? 5 : 6],
      ['u8', ['selectedModel']],
    ]),
    {
      section: 'header',
      read: version === 1 ? (reader, pmm) => readVersion1Models(reader, pmm, namedModels) : readModels,
      write: writeModels,
      listOf: ({ models }) => models,
    },
    keys('camera.keys', ({ camera }: Pmm) => camera, cameraLayout(version)),
    fields('camera.current', ({ camera }: Pmm) => camera.current, [
      ['vector3', ['target', 'distance', 'rotation']],
      ['u8', ['perspectiveOff'], 1],
    ]),
    keys('light.keys', ({ light }: Pmm) => light, LIGHT_LAYOUT),
    fields('light.current', ({ light }: Pmm) => light.current, [['vector3', ['color', 'direction']]]),
    fields('editor', ({ editor }: Pmm) => editor, [
      ['u8', ['selectedAccessory']],
      ['i32', ['accessoryScroll']],
    ]),
    {
      section: 'accessories',
      read: readAccessories,
      write: writeAccessories,
      listOf: ({ accessories }) => accessories,
    },
    fields('editor', ({ editor }: Pmm) => editor, [
      ['i32', ['currentFrame', 'scroll', 'scrollLength', 'editMode']],
      ['u8', ['cameraLookMode']],
      ['u8', ['repeat', 'playFromOn', 'playToOn'], 1],
      ['i32', ['playFrom', 'playTo']],
    ]),
    fields('media', ({ media }: Pmm) => media, [
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
    ]),
    fields('display', ({ display }: Pmm) => display, [
      ['u8', ['showInfo', 'showAxis', 'showGroundShadow'], 1],
      ['f32', ['fpsLimit']],
      ['i32', ['captureMode', 'accessoriesAfterModels']],
      ['f32', ['groundShadowBrightness']],
    ]),
  ];
  return version === 1 ? parts : [...parts, ...version2End()];
}

/** Parts that version 1 has in blocks. */
export function laterParts(): Readonly<
  Record<
    | 'blackBackground'
    | 'cameraFollow'
    | 'cameraMatrix'
    | 'edgeColor'
    | 'gravity'
    | 'groundPhysics'
    | 'groundShadow'
    | 'physicsMode'
    | 'selfShadow'
    | 'selfShadowKeys',
    Part
  >
> {
  return {
    groundShadow: fields('display', ({ display }: Pmm) => display, [['u8', ['transparentGroundShadow'], 1]]),
    physicsMode: fields('physics', ({ physics }: Pmm) => physics, [['u8', ['mode']]]),
    gravity: fields('gravity', ({ gravity }: Pmm) => gravity, [
      ['f32', ['acceleration']],
      ['i32', ['noise']],
      ['vector3', ['direction']],
      ['u8', ['noiseOn'], 1],
    ]),
    selfShadow: fields('selfShadow', ({ selfShadow }: Pmm) => selfShadow, [
      ['u8', ['on'], 1],
      ['f32', ['distance']],
    ]),
    selfShadowKeys: keys('selfShadow.keys', ({ selfShadow }: Pmm) => selfShadow, SELF_SHADOW_LAYOUT),
    edgeColor: fields('display', ({ display }: Pmm) => display, [['i32s', ['edgeColor'], 3]]),
    blackBackground: fields('display', ({ display }: Pmm) => display, [['u8', ['blackBackground'], 1]]),
    cameraFollow: fields('camera.current', ({ camera }: Pmm) => camera.current, [
      ['i32', ['followModel', 'followBone']],
    ]),
    cameraMatrix: fields('camera.current', ({ camera }: Pmm) => camera.current, [
      ['f32s', ['matrix'], 16],
      ['u8', ['matrixOn'], 1],
      ['u8', ['unknown']],
    ]),
    groundPhysics: fields('physics', ({ physics }: Pmm) => physics, [['u8', ['ground'], 1]]),
  };
}

function version2End(): Part[] {
  const later = laterParts();
  return [
    later.groundShadow,
    later.physicsMode,
    later.gravity,
    keys('gravity.keys', ({ gravity }: Pmm) => gravity, GRAVITY_LAYOUT),
    later.selfShadow,
    later.selfShadowKeys,
    later.edgeColor,
    later.blackBackground,
    later.cameraFollow,
    later.cameraMatrix,
    later.groundPhysics,
    fields('editor', ({ editor }: Pmm) => editor, [['i32', ['frameTextbox']]]),
    { section: 'ranges', read: readRanges, write: writeRanges },
  ];
}

/** Reads the frame selection, which MMD writes since 9.24: older files end before it. */
function readRanges(reader: PmmReader, { editor, models }: Pmm): (() => void) | void {
  if (reader.remaining === 0) return undefined;
  const rangesOn = reader.u8('on', 1);
  if (rangesOn !== 1) return () => Object.assign(editor, { rangesOn });
  const ranges = models.map(() => ({ model: reader.u8('model'), range: reader.i32('range') }));
  return () => Object.assign(editor, { rangesOn, ranges });
}

function writeRanges(writer: PmmWriter, { editor: { rangesOn, ranges = [] }, models, trailing }: Pmm): void {
  if (rangesOn !== 1 && ranges.length > 0) {
    writer.refuse('on', `is ${rangesOn}, but there are ${ranges.length} ranges`);
  }
  if (rangesOn === undefined && trailing.length === 0) return;
  writer.u8('on', rangesOn ?? 0); // a reader would take the first byte of `trailing` for it
  if (rangesOn !== 1) return;
  if (ranges.length !== models.length) {
    writer.refuse('length', `is ${ranges.length}, there are ${models.length} models`);
  }
  for (const { model, range } of ranges) {
    writer.u8('model', model);
    writer.i32('range', range);
  }
}

export const SIGNATURE_BYTES = 30;
export const SIGNATURE_PREFIX = 'Polygon Movie maker';
const SIGNATURES = { 1: 'Polygon Movie maker 0001', 2: 'Polygon Movie maker 0002' } as const;

/** The version that a signature names. The bytes after its NUL have no meaning. */
export function pmmVersion(signature: Uint8Array): 1 | 2 | undefined {
  const text = String.fromCharCode(...signature);
  if (text.startsWith(SIGNATURES[2])) return 2;
  return text.startsWith(SIGNATURES[1]) ? 1 : undefined;
}

/** The signature as MMD writes it. */
export function signatureField(version: 1 | 2): Uint8Array {
  const field = new Uint8Array(SIGNATURE_BYTES);
  field.set(Uint8Array.from(SIGNATURES[version], (character) => character.charCodeAt(0)));
  return field;
}
