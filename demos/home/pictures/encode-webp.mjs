/**
 * Crops a PNG to a size and encodes it as WebP, in the best quality within the limit. The browser of the page
 * has the encoder.
 */
export async function encodeWebp(page, png, { width, height, maxBytes }) {
  for (let quality = 0.85; quality > 0.3; quality -= 0.05) {
    const base64 = await page.evaluate(shrink, {
      png: png.toString('base64'),
      width,
      height,
      quality,
    });
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length <= maxBytes) return bytes;
  }
  throw new Error(`The picture is larger than ${maxBytes} bytes, even in the lowest quality.`);
}

/** Runs in the browser. */
async function shrink({ png, width, height, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const scale = Math.max(width / image.width, height / image.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  context.drawImage(image, -image.width / 2, -image.height / 2);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsDataURL(blob);
  });
  return address.split(',')[1];
}
