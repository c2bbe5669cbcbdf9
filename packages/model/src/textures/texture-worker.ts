/**
 * The script of the worker in which large TGA textures are decoded. Only a bundler that does not know `new
 * Worker(new URL(…, import.meta.url))` needs this name: make it an entry `texture-worker`, beside the file of
 * the page.
 *
 * @module @odori/model/texture-worker
 */
import { decodeTga } from '@odori/format/internal';
import { answerRequests } from '@odori/runtime/internal/worker';

answerRequests(decodeTga);
