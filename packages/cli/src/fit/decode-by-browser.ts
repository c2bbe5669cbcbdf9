import type { Shell } from '../shell.js';
import { FileError } from '../errors.js';
import { bytesContent } from '../files/content.js';
import { withStopSignal } from '../files/stop-signals.js';
import { Chromium } from '../render/chromium.js';
import { type Answer, startLocalServer, textAnswer } from '../view/local-server.js';
import type { DecodedSong } from './decode-wav.js';
import { say } from '../language/message.js';

const RATE = 11025;

/** Decodes the song of the page's server; its result is 16 bits a sample, as base64. */
const DECODE = `(async () => {
  const file = await (await fetch('/song')).arrayBuffer();
  const song = await new OfflineAudioContext(1, 1, ${RATE}).decodeAudioData(file);
  const mix = new Int16Array(song.length);
  const channels = Array.from({ length: song.numberOfChannels }, (_, i) => song.getChannelData(i));
  for (let i = 0; i < mix.length; i++) {
    const mean = channels.reduce((sum, samples) => sum + samples[i], 0) / channels.length;
    mix[i] = 32767 * Math.min(Math.max(mean, -1), 1);
  }
  const bytes = new Uint8Array(mix.buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
})()`;

/**
 * The samples of a song in any format that a browser plays, all channels together. `browser` is its program.
 *
 * @throws {@link FileError} (as rejection) if it cannot decode the song.
 */
export async function decodeByBrowser(
  bytes: Uint8Array,
  browser: string,
  console: Shell,
): Promise<DecodedSong> {
  const base64 = await withStopSignal(console.signal, async (signal) => {
    const server = await startLocalServer(0, async (asked) => answer(asked, bytes));
    try {
      const chromium = await Chromium.open(browser, signal);
      try {
        const page = await chromium.openPage(server.address, 16, 16);
        return await page.evaluate<string>(DECODE);
      } catch (error) {
        if (!(error instanceof FileError) || !/decod/i.test(error.message)) throw error;
        throw new FileError(say('song-not-decoded'), { cause: error });
      } finally {
        await chromium.close();
      }
    } finally {
      await server.close();
    }
  });
  const mix = Buffer.from(base64, 'base64');
  const samples = Float32Array.from({ length: mix.length / 2 }, (_, i) => mix.readInt16LE(2 * i) / 2 ** 15);
  return { samples, sampleRate: RATE };
}

function answer(path: string, song: Uint8Array): Answer {
  if (path === '/song') return { status: 200, type: 'application/octet-stream', content: bytesContent(song) };
  return textAnswer('<!doctype html><title>odori</title>', 'text/html');
}
