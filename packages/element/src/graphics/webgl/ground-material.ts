import { ShaderMaterial } from 'three';
import type { GroundValues } from '../graphics.js';

/** The ground as a shader of WebGL. */
export function createGroundMaterial({ radius, cell, floor, shadow, feet }: GroundValues): ShaderMaterial {
  return new ShaderMaterial({
    defines: {
      RADIUS: radius.toFixed(1),
      FEET: feet.value.length,
      ...(cell !== undefined && { CELL: cell.toFixed(1) }),
    },
    uniforms: { floorColor: floor, shadow, feet },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
}

const VERTEX = `
varying vec2 point;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  point = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
uniform vec4 floorColor;
uniform vec3 feet[FEET];
uniform float shadow;
varying vec2 point;

float softness(vec3 foot) {
  vec2 away = point - foot.xy;
  return foot.z * (0.8 * exp(-dot(away, away) / 1.1) + 0.3 * exp(-dot(away, away) / 12.0));
}

void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, length(point) / RADIUS);
  vec4 color = floorColor;
#ifdef CELL
  vec2 cell = point / CELL;
  vec2 line = abs(fract(cell - 0.5) - 0.5) / max(fwidth(cell), vec2(1e-4));
  color = vec4(0.54, 0.58, 0.65, 0.8 * (1.0 - min(min(line.x, line.y), 1.0)));
#endif
  color.a *= fade;
  float soft = 0.0;
  for (int i = 0; i < FEET; i++) soft += softness(feet[i]);
  float dark = min(soft, 1.0) * shadow;
  float alpha = dark + color.a * (1.0 - dark);
  gl_FragColor = vec4(color.rgb * color.a * (1.0 - dark) / max(alpha, 1e-4), alpha);
}`;
