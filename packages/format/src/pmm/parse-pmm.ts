import { asBytes } from '../binary/bytes.js';
import { readRecord } from '../binary/record-layout.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import type { Pmd } from '../pmd/pmd.js';
import { readAccessories } from './accessories.js';
import { readModel } from './models.js';
import { readVersion1 } from './parse-version-1.js';
import { PmmReader } from './pmm-reader.js';
import type { Pmm } from './pmm.js';
import { readCamera, readGravity, readLight, readSelfShadow } from './scene.js';
import {
  ACCESSORY_PANEL,
  BLACK_BACKGROUND,
  CAMERA_FOLLOW,
  CAMERA_MATRIX,
  DISPLAY,
  EDGE_COLOR,
  FRAME_TEXTBOX,
  GROUND_PHYSICS,
  GROUND_SHADOW,
  headerLayout,
  MEDIA,
  PHYSICS_MODE,
  readRanges,
  SIGNATURE_BYTES,
  SIGNATURE_PREFIX,
  TIMELINE,
  pmmVersion,
} from './settings.js';

/** Options of {@link parsePmm}. */
export interface ParsePmmOptions extends ParseOptions {
  /** For projects of version 1, which have no names of bones and morphs: the models, found by their names. */
  models?: readonly Pick<Pmd, 'bones' | 'iks' | 'morphs' | 'name'>[]; // none
}

/**
 * Reads a project of MMD, of version 2 or 1.
 *
 * The document says what the file says, in MMD's space; odd values stay as they are, and `serializePmm` gives the same
 * bytes back. Keys come as tracks: the file links them, and links that lead nowhere (`bad-index`), in circles or into
 * another track (`key-cycle`) are listed in `warnings` and not followed; keys that no link leads to (`unreached-key`) come
 * after the tracks. The document holds no view of `bytes`. O(bytes).
 *
 * Of version 1 the numbers of bones, morphs and IKs are found from the file itself, or else taken from `models`; names
 * need those anyway.
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no PMM, `truncated` if the file ends too early, `bad-syntax` if
 * no numbers of bones, morphs and IKs fit a model of version 1; with `strict`, the first
 * warning. It throws nothing else.
 * @see The test corpus: 2 files of version 2 and MMD's own sample of version 1, all read to the last byte.
 * @example
 * const pmm = parsePmm(await readFile('stage.pmm'));
 * pmm.models[2].name.text; // → '初音ミク'
 * const { starts, frames } = pmm.models[2].bones;
 * frames.subarray(starts[0], starts[1]); // → when センター (center), the first bone, has keys
 */
export function parsePmm(bytes: Uint8Array | ArrayBuffer, options: ParsePmmOptions = {}): Pmm {
  const reader = new PmmReader(asBytes(bytes), new WarningList(options.strict));
  const signature = reader.u8s('signature', SIGNATURE_BYTES);
  const version = readVersion(signature);
  const pmm =
    version === 1 ? readVersion1(reader, signature, options.models) : readVersion2(reader, signature);
  pmm.trailing = reader.trailing();
  return pmm;
}

function readVersion(signature: Uint8Array): 1 | 2 {
  const version = pmmVersion(signature);
  if (version !== undefined) return version;
  const found = String.fromCharCode(...signature).replace(/\0[^]*/, '');
  const what = found.startsWith(SIGNATURE_PREFIX)
    ? 'a PMM project of an unknown version'
    : 'not a PMM project';
  const message = `${what}: it begins with ${JSON.stringify(found)}`;
  throw new MmdFormatError(message, { code: 'bad-signature', section: 'header', offset: 0 });
}

function readVersion2(reader: PmmReader, signature: Uint8Array): Pmm {
  const header = readRecord(reader, headerLayout(2));
  const modelCount = reader.u8('modelCount');
  const models = Array.from({ length: modelCount }, (_, i) => readModel(reader, `models[${i}]`));
  const camera = readCamera(reader, 2);
  const light = readLight(reader);
  reader.enter('editor');
  const panel = readRecord(reader, ACCESSORY_PANEL);
  const accessories = readAccessories(reader, 2);
  reader.enter('editor');
  const timeline = readRecord(reader, TIMELINE);
  reader.enter('media');
  const media = readRecord(reader, MEDIA);
  reader.enter('display');
  const display = { ...readRecord(reader, DISPLAY), ...readRecord(reader, GROUND_SHADOW) };
  reader.enter('physics');
  const { mode } = readRecord(reader, PHYSICS_MODE);
  const gravity = readGravity(reader);
  const selfShadow = readSelfShadow(reader);
  reader.enter('display');
  const colors = { ...readRecord(reader, EDGE_COLOR), ...readRecord(reader, BLACK_BACKGROUND) };
  reader.enter('camera.current');
  Object.assign(camera.current, readRecord(reader, CAMERA_FOLLOW), readRecord(reader, CAMERA_MATRIX));
  reader.enter('physics');
  const { ground } = readRecord(reader, GROUND_PHYSICS);
  reader.enter('editor');
  const textbox = readRecord(reader, FRAME_TEXTBOX);
  const ranges = readRanges(reader, modelCount);
  return {
    format: 'pmm',
    version: 2,
    editor: { ...header, ...panel, ...timeline, ...textbox, ...ranges },
    models,
    camera,
    light,
    ...accessories,
    media,
    display: { ...display, ...colors },
    physics: { mode, ground },
    gravity,
    selfShadow,
    trailing: new Uint8Array(0),
    source: reader.source(signature),
    warnings: reader.warnings.list,
  };
}
