import type { StageView } from '@odori/element';
import {
  CircleGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  ShaderMaterial,
} from 'three';
import { Feet, FOOT_SHADE } from './feet.js';
import { GATE_FOOT } from './gate.js';
import { GROUND, GROUND_COLOR, ORDER, type Part, vertexAt } from './part.js';
import { LEAST_RADIUS } from './platform-radius.js';
import type { Theme } from './theme.js';

/** The radius of the platform, in units, until it is widened. */
const RADIUS = LEAST_RADIUS;
/** Stripes of the curtain on a platform of that radius. */
const STRIPES = 40;
/** The ground fades into the haze at this distance. */
const REACH = 260;

/**
 * The platform of the dancer, its top at y = 0, with the soft shadows of her feet; and the ground around it.
 */
export class Ground implements Part {
  readonly root: Group = new Group();
  readonly #top: ShaderMaterial;
  readonly #side: ShaderMaterial;
  readonly #around: ShaderMaterial;
  readonly #mask = new Mesh(
    new RingGeometry(RADIUS, REACH, 96, 1),
    new MeshBasicMaterial({ colorWrite: false, transparent: true }),
  );
  readonly #platform = new Group();
  readonly #widening = { value: 0 };
  readonly #feet = new Feet();

  constructor() {
    this.#top = createTop(this.#feet.places, this.#widening);
    this.#side = createSide();
    this.#around = createAround(this.#widening);
    const top = new Mesh(new CircleGeometry(RADIUS, 96), this.#top);
    top.position.y = -0.02;
    top.renderOrder = ORDER.floor;
    const side = new Mesh(new CylinderGeometry(RADIUS, RADIUS, -GROUND, 96, 1, true), this.#side);
    side.position.y = GROUND / 2 - 0.02;
    side.renderOrder = ORDER.near;
    const around = new Mesh(new CircleGeometry(REACH, 64), this.#around);
    around.position.y = GROUND;
    around.renderOrder = ORDER.ground;
    const mask = this.#mask;
    mask.renderOrder = ORDER.mask;
    for (const flat of [top, around, mask]) flat.rotation.x = -Math.PI / 2;
    this.#platform.add(side, top, mask);
    this.root.add(around, this.#platform);
  }

  set theme({ floor, pool, lit, line, rim, curtain, ground, horizon, shadow, glow }: Theme) {
    Object.assign(this.#top.uniforms, {
      boards: { value: floor },
      pool: { value: pool },
      line: { value: line },
      rim: { value: rim },
    });
    this.#top.uniforms['shadow'].value = shadow;
    this.#side.uniforms['rim'].value = rim;
    this.#side.uniforms['curtain'].value = curtain;
    this.#side.uniforms['ground'].value = ground;
    this.#around.uniforms['ground'].value = ground;
    this.#around.uniforms['haze'].value = horizon;
    this.#around.uniforms['lit'].value = lit;
    this.#around.uniforms['glow'].value = glow;
    this.#feet.shadow = shadow;
  }

  widen(units: number): void {
    this.#widening.value = units;
    const scale = 1 + units / RADIUS;
    this.#platform.scale.set(scale, 1, scale);
    this.#side.uniforms['stripes'].value = Math.round(STRIPES * scale);
  }

  update(view: StageView): void {
    this.#feet.update(view);
    this.#mask.position.y = this.#feet.maskHeight;
  }
}

function createTop(feet: Feet['places'], widening: { readonly value: number }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      feet: { value: feet },
      widening,
      boards: { value: null },
      pool: { value: null },
      line: { value: null },
      rim: { value: null },
      shadow: { value: 0 },
    },
    vertexShader: vertexAt('(modelMatrix * vec4(position, 1.0)).xz'),
    fragmentShader: /* glsl */ `
      uniform vec3 boards, pool, line, rim;
      uniform float widening;
      varying vec2 place;
      ${FOOT_SHADE}
      float ring(float away, float radius, float width) {
        float soft = fwidth(away);
        return smoothstep(width + soft, width, abs(away - radius)) * min(1.0, width / soft + 0.15);
      }
      void main() {
        float away = length(place);
        vec3 color = mix(pool, boards, smoothstep(1.0, 13.0, away));
        float inner = 4.2 * clamp(floor(away / 4.2 + 0.5), 1.0, floor((widening + 13.0) / 4.2));
        color = mix(color, line, 0.8 * ring(away, inner, 0.05));
        color = mix(color, rim, ring(away, widening + 14.78, 0.2));
        color *= footShade(place);
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}

/** The curtain around the platform, in stripes. */
function createSide(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      rim: { value: null },
      curtain: { value: null },
      ground: { value: null },
      stripes: { value: STRIPES },
    },
    vertexShader: vertexAt('uv'),
    fragmentShader: /* glsl */ `
      uniform vec3 rim, curtain, ground;
      uniform float stripes;
      varying vec2 place;
      void main() {
        float turns = 6.2831853 * stripes;
        float wave = sin(place.x * turns);
        float soft = fwidth(place.x) * turns;
        vec3 color = mix(rim, curtain, smoothstep(-soft, soft, wave));
        color *= 0.86 + 0.14 * abs(sin(0.5 * place.x * turns + 0.785));
        color = mix(color, rim, smoothstep(0.93, 0.935, place.y));
        gl_FragColor = vec4(mix(ground, color, 0.25 + 0.75 * place.y), 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}

/** Slabs around the platform and a path of stone to the gate, with the soft shadows of its pillars. */
function createAround(widening: { readonly value: number }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      ground: { value: null },
      haze: { value: null },
      lit: { value: null },
      glow: { value: 0 },
      widening,
    },
    vertexShader: vertexAt('vec2(position.x, -position.y)'),
    fragmentShader: /* glsl */ `
      uniform vec3 ground, haze, lit;
      uniform float glow, widening;
      varying vec2 place;
      ${GROUND_COLOR}
      // how much of a joint is at a number, with a joint at every whole one, as wide as a part of the slab
      float joint(float at, float wide) {
        float soft = fwidth(at) + 1e-5;
        float off = abs(fract(at - 0.5) - 0.5);
        return (1.0 - smoothstep(wide, wide + soft, off)) * min(1.0, 2.0 * wide / soft);
      }
      void main() {
        float away = length(place);
        float rim = 33.0 + widening;
        float isRound = step(away, rim);
        float isPath = (1.0 - isRound) * step(abs(place.x), 9.0);
        float row = floor(away / 4.5);
        float slab = isRound > 0.5 ? 3.0 * row * (0.5 + atan(place.x, place.y) / 6.2831853) : place.x / 6.0;
        float course = isRound > 0.5 ? away / 4.5 : place.y / 6.0;
        float paved = max(isRound, isPath);
        float joints = max(joint(slab + 0.5 * isPath, 0.02), joint(course, 0.02));
        float tone = fract(sin(floor(slab + 0.5 * isPath) * 12.99 + floor(course) * 78.23) * 437.58) - 0.5;
        float border = smoothstep(1.0, 0.6, abs(away - rim + 0.6)) + smoothstep(1.0, 0.6, abs(abs(place.x) - 8.4)) * isPath;
        float clear = smoothstep(140.0, 30.0, away);
        vec3 color = groundColor(ground, lit, haze, glow, place, widening);
        vec3 stone = color * (1.0 + clear * (0.06 + 0.07 * tone - 0.13 * joints + 0.08 * border));
        color = mix(color, stone, paved);
        vec2 foot = vec2(abs(place.x) - ${GATE_FOOT.x.toFixed(2)}, place.y - ${GATE_FOOT.z.toFixed(2)});
        color *= 1.0 - 0.34 * exp(-0.014 * dot(foot, foot));
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
    depthWrite: false,
  });
}
