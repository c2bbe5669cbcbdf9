import type { StageView } from '@odori/element';
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, ShaderMaterial } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import { GROUND, GROUND_COLOR, instanced, ORDER, type Part, random } from './part.js';
import type { Theme } from './theme.js';

/** The radii of the circles of people, and the space of each person on them, in units. */
const ROWS = [22, 26, 31, 37, 44, 52];
const SPACING = 5.2;
/** Of the song. */
export const CROWD_BEATS_PER_SECOND = 2;

/**
 * Silhouettes of people around the platform, who bob on the beat. They stand lower than the dancer and never
 * hide her.
 */
export class Crowd implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #isStill = prefersReducedMotion();

  constructor() {
    this.root = new Mesh(instanced(createPerson(), { person: createPeople() }), createMaterial());
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.crowd;
  }

  set theme({ crowd, horizon, lanternCore, glow, ground, lit }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['shade'].value = crowd;
    uniforms['haze'].value = horizon;
    uniforms['light'].value = lanternCore;
    uniforms['glow'].value = glow;
    uniforms['ground'].value = ground;
    uniforms['lit'].value = lit;
  }

  widen(units: number): void {
    this.root.material.uniforms['widening'].value = units;
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

/** Head and robe, and parts that some have: 1 a bun, 2 raised arms. The middle of the head is the origin. */
function createPerson(): BufferGeometry {
  const [corners, indices]: number[][] = [[], []];
  const add = (part: number, outline: readonly (readonly number[])[]): void => {
    const first = corners.length / 3;
    for (const [x, y] of outline) corners.push(x, y, part);
    for (let i = 2; i < outline.length; i++) indices.push(first, first + i - 1, first + i);
  };
  const round = (x: number, y: number, radius: number, sides: number): number[][] =>
    Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      return [x + radius * Math.cos(angle), y + 1.12 * radius * Math.sin(angle)];
    });
  add(0, round(0, 0, 1, 24));
  // neck; shoulders; robe
  add(0, [[-0.4, -0.8], [0.4, -0.8], [0.4, -1.7], [-0.4, -1.7]]); // prettier-ignore
  const right = [
    [0.45, -1.4],
    [1.2, -1.65],
    [1.65, -1.9],
    [1.95, -2.3],
    [2.1, -2.9],
    [2.2, -6],
  ];
  add(0, [...right, ...right.map(([x, y]) => [-x, y]).toReversed()]);
  add(0, [[-2.2, -6], [2.2, -6], [1.5, -19], [-1.5, -19]]); // prettier-ignore
  add(1, round(0.25, 1.25, 0.5, 14));
  for (const side of [-1, 1])
    // prettier-ignore
    add(2, [[side * 2, -3], [side * 1.5, -2.1], [side * 2.3, 1.2], [side * 2.4, 1.4], [side * 2.65, 1.42], [side * 2.8, 1.2]]);
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
      lit: { value: null },
      glow: { value: 0 },
      widening: { value: 0 },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: DoubleSide,
  });
}

const VERTEX = /* glsl */ `
attribute vec4 person;
uniform float beat, widening;
varying float height, away, facing;
varying vec2 stand;

// People before the platform, and people near the camera, are not there: they are below the ground.
float isGone(vec3 head) {
  float far = length(cameraPosition.xz);
  vec2 toEye = cameraPosition.xz / max(far, 0.01);
  float along = dot(head.xz, toEye);
  float aside = abs(head.x * toEye.y - head.z * toEye.x);
  float before = smoothstep(24.0, 19.0, aside) * smoothstep(2.0, 6.0, along) * smoothstep(far + 8.0, far, along);
  return max(before, smoothstep(24.0, 18.0, distance(cameraPosition, head)));
}

void main() {
  float kind = fract(person.w * 7.3);
  float part = position.z;
  bool has = part < 0.5 || (part < 1.5 ? kind < 0.3 : kind > 0.9);
  vec2 place = has ? position.xy : vec2(0.0);
  float swing = sin(3.14159265 * (0.5 * beat - 0.12 * fract(person.w * 3.1)));
  if (part > 1.5) place.x += 0.16 * swing * max(place.y + 3.0, 0.0);
  place *= 0.9 + 0.2 * fract(person.w * 9.1);
  vec3 at = person.xyz;
  at.xz += widening * normalize(at.xz);
  at.y += (0.15 + 0.4 * fract(person.w * 5.7)) * abs(swing) - 24.0 * isGone(at);
  vec3 toEye = normalize(cameraPosition - at);
  vec2 level = normalize(toEye.xz + 1e-4);
  vec3 side = vec3(level.y, 0.0, -level.x);
  facing = 0.5 - 0.5 * dot(level, normalize(at.xz));
  stand = at.xz;
  away = smoothstep(18.0, 62.0, length(stand) - widening);
  // A head is as round from above as from the front; a body stands.
  at += place.x * side + place.y * (part < 1.5 && place.y > -1.3 ? cross(toEye, side) : vec3(0.0, 1.0, 0.0));
  at.y = max(at.y, ${GROUND.toFixed(1)});
  height = at.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
`;

/**
 * Those who look at the camera have the light of the stage on their faces, by night. Feet fade into the
 * ground.
 */
const FRAGMENT = /* glsl */ `
uniform vec3 shade, haze, light, ground, lit;
uniform float glow, widening;
varying float height, away, facing;
varying vec2 stand;
${GROUND_COLOR}
void main() {
  vec3 color = mix(shade, haze, away * facing * mix(0.75, 0.5, glow));
  color = mix(color, light, 0.022 * glow * facing * smoothstep(-4.0, 1.0, height));
  float feet = smoothstep(-4.0, ${GROUND.toFixed(1)}, height);
  color = mix(color, groundColor(ground, lit, haze, glow, stand, widening), feet);
  gl_FragColor = vec4(color, 1.0);
  #include <colorspace_fragment>
}
`;
