import { formatTable } from '../text/tables.js';
import { countOf } from '../text/count-of.js';
import { printable } from '../text/terminal-text.js';
import type { Optimization } from './optimize-models.js';
import type { OptimizedTexture } from './optimized-files.js';

interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** What `--json` prints of a result. */
interface OptimizationReport extends Omit<Optimization, 'files' | 'textures'> {
  /** Of models and textures. */
  readonly bytes: BeforeAfter;
  /** Of the textures in the memory of a graphics card, with all smaller sizes of each. */
  readonly graphicsBytes: BeforeAfter;
  readonly textures: readonly (Omit<OptimizedTexture, 'bytes' | 'bytesBefore'> & {
    readonly bytes: BeforeAfter;
  })[];
}

export function describeOptimization(result: Optimization): OptimizationReport {
  const { models, copied, leftOut } = result;
  const textures = result.textures.map(({ bytes, bytesBefore, ...texture }) => ({
    ...texture,
    bytes: { before: bytesBefore, after: bytes.length },
  }));
  return {
    models,
    textures,
    copied,
    leftOut,
    bytes: sum([...models, ...textures].map(({ bytes }) => bytes)),
    graphicsBytes: sum(textures.map(graphicsBytes)),
  };
}

function sum(pairs: readonly BeforeAfter[]): BeforeAfter {
  return {
    before: pairs.reduce((total, { before }) => total + before, 0),
    after: pairs.reduce((total, { after }) => total + after, 0),
  };
}

/** The smaller sizes of a picture take a third of it, together. */
const WITH_SMALLER = 4 / 3;

function graphicsBytes({ size, output }: Pick<OptimizedTexture, 'size' | 'output'>): BeforeAfter {
  const bytes = (pixels: number, ofPixel: number): number => Math.round(ofPixel * pixels * WITH_SMALLER);
  if (!size) return { before: 0, after: 0 };
  return {
    before: bytes(size.before.width * size.before.height, 4),
    after: bytes(size.after.width * size.after.height, output.endsWith('.ktx2') ? 1 : 4),
  };
}

/** A result as text, one table and some lines. */
export function summarizeOptimization(result: Optimization): string {
  const { models, textures, bytes, graphicsBytes: graphics, copied, leftOut } = describeOptimization(result);
  const rows = [
    ...models.map(({ path, bytes: { before, after } }) => [path, before, after, ''] as const),
    ...textures.map(({ output, bytes: { before, after }, size, reason }) => {
      const note = reason === undefined ? sizeNote(size) : `stays: ${reason}`;
      return [output, before, after, note] as const;
    }),
  ];
  const lines = [
    ...models.flatMap(({ path, vertices, droppedMorphs }) => [
      ...noteIf(
        vertices.before > vertices.after,
        `${path}: ${countOf(vertices.before - vertices.after, 'vertex').replace('vertexs', 'vertices')} left out, which no face uses`,
      ),
      ...noteIf(
        droppedMorphs.length > 0,
        `${path}: morphs left out, which move nothing: ${droppedMorphs.join(', ')}`,
      ),
    ]),
    ...noteIf(copied.length > 0, `copied: ${copied.join(', ')}`),
    ...noteIf(leftOut.length > 0, `left out, because no model uses it: ${leftOut.join(', ')}`),
    `graphics memory of textures: ${megabytes(graphics.before)} → ${megabytes(graphics.after)} MB`,
    `models and textures: ${bytes.before} → ${bytes.after} bytes, ${percent(bytes)} %`,
  ];
  return `${formatTable(['file', 'before', 'after', 'note'], rows)}\n${lines.map((line) => `${printable(line)}\n`).join('')}`;
}

function noteIf(holds: boolean, line: string): string[] {
  return holds ? [line] : [];
}

function sizeNote(size: OptimizedTexture['size']): string {
  if (!size) return '';
  const { before, after } = size;
  const text = `${before.width} × ${before.height}`;
  return before.width === after.width && before.height === after.height
    ? text
    : `${text} → ${after.width} × ${after.height}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function percent({ before, after }: BeforeAfter): string {
  return ((100 * after) / Math.max(1, before)).toFixed(0);
}
