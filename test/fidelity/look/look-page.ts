// The page in which `measure-look.mjs` draws what MMD drew.
import { isCovered, type Pixels, VISIBLE } from '#test/support/look-oracle/compare-look.js';
import { exceededLimits, type LookDifference } from '#test/support/look-oracle/look-limits.js';
import { LookStage } from '#test/support/look-oracle/look-stage.js';
import { measureLook } from '#test/support/look-oracle/measure-look.js';
import {
  fetchPictures,
  type OraclePicture,
  type OracleView,
  viewOf,
} from '#test/support/look-oracle/oracle-index.js';

/** What `measure-look.mjs` prints of a picture. */
interface Measured extends LookDifference {
  readonly exceeded: string[];
  /** The address of {@link sideBySide}. */
  readonly image?: string;
}

const stage = await LookStage.create();

async function measure(picture: OraclePicture, wantsImage: boolean): Promise<Measured> {
  const { ours, mmd, ...difference } = await measureLook(stage, picture);
  return {
    ...difference,
    exceeded: exceededLimits(picture, difference),
    ...(wantsImage && { image: sideBySide(viewOf(picture), ours, mmd) }),
  };
}

/** Ours, MMD's and the difference, as a PNG in a data URL. What is off is red. */
function sideBySide(view: OracleView, ours: Pixels, mmd: Pixels): string {
  const { width, height } = view;
  const canvas = document.createElement('canvas');
  canvas.width = 3 * width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  const difference = new Uint8ClampedArray(ours.length).fill(255);
  for (let i = 0; i < ours.length; i += 4) {
    if (isCovered(view, (i / 4) % width, Math.floor(i / 4 / width))) continue;
    const most = Math.max(...[0, 1, 2].map((channel) => Math.abs(ours[i + channel] - mmd[i + channel])));
    const shade = 255 - Math.min(8 * most, 255);
    difference.set(most > VISIBLE ? [255, shade, shade, 255] : [shade, shade, shade, 255], i);
  }
  [ours, mmd, difference].forEach((pixels, i) => {
    const opaque = Uint8ClampedArray.from(pixels);
    for (let alpha = 3; alpha < opaque.length; alpha += 4) opaque[alpha] = 255;
    context.putImageData(new ImageData(opaque, width, height), i * width, 0);
  });
  return canvas.toDataURL();
}

Object.assign(window, { pictures: await fetchPictures(), measure });
