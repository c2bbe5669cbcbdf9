import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shardComment } from '#src/cli/render/shard-comment.js';
import { emptyFolder, odori } from '../odori.js';

const SIZE = { codedWidth: 64, codedHeight: 36 };
const RATE = 25;

/** A WebM whose pictures and sounds are bytes that no decoder knows: `join` must not look into them. */
async function writePart(
  path: string,
  pictures: readonly number[],
  {
    comment,
    sounds = [],
    width = SIZE.codedWidth,
  }: { comment?: string; sounds?: number[]; width?: number } = {},
): Promise<void> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const video = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(video, { frameRate: RATE });
  const audio = sounds.length > 0 ? new EncodedAudioPacketSource('opus') : undefined;
  if (audio) output.addAudioTrack(audio);
  if (comment !== undefined) output.setMetadataTags({ comment });
  await output.start();
  for (const [i, byte] of sounds.entries()) {
    const packet = new EncodedPacket(Uint8Array.of(byte), 'key', i * 0.02, 0.02);
    await audio!.add(packet, { decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 } });
  }
  for (const [i, byte] of pictures.entries()) {
    const packet = new EncodedPacket(
      Uint8Array.of(byte, byte),
      i === 0 ? 'key' : 'delta',
      i / RATE,
      1 / RATE,
    );
    await video.add(packet, { decoderConfig: { codec: 'vp8', ...SIZE, codedWidth: width } });
  }
  await output.finalize();
  writeFileSync(path, Buffer.from(target.buffer!));
}

/** First byte, kind and milliseconds of each picture, and the first byte of each sound. */
async function readFilm(path: string): Promise<{ pictures: unknown[]; sounds: number[] }> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const pictures: unknown[] = [];
  for await (const { data, type, timestamp } of new EncodedPacketSink(video!).packets())
    pictures.push([data[0], type, Math.round(timestamp * 1000)]);
  const sounds: number[] = [];
  if (audio) for await (const { data } of new EncodedPacketSink(audio).packets()) sounds.push(data[0]);
  input.dispose();
  return { pictures, sounds };
}

test('parts that say which they are come in their order, with the sound of the first', async () => {
  const folder = emptyFolder();
  await writePart(join(folder, 'a.webm'), [4, 5], { comment: shardComment({ number: 2, count: 2 }) });
  await writePart(join(folder, 'b.webm'), [1, 2, 3], {
    comment: shardComment({ number: 1, count: 2 }),
    sounds: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  });
  const { code, messages } = await odoriJoin(['a.webm', 'b.webm', '-o', 'film.webm'], folder);
  expect([code, messages]).toEqual([0, ['wrote film.webm: 5 frames of 2 parts, with sound']]);
  expect(await readFilm(join(folder, 'film.webm'))).toEqual({
    pictures: [
      [1, 'key', 0],
      [2, 'delta', 40],
      [3, 'delta', 80],
      [4, 'key', 120],
      [5, 'delta', 160],
    ],
    sounds: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  });
});

test('other parts keep the order of the command line, and --audio is cut at the end of the film', async () => {
  const folder = emptyFolder();
  await writePart(join(folder, 'a.webm'), [1, 2]);
  await writePart(join(folder, 'b.webm'), [3]);
  await writePart(join(folder, 'song.webm'), [9], { sounds: [1, 2, 3, 4, 5, 6, 7, 8] });
  const args = ['b.webm', 'a.webm', '-o', 'film.webm', '--audio', 'song.webm'];
  expect((await odoriJoin(args, folder)).code).toBe(0);
  const { pictures, sounds } = await readFilm(join(folder, 'film.webm'));
  expect(pictures).toEqual([
    [3, 'key', 0],
    [1, 'key', 40],
    [2, 'delta', 80],
  ]);
  expect(sounds).toEqual([1, 2, 3, 4, 5, 6]); // 120 ms
  const first = readFileSync(join(folder, 'film.webm'));
  expect((await odoriJoin([...args, '--force'], folder)).code).toBe(0);
  expect(readFileSync(join(folder, 'film.webm'))).toEqual(first);
});

test('a wrong part gives an error, and no film', async () => {
  const folder = emptyFolder();
  const shard = (number: number, count: number): string => shardComment({ number, count });
  await writePart(join(folder, '1.webm'), [1], { comment: shard(1, 3) });
  await writePart(join(folder, '2.webm'), [2], { comment: shard(2, 3) });
  await writePart(join(folder, '3of4.webm'), [2], { comment: shard(3, 4) });
  await writePart(join(folder, 'wide.webm'), [1], { width: 128 });
  await writePart(join(folder, 'plain.webm'), [1]);
  writeFileSync(join(folder, 'text.webm'), 'no film');
  const before = readdirSync(folder);
  const message = async (...args: string[]): Promise<string> => {
    const { code, messages } = await odoriJoin([...args, '-o', 'film.webm'], folder);
    expect(code).toBe(1);
    return messages.join();
  };
  expect(await message('1.webm', '2.webm')).toContain('part 3 of 3 is missing');
  expect(await message('1.webm', '2.webm', '3of4.webm')).toContain('3of4.webm: one of 4 parts');
  expect(await message('1.webm', '1.webm', '2.webm')).toContain('part 3 of 3 is missing'); // each file once
  expect(await message('plain.webm', 'wide.webm')).toContain('wide.webm: its pictures are of another size');
  expect(await message('text.webm')).toContain('text.webm: this is no film');
  expect(await message('none.webm')).toContain('none.webm: no such file');
  expect(await message('plain.webm', '--audio', 'plain.webm')).toContain('there is no sound in it');
  expect(readdirSync(folder)).toEqual(before);
});

function odoriJoin(args: readonly string[], folder: string): ReturnType<typeof odori> {
  return odori(['join', ...args], folder, undefined, new AbortController().signal);
}
