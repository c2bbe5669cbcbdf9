import { CanvasTexture, SRGBColorSpace } from 'three';

/** What is behind the stage in a film: the sun before the sky that the page has behind its picture. */
export function createBackdrop(width: number, height: number): CanvasTexture {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  const [sky, haze, sun] = ['--sky', '--haze', '--sun'].map((name) =>
    getComputedStyle(document.documentElement).getPropertyValue(name),
  );
  const air = context.createLinearGradient(0, 0, 0, height);
  air.addColorStop(0, sky);
  air.addColorStop(0.78, haze);
  context.fillStyle = air;
  context.fillRect(0, 0, width, height);
  context.fillStyle = sun;
  context.arc(width / 2, 0.42 * height, Math.min(0.3 * height, 0.44 * width), 0, 2 * Math.PI);
  context.fill();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
