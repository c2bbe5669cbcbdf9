import { extname } from 'node:path';
import {
  type Arguments,
  parseArguments,
  parseChoice,
  parsePositive,
  parseTime,
  parseTimes,
  parseWhole,
} from '../arguments.js';
import { UsageError } from '../errors.js';
import { STANDARD } from '../files/inputs.js';
import { readShowAttributes, SHOW_OPTIONS } from '../view/show-options.js';
import type { PageOptions } from '../view/view-pages.js';
import { isPattern, type Shard, type Span } from './render-plan.js';
import { say } from '../language/message.js';

const OPTIONS = {
  ...SHOW_OPTIONS,
  output: { type: 'string', short: 'o' },
  at: { type: 'string' },
  range: { type: 'string' },
  size: { type: 'string' },
  fps: { type: 'string' },
  background: { type: 'string' },
  alpha: { type: 'boolean' },
  camera: { type: 'string' },
  quality: { type: 'string' },
  sheet: { type: 'string' },
  shards: { type: 'string' },
  shard: { type: 'string' },
  browser: { type: 'string' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
} as const;

/** What a command line asks for. */
export interface RenderOptions {
  readonly page: PageOptions;
  /** The path of the camera's file, which is among the inputs too. */
  readonly camera: string | undefined;
  readonly output: string;
  readonly work: RenderWork;
  /** Pixels of each picture. */
  readonly width: number;
  readonly height: number;
  /** A CSS color, or `transparent`. */
  readonly background: string;
  readonly quality: RenderQuality;
  readonly browser: string | undefined;
  /** Progress for programs. */
  readonly json: boolean;
  readonly force: boolean;
}

/** What comes out: one picture, a sheet of them, a file for each frame, or a film. */
export type RenderWork =
  | { readonly kind: 'still'; readonly type: string; readonly seconds: number }
  | {
      readonly kind: 'sheet';
      readonly type: string;
      readonly columns: number;
      readonly rows: number;
      readonly range: Span | undefined;
    }
  | (FramesWork & { readonly kind: 'frames'; readonly type: string })
  | (FramesWork & { readonly kind: 'film'; readonly format: 'mp4' | 'webm'; readonly alpha: boolean });

/** Frame by frame. */
export interface FramesWork {
  readonly fps: number;
  /** Undefined: all of the dance. */
  readonly range: Span | undefined;
  readonly shard: Shard | undefined;
}

const QUALITIES = ['very-low', 'low', 'medium', 'high', 'very-high'] as const;

export type RenderQuality = (typeof QUALITIES)[number];

const PICTURES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
]);

/** Pixels of a side that graphics cards draw. */
const LARGEST = 16_384;
const MOST_TILES = 100;
const MOST_SHARDS = 100_000;
const SIZE = { width: 1280, height: 720 };
const TILE_SIZE = { width: 320, height: 180 };

/** @throws {@link UsageError} if options are wrong, are missing, or do not go together. */
export function readRenderOptions(args: readonly string[]): RenderOptions {
  const { values, positionals } = parseArguments(args, OPTIONS);
  if (positionals.length === 0)
    throw new UsageError(say('missing-model', { usage: 'odori render MODEL MOTION… -o FILE' }));
  const { output, camera } = values;
  if (output === undefined || output === '')
    throw new UsageError(
      say('missing-option', { option: '-o', example: '-o film.mp4, -o still.png, -o frames/%05d.png' }),
    );
  const work = readWork(output, values);
  const isFilm = work.kind === 'film';
  const alpha = isFilm && work.alpha;
  const background = values.background ?? (alpha ? 'transparent' : '#fff');
  const size = values.size === undefined ? undefined : parseSize(values.size, isFilm);
  const cameraFile = camera === 'auto' ? undefined : camera;
  return {
    page: {
      inputs: cameraFile === undefined ? positionals : [...positionals, cameraFile],
      root: values.root,
      attributes: {
        ...readShowAttributes({
          ...values,
          stage: values.stage ?? (background === 'transparent' ? 'none' : undefined), // a floor would be seen
        }),
        camera: camera === 'auto' ? 'auto' : undefined,
        quality: 'high',
        preload: 'auto',
        offscreen: 'play',
      },
    },
    camera: cameraFile,
    output,
    work,
    ...(size ?? (work.kind === 'sheet' ? TILE_SIZE : SIZE)),
    background,
    quality:
      values.quality === undefined ? defaultQuality(work) : parseChoice('quality', values.quality, QUALITIES),
    browser: values.browser,
    json: values.json === true,
    force: values.force === true,
  };
}

/** Chromium encodes H.264 by a bit rate, in which parts of a film would differ from the whole at `high`. */
function defaultQuality(work: RenderWork): RenderQuality {
  return work.kind === 'film' && work.format === 'mp4' ? 'very-high' : 'high';
}

type Values = Arguments<typeof OPTIONS>['values'];

/** The options that only some kinds of work have. */
const OWN_OPTIONS = {
  still: ['at'],
  sheet: ['sheet', 'range'],
  frames: ['range', 'fps', 'shards', 'shard'],
  film: ['range', 'fps', 'shards', 'shard', 'alpha'],
} as const;

function readWork(output: string, values: Values): RenderWork {
  const kind = kindOf(output, values);
  for (const option of new Set(Object.values(OWN_OPTIONS).flat())) {
    if (values[option] !== undefined && !(OWN_OPTIONS[kind] as readonly string[]).includes(option))
      throw new UsageError(say(`not-for-${kind}`, { option, output }));
  }
  const range = values.range === undefined ? undefined : parseRange(values.range);
  const type = PICTURES.get(extname(output).toLowerCase()) ?? 'image/png'; // stdout has no extension
  if (kind === 'still') return { kind, type, seconds: values.at === undefined ? 0 : parseMoment(values.at) };
  if (kind === 'sheet') return { kind, type, range, ...parseGrid(values.sheet!) };
  const fps = values.fps === undefined ? 30 : parsePositive('fps', values.fps);
  const frames = { fps, range, shard: parseShard(values) };
  if (kind === 'frames') return { kind, type, ...frames };
  const format = extname(output).toLowerCase() === '.mp4' ? 'mp4' : 'webm';
  return { kind, format, alpha: wantsAlpha(format, values), ...frames };
}

function kindOf(output: string, { sheet }: Values): RenderWork['kind'] {
  if (output === STANDARD) return sheet === undefined ? 'still' : 'sheet';
  const extension = extname(output).toLowerCase();
  const isFilm = extension === '.mp4' || extension === '.webm';
  if (isFilm && sheet === undefined) return 'film';
  if (!isFilm && PICTURES.has(extension)) {
    if (sheet !== undefined) return 'sheet';
    return isPattern(output) ? 'frames' : 'still';
  }
  if (sheet !== undefined) throw new UsageError(say('sheet-is-picture', { output }));
  if (extension === '.gif')
    throw new UsageError(say('no-gif', { output, tag: '<video autoplay loop muted playsinline>' }));
  throw new UsageError(say('not-rendered', { output }));
}

/** A film is transparent if one of two options says so; only WebM can be. */
function wantsAlpha(format: 'mp4' | 'webm', { alpha, background }: Values): boolean {
  const isClear = background === 'transparent';
  if (format === 'mp4' && (alpha || isClear)) throw new UsageError(say('mp4-opaque'));
  if (alpha && background !== undefined && !isClear)
    throw new UsageError(say('alpha-has-no-background', { background }));
  return alpha === true || isClear;
}

function parseMoment(text: string): number {
  const { seconds } = parseTime('at', text);
  if (seconds < 0) throw new UsageError(say('before-start', { value: text }));
  return seconds;
}

function parseRange(text: string): Span {
  const times = parseTimes('range', text);
  if (times.length !== 2) throw new UsageError(say('not-a-range', { value: text }));
  const [{ seconds: start }, { seconds: end }] = times;
  if (start < 0 || end <= start) throw new UsageError(say('range-backwards', { value: text }));
  return { start, end };
}

function parseSize(text: string, isFilm: boolean): { width: number; height: number } {
  const [, width, height] = (/^(\d+)x(\d+)$/i.exec(text) ?? []).map(Number);
  if (!(width > 0 && height > 0)) throw new UsageError(say('not-a-size', { value: text }));
  if (width > LARGEST || height > LARGEST)
    throw new UsageError(say('size-too-large', { value: text, most: LARGEST }));
  if (isFilm && (width % 2 !== 0 || height % 2 !== 0)) throw new UsageError(say('size-odd', { value: text }));
  return { width, height };
}

function parseGrid(text: string): { columns: number; rows: number } {
  const [, columns, rows] = (/^(\d+)x(\d+)$/i.exec(text) ?? []).map(Number);
  if (!(columns > 0 && rows > 0)) throw new UsageError(say('not-a-grid', { value: text }));
  if (columns * rows > MOST_TILES)
    throw new UsageError(say('grid-too-large', { value: text, most: MOST_TILES }));
  return { columns, rows };
}

function parseShard({ shards, shard }: Values): Shard | undefined {
  if (shards === undefined && shard === undefined) return undefined;
  if (shards === undefined || shard === undefined) throw new UsageError(say('shards-together'));
  const count = parseWhole('shards', shards, 1, MOST_SHARDS);
  return { count, number: parseWhole('shard', shard, 1, count) };
}
