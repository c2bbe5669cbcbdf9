import { readRecord, writeRecord } from '../binary/record-layout.js';
import { cameraLayout, GRAVITY_LAYOUT, LIGHT_LAYOUT, SELF_SHADOW_LAYOUT } from './key-layouts.js';
import { readKeys, writeKeys } from './keys.js';
import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm, PmmCamera, PmmGravity, PmmSelfShadow } from './pmm.js';

/*
 * What is between the models and the end of a file: the same in both versions up to the ground shadow's brightness.
 */

const CAMERA_STATE: PmmLayout<CameraState> = [
  ['vector3', ['target', 'distance', 'rotation']],
  ['u8', ['perspectiveOff'], 1],
];
type CameraState = Pick<PmmCamera['current'], 'distance' | 'perspectiveOff' | 'rotation' | 'target'>;

const LIGHT_STATE: PmmLayout<Pmm['light']['current']> = [['vector3', ['color', 'direction']]];

/** Reads the camera. The bone that it follows comes at the end of the file. */
export function readCamera(reader: PmmReader, version: 1 | 2): PmmCamera {
  reader.enter('camera.keys');
  const keys = readKeys(reader, cameraLayout(version), 1);
  reader.enter('camera.current');
  const matrix = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0)); // identity
  const follow = { followModel: -1, followBone: 0, matrixOn: 0, matrix, unknown: 0 };
  return { keys, current: { ...readRecord(reader, CAMERA_STATE), ...follow } };
}

export function writeCamera(writer: PmmWriter, version: 1 | 2, { keys, current }: PmmCamera): void {
  writer.enter('camera.keys');
  writeKeys(writer, cameraLayout(version), 1, keys);
  writer.enter('camera.current');
  writeRecord(writer, CAMERA_STATE, current);
}

export function readLight(reader: PmmReader): Pmm['light'] {
  reader.enter('light.keys');
  const keys = readKeys(reader, LIGHT_LAYOUT, 1);
  reader.enter('light.current');
  return { keys, current: readRecord(reader, LIGHT_STATE) };
}

export function writeLight(writer: PmmWriter, { keys, current }: Pmm['light']): void {
  writer.enter('light.keys');
  writeKeys(writer, LIGHT_LAYOUT, 1, keys);
  writer.enter('light.current');
  writeRecord(writer, LIGHT_STATE, current);
}

export const GRAVITY_STATE: PmmLayout<Omit<PmmGravity, 'keys'>> = [
  ['f32', ['acceleration']],
  ['i32', ['noise']],
  ['vector3', ['direction']],
  ['u8', ['noiseOn'], 1],
];

export function readGravity(reader: PmmReader): PmmGravity {
  reader.enter('gravity');
  const state = readRecord(reader, GRAVITY_STATE);
  reader.enter('gravity.keys');
  return { ...state, keys: readKeys(reader, GRAVITY_LAYOUT, 1) };
}

export function writeGravity(writer: PmmWriter, gravity: PmmGravity): void {
  writer.enter('gravity');
  writeRecord(writer, GRAVITY_STATE, gravity);
  writer.enter('gravity.keys');
  writeKeys(writer, GRAVITY_LAYOUT, 1, gravity.keys);
}

export const SELF_SHADOW_STATE: PmmLayout<Omit<PmmSelfShadow, 'keys'>> = [
  ['u8', ['on'], 1],
  ['f32', ['distance']],
];

export function readSelfShadow(reader: PmmReader): PmmSelfShadow {
  reader.enter('selfShadow');
  const state = readRecord(reader, SELF_SHADOW_STATE);
  reader.enter('selfShadow.keys');
  return { ...state, keys: readKeys(reader, SELF_SHADOW_LAYOUT, 1) };
}

export function writeSelfShadow(writer: PmmWriter, selfShadow: PmmSelfShadow): void {
  writer.enter('selfShadow');
  writeRecord(writer, SELF_SHADOW_STATE, selfShadow);
  writer.enter('selfShadow.keys');
  writeKeys(writer, SELF_SHADOW_LAYOUT, 1, selfShadow.keys);
}
