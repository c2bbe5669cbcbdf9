import type { Texture } from 'three';
import type { ConcertTheme } from './theme.js';

/** What the wall shows, for all shaders that show it: the values are the same objects. */
export interface WallUniforms {
  readonly [name: string]: { value: unknown };
}

/** Without a picture, the values of {@link WALL_COLOR} that say so. */
export function createWallUniforms(): WallUniforms {
  const names = ['air', 'ray', 'sun', 'sunFoot', 'wave', 'foam', 'picture'];
  return {
    ...Object.fromEntries(names.map((name) => [name, { value: null }])),
    hasPicture: { value: 0 },
    cover: { value: [1, 1] },
    beat: { value: 0 },
  };
}

export function setWallTheme(uniforms: WallUniforms, theme: ConcertTheme): void {
  for (const name of ['air', 'ray', 'sun', 'sunFoot', 'wave', 'foam'] as const)
    uniforms[name].value = theme[name];
}

/** Shows a picture, which covers the wall, in place of sun and waves; undefined: these again. */
export function setWallPicture(uniforms: WallUniforms, picture: Texture | undefined): void {
  const { width, height } = (picture?.image as { width: number; height: number } | undefined) ?? {
    width: 1,
    height: 1,
  };
  uniforms['picture'].value = picture ?? null;
  uniforms['hasPicture'].value = picture ? 1 : 0;
  uniforms['cover'].value = coverScale(width / height, WALL_ASPECT);
}

/** Width / height of the wall. */
export const WALL_ASPECT = 16 / 9;

/**
 * The part of a picture, in width and height, that covers a surface of another shape: as `object-fit: cover`
 * does.
 *
 * @example
 * coverScale(1, 2); // → [1, 0.5]
 */
export function coverScale(picture: number, surface: number): [width: number, height: number] {
  return picture > surface ? [surface / picture, 1] : [1, picture / surface];
}

/**
 * `wallColor(uv, blur)`: what the wall shows at a place from 0 0 at its lower left to 1 1. With a blur above
 * 0, only its large colors, for reflections. Waves and sun beat with the song.
 */
export const WALL_COLOR = /* glsl */ `
uniform vec3 air, ray, sun, sunFoot, wave, foam;
uniform sampler2D picture;
uniform float hasPicture, beat;
uniform vec2 cover;

// How strongly the last beat still sounds.
float pulse(float late) {
  return exp(-3.2 * fract(beat - late)) * step(0.001, abs(beat));
}

// Scales of circles, of which lower rows cover higher ones: the old pattern of waves.
vec3 waves(vec2 place) {
  vec3 color = wave;
  float soft = fwidth(place.x) + 1e-4;
  float first = floor(place.y / 0.5);
  for (float k = -2.0; k <= 0.0; k++) {
    float row = first + k;
    float x = mod(place.x + mod(row, 2.0), 2.0) - 1.0;
    float away = length(vec2(x, place.y - 0.5 * row - 0.25));
    if (away >= 1.0) continue;
    float late = 0.09 * row;
    float line = abs(fract(3.0 * away + 0.1) - 0.5);
    float width = 0.2 + 0.1 * pulse(late);
    float isLine = smoothstep(width + 3.0 * soft, width - 3.0 * soft, line) * step(0.28, away);
    return mix(wave * (0.78 + 0.22 * away), foam, isLine * (0.5 + 0.5 * pulse(late)));
  }
  return color;
}

vec3 wallColor(vec2 uv, float blur) {
  if (hasPicture > 0.5) return textureLod(picture, 0.5 + (uv - 0.5) * cover, blur).rgb;
  vec2 place = vec2((uv.x - 0.5) * 1.7778, uv.y);
  vec2 off = place - vec2(0.0, 0.66);
  float away = length(off);
  float turn = atan(off.x, off.y) / 6.2831853 * 16.0 + 0.0625 * beat;
  float edge = 16.0 * fwidth(place.x) / (6.2831853 * max(away, 0.05)) + blur;
  float isRay = smoothstep(0.25 - edge, 0.25 + edge, abs(fract(turn) - 0.5));
  vec3 color = mix(air, ray, isRay * (0.75 + 0.25 * pulse(0.0)));
  float size = 0.26 + 0.012 * pulse(0.0);
  float soft = fwidth(away) + 0.02 * blur;
  color = mix(color, mix(sunFoot, sun, smoothstep(0.42, 0.8, uv.y)), smoothstep(size + soft, size - soft, away));
  color = mix(color, sun, 0.55 * smoothstep(0.012 + soft, 0.012 - soft, abs(away - size - 0.04 - 0.03 * fract(beat))) * pulse(0.0));
  float shore = 0.36 + 0.02 * sin(4.0 * place.x + 1.5707963 * beat);
  vec3 sea = blur > 0.0 ? mix(wave, foam, 0.3) : waves(vec2(place.x * 9.0, (uv.y - shore) * 9.0 + 4.0));
  return mix(color, sea, smoothstep(shore + soft + 0.02 * blur, shore - soft - 0.02 * blur, uv.y));
}
`;
