import { MathUtils } from 'three';
import { BROW_HEIGHT, type FaceParts } from './face.js';

/** The morphs that the face knows, by MMD's names. */
export const FACE_MORPHS = {
  blink: 'まばたき',
  smilingEyes: '笑い',
  winkLeft: 'ウィンク',
  winkRight: 'ウィンク右',
  surprised: 'びっくり',
  ah: 'あ',
  ee: 'い',
  oo: 'う',
  eh: 'え',
  oh: 'お',
  grin: 'にやり',
  browsUp: '上',
  browsDown: '下',
  angry: '怒り',
  troubled: '困る',
  blush: '照れ',
} as const;

export type FaceMorph = keyof typeof FACE_MORPHS;
export type FaceWeights = Record<FaceMorph, number>;

export function createFaceWeights(): FaceWeights {
  const weights = Object.keys(FACE_MORPHS).map((morph) => [morph, 0]);
  return Object.fromEntries(weights) as FaceWeights;
}

/** Shows what the weights say. Allocates nothing. */
export function expressFace(face: FaceParts, weights: FaceWeights): void {
  expressEye(face, 0, weights.winkLeft, weights);
  expressEye(face, 1, weights.winkRight, weights);
  expressMouth(face, weights);
  for (const cheek of face.blush) cheek.scale.setScalar(1 + 0.25 * MathUtils.clamp(weights.blush, 0, 1));
}

/** Brows and lashes fall a little to the outside, which looks friendly. */
const GENTLE = 0.17;

function expressEye({ eyes }: FaceParts, side: number, wink: number, weights: FaceWeights): void {
  const { open, lash, closed, smiling, brow } = eyes[side];
  const { blink, smilingEyes, surprised, browsUp, browsDown, angry, troubled } = weights;
  const shut = Math.max(blink, smilingEyes, wink);
  const isShut = shut > 0.75;
  const isSmiling = smilingEyes >= blink || wink >= blink;
  const height = MathUtils.clamp(1 - shut, 0.05, 1) * (1 + 0.15 * surprised);
  open.visible = lash.visible = !isShut;
  open.scale.set(1, height, 1);
  const { y } = open.position;
  lash.position.y = y + 0.28 * height - 0.06 * (1 - height);
  closed.visible = isShut && !isSmiling;
  smiling.visible = isShut && isSmiling;
  brow.position.y = y + BROW_HEIGHT + 0.16 * (browsUp - browsDown + surprised) - 0.08 * angry;
  const sign = side === 0 ? 1 : -1;
  brow.rotation.z = sign * (0.35 * (angry - troubled) - GENTLE);
  lash.rotation.z = -sign * GENTLE;
}

function expressMouth({ mouth, smile }: FaceParts, weights: FaceWeights): void {
  const { ah, ee, oo, eh, oh, grin } = weights;
  const height = MathUtils.clamp(ah + 0.35 * ee + 0.5 * oo + 0.6 * eh + 0.85 * oh, 0, 1.2);
  const width = 1 + 0.25 * ee + 0.2 * eh + 0.2 * grin - 0.5 * oo - 0.25 * oh;
  mouth.visible = height > 0.08;
  smile.visible = !mouth.visible;
  mouth.scale.set(width, height, 1);
  smile.scale.set(1 + 0.45 * grin, 1 + 0.6 * grin, 1);
}
