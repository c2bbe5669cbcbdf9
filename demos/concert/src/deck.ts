import type { StageView } from '@odori/element';
import {
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Path,
  PlaneGeometry,
  Shape,
  ShaderMaterial,
  ShapeGeometry,
  type Vector2,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { Feet, FOOT_SHADE } from '../../festival/src/feet.js';
import { GROUND, ORDER, type Part, vertexAt } from '../../festival/src/part.js';
import { LEAST_RADIUS } from '../../festival/src/platform-radius.js';
import { rigPlace, WALL } from './layout.js';
import type { ConcertTheme } from './theme.js';
import { WALL_COLOR, type WallUniforms } from './wall-color.js';

/** Just below y = 0, where feet are. */
const TOP = -0.02;
/** How far the mask around the deck reaches. */
const REACH = 260;
const ARC_STEPS = 72;

/**
 * The deck: a round part for the dancer and a rectangle behind it, its top at y = 0. It mirrors the wall, and
 * rings of light in it run outwards with the beat.
 */
export class Deck implements Part {
  readonly root: Group = new Group();
  readonly #feet = new Feet();
  readonly #top: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #side: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #mask: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor(colors: WallUniforms) {
    this.#top = new Mesh(new BufferGeometry(), createTop(colors, this.#feet.places));
    this.#side = new Mesh(new BufferGeometry(), createSide(colors['beat']));
    this.#mask = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ colorWrite: false, transparent: true, side: DoubleSide }),
    );
    this.#top.renderOrder = ORDER.floor;
    this.#side.renderOrder = ORDER.near;
    this.#mask.renderOrder = ORDER.mask;
    this.root.add(this.#side, this.#top, this.#mask);
    this.widen(0);
  }

  set theme({ boards, pool, cloth, led, ground, shadow, shine, glow }: ConcertTheme) {
    const top = this.#top.material.uniforms;
    top['boards'].value = boards;
    top['pool'].value = pool;
    top['led'].value = led;
    top['shadow'].value = this.#feet.shadow = shadow;
    top['shine'].value = shine;
    top['glow'].value = glow;
    const side = this.#side.material.uniforms;
    side['cloth'].value = cloth;
    side['led'].value = led;
    side['ground'].value = ground;
  }

  widen(units: number): void {
    const radius = LEAST_RADIUS + units;
    const outline = outlineOf(radius);
    for (const { geometry } of [this.#top, this.#side, this.#mask]) geometry.dispose();
    this.#top.geometry = topOf(radius);
    this.#side.geometry = sideOf(outline);
    this.#mask.geometry = maskOf(outline);
    const { scale, z, halfWidth, front, back } = rigPlace(radius);
    const { uniforms } = this.#top.material;
    uniforms['radius'].value = radius;
    uniforms['box'].value = [halfWidth, (front - back) / 2, (front + back) / 2];
    uniforms['wall'].value = [scale * WALL.halfWidth, scale * WALL.bottom, scale * WALL.top, z];
  }

  update(view: StageView): void {
    this.#feet.update(view);
    this.#mask.position.y = this.#feet.maskHeight;
  }
}

/** The rim of the deck from above: x, and −z. */
function outlineOf(radius: number): Vector2[] {
  const { halfWidth, front, back } = rigPlace(radius);
  const corner = Math.acos(-front / radius);
  const path = new Path().moveTo(-halfWidth, -back).lineTo(-halfWidth, -front);
  path.absarc(0, 0, radius, Math.PI / 2 + corner, Math.PI / 2 - corner + 2 * Math.PI, false);
  return path.lineTo(halfWidth, -front).lineTo(halfWidth, -back).closePath().getPoints(ARC_STEPS);
}

function topOf(radius: number): BufferGeometry {
  const { halfWidth, front, back } = rigPlace(radius);
  const round = new CircleGeometry(radius, 96);
  const box = new PlaneGeometry(2 * halfWidth, front - back).translate(0, -(front + back) / 2, 0);
  return mergeGeometries([round, box])
    .rotateX(-Math.PI / 2)
    .translate(0, TOP, 0);
}

function sideOf(outline: readonly Vector2[]): BufferGeometry {
  const [positions, places, indices]: number[][] = [[], [], []];
  let length = 0;
  for (const [i, point] of outline.entries()) {
    if (i > 0) length += point.distanceTo(outline[i - 1]);
    positions.push(point.x, TOP, -point.y, point.x, GROUND, -point.y);
    places.push(length, 1, length, 0);
    if (i > 0) indices.push(2 * i - 2, 2 * i - 1, 2 * i, 2 * i, 2 * i - 1, 2 * i + 1);
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('uv', new Float32BufferAttribute(places, 2))
    .setIndex(indices);
}

function maskOf(outline: readonly Vector2[]): BufferGeometry {
  const around = new Shape().absarc(0, 0, REACH, 0, 2 * Math.PI, false);
  around.holes.push(new Path([...outline]));
  return new ShapeGeometry(around, 32).rotateX(-Math.PI / 2);
}

function createTop(colors: WallUniforms, feet: Feet['places']): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      ...colors,
      feet: { value: feet },
      boards: { value: null },
      pool: { value: null },
      led: { value: null },
      shadow: { value: 0 },
      shine: { value: 0 },
      glow: { value: 0 },
      radius: { value: LEAST_RADIUS },
      box: { value: [1, 1, 0] },
      wall: { value: [1, 0, 1, -1] },
    },
    vertexShader: /* glsl */ `
      varying vec3 place;
      void main() {
        place = (modelMatrix * vec4(position, 1.0)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 boards, pool, led, box;
      uniform vec4 wall; // half its width, its lower and its upper edge, its z
      uniform float shine, glow, radius;
      varying vec3 place;
      ${FOOT_SHADE}
      ${WALL_COLOR}
      // How far a place is from the rim; below 0 on the deck.
      float fromRim(vec2 at) {
        vec2 off = abs(at - vec2(0.0, box.z)) - box.xy;
        float outside = length(max(off, 0.0)) + min(max(off.x, off.y), 0.0);
        return min(length(at) - radius, outside);
      }
      float line(float away, float width) {
        float soft = fwidth(away);
        return smoothstep(width + soft, width, abs(away)) * min(1.0, width / soft + 0.15);
      }
      // The wall in the floor, less sharp with distance.
      vec3 mirrored(vec3 ray, out float part) {
        float far = (wall.w - place.z) / min(ray.z, -1e-3);
        vec3 hit = place + far * ray;
        vec2 uv = vec2(0.5 + 0.5 * hit.x / wall.x, (hit.y - wall.y) / (wall.z - wall.y));
        float soft = 0.02 + 0.004 * far;
        vec2 inside = smoothstep(vec2(-soft), vec2(soft), uv) * smoothstep(vec2(1.0 + soft), vec2(1.0 - soft), uv);
        part = inside.x * inside.y * step(ray.z, -1e-3) * smoothstep(90.0, 10.0, far);
        return wallColor(clamp(uv, 0.0, 1.0), 4.0);
      }
      void main() {
        float away = length(place.xz);
        float rim = fromRim(place.xz);
        vec3 color = mix(pool, boards, smoothstep(0.0, 0.9 * radius, away));
        vec2 board = fract(place.xz / 4.0) - 0.5;
        float joint = max(line(0.5 - abs(board.x), 0.006), line(0.5 - abs(board.y), 0.006));
        color *= 1.0 - 0.16 * joint * step(radius, away);
        vec3 eye = normalize(place - cameraPosition);
        float part;
        vec3 mirror = mirrored(vec3(eye.x, -eye.y, eye.z), part);
        float flat_ = 1.0 + eye.y; // 1 along the floor, 0 from above
        color = mix(color, mirror, part * shine * (0.22 + 0.6 * flat_ * flat_ * flat_));
        float ring = floor(away / 3.0 + 0.5);
        float isOn = step(1.0, ring) * step(3.0 * ring, radius - 1.5);
        float lit = 0.28 + 0.72 * pulse(0.1 * ring);
        color = mix(color, led, isOn * line(away - 3.0 * ring, 0.06) * lit * (0.55 + 0.45 * glow));
        color += glow * led * isOn * 0.12 * lit * exp(-6.0 * abs(away - 3.0 * ring));
        color = mix(color, led, line(rim + 0.45, 0.16) * (0.65 + 0.35 * pulse(0.0)));
        gl_FragColor = vec4(color * footShade(place.xz), 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}

/** Cloth below the rim, with a strip of light that runs around with the beat. */
function createSide(beat: { value: unknown }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { beat, cloth: { value: null }, led: { value: null }, ground: { value: null } },
    vertexShader: vertexAt('uv'),
    fragmentShader: /* glsl */ `
      uniform vec3 cloth, led, ground;
      uniform float beat;
      varying vec2 place;
      void main() {
        float down = ${(-GROUND).toFixed(1)} * (1.0 - place.y);
        float fold = 0.5 + 0.5 * sin(2.2 * place.x + 0.6 * sin(0.7 * place.x));
        vec3 color = cloth * (0.72 + 0.4 * fold);
        color += led * 0.35 * exp(-0.9 * down);
        float run = 0.55 + 0.45 * sin(0.35 * place.x - 3.1415927 * beat);
        color = mix(color, led, smoothstep(0.62, 0.52, down) * smoothstep(0.12, 0.2, down) * run);
        gl_FragColor = vec4(mix(color, ground, smoothstep(3.0, 16.0, down)), 1.0);
        #include <colorspace_fragment>
      }
    `,
    side: DoubleSide,
  });
}
