import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { open } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Shell } from '../shell.js';
import { FileError, inFile } from '../errors.js';
import { statsIfReadable } from '../files/paths.js';
import { withStopSignal } from '../files/stop-signals.js';
import { writeOutputBy } from '../files/write-output.js';
import { clearDates } from './clear-dates.js';
import type { Shard } from './render-plan.js';
import { parseShardComment } from './shard-comment.js';
import { about, say } from '../language/message.js';

/** The values of the command line. */
export interface JoinOptions {
  readonly parts: readonly string[];
  readonly output: string;
  /** The file of another sound. */
  readonly audio: string | undefined;
  readonly force: boolean;
}

/** A part of a film. */
interface Part {
  readonly path: string;
  readonly shard: Shard | undefined;
  readonly video: InputVideoTrack;
  readonly sound: InputAudioTrack | null;
  readonly config: VideoDecoderConfig;
  readonly frames: number;
  /** Frames a second, as the file says. */
  readonly rate: number;
}

/** Copies the pictures of parts, and one sound, into one film. */
export async function joinParts(options: JoinOptions, console: Shell): Promise<void> {
  const { output, force } = options;
  const inputs: Input[] = [];
  const openInput = async (path: string): Promise<Input> => {
    if (!(await statsIfReadable(resolve(console.cwd, path)))?.isFile())
      throw new FileError(about(path, say('no-such-file')));
    const input = new Input({ source: new FilePathSource(resolve(console.cwd, path)), formats: ALL_FORMATS });
    inputs.push(input);
    const isKnown = await input.canRead().catch(() => false); // it rejects for files of a few bytes
    if (!isKnown) throw new FileError(about(path, say('not-joined')));
    return input;
  };
  try {
    await withStopSignal(console.signal, async (signal) => {
      const parts: Part[] = [];
      for (const path of options.parts)
        parts.push(await inFile(path, async () => partOf(path, await openInput(path))));
      const sorted = sortParts(parts);
      for (const part of sorted) checkSame(sorted[0], part);
      const sound =
        options.audio === undefined
          ? sorted.find((part) => part.sound)?.sound
          : await soundOf(options.audio, await openInput(options.audio));
      await writeOutputBy(output, { force, console }, (temporary) =>
        new Film(sorted, sound ?? undefined, output).write(temporary, signal),
      );
      const frames = sorted.reduce((sum, part) => sum + part.frames, 0);
      const numbers = { output, frames, parts: sorted.length };
      console.log(say(sound ? 'joined-with-sound' : 'joined-without-sound', numbers));
    });
  } finally {
    for (const input of inputs) input.dispose();
  }
}

async function partOf(path: string, input: Input): Promise<Part> {
  const video = await input.getPrimaryVideoTrack();
  const config = await video?.getDecoderConfig();
  if (!video || !config) throw new FileError(about(path, say('no-pictures')));
  const { packetCount, averagePacketRate } = await video.computePacketStats();
  const nearest = Math.round(averagePacketRate);
  return {
    path,
    shard: parseShardComment((await input.getMetadataTags()).comment),
    video,
    sound: await input.getPrimaryAudioTrack(),
    config,
    frames: packetCount,
    // WebM counts milliseconds
    rate: Math.abs(averagePacketRate - nearest) < NEAR ? nearest : averagePacketRate,
  };
}

/** Frames a second that rounded times make of a whole number. */
const NEAR = 0.01;

async function soundOf(path: string, input: Input): Promise<InputAudioTrack> {
  const sound = await input.getPrimaryAudioTrack();
  if (sound) return sound;
  throw new FileError(about(path, say('no-sound')));
}

/**
 * Parts that say which they are in their order, others as they are given.
 *
 * @throws {@link FileError} if one is missing or is there twice.
 */
function sortParts(parts: readonly Part[]): Part[] {
  if (!parts.every((part) => part.shard)) return [...parts];
  const sorted = [...parts].sort((a, b) => a.shard!.number - b.shard!.number);
  const { count } = sorted[0].shard!;
  for (let number = 1; number <= count; number++) {
    const { path, shard } = sorted[number - 1] ?? {};
    if (shard && shard.count !== count)
      throw new FileError(about(path, say('part-of-other', { own: shard.count, count })));
    if (shard && shard.number < number)
      throw new FileError(about(path, say('part-twice', { number: shard.number })));
    if (shard?.number !== number) throw new FileError(say('part-missing', { number, count }));
  }
  if (sorted.length === count) return sorted;
  throw new FileError(about(sorted[count].path, say('too-many-parts', { found: sorted.length, count })));
}

/** @throws {@link FileError} if pictures cannot follow each other without being encoded again. */
function checkSame(first: Part, { path, config, rate }: Part): void {
  const facts = (each: VideoDecoderConfig): string =>
    `${each.codedWidth} × ${each.codedHeight}, ${each.codec}, ${bytesOf(each.description).toString('hex')}`;
  if (rate === first.rate && facts(config) === facts(first.config)) return;
  throw new FileError(about(path, say('parts-differ', { other: first.path })));
}

function bytesOf(description: VideoDecoderConfig['description']): Buffer {
  if (!description) return Buffer.alloc(0);
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description);
}

class Film {
  readonly #parts: readonly Part[];
  readonly #sound: InputAudioTrack | undefined;
  readonly #path: string;
  /** Is it the sound of the parts, which is as long as the film? */
  readonly #isOwn: boolean;

  constructor(parts: readonly Part[], sound: InputAudioTrack | undefined, path: string) {
    this.#isOwn = parts.some((part) => part.sound === sound);
    this.#parts = parts;
    this.#sound = sound;
    this.#path = path;
  }

  async write(temporary: string, signal: AbortSignal): Promise<void> {
    const isMp4 = extname(this.#path).toLowerCase() === '.mp4';
    const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat();
    const output = new Output({ format, target: new FilePathTarget(temporary) });
    const [{ rate }] = this.#parts;
    const frames = this.#parts.reduce((sum, part) => sum + part.frames, 0);
    const pictures = new EncodedVideoPacketSource(this.#codecOf(this.#parts[0].video, format));
    const canBeTransparent = await this.#parts[0].video.canBeTransparent();
    output.addVideoTrack(pictures, { frameRate: rate, maximumPacketCount: frames, canBeTransparent });
    const track = this.#sound;
    const sound = track && new EncodedAudioPacketSource(this.#codecOf(track, format));
    if (sound) {
      const { packetCount } = await track.computePacketStats();
      output.addAudioTrack(sound, { maximumPacketCount: packetCount });
    }
    try {
      await output.start();
      if (sound) await copySound(track, sound, this.#isOwn ? Infinity : frames / rate, signal);
      await this.#copyPictures(pictures, signal);
      await output.finalize();
    } catch (error) {
      await output.cancel();
      throw error;
    }
    if (isMp4) await clearDatesOf(temporary);
  }

  /** @throws {@link FileError} if the kind of file does not have the codec. */
  #codecOf<T extends string>({ codec }: { readonly codec: T | null }, format: OutputFormat): T {
    const allowed: readonly string[] = format.getSupportedCodecs();
    if (codec !== null && allowed.includes(codec)) return codec;
    const kind = extname(this.#path).slice(1).toUpperCase();
    const name = codec === null ? say('this-codec') : codec.toUpperCase();
    throw new FileError(say('no-such-codec', { format: kind, codec: name }));
  }

  async #copyPictures(source: EncodedVideoPacketSource, signal: AbortSignal): Promise<void> {
    let frame = 0;
    for (const { video, config, rate } of this.#parts) {
      const before = frame / rate;
      for await (const packet of new EncodedPacketSink(video).packets()) {
        signal.throwIfAborted();
        await source.add(packet.clone({ timestamp: before + packet.timestamp }), { decoderConfig: config });
        frame++;
      }
    }
    source.close();
  }
}

/** What begins at `end` or later, in seconds, is left out. */
async function copySound(
  track: InputAudioTrack,
  source: EncodedAudioPacketSource,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  const decoderConfig = await track.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    signal.throwIfAborted();
    if (packet.timestamp >= end) break;
    await source.add(packet, decoderConfig ? { decoderConfig } : undefined);
  }
  source.close();
}

async function clearDatesOf(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await clearDates(file);
  } finally {
    await file.close();
  }
}
