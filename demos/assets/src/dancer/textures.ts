import {
  coarse,
  type Color,
  cover,
  ellipse,
  hex,
  mixed,
  over,
  paint,
  type Picture,
} from '../image/picture.js';
import { clamp, smoothstep } from '../mesh/vector.js';
import {
  CREAM,
  GOLD,
  HAIR,
  HAIR_DARK,
  HAIR_LIGHT,
  HAIR_TIP,
  INDIGO,
  LINE,
  NIGHT,
  SKIN,
  SOLE,
  swatchAt,
  VERMILION,
  WHITE,
} from './palette.js';

/** The pictures of the model, by the names of their files without `.png`. */
export function createTextures(): Map<string, Picture> {
  return new Map([
    ['swatches', paint(64, 64, swatchAt, 1)],
    ['face', paint(256, 256, faceAt, 2)],
    ['eye', paint(128, 128, whiteAt, 2)],
    ['iris', coarse(paint(128, 128, irisAt, 4))],
    ['blush', coarse(paint(64, 32, blushAt))],
    ['hair', coarse(paint(128, 256, hairAt, 2))],
    ['jacket', paint(512, 256, jacketAt)],
    ['collar', paint(64, 256, collarAt)],
    ['skirt', paint(16, 256, skirtAt, 4)],
    ['bib', paint(128, 256, bibAt)],
    ['boot', paint(128, 256, bootAt)],
    ['lantern', paint(256, 128, lanternAt)],
    ['halo', paint(16, 4, (u) => [1, 0.72, 0.3, u < 0.5 ? 0 : 0.8], 1)],
    ['fade', paint(64, 64, fadeAt)],
    ['shine', coarse(paint(64, 64, shineAt, 4))],
    ...Array.from(TOONS, ([name, [shade, border]]) => [name, toon('#ffffff', shade, border)] as const),
  ]);
}

/** The shaded color of each toon texture, and where its border is. */
const TOONS: ReadonlyMap<string, readonly [shade: string, border: number]> = new Map([
  ['toon-skin', ['#fcd2cc', 0.55]],
  ['toon-face', ['#fee3e1', 0.57]],
  ['toon-cloth', ['#bfb0dc', 0.5]],
  ['toon-hair', ['#b0a2e0', 0.47]],
  ['toon-flat', ['#ffffff', 0.5]],
]);

/** The shaded colors of the toon textures, by their names. */
export const TOON_SHADES: ReadonlyMap<string, string> = new Map(
  Array.from(TOONS, ([name, [shade]]) => [name, shade]),
);

/** From lit to shaded, with a narrow soft border. */
function toon(lit: string, shaded: string, border: number): Picture {
  return paint(
    8,
    64,
    (_u, v) => mixed(hex(lit), hex(shaded), smoothstep(border - 0.025, border + 0.025, v)),
    2,
  );
}

/** u and v as in createFace. */
function faceAt(u: number, v: number): Color {
  const [x, y] = [(u - 0.5) * 2.6, 19.2 - v * 3.2];
  const side = Math.abs(x);
  let color: Color = SKIN;
  // prettier-ignore
  color = over(color, hex('#ffb3a0'), 0.26 * (1 - smoothstep(0.2, 1, Math.hypot((side - 0.66) / 0.3, (y - 16.9) / 0.13))));
  color = over(
    color,
    hex('#f5a08c'),
    0.5 * (1 - smoothstep(0.1, 1, Math.hypot(x / 0.06, (y - 16.9) / 0.045))),
  );
  color = over(
    color,
    hex('#f2988a'),
    0.2 * (1 - smoothstep(0.3, 1, Math.hypot(x / 0.1, (y - 16.47) / 0.035))),
  );
  return color;
}

/** The white of an eye, in the shade of the upper lid. */
function whiteAt(_u: number, v: number): Color {
  return mixed(hex('#b9b4d8'), hex('#fffdfb'), smoothstep(0.12, 0.4, v));
}

function irisAt(u: number, v: number): Color {
  const [x, y] = [u - 0.5, v - 0.5];
  const r = Math.hypot(x, y) * 2;
  const angle = Math.atan2(y, x);
  // Dark above, glowing amber below.
  let color: Color = mixed(hex('#5b1f2e'), hex('#f79a2b'), smoothstep(0.12, 0.82, v));
  color = mixed(color, hex('#ffd968'), smoothstep(0.62, 0.95, v) * 0.85);
  const rays = 0.5 + 0.5 * Math.sin(angle * 26);
  // prettier-ignore
  color = over(color, hex('#ffe9a0'), 0.28 * rays * smoothstep(0.35, 0.6, r) * (1 - smoothstep(0.75, 0.88, r)) * smoothstep(0.45, 0.7, v));
  // A pale crescent below.
  // prettier-ignore
  color = over(color, hex('#fff0b8'), 0.8 * cover(Math.abs(ellipse(u, v, 0.5, 0.42, 0.36, 0.42)) - 0.02, 0.04) * smoothstep(0.72, 0.85, v));
  color = over(color, hex('#2a1030'), cover(ellipse(u, v, 0.5, 0.5, 0.17, 0.2), 0.03));
  color = over(color, hex('#3a1630'), smoothstep(0.84, 0.93, r));
  color = over(color, hex('#2a1030'), 0.75 * (1 - smoothstep(0.02, 0.34, v)));
  // Lights: a large one above, a small one below on the other side.
  color = over(color, WHITE, cover(ellipse(u, v, 0.36, 0.27, 0.15, 0.135), 0.012));
  color = over(color, WHITE, 0.95 * cover(ellipse(u, v, 0.66, 0.7, 0.07, 0.065), 0.012));
  color = over(color, WHITE, 0.8 * cover(ellipse(u, v, 0.25, 0.47, 0.035, 0.035), 0.012));
  const alpha = cover(r - 0.985, 0.02);
  return [color[0], color[1], color[2], alpha];
}

/** A glow, and three strokes in it. */
function blushAt(u: number, v: number): Color {
  const glow = 1 - smoothstep(0.05, 1, Math.hypot((u - 0.5) / 0.5, (v - 0.5) / 0.5));
  let stroke = 0;
  for (const middle of [0.34, 0.5, 0.66]) {
    const lean = middle + (0.5 - v) * 0.12;
    stroke = Math.max(stroke, cover(Math.abs(u - lean) - 0.014, 0.012) * cover(Math.abs(v - 0.5) - 0.2, 0.1));
  }
  const color = mixed(hex('#ff6f6a'), hex('#e0413f'), stroke);
  return [color[0], color[1], color[2], clamp(glow * 0.95 + stroke * 0.5)];
}

/** v from the root of a lock to its tip; u ≥ 0.5 has tips of coral. */
function hairAt(u: number, v: number): Color {
  const isTail = u >= 0.5;
  const across = (u * 2) % 1;
  const strand =
    Math.sin(across * 40) * 0.5 + Math.sin(across * 93 + 2) * 0.35 + Math.sin(across * 17 + 1) * 0.3;
  let color = mixed(HAIR, HAIR_DARK, 0.28 + strand * 0.1);
  color = mixed(color, HAIR, smoothstep(0, 0.12, v) * 0.8);
  // A ring of light, ragged at its edges.
  const ring = isTail ? 0.24 : 0.185;
  const size = isTail ? 1 : 0.55;
  const ragged = ring + strand * 0.018 * size;
  const light =
    smoothstep(ragged - 0.055 * size, ragged - 0.02 * size, v) *
    (1 - smoothstep(ragged + 0.012 * size, ragged + 0.07 * size, v));
  color = over(color, HAIR_LIGHT, light * 0.62);
  const tip = isTail ? smoothstep(0.5, 0.9, v + strand * 0.03) : smoothstep(0.76, 1.0, v) * 0.55;
  return mixed(color, HAIR_TIP, tip);
}

/** Waves of a festival coat: arcs in rows, one over the other. */
function waves(u: number, v: number, across: number, down: number): number {
  const [x, y] = [u * across, v * down];
  for (const row of [Math.floor(y) + 2, Math.floor(y) + 1, Math.floor(y)]) {
    const shift = row % 2 === 0 ? 0 : 0.5;
    const cx = Math.round(x - shift) + shift;
    const r = Math.hypot(x - cx, (row - y) * 0.62 + 0.0);
    if (row - y < 0 || r > 0.56) continue;
    return Math.abs(r - 0.5) < 0.055 || Math.abs(r - 0.32) < 0.045 || r < 0.14 ? 1 : 0;
  }
  return 0;
}

/** u round the trunk, or along a sleeve's hem; v from the shoulder down to the hem at 1. */
function jacketAt(u: number, v: number): Color {
  let color: Color = VERMILION;
  const hem = 0.8;
  if (v > hem) color = waves(u, (v - hem) / 0.17, 26, 2.2) ? GOLD : INDIGO;
  if (Math.abs(v - hem) < 0.018) color = CREAM;
  if (v > 0.975) color = CREAM;
  return crestAt(u, v) ? CREAM : color;
}

/** On her back: a ring, and in it a flower of six. */
function crestAt(u: number, v: number): boolean {
  const [x, y] = [(u - 0.5) / 0.068, (v - 0.4) / 0.142];
  const r = Math.hypot(x, y);
  const petal = 0.42 + 0.24 * Math.abs(Math.cos(3 * Math.atan2(x, y)));
  return (r > 0.86 && r < 1) || (r < petal && r > 0.2);
}

/** A band with a chequered edge; v along it. */
function collarAt(u: number, v: number): Color {
  const step = (v * 24) % 1;
  const isMark = Math.abs(u - 0.5) * 2 < 0.42 - Math.abs(step - 0.5) * 0.8;
  if (Math.abs(u - 0.5) > 0.4) return INDIGO;
  return isMark ? INDIGO : CREAM;
}

/** u from the middle of a pleat at 0.12 to its fold at 0.97, which is inked; v from the waist to the hem. */
function skirtAt(u: number, v: number): Color {
  return over(clothAt(u, v), hex('#1f1f52'), 0.9 * smoothstep(0.88, 0.94, u) * smoothstep(0.1, 0.3, v));
}

function clothAt(u: number, v: number): Color {
  if (v > 0.965) return INDIGO;
  if (v > 0.875) return GOLD;
  if (v > 0.835) return INDIGO;
  if (v > 0.81) return CREAM;
  const color = mixed(hex('#2b3076'), hex('#454eaa'), v);
  // Sparks above the hem, as of fireworks: each smaller than the one below.
  const isSpark = SPARKS.some(
    ([at, size]) => Math.abs(u - 0.12) * 0.24 + Math.abs(v - at) * 3.92 * 0.62 < size,
  );
  return isSpark ? over(color, v > 0.72 ? GOLD : CREAM, v > 0.66 ? 1 : 0.8) : color;
}

const SPARKS = [[0.762, 0.056], [0.7, 0.032], [0.66, 0.022], [0.63, 0.015]] as const; // prettier-ignore

/**
 * Her top from the front: 2.2 across, 3.2 down from the collarbones. Two cloths with coloured edges; her left
 * lies on top.
 */
function bibAt(u: number, v: number): Color {
  const [x, y] = [(u - 0.5) * 2.2, 15 - v * 3.2];
  const edge = 0.62 - 0.41 * (14.95 - y);
  const [left, right] = [x - edge, -x - edge];
  const nearest = Math.abs(left) < 0.075 || left > 0 ? left : right;
  if (Math.abs(nearest) < 0.05) return VERMILION;
  if (Math.abs(nearest) < 0.075) return GOLD;
  return nearest > 0 ? CREAM : INDIGO;
}

/**
 * On the left half a shaft: u from its front round to the back, v from its top down to the sole; on the right
 * plain colours.
 */
function bootAt(u: number, v: number): Color {
  if (u > 0.5) return BOOT_PLAIN[Math.min(Math.floor(v * BOOT_PLAIN.length), BOOT_PLAIN.length - 1)];
  const around = u * 2;
  let color: Color = VERMILION;
  // A toe cap, and a seam down the back.
  if (v > 0.86) color = hex('#c73524');
  if (Math.abs(v - 0.86) < 0.006) color = GOLD;
  if (around > 0.975 && v < 0.66) color = hex('#b02c20');
  // Laces, crossed from eyelet to eyelet.
  const step = (v - 0.05) / 0.09;
  if (v < 0.05 || step > 6) return color;
  const beside = Math.abs((step % 2) - 1);
  if (Math.abs(around - 0.16 * beside) < 0.022) color = CREAM;
  const eyelet = Math.hypot(around - 0.17, (2 * Math.round(step / 2) - step) * 0.14);
  return eyelet < 0.03 ? GOLD : color;
}

const BOOT_PLAIN: readonly Color[] = [CREAM, GOLD, NIGHT, SOLE];

/** On the left a lantern of paper that is out, on the right the same alight. */
function lanternAt(u: number, v: number): Color {
  const isLit = u >= 0.5;
  const [across, rib] = [(u * 2) % 1, (v * 9) % 1];
  let color: Color = isLit
    ? mixed(hex('#ffc24a'), hex('#fffbe0'), 1.3 - Math.abs(v - 0.5) * 2.1)
    : mixed(hex('#e7573c'), hex('#f2795a'), 1 - Math.abs(v - 0.5) * 2);
  const petal = Math.hypot(((across * 2) % 1) - 0.5, (v - 0.5) * 0.9);
  if (petal < 0.2) color = isLit ? hex('#ffa53a') : CREAM;
  if (petal < 0.09) color = isLit ? hex('#fff3b0') : hex('#e7573c');
  if (rib < 0.12) color = mixed(color, isLit ? hex('#ffb23e') : LINE, isLit ? 0.6 : 0.35);
  if (v < 0.08 || v > 0.92) color = NIGHT;
  return color;
}

/** A sphere map that multiplies: what looks at the eye stays, what looks aside is not there. */
function fadeAt(u: number, v: number): Color {
  return [1, 1, 1, (1 - smoothstep(0, 0.94, 2 * Math.hypot(u - 0.5, v - 0.5))) ** 1.1];
}

/** A sphere map that is added: a window, a glint and a rim. */
function shineAt(u: number, v: number): Color {
  const [x, y] = [u * 2 - 1, v * 2 - 1];
  const window = 0.5 * cover(Math.max(Math.abs(x + 0.32) - 0.2, Math.abs(y + 0.42) - 0.24), 0.1);
  const glint = 0.3 * cover(Math.hypot(x - 0.38, y - 0.35) - 0.12, 0.12);
  const rim = 0.22 * smoothstep(0.72, 0.98, Math.hypot(x, y));
  const value = clamp(window + glint + rim);
  return [value, value * 0.96, value * 0.9, 1];
}
