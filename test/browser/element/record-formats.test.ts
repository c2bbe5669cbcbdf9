import { record, type RecordOptions } from '@odori/element/record';
import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { wavBytes } from '#test/support/wav-bytes.js';
import { nextEvent, revokeUrls, urlOf } from './show-element.js';

const SIZE = { width: 160, height: 90, fps: 15 };
const spies: MockInstance<VideoEncoder['configure']>[] = [];
let encodesH264 = false;

/** The browser encodes no AAC, as on Linux. mediabunny asks once for each codec. */
beforeAll(async () => {
  const supports = AudioEncoder.isConfigSupported.bind(AudioEncoder);
  vi.spyOn(AudioEncoder, 'isConfigSupported').mockImplementation(async (config) =>
    config.codec.startsWith('mp4a') ? { config, supported: false } : supports(config),
  );
  const { supported } = await VideoEncoder.isConfigSupported({
    codec: 'avc1.42001f',
    ...SIZE,
    bitrate: 55_000,
    framerate: SIZE.fps,
  });
  encodesH264 = supported === true;
});

beforeEach(() => {
  for (const { prototype } of [VideoEncoder, AudioEncoder]) {
    spies.push(vi.spyOn(prototype as VideoEncoder, 'configure'));
  }
});

afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
  revokeUrls();
});

/** What was encoded, without profiles and levels. */
function codecs(): string[] {
  return spies.flatMap(({ mock }) => mock.calls.map(([{ codec }]) => codec.split('.')[0])).toSorted();
}

/** A film of a second, with a tone; `paint` draws the pictures. */
function film(options: RecordOptions = {}, paint = noise()): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return record(
    {
      canvas,
      duration: 1,
      song: () => Promise.resolve(Uint8Array.from(wavBytes(1, 440)).buffer),
      resize: (width, height) => void Object.assign(canvas, { width, height }),
      seek: () => {},
      step: () => paint(context),
    },
    { ...SIZE, ...options },
  );
}

type Paint = (context: CanvasRenderingContext2D) => void;

function noise(): Paint {
  let seed = 1;
  return (context) => {
    const picture = context.createImageData(context.canvas.width, context.canvas.height);
    for (let i = 0; i < picture.data.length; i++) {
      seed = (48_271 * seed) % 0x7fffffff;
      picture.data[i] = i % 4 === 3 ? 255 : seed % 256;
    }
    context.putImageData(picture, 0, 0);
  };
}

async function expectPlayable(file: Blob): Promise<void> {
  const video = document.createElement('video');
  video.src = urlOf(file);
  await nextEvent(video, 'loadeddata');
  expect([video.videoWidth, video.videoHeight]).toEqual([SIZE.width, SIZE.height]);
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await file.arrayBuffer());
  expect(sound.duration).toBeCloseTo(1, 1);
  expect(Math.max(...sound.getChannelData(0).subarray(20_000, 21_000))).toBeGreaterThan(0.5);
}

test('a film with a song is an MP4 with Opus where the browser encodes H.264 and no AAC, else a WebM', async () => {
  const file = await film();
  expect(file.type).toMatch(encodesH264 ? 'video/mp4' : 'video/webm');
  expect(codecs()).toEqual(encodesH264 ? ['avc1', 'opus'] : ['opus', 'vp09']);
  await expectPlayable(file);
});

test.each(['mp4', 'webm'] as const)('the format %s can be asked for', async (format) => {
  const file = await film({ format });
  expect(file.type).toMatch(`video/${format}`);
  const video = format === 'mp4' && encodesH264 ? 'avc1' : 'vp09';
  expect(codecs()).toEqual([video, 'opus'].toSorted());
  await expectPlayable(file);
});

test('a lower bit rate makes a smaller film', async () => {
  const sizeAt = async (bitrate: number): Promise<number> => (await film({ format: 'webm', bitrate })).size;
  const [small, large] = [await sizeAt(50_000), await sizeAt(5_000_000)];
  expect(small).toBeLessThan(0.7 * large);
});

test.each([
  [{ bitrate: 0 }, 'bitrate must be positive and finite, not 0'],
  [{ bitrate: Number.NaN }, 'bitrate must be positive and finite, not NaN'],
  [{ format: 'mkv' as 'mp4' }, "format must be 'mp4' or 'webm', not 'mkv'"],
  [{ audioCodec: 'mp3' as 'aac' }, "audioCodec must be 'aac' or 'opus', not 'mp3'"],
  [
    { format: 'webm', audioCodec: 'aac' } as const,
    "audioCodec 'aac' is for MP4: a WebM, and each film with alpha, has 'opus'",
  ],
  [
    { format: 'mp4', alpha: true } as const,
    "a film with alpha is a WebM: format cannot be 'mp4', nor the file's extension .mp4",
  ],
])('refuses %j', async (options, message) => {
  await expect(film(options)).rejects.toThrow(new RangeError(message));
});

test('a codec that the browser does not encode is no film; the other one can be asked for', async () => {
  await expect(film({ audioCodec: 'aac' })).rejects.toMatchObject({
    name: 'NotSupportedError',
    message: 'this browser cannot encode a video of 160 × 90 with aac',
  });
  await expectPlayable(await film({ format: 'mp4', audioCodec: 'opus' }));
});

test('a film with alpha is as transparent as its canvas', async () => {
  const halfRed: Paint = (context) => {
    context.clearRect(0, 0, SIZE.width, SIZE.height);
    context.fillStyle = 'rgb(255 0 0 / 0.5)';
    context.fillRect(0, 0, SIZE.width / 2, SIZE.height);
  };
  const file = await film({ alpha: true }, halfRed);
  expect(file.type).toBe('video/webm');
  const video = document.createElement('video');
  video.src = urlOf(file);
  await nextEvent(video, 'loadeddata');
  const sought = nextEvent(video, 'seeked');
  video.currentTime = 0.5;
  await sought;
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d')!;
  context.drawImage(video, 0, 0);
  const at = (x: number): unknown[] => [...context.getImageData(x, 45, 1, 1).data];
  const near = (value: number): unknown => expect.closeTo(value, -1); // ± 5
  expect(at(40)).toEqual([near(255), near(0), near(0), near(128)]);
  expect(at(120)[3]).toEqual(near(0));
});

describe('a film that is written to a file', () => {
  let file: FileSystemFileHandle;

  beforeEach(async () => {
    const folder = await navigator.storage.getDirectory();
    file = await folder.getFileHandle('film.webm', { create: true });
    const stream = await file.createWritable();
    await stream.write('old');
    await stream.close();
    return () => folder.removeEntry('film.webm');
  });

  test('is written in small pieces while it is recorded, and has the format of its name', async () => {
    const written: number[] = [];
    const write = vi.spyOn(FileSystemWritableFileStream.prototype, 'write');
    write.mockImplementation(function (this: FileSystemWritableFileStream, chunk) {
      written.push((chunk as WriteParams & { data: Uint8Array<ArrayBuffer> }).data.length);
      const writer = this.getWriter();
      return writer.write(chunk).finally(() => writer.releaseLock());
    });
    let writtenEarly = 0;
    const onProgress = (progress: number): void => {
      if (progress < 0.9) writtenEarly = written.length;
    };
    const long = { fps: 30, bitrate: 60_000_000, range: { start: 0, end: 8 } };
    const result = await film({ ...long, file, onProgress });
    write.mockRestore();
    expect([result.type, result.size]).toEqual(['video/webm', (await file.getFile()).size]);
    expect(result.size).toBeGreaterThan(2 ** 20);
    expect(Math.max(...written)).toBeLessThanOrEqual(2 ** 20);
    expect(writtenEarly).toBeGreaterThan(0);
    const video = document.createElement('video');
    video.src = urlOf(result);
    await nextEvent(video, 'loadeddata');
    expect(video.duration).toBeCloseTo(8, 1);
  });

  test('leaves the file as it was if it is stopped', async () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const stopped = film({ file, signal: abort.signal, onProgress: () => abort.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
    expect(await (await file.getFile()).text()).toBe('old');
  });
});
