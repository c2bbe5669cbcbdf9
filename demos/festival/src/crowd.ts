import type { StageView } from '@odori/element';
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, ShaderMaterial } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import { GROUND, instanced, ORDER, type Part, random } from './part.js';
import type { Theme } from './theme.js';

/** The radii of the circles of people, and the space of each person on them, in units. */
const ROWS = [22, 26, 31, 37, 44, 52];
const SPACING = 5.2;
/** Of the song. */
export const CROWD_BEATS_PER_SECOND = 2;

/** Silhouettes of people around the platform, who bob on the beat. They stand lower than the dancer and never hide her. */
export class Crowd implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #isStill = prefersReducedMotion();

  constructor() {
    this.root = new Mesh(instanced(createPerson(), { person: createPeople() }), createMaterial());
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.crowd;
  }

  set theme({ crowd, horizon, lanternCore, glow, ground }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['shade'].value = crowd;
    uniforms['haze'].value = horizon;
    uniforms['light'].value = lanternCore;
    uniforms['glow'].value = glow;
    uniforms['ground'].value = ground;
  }

  update({ currentTime }: StageView): void {
    this.root.material.uniforms['beat'].value = this.#isStill ? 0 : currentTime * CROWD_BEATS_PER_SECOND;
  }
}

/** The place of each head, and a number from 0 to 1 that makes people differ. */
function createPeople(): number[] {
  const next = random(3);
  return ROWS.flatMap((row) => {
    const count = Math.floor((2 * Math.PI * row) / SPACING);
    return Array.from({ length: count }, (_, i) => {
      const angle = ((i + 0.7 * next()) / count) * 2 * Math.PI;
      const away = row + 3 * (next() - 0.5);
      return [
        Math.sin(angle) * away,
        -1.6 + 2.2 * next() + 0.05 * (row - 22),
        Math.cos(angle) * away,
        next(),
      ];
    }).flat();
  });
}

/** Head and body, and parts that some have: 1 a bun, 2 raised arms, 3 a round fan. The middle of the head is the origin. */
function createPerson(): BufferGeometry {
  const [corners, indices]: number[][] = [[], []];
  const add = (part: number, outline: readonly (readonly number[])[]): void => {
    const first = corners.length / 3;
    for (const [x, y] of outline) corners.push(x, y, part);
    for (let i = 2; i < outline.length; i++) indices.push(first, first + i - 1, first + i);
  };
  const round = (x: number, y: number, radius: number): number[][] =>
    Array.from({ length: 12 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 12;
      return [x + radius * Math.cos(angle), y + 1.12 * radius * Math.sin(angle)];
    });
  add(0, round(0, 0, 1));
  // neck; shoulders and body
  add(0, [[-0.4, -0.8], [0.4, -0.8], [0.4, -1.7], [-0.4, -1.7]]); // prettier-ignore
  add(0, [[-0.5, -1.45], [0.5, -1.45], [1.7, -1.9], [2.1, -2.8], [2.2, -13], [-2.2, -13], [-2.1, -2.8], [-1.7, -1.9]]); // prettier-ignore
  add(1, round(0.25, 1.25, 0.5));
  for (const side of [-1, 1])
    add(2, [[side * 2, -3], [side * 1.5, -2.1], [side * 2.3, 1.4], [side * 2.8, 1.3]]); // prettier-ignore
  add(3, [[1.9, -2.6], [2.3, -3], [3, -0.2], [2.5, -0.2]]); // prettier-ignore
  add(3, round(2.9, 0.9, 1.15));
  const geometry = new BufferGeometry();
  return geometry.setAttribute('position', new Float32BufferAttribute(corners, 3)).setIndex(indices);
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      beat: { value: 0 },
      shade: { value: null },
      haze: { value: null },
      light: { value: null },
      ground: { value: null },
      glow: { value: 0 },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: DoubleSide,
  });
}

const VERTEX = /* glsl */ `
attribute vec4 person;
uniform float beat;
varying float height, away, facing, held;

// People between the camera and the middle of the stage, and people right before the camera, stoop.
float stoop(vec3 head) {
  vec3 way = vec3(0.0, 8.0, 0.0) - cameraPosition;
  float t = dot(head - cameraPosition, way) / dot(way, way);
  float off = distance(head, cameraPosition + t * way);
  float between = step(-0.1, t) * step(t, 0.9) * smoothstep(2.0, 0.0, off - 3.0 - 9.0 * clamp(t, 0.0, 1.0));
  return max(between, smoothstep(12.0, 7.0, distance(cameraPosition, head)));
}

void main() {
  float kind = fract(person.w * 7.3);
  float part = position.z;
  bool has = part < 0.5 || (part < 1.5 ? kind < 0.3 : part < 2.5 ? kind > 0.93 : kind > 0.84 && kind < 0.93);
  vec2 place = has ? position.xy : vec2(0.0);
  float swing = sin(3.14159265 * (0.5 * beat - 0.12 * fract(person.w * 3.1)));
  if (part > 1.5) place.x += 0.16 * swing * max(place.y + 3.0, 0.0);
  held = step(2.5, part) * smoothstep(-0.6, -0.3, position.y);
  vec3 at = person.xyz;
  at.y += (0.15 + 0.4 * fract(person.w * 5.7)) * abs(swing) - 14.0 * stoop(at);
  vec2 toEye = normalize(cameraPosition.xz - at.xz + 1e-4);
  facing = 0.5 - 0.5 * dot(toEye, normalize(at.xz));
  away = smoothstep(18.0, 62.0, length(at.xz));
  height = place.y;
  at.y = max(at.y + place.y * (0.9 + 0.2 * fract(person.w * 9.1)), ${GROUND.toFixed(1)});
  at.xz += vec2(toEye.y, -toEye.x) * place.x;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
`;

/** Those who look at the camera have the light of the stage on their faces, by night. */
const FRAGMENT = /* glsl */ `
uniform vec3 shade, haze, light, ground;
uniform float glow;
varying float height, away, facing, held;
void main() {
  vec3 color = mix(shade, haze, away * facing * mix(0.75, 0.5, glow));
  color = mix(color, light, 0.022 * glow * facing * smoothstep(-4.0, 1.0, height));
  color = mix(color, mix(haze, light, 0.5), held * mix(0.5, 0.09, glow));
  color = mix(color, ground, 0.55 * smoothstep(-1.5, -10.0, height));
  gl_FragColor = vec4(color, 1.0);
  #include <colorspace_fragment>
}
`;
