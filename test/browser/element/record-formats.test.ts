import { record, type RecordOptions } from '@odori/element/record';
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
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

/** A film of a second: noise, with a tone. */
function film(options: RecordOptions = {}): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  let seed = 1;
  return record(
    {
      canvas,
      duration: 1,
      song: () => Promise.resolve(Uint8Array.from(wavBytes(1, 440)).buffer),
      resize: (width, height) => void Object.assign(canvas, { width, height }),
      seek: () => {},
      step: () => {
        const picture = context.createImageData(canvas.width, canvas.height);
        for (let i = 0; i < picture.data.length; i++) {
          seed = (48_271 * seed) % 0x7fffffff;
          picture.data[i] = i % 4 === 3 ? 255 : seed % 256;
        }
        context.putImageData(picture, 0, 0);
      },
    },
    { ...SIZE, ...options },
  );
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
])('refuses %j', async (options, message) => {
  await expect(film(options)).rejects.toThrow(new RangeError(message));
});
