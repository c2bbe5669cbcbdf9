import { CanvasTexture, LinearMipmapLinearFilter, SRGBColorSpace, type Texture } from 'three';

/** Pixels of a side: more is not seen on the wall. */
const LARGEST = 2048;

/**
 * Reads a picture for the wall. It stays on the device.
 *
 * Rejects if the browser cannot read it.
 */
export async function readWallPicture(file: Blob): Promise<Texture> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return textureOf(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function textureOf(image: HTMLImageElement): Texture {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, LARGEST / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(Math.round(naturalWidth * scale), 1);
  canvas.height = Math.max(Math.round(naturalHeight * scale), 1);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#101626'; // behind what is transparent
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  return texture;
}
