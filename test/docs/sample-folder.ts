import { createPmm, createPmmModel, createVmd, parseVmd, serializePmm, serializeVmd } from '@odori/format';
import { createX, serializeX } from '@odori/format/x';
import { addBoneKey, encodeName } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import { bakeVrmAnimation, serializeVrma } from '@odori/vrm/vrma';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { zipSync } from 'fflate';
import { odori } from '#test/cli/odori.js';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { ROOT } from './doc-pages.js';

const ASSETS = join(ROOT, 'packages/sample/files');

/** A WAV file of 20 seconds with two clicks a second. */
function beats(): Uint8Array {
  const rate = 8000;
  const bytes = new Uint8Array(44 + 20 * rate).fill(128, 44); // 8 bits a sample, silent
  const view = new DataView(bytes.buffer);
  for (const [text, at] of [
    ['RIFF', 0],
    ['WAVEfmt ', 8],
    ['data', 36],
  ] as const)
    bytes.set(Buffer.from(text), at);
  view.setUint32(4, bytes.length - 8, true);
  view.setUint32(16, 16, true); // bytes of the format
  view.setUint16(20, 1, true); // integers
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  view.setUint32(40, bytes.length - 44, true);
  for (let at = 44; at < bytes.length; at += rate / 2)
    for (let i = 0; i < 200; i++) bytes[at + i] = i % 8 < 4 ? 228 : 28;
  return bytes;
}

/** A sample of each kind of file, by extension. */
export type Samples = ReadonlyMap<string, Uint8Array>;

/**
 * The first 10 frames of our dance, held until frame 1500, in all formats of motions, our dancer, her pose,
 * and small files of the other formats.
 */
export async function makeSamples(): Promise<Samples> {
  const folder = mkdtempSync(join(tmpdir(), 'odori-docs-'));
  try {
    await odori(['convert', join(ASSETS, 'dance.vmd'), 'short.vmd', '--to', '10'], folder);
    const dance = parseVmd(read(folder, 'short.vmd'));
    addBoneKey(dance, { name: 'センター', frame: 1500 }); // center
    writeFileSync(join(folder, 'dance.vmd'), serializeVmd(dance));
    for (const kind of ['json', 'bvmd']) await odori(['convert', 'dance.vmd', `dance.${kind}`], folder);
    const motions = ['vmd', 'json', 'bvmd'].map(
      (kind) => [`.${kind}`, read(folder, `dance.${kind}`)] as const,
    );
    const boneNames = ['センター', '頭'].map((name) => encodeName(name)); // center, head
    const models = ['ダンサー', '友達'].map((name, number) =>
      // dancer, friend
      createPmmModel({ number, name: encodeName(name), boneNames }),
    );
    return new Map([
      ...motions,
      [SHORT, read(folder, 'short.vmd')],
      ['.pmx', read(ASSETS, 'dancer.pmx')],
      ['.zip', zipSync({ 'dancer.pmx': read(ASSETS, 'dancer.pmx') }, { level: 0 })],
      ['.vpd', read(ASSETS, 'pose-wave.vpd')],
      ['.ogg', read(ASSETS, 'song.ogg')],
      ['.mp3', read(ASSETS, 'song.ogg')],
      ['.wav', beats()],
      ['.pmd', wholeBytes().build()],
      ['.pmm', serializePmm(createPmm({ models }))],
      ['.x', serializeX(createX())],
      ['.vrm', read(ASSETS, 'dancer.vrm')],
      [
        '.vrma',
        serializeVrma(bakeVrmAnimation(Motion.from(parseVmd(read(folder, 'short.vmd'))), 'standard')),
      ],
      ['camera.vmd', read(ASSETS, 'camera.vmd')],
      ['face.vmd', serializeVmd(createVmd({ morphs: [{ name: 'まばたき', frame: 0, weight: 1 }] }))], // blink
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The key of a dance without the hold: baking physics takes about as long as a dance. */
const SHORT = 'short .vmd';

const read = (folder: string, name: string): Uint8Array => readFileSync(join(folder, name));

/** A folder in which the command lines of a page run. */
export class SampleFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'odori-docs-'));
  readonly #samples: Samples;
  readonly #made = new Set<string>();

  constructor(samples: Samples) {
    this.#samples = samples;
    // `inspect` looks for them
    cpSync(join(ASSETS, 'textures'), join(this.path, 'textures'), { recursive: true });
  }

  /** The sample for a file of this name; `isShort` means a motion of 10 frames. */
  sample(name: string, isShort = false): Uint8Array | undefined {
    if (isShort && name.endsWith('.vmd')) return this.#samples.get(SHORT);
    const special = [...this.#samples.keys()].find((end) => !end.startsWith('.') && name.endsWith(end));
    return this.#samples.get(special ?? extname(name));
  }

  /**
   * Makes a file for a command to read, unless another command has written it. A glob gets one file that it
   * matches, and a folder one model.
   */
  add(name: string, isShort: boolean): void {
    if (name.endsWith('/')) return this.add(`${name}dancer.pmx`, isShort);
    const path = join(this.path, name.replace('**', 'a').replaceAll('*', 'one'));
    const sample = this.sample(path, isShort);
    if (sample === undefined || (existsSync(path) && !this.#made.has(path))) return;
    this.#made.add(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, sample);
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
