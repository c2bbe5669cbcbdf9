/**
 * The script of the worker in which `loadModel` reads large files. Only a bundler that does not know `new
 * Worker(new URL(…, import.meta.url))` needs this name: make it an entry `model-worker`, beside the file of
 * the page.
 *
 * @module @odori/model/model-worker
 */
import { detectFormat, parsePmx } from '@odori/format';
import { answerRequests } from '@odori/runtime/internal/worker';
import { type ModelData, modelData, boxesOf } from '../mmd-model/model-data.js';
import { parsePmdModel } from './parse-pmd-model.js';

answerRequests((bytes: Uint8Array): ModelData => {
  const data = modelData(detectFormat(bytes) === 'pmd' ? parsePmdModel(bytes) : parsePmx(bytes));
  return { ...data, boneBoxes: boxesOf(data) };
});
