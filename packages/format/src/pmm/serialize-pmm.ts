import { writeRecord } from '../binary/record-layout.js';
import type { OnWarning } from '../text/name.js';
import { writeAccessories } from './accessories.js';
import { MODEL_NAME_BYTES, writeModel } from './models.js';
import { PmmWriter } from './pmm-writer.js';
import type { Pmm } from './pmm.js';
import { writeCamera, writeGravity, writeLight, writeSelfShadow } from './scene.js';
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
  signatureField,
  TIMELINE,
  pmmVersion,
  writeRanges,
} from './settings.js';
import { writeBlocks } from './version-1-blocks.js';
import { reportVersion1Losses } from './version-1-losses.js';

/** Options of {@link serializePmm}. */
export interface SerializePmmOptions {
  /** Called for each text that is truncated or not encodable in CP932, and for values that version 1 cannot hold. */
  onWarning?: OnWarning; // none
}

/**
 * Writes a project of MMD, in the version of the document.
 *
 * A parsed document gives the bytes that it came from; what was edited is written anew, the rest stays. Where a section
 * has got other keys, its links are made anew, in the order of the tracks. Odd values are written as they are.
 * O(document).
 *
 * Version 1 is read again without its PMDs only if it is as MMD writes it: rotations of length 1, switches of 0 or 1.
 *
 * A text is truncated to MMD's limit: one byte less than its field, or 49 bytes in a field with a length. `onWarning`
 * is called for it. A text that was longer in the parsed file stays whole.
 *
 * @throws RangeError naming the part, if a column is shorter than its count says or of another kind, a track has no first
 * key, or one that is not at frame 0, or goes back in time, a list does not fit another, or a number has no place in the
 * file.
 * @example
 * serializePmm(parsePmm(bytes)); // → the same bytes
 */
export function serializePmm(pmm: Pmm, options: SerializePmmOptions = {}): Uint8Array<ArrayBuffer> {
  const { version, source } = pmm;
  if (version !== 1 && version !== 2) throw new RangeError(`version must be 1 or 2, not ${String(version)}`);
  if (version === 1) reportVersion1Losses(pmm, options.onWarning);
  const writer = new PmmWriter(source, options.onWarning);
  const isKept = source && pmmVersion(source.signature) === version;
  writer.raw(isKept ? source.signature : signatureField(version));
  writeHead(writer, pmm);
  writeCamera(writer, version, pmm.camera);
  writeLight(writer, pmm.light);
  writer.enter('editor');
  writeRecord(writer, ACCESSORY_PANEL, pmm.editor);
  writeAccessories(writer, version, pmm);
  writer.enter('editor');
  writeRecord(writer, TIMELINE, pmm.editor);
  writer.enter('media');
  writeRecord(writer, MEDIA, pmm.media);
  writer.enter('display');
  writeRecord(writer, DISPLAY, pmm.display);
  if (version === 1) writeBlocks(writer, pmm);
  else writeTail(writer, pmm);
  writer.raw(pmm.trailing);
  return writer.finish();
}

function writeHead(writer: PmmWriter, { version, editor, models, version1 }: Pmm): void {
  writeRecord(writer, headerLayout(version), editor);
  writer.u8('modelCount', models.length);
  if (version === 1) {
    if (!version1) writer.refuse('version1', 'is missing: the order of the models is there');
    const { modelOrder } = version1;
    if (modelOrder.length !== models.length) {
      writer.refuse('modelOrder', `has ${modelOrder.length} entries for ${models.length} models`);
    }
    for (const name of modelOrder) writer.text('modelOrder', name, MODEL_NAME_BYTES);
  }
  models.forEach((model, i) => writeModel(writer, `models[${i}]`, version, model));
}

/** What version 1 has in blocks. */
function writeTail(writer: PmmWriter, pmm: Pmm): void {
  const { display, physics, camera, editor, models } = pmm;
  writeRecord(writer, GROUND_SHADOW, display);
  writer.enter('physics');
  writeRecord(writer, PHYSICS_MODE, physics);
  writeGravity(writer, pmm.gravity);
  writeSelfShadow(writer, pmm.selfShadow);
  writer.enter('display');
  writeRecord(writer, EDGE_COLOR, display);
  writeRecord(writer, BLACK_BACKGROUND, display);
  writer.enter('camera.current');
  writeRecord(writer, CAMERA_FOLLOW, camera.current);
  writeRecord(writer, CAMERA_MATRIX, camera.current);
  writer.enter('physics');
  writeRecord(writer, GROUND_PHYSICS, physics);
  writer.enter('editor');
  writeRecord(writer, FRAME_TEXTBOX, editor);
  writeRanges(writer, models.length, editor);
}
