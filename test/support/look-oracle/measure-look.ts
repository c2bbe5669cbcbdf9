import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { awayFromSteps, bodyMask, comparePictures, compareQuads, type Pixels } from './compare-look.js';
import type { LookDifference } from './look-limits.js';
import type { LookStage } from './look-stage.js';
import { addressesOf, fetchParts, isDancer, type OraclePicture, viewOf } from './oracle-index.js';

/** A picture of ours and MMD's, and how much they differ. */
export interface MeasuredLook extends LookDifference {
  readonly ours: Pixels;
  readonly mmd: Pixels;
}

/** Draws a picture and compares it with MMD's. */
export async function measureLook(stage: LookStage, picture: OraclePicture): Promise<MeasuredLook> {
  const image = loadImage(addressesOf(picture).picture);
  const view = viewOf(picture);
  const { ours, camera } = await stage.draw(picture);
  const mmd = pixelsOf(await image);
  const quads = compareQuads(view, [ours, mmd], await fetchParts(picture), camera.active);
  const measured = { ours, mmd, all: comparePictures(view, ours, mmd), quads };
  if (!isDancer(picture)) return measured;
  const mask = awayFromSteps(view, bodyMask([ours, mmd], stage.groundShadowColor), [ours, mmd]);
  return { ...measured, body: comparePictures(view, ours, mmd, mask) };
}
