import type { OdoriPlayerElement } from '@odori/element';
import { element } from '../../../shared/dom.js';
import { dancerPictures } from '../../../shared/group/dancer-pictures.js';
import type { ShownPart } from './shown-parts.js';

/** Pixels; as those of `dancerPictures`. */
const [WIDTH, HEIGHT] = [120, 160];
const QUALITY = 0.8;

/** A small picture of a part that is shown: a dancer from head to chest, else what the player shows now. */
export async function thumbnailOf(
  { kind }: ShownPart,
  player: OdoriPlayerElement,
): Promise<Blob | undefined> {
  const { loadedModel } = player;
  if (kind === 'song' || !loadedModel) return undefined;
  try {
    if (kind !== 'model') return await smallPicture(await player.capture());
    const [address] = dancerPictures([loadedModel]);
    return await (await fetch(address)).blob();
  } catch {
    return undefined; // an item is worth more than its picture
  }
}

/** The middle of a picture. */
async function smallPicture(picture: Blob): Promise<Blob | undefined> {
  const image = await createImageBitmap(picture);
  const scale = Math.max(WIDTH / image.width, HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const canvas = element('canvas', { width: String(WIDTH), height: String(HEIGHT) });
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
  image.close();
  return new Promise((resolve) =>
    canvas.toBlob((small) => resolve(small ?? undefined), 'image/webp', QUALITY),
  );
}
