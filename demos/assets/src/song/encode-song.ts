import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderSong } from './render-song.js';
import { writeWav } from './write-wav.js';

const run = promisify(execFile);

/** No dates, no versions, one thread, plain C: the same bytes in every run and on every processor. */
const REPRODUCIBLE = '-map_metadata -1 -fflags +bitexact -flags:a +bitexact -threads 1'.split(' ');
const VORBIS = '-c:a libvorbis -q:a 1.5'.split(' ');
/**
 * The edit list in the header takes back what the encoder puts in front, so both files start at the same
 * time.
 */
const AAC = '-c:a aac -b:a 80k -movflags +faststart'.split(' ');

/**
 * Writes `song.ogg` (Vorbis) and, for Safari, `song.m4a` (AAC) into a folder: the same bytes in every run.
 *
 * @throws Error if there is no `ffmpeg`.
 */
export async function writeSong(folder: string): Promise<void> {
  const { sampleRate, ...sound } = renderSong();
  const scratch = await mkdtemp(join(tmpdir(), 'odori-song-'));
  try {
    const wav = join(scratch, 'song.wav');
    await writeFile(wav, writeWav(sound, sampleRate));
    await encode(wav, VORBIS, join(folder, 'song.ogg'));
    await encode(wav, AAC, join(folder, 'song.m4a'));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function encode(wav: string, codec: readonly string[], file: string): Promise<void> {
  const input = ['-hide_banner', '-loglevel', 'error', '-cpuflags', '0', '-y', '-i', wav];
  await run('ffmpeg', [...input, ...codec, ...REPRODUCIBLE, file]);
}
