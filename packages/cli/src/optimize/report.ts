import { formatTable } from '../text/tables.js';
import { printable } from '../text/terminal-text.js';
import type { Optimization } from './optimize-models.js';
import type { OptimizedTexture } from './optimized-files.js';
import { about, type Message, say } from '../language/message.js';
import { ENGLISH } from '../language/words.js';
import type { Shell } from '../shell.js';

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
  readonly textures: readonly (Omit<OptimizedTexture, 'bytes' | 'bytesBefore' | 'reason'> & {
    readonly bytes: BeforeAfter;
    readonly reason?: string;
  })[];
}

export function describeOptimization(result: Optimization): OptimizationReport {
  const { models, copied, leftOut } = result;
  const textures = result.textures.map(({ bytes, bytesBefore, reason, ...texture }) => ({
    ...texture,
    ...(reason !== undefined && { reason: ENGLISH.tell(reason) }),
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
export function summarizeOptimization(result: Optimization, console: Shell): string {
  const { models, bytes, graphicsBytes: graphics, copied, leftOut } = describeOptimization(result);
  const rows = [
    ...models.map(({ path, bytes: { before, after } }) => [path, before, after, ''] as const),
    ...result.textures.map(({ output, bytes: { length }, bytesBefore, size, reason }) => {
      const note = reason === undefined ? sizeNote(size) : console.text(say('stays', { reason }));
      return [output, bytesBefore, length, note] as const;
    }),
  ];
  const lines = [
    ...models.flatMap(modelNotes),
    ...(copied.length > 0 ? [say('copied', { names: copied })] : []),
    ...(leftOut.length > 0 ? [say('pictures-left-out', { names: leftOut })] : []),
    say('graphics-memory', { before: megabytes(graphics.before), after: megabytes(graphics.after) }),
    say('bytes-before-after', { ...bytes, percent: percent(bytes) }),
  ];
  const heading = (['column-file', 'column-before', 'column-after', 'column-note'] as const).map((code) =>
    console.text(say(code)),
  );
  return `${formatTable(heading, rows)}\n${lines.map((line) => `${printable(console.text(line))}\n`).join('')}`;
}

function modelNotes({ path, vertices, droppedMorphs }: Optimization['models'][number]): Message[] {
  const count = vertices.before - vertices.after;
  return [
    ...(count > 0 ? [about(path, say('vertices-left-out', { count }))] : []),
    ...(droppedMorphs.length > 0 ? [about(path, say('morphs-left-out', { names: droppedMorphs }))] : []),
  ];
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
