import { MmdFormatError, WarningList } from '../errors.js';
import { cp932Bytes } from '../text/decode-cp932.js';
import { encodeCp932 } from '../text/encode-cp932.js';
import { type DecodedText, decodeText } from './decode-text.js';
import { boneLines, morphLines, oneLine, poseText } from './pose-text.js';
import { type Mark, type Pose, readPose } from './read-pose.js';
import type { Vpd } from './vpd.js';

/** The text of a file with the changes of its document; if it is in CP932, also its bytes with them. */
interface EditedSource extends DecodedText {
  readonly isChanged: boolean;
}

/**
 * Changes in a file only what the document says otherwise: comments, blanks, line ends and the spelling of
 * numbers stay.
 *
 * Undefined if the text would then not say what the document says, for example because the file has no line
 * for a model file or no block to put a new one behind. O(length).
 */
export function editSource(vpd: Vpd, file: Uint8Array, exact: boolean): EditedSource | undefined {
  const decoded = decodeText(file);
  const spans: Spans = { modelFile: [], count: [], bones: [], morphs: [] };
  const pose = readPose(decoded, new WarningList(), (part, start, end) => spans[part].push([start, end]));
  if (poseText(pose, true) === poseText(vpd, true)) return { ...decoded, isChanged: false };
  const edits = editsOf(vpd, pose, spans, decoded.text, exact);
  const text = applyEdits(decoded.text, edits);
  const bytes = decoded.encoding === 'cp932' ? editBytes(file, edits) : file;
  const edited = { ...decoded, text, bytes, isChanged: true };
  return says(edited, vpd, exact) ? edited : undefined;
}

/** Does the text say what the document says? */
function says(decoded: DecodedText, vpd: Vpd, exact: boolean): boolean {
  try {
    return poseText(readPose(decoded, new WarningList()), exact) === poseText(vpd, exact);
  } catch (error) {
    if (error instanceof MmdFormatError) return false;
    throw error;
  }
}

/** Where a part of the text begins and ends. */
type Span = readonly [start: number, end: number];

/** Of model file and count at most one each. */
type Spans = Record<Parameters<Mark>[0], Span[]>;

/** Replaces a part of the text; an empty part is an insertion. */
type Edit = readonly [span: Span, text: string];

function editsOf(vpd: Vpd, pose: Pose, spans: Spans, text: string, exact: boolean): Edit[] {
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\r\n';
  const edits: Edit[] = [];
  const modelFile = oneLine(vpd.modelFile);
  if (modelFile !== pose.modelFile) for (const span of spans.modelFile) edits.push([span, `${modelFile};`]);
  if (vpd.bones.length !== pose.bones.length)
    for (const span of spans.count) edits.push([span, `${vpd.bones.length};`]);
  const lastBone = spans.bones.at(-1);
  const bones = { old: pose.bones, spans: spans.bones, last: lastBone, lines: boneLines };
  const morphs = {
    old: pose.morphs,
    spans: spans.morphs,
    last: spans.morphs.at(-1) ?? lastBone,
    lines: morphLines,
  };
  return [
    ...edits,
    ...blockEdits(vpd.bones, bones, text, lineEnd, exact),
    ...blockEdits(vpd.morphs, morphs, text, lineEnd, exact),
  ].sort(([[a]], [[b]]) => a - b);
}

/** The blocks of a kind in the file. */
interface OldBlocks<B> {
  readonly old: readonly B[];
  readonly spans: readonly Span[];
  /** New blocks follow this one; without it, they have no place. */
  readonly last: Span | undefined;
  readonly lines: (block: B, index: number, exact: boolean) => string[];
}

function blockEdits<B>(
  blocks: readonly B[],
  { old, spans, last = [0, 0], lines }: OldBlocks<B>,
  text: string,
  lineEnd: string,
  exact: boolean,
): Edit[] {
  const edits: Edit[] = [];
  const spell = (block: B, i: number, isExact: boolean): string => lines(block, i, isExact).join(lineEnd);
  blocks.forEach((block, i) => {
    const written = spell(block, i, exact);
    if (i >= old.length) edits.push([[last[1], last[1]], lineEnd + lineEnd + written]);
    else if (spell(block, i, true) !== spell(old[i], i, true)) {
      const head = text.slice(spans[i][0], text.indexOf('{', spans[i][0])); // keeps the number of the block
      edits.push([spans[i], head + written.slice(written.indexOf('{'))]);
    }
  });
  for (const [start, end] of spans.slice(blocks.length)) {
    const blanks = /\s*/y;
    blanks.lastIndex = end;
    edits.push([[start, end + blanks.exec(text)![0].length], '']);
  }
  return edits;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let edited = '';
  for (const [[start, end], replacement] of edits) {
    edited += text.slice(at, start) + replacement;
    at = Math.max(at, end);
  }
  return edited + text.slice(at);
}

/**
 * The same in CP932. It has several codes for some characters, and bytes that are none: the text does not
 * give them back.
 */
function editBytes(file: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let textAt = 0;
  let at = 0;
  const takeTo = (textEnd: number): Uint8Array => {
    const begin = at;
    at += cp932Bytes(file.subarray(at), Math.max(textEnd - textAt, 0));
    textAt = Math.max(textAt, textEnd);
    return file.subarray(begin, at);
  };
  for (const [[start, end], replacement] of edits) {
    parts.push(takeTo(start), encodeCp932(replacement).bytes);
    takeTo(end);
  }
  return joinBytes([...parts, file.subarray(at)]);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
