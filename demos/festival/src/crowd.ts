import type { StageView } from '@odori/element';
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, ShaderMaterial } from 'three';
import { GROUND, GROUND_COLOR, instanced, ORDER, type Part, random } from './part.js';
import type { Theme } from './theme.js';

/** The radii of the circles of people, and the space of each person on them, in units. */
const ROWS = [22, 26, 31, 37, 44, 52];
const SPACING = 5.2;
/** Of our own song. */
export const CROWD_BEATS_PER_SECOND = 2;

/** Who is in a crowd. */
export interface CrowdOptions {
  /** Does somebody stand there? */
  readonly isThere?: (x: number, z: number) => boolean; // all around
  /** The least and the largest number of what people have in their hands, from 0 to 1: see `has`. */
  readonly kinds?: readonly [least: number, most: number]; // all
}

/**
 * Silhouettes of people around the platform, who bob on the beat. They stand lower than the dancer and hide
 * at most her boots, where the camera is among them.
 */
export class Crowd implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial>;

  constructor(options: CrowdOptions = {}) {
    this.root = new Mesh(instanced(createPerson(), { person: createPeople(options) }), createMaterial());
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.crowd;
  }

  set theme({ crowd, robes, skin, fan, sticks, horizon, lanternCore, glow, ground, lit }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['robes'].value = robes;
    uniforms['skin'].value = skin;
    uniforms['fan'].value = fan;
    uniforms['sticks'].value = sticks;
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

  update(_view: StageView, beat: number): void {
    this.root.material.uniforms['beat'].value = beat;
  }
}

/**
 * How many beats have passed at a time, with fractions. Before the first beat of a song and after its last
 * one, as fast as at the beginning and at the end; in a song without beats, the crowd stands still.
 *
 * @example
 * beatAt([0.5, 1, 1.5], 1.25); // → 1.5
 */
export function beatAt(beats: ArrayLike<number> | undefined, seconds: number): number {
  if (!beats) return seconds * CROWD_BEATS_PER_SECOND;
  if (beats.length < 2) return 0;
  let [low, high] = [0, beats.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (beats[middle] <= seconds) low = middle;
    else high = middle;
  }
  return low + (seconds - beats[low]) / (beats[high] - beats[low]);
}

/** The place of each head, and a number from 0 to 1 that makes people differ. */
function createPeople({ isThere = () => true, kinds: [least, most] = [0, 1] }: CrowdOptions): number[] {
  const next = random(3);
  const one = (): number => {
    const number = next();
    const kind = (7.3 * number) % 1;
    return kind >= least && kind <= most ? number : one();
  };
  return ROWS.flatMap((row) => {
    const count = Math.floor((2 * Math.PI * row) / SPACING);
    return Array.from({ length: count }, (_, i) => {
      const angle = ((i + 0.7 * next()) / count) * 2 * Math.PI;
      const away = row + 3 * (next() - 0.5);
      const [x, z] = [Math.sin(angle) * away, Math.cos(angle) * away];
      const person = [x, -1.6 + 2.2 * next() + 0.05 * (row - 22), z, one()];
      return isThere(x, z) ? person : [];
    }).flat();
  });
}

/** What a triangle belongs to. Not everyone has all of it. */
const PARTS = { head: 0, robe: 1, bun: 2, rightArm: 3, leftArm: 4, fan: 5, fanMark: 6, stick: 7 };

/** A person. The middle of the head is the origin. */
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
  // shoulders; robe
  const right = [
    [0.45, -1.1],
    [1.2, -1.5],
    [1.65, -1.8],
    [1.95, -2.3],
    [2.1, -2.9],
    [2.2, -6],
  ];
  add(PARTS.robe, [...right, ...right.map(([x, y]) => [-x, y]).toReversed()]);
  add(PARTS.robe, [[-2.2, -6], [2.2, -6], [1.5, -19], [-1.5, -19]]); // prettier-ignore
  add(PARTS.bun, round(0.25, 1.25, 0.5, 8));
  add(PARTS.head, round(0, 0, 1, 12));
  for (const side of [1, -1])
    // prettier-ignore
    add(side > 0 ? PARTS.rightArm : PARTS.leftArm, [[side * 2, -3], [side * 1.5, -2.1], [side * 2.3, 1.2], [side * 2.4, 1.4], [side * 2.65, 1.42], [side * 2.8, 1.2]]);
  add(PARTS.fan, [[2.48, 1], [2.68, 1], [2.68, 2.2], [2.48, 2.2]]); // prettier-ignore
  add(PARTS.fan, round(2.58, 2.6, 0.8, 12));
  add(PARTS.fanMark, round(2.58, 2.6, 0.42, 6));
  add(PARTS.stick, [[2.46, 1.1], [2.7, 1.1], [2.74, 3.3], [2.58, 3.45], [2.42, 3.3]]); // prettier-ignore
  const geometry = new BufferGeometry();
  return geometry.setAttribute('position', new Float32BufferAttribute(corners, 3)).setIndex(indices);
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      beat: { value: 0 },
      shade: { value: null },
      robes: { value: null },
      skin: { value: null },
      fan: { value: null },
      sticks: { value: null },
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
uniform float beat, widening, glow;
uniform vec3 shade, robes[5], skin, fan, sticks[5];
varying float height, away, facing, shining;
varying vec2 stand, spot;
varying vec3 tint;

// People before the platform, and people near the camera, are not there: they are below the ground. Only a
// camera at the height of their shoulders sees those before it.
float isGone(vec3 head) {
  float far = length(cameraPosition.xz);
  float isAmong = smoothstep(7.5, 7.1, cameraPosition.y) * smoothstep(43.0, 46.0, far);
  vec2 toEye = cameraPosition.xz / max(far, 0.01);
  float along = dot(head.xz, toEye);
  float aside = abs(head.x * toEye.y - head.z * toEye.x);
  float before = smoothstep(24.0, 19.0, aside) * smoothstep(2.0, 6.0, along) * smoothstep(far + 8.0, far, along);
  float near = distance(cameraPosition, head) + 9.0 * isAmong;
  return max(before * (1.0 - isAmong), smoothstep(24.0, 18.0, near));
}

// Of ten people, two wave a fan, three a stick of light, and one has both arms up.
bool has(float part, float kind) {
  if (part < 1.5) return true;
  if (part < 2.5) return kind < 0.3;
  if (part < 3.5) return kind > 0.4;
  if (part < 4.5) return kind > 0.9;
  return part < 6.5 ? kind > 0.4 && kind < 0.6 : kind > 0.6 && kind < 0.9;
}

vec3 colorOf(float part, int choice) {
  vec3 robe = mix(shade, robes[choice], 0.62);
  if (part < 0.5 || abs(part - 2.0) < 0.5) return mix(shade, robes[choice], 0.12) * 0.72; // hair
  if (part < 4.5) return robe;
  if (part < 5.5) return fan;
  return part < 6.5 ? robes[choice] : sticks[choice];
}

void main() {
  float kind = fract(person.w * 7.3);
  float part = position.z;
  vec2 place = has(part, kind) ? position.xy : vec2(0.0);
  float swing = sin(3.14159265 * (0.5 * beat - 0.12 * fract(person.w * 3.1)));
  // Fans go from side to side as fast as the beat, sticks half as fast.
  float wave = kind < 0.6 ? sin(3.14159265 * (beat - 0.1 * fract(person.w * 3.1))) : swing;
  if (part > 2.5) place.x += 0.16 * wave * max(place.y + 3.0, 0.0);
  int choice = int(5.0 * fract(person.w * 13.7));
  tint = colorOf(part, choice);
  shining = part > 6.5 ? 1.0 : 0.0;
  spot = part < 0.5 ? position.xy : vec2(9.0);
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
  at += place.x * side + place.y * (part < 0.5 || abs(part - 2.0) < 0.5 ? cross(toEye, side) : vec3(0.0, 1.0, 0.0));
  at += 0.05 * part * toEye; // what comes later is in front
  at.y = max(at.y, ${GROUND.toFixed(1)});
  height = at.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
`;

/**
 * Those who look at the camera show their faces, by night in the light of the stage. Each is darker below, so
 * that heads stand out from the people behind them; feet fade into the ground.
 */
const FRAGMENT = /* glsl */ `
uniform vec3 haze, light, ground, lit, skin;
uniform float glow, widening;
varying float height, away, facing, shining;
varying vec2 stand, spot;
varying vec3 tint;
${GROUND_COLOR}
void main() {
  float face = smoothstep(0.86, 0.8, length((spot - vec2(0.0, -0.22)) * vec2(1.05, 0.98)));
  vec3 color = mix(tint, skin, face * smoothstep(0.5, 0.75, facing));
  color *= mix(0.62, 1.0, smoothstep(-8.0, 0.0, height));
  color = mix(color, haze, away * facing * mix(0.62, 0.45, glow) * (1.0 - 0.6 * shining));
  color = mix(color, light, 0.03 * glow * facing * smoothstep(-4.0, 1.0, height));
  float feet = smoothstep(-9.0, ${GROUND.toFixed(1)}, height);
  color = mix(color, groundColor(ground, lit, haze, glow, stand, widening), feet);
  gl_FragColor = vec4(color, 1.0);
  #include <colorspace_fragment>
}
`;
