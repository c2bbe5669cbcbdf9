import { clamp, smoothstep, type V3 } from '../mesh/vector.js';
import { onFace } from './head-shape.js';

/*
 * The face is laid out on its front, in x and y, and lifted onto the head. An expression moves what lies
 * there, and it is lifted again: so that lids and lips slide over the head instead of through it.
 */

/** Her left eye; s goes from −1 at the inner corner to 1 at the outer one. */
export const EYE = { x: 0.51, halfWidth: 0.305, y: 17.3 };

type LidLine = (s: number) => number;

const corner: LidLine = (s) => EYE.y - 0.035 + 0.045 * s;
export const upperLid: LidLine = (s) => corner(s) + 0.33 * (1 - s * s) ** 0.55 + 0.02 * s * (1 - s * s);
export const lowerLid: LidLine = (s) => corner(s) - 0.23 * (1 - s * s) ** 0.7;

/** The outer corner sinks as an eye shuts. */
const outer: LidLine = (s) => smoothstep(0.1, 1, s);

/** Closed as in sleep, a bit above the lower lid; and as in a smile. */
const CLOSED: LidLine = (s) => corner(s) - 0.165 * (1 - s * s) ** 0.8 - outer(s) * 0.09;
const SMILING: LidLine = (s) => corner(s) - 0.05 + 0.2 * (1 - s * s) ** 0.85 - outer(s) * 0.07;

/**
 * Half width, how far the corners are raised, half heights above and below the line between them, a shift and
 * a pout.
 */
export interface MouthShape {
  width: number;
  corners: number;
  above: number;
  below: number;
  y?: number;
  x?: number;
}

export const MOUTH_Y = 16.57;
/**
 * The mouth at rest, with closed lips; and the mouth as modelled, with open lips, so that they can be
 * distinguished.
 */
export const REST_MOUTH: MouthShape = { width: 0.165, corners: 0.035, above: 0.003, below: 0.006 };
export const BUILT_MOUTH: MouthShape = { width: 0.18, corners: 0, above: 0.06, below: 0.06 };

/** What is different from her face at rest. */
export interface Expression {
  /** Both if not said. */
  side?: 'left' | 'right';
  /** New lines of the lids. */
  upper?: LidLine;
  lower?: LidLine;
  /** How large the iris is. */
  iris?: number;
  /** How far a brow moves, s from −1 at its inner end. */
  brow?: (s: number) => readonly [dx: number, dy: number];
  mouth?: MouthShape;
  /** How far the chin goes down. */
  jaw?: number;
}

const lowered =
  (share: number): LidLine =>
  (s) =>
    upperLid(s) + (CLOSED(s) - upperLid(s)) * share;

/** All but 照れ and those made of others. Panels: 1 brow, 2 eye, 3 mouth. */
// prettier-ignore
export const EXPRESSIONS: readonly { name: string; nameEn: string; panel: number; expression: Expression }[] = [
  { name: 'まばたき', nameEn: 'blink', panel: 2, expression: { upper: CLOSED, lower: CLOSED } },
  { name: '笑い', nameEn: 'smile', panel: 2, expression: { upper: SMILING, lower: SMILING } },
  { name: 'ウィンク', nameEn: 'wink', panel: 2, expression: { side: 'left', upper: SMILING, lower: SMILING } },
  { name: 'ウィンク右', nameEn: 'wink right', panel: 2, expression: { side: 'right', upper: SMILING, lower: SMILING } },
  { name: 'びっくり', nameEn: 'surprised', panel: 2, expression: { upper: (s) => upperLid(s) + 0.075 * (1 - s * s), lower: (s) => lowerLid(s) - 0.03 * (1 - s * s), iris: 0.78 } },
  { name: 'じと目', nameEn: 'unimpressed', panel: 2, expression: { upper: (s) => Math.min(upperLid(s), corner(s) + 0.075 + 0.01 * s), lower: (s) => lowerLid(s) + 0.03 * (1 - s * s) } },
  { name: 'あ', nameEn: 'a', panel: 3, expression: { mouth: { width: 0.16, corners: 0.02, above: 0.065, below: 0.2 }, jaw: 0.07 } },
  { name: 'い', nameEn: 'i', panel: 3, expression: { mouth: { width: 0.2, corners: 0.045, above: 0.03, below: 0.075 } } },
  { name: 'う', nameEn: 'u', panel: 3, expression: { mouth: { width: 0.078, corners: 0, above: 0.058, below: 0.068 } } },
  { name: 'え', nameEn: 'e', panel: 3, expression: { mouth: { width: 0.17, corners: 0.03, above: 0.045, below: 0.135 }, jaw: 0.035 } },
  { name: 'お', nameEn: 'o', panel: 3, expression: { mouth: { width: 0.1, corners: 0, above: 0.09, below: 0.135 }, jaw: 0.05 } },
  { name: 'にやり', nameEn: 'grin', panel: 3, expression: { mouth: { width: 0.23, corners: 0.095, above: 0.004, below: 0.035, y: -0.02 } } },
  { name: '怒り', nameEn: 'angry', panel: 1, expression: { brow: (s) => [-0.03, -0.085 + 0.075 * s], upper: (s) => upperLid(s) - 0.075 * (1 - s * s) * (1 - 0.5 * s) } },
  { name: '困る', nameEn: 'troubled', panel: 1, expression: { brow: (s) => [-0.015, 0.01 - 0.085 * s], upper: (s) => upperLid(s) - 0.05 * (1 - s * s) * (1 + 0.7 * s) } },
  { name: '上', nameEn: 'brows up', panel: 1, expression: { brow: () => [0, 0.11] } },
  { name: '下', nameEn: 'brows down', panel: 1, expression: { brow: () => [0, -0.09], upper: lowered(0.06) } },
];

/** A part of the face that an expression may move. */
export type FacePoint =
  | { kind: 'skin'; x: number; y: number; off: number }
  | { kind: 'iris'; x: number; y: number; off: number }
  /** On skin, and not moved by lids. */
  | { kind: 'cheek'; x: number; y: number; off: number }
  /**
   * Over the upper lid: how far above it, how much of that is a flick that turns down as she shuts her eyes.
   */
  | { kind: 'lash'; x: number; s: number; above: number; flick: number; folds: boolean; off: number }
  /** Along the lower lid: how far above it. */
  | { kind: 'lowerLash'; x: number; s: number; above: number; off: number }
  | { kind: 'brow'; x: number; y: number; off: number; s: number }
  /** In the mouth: from −1 to 1 between its corners, 0 to 1 from the lower lip to the upper one. */
  | { kind: 'mouth'; s: number; v: number; off: number };

/** The middle of her left iris. */
export const IRIS = { x: 0.49, y: 17.285 };

/** Where a part of the face is, in the model's space. */
export function placed(point: FacePoint, expression: Expression): V3 {
  const { off } = point;
  if (point.kind === 'mouth') {
    const [x, y] = inMouth(expression.mouth ?? REST_MOUTH, point.s, point.v);
    return dropped(onFace(x, y, off), expression.jaw ?? 0);
  }
  const { x } = point;
  const isLeft = x > 0;
  const applies = expression.side === undefined || (expression.side === 'left') === isLeft;
  const active = applies ? expression : {};
  const side = isLeft ? 1 : -1;
  if (point.kind === 'lash') return onFace(x, lashHeight(point, active), off);
  if (point.kind === 'lowerLash') {
    // Under the upper lash of a shut eye nothing is left of it.
    const lid = (active.lower ?? lowerLid)(point.s);
    return onFace(x, lid + point.above * (1 - shutness(active)), off);
  }
  const { y } = point;
  if (point.kind === 'cheek') return onFace(x, y, off);
  if (point.kind === 'iris') {
    const size = active.iris ?? 1;
    // As an eye shuts, the iris gives way: the lid that comes down is flat where an eye is round.
    const behind = off - 0.12 * shutness(active);
    return onFace(side * (IRIS.x + (Math.abs(x) - IRIS.x) * size), IRIS.y + (y - IRIS.y) * size, behind);
  }
  if (point.kind === 'brow') {
    const [dx, dy] = active.brow?.(point.s) ?? [0, 0];
    return onFace(x + side * dx, y + dy, off);
  }
  const mouth = mouthPush(x, y, expression.mouth);
  const moved = onFace(x + mouth[0], y + lidPush(Math.abs(x), y, active) + mouth[1], off);
  return dropped(moved, expression.jaw ?? 0);
}

/** How far skin and lashes near an eye move up with the nearest lid. */
function lidPush(x: number, y: number, { upper, lower }: Expression): number {
  const s = clamp((x - EYE.x) / EYE.halfWidth, -1, 1);
  const beside = Math.max(Math.abs(x - EYE.x) - EYE.halfWidth, 0);
  const fade = 1 - smoothstep(0.08, 0.19, beside);
  if (y >= corner(s) - 0.001) {
    const far = Math.max(y - upperLid(s), 0);
    return upper ? (upper(s) - upperLid(s)) * (1 - smoothstep(0.1, 0.42, far)) * fade : 0;
  }
  const far = Math.max(lowerLid(s) - y, 0);
  return lower ? (lower(s) - lowerLid(s)) * (1 - smoothstep(0.02, 0.2, far)) * fade : 0;
}

/** 0 with eyes as they are, 1 with both lids together. */
function shutness({ upper = upperLid, lower = lowerLid }: Expression): number {
  return clamp(1 - (upper(0) - lower(0)) / (upperLid(0) - lowerLid(0)));
}

/** As lids meet, the lash sinks over the line between them: eyes that are not quite shut show no chink. */
function lashHeight(
  { s, above, flick, folds }: FacePoint & { kind: 'lash' },
  expression: Expression,
): number {
  const { upper = upperLid } = expression;
  const shut = shutness(expression);
  const sunk = folds ? 1 - shut : 1 + shut * (above > 0 ? -0.45 : 1.9);
  return upper(s) + above * sunk + flick * (1 - 1.5 * shut);
}

/** A place between the lips. */
export function inMouth(shape: MouthShape, s: number, v: number): [x: number, y: number] {
  const round = Math.max(1 - s * s, 0) ** 0.65;
  const line = MOUTH_Y + (shape.y ?? 0) + shape.corners * s * s;
  const [low, high] = [line - shape.below * round, line + shape.above * round];
  return [(shape.x ?? 0) + shape.width * s, low + (high - low) * v];
}

/** Moves from the mouth as modelled to the wanted one, less with the distance from the lips. */
function mouthPush(x: number, y: number, shape: MouthShape = REST_MOUTH): [dx: number, dy: number] {
  const s = clamp(x / BUILT_MOUTH.width, -1, 1);
  const isUpper = y >= MOUTH_Y;
  const from = inMouth(BUILT_MOUTH, s, isUpper ? 1 : 0);
  const to = inMouth(shape, s, isUpper ? 1 : 0);
  const away = Math.hypot(x - from[0], y - from[1]);
  const share = 1 - smoothstep(0, isUpper ? 0.26 : 0.4, away);
  return [(to[0] - from[0]) * share, (to[1] - from[1]) * share];
}

/** The chin goes down, and what is above it less. */
function dropped([x, y, z]: V3, jaw: number): V3 {
  const share = (1 - smoothstep(16.2, 16.75, y)) * (1 - smoothstep(-0.7, 0, z));
  return [x, y - jaw * share, z + jaw * 0.25 * share];
}
