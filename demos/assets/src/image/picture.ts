import { clamp, lerp } from '../mesh/vector.js';

/** r g b a, 0 to 1, gamma encoded. */
export type Color = readonly [number, number, number, number];

export interface Picture {
  width: number;
  height: number;
  /** `4 * width * height`. */
  pixels: Uint8Array;
}

/** `#rrggbb` as a colour. */
export function hex(text: string, alpha = 1): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, alpha];
}

export function mixed(a: Color, b: Color, share: number): Color {
  const t = clamp(share);
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t), lerp(a[3], b[3], t)];
}

/** `top` laid over an opaque colour. */
export function over(bottom: Color, top: Color, share = 1): Color {
  const t = clamp(top[3] * share);
  // prettier-ignore
  return [lerp(bottom[0], top[0], t), lerp(bottom[1], top[1], t), lerp(bottom[2], top[2], t), Math.max(bottom[3], t)];
}

/**
 * A picture of what is at each place: u to the right, v down, 0 to 1; each pixel is the mean of `fine`²
 * places.
 */
export function paint(width: number, height: number, at: (u: number, v: number) => Color, fine = 3): Picture {
  const pixels = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0];
      for (let j = 0; j < fine; j++) {
        for (let i = 0; i < fine; i++) {
          const [r, g, b, a] = at((x + (i + 0.5) / fine) / width, (y + (j + 0.5) / fine) / height);
          sum[0] += r * a;
          sum[1] += g * a;
          sum[2] += b * a;
          sum[3] += a;
        }
      }
      const n = fine * fine;
      const opaque = sum[3] || 1;
      for (let c = 0; c < 3; c++) pixels[4 * (y * width + x) + c] = Math.round((255 * sum[c]) / opaque);
      pixels[4 * (y * width + x) + 3] = Math.round((255 * sum[3]) / n);
    }
  }
  return { width, height, pixels };
}

/**
 * The same picture with every value a multiple of four: its gradients compress better, and no eye sees the
 * steps.
 */
export function coarse(picture: Picture): Picture {
  return { ...picture, pixels: picture.pixels.map((value) => Math.min(4 * Math.round(value / 4), 255)) };
}

/** 1 inside of an edge, 0 outside, soft over `blur`; `distance` is negative inside. */
export function cover(distance: number, blur = 0.004): number {
  return clamp(0.5 - distance / blur);
}

/** How far a place is outside of an ellipse, roughly. */
export function ellipse(u: number, v: number, cu: number, cv: number, ru: number, rv: number): number {
  return (Math.hypot((u - cu) / ru, (v - cv) / rv) - 1) * Math.min(ru, rv);
}
