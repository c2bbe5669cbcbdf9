import type { OdoriPlayerElement } from '@odori/element';
import { beforeEach, expect, test, vi } from 'vitest';
import { followSong } from '#demos/festival/src/follow-song.js';
import type { DanceStage } from '#demos/festival/src/part-stage.js';

const RATE = 11025;
const OWN = '/song.ogg';

/** Half a minute of clicks in two channels, 100 a minute. */
function clicks(): Float32Array {
  const samples = new Float32Array(30 * RATE);
  for (let beat = 0; beat < 50; beat++) {
    const start = Math.round(beat * 0.6 * RATE);
    for (let i = 0; i < 400; i++) samples[start + i] = Math.exp(-i / 80) * Math.sin(i / 2);
  }
  return samples;
}

beforeEach(() => {
  vi.stubGlobal(
    'HTMLMediaElement',
    class {
      readonly paused = true;
    },
  );
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData(bytes: ArrayBuffer): Promise<unknown> {
        if (bytes.byteLength === 0) return Promise.reject(new Error('no song'));
        return Promise.resolve({ numberOfChannels: 2, sampleRate: RATE, getChannelData: clicks });
      }
    },
  );
});

function follow(): { stage: DanceStage; give: (audio: unknown) => void } {
  const given: { audio: unknown; duration: number } = { audio: OWN, duration: 30 };
  const player = Object.assign(new EventTarget(), given);
  const stage = { beats: undefined } as unknown as DanceStage;
  followSong(stage, player as unknown as OdoriPlayerElement, OWN);
  const give = (audio: unknown): void => {
    player.audio = audio;
    player.dispatchEvent(new Event('canplaythrough'));
  };
  return { stage, give };
}

test('people hear the beats of a dropped song, and know those of our own', async () => {
  const { stage, give } = follow();
  give(new Blob(['a song']));
  expect(stage.beats).toEqual([]); // until they have heard it
  await vi.waitFor(() => expect(stage.beats!.length).toBeGreaterThan(40), { timeout: 60_000 });
  const { beats } = stage;
  for (let i = 11; i < 40; i++) expect(beats![i] - beats![i - 1]).toBeCloseTo(0.6, 1);
  give(OWN);
  expect(stage.beats).toBeUndefined();
});

test('people stand still for a song that cannot be decoded, and without a song', async () => {
  const { stage, give } = follow();
  give(new Blob([]));
  await Promise.resolve();
  expect(stage.beats).toEqual([]);
  give(null);
  expect(stage.beats).toEqual([]);
});
