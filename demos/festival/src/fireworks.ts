import type { StageView } from '@odori/element';
import { BufferGeometry, Float32BufferAttribute, Points, ShaderMaterial, Vector3 } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import { ORDER, type Part, random } from './part.js';
import type { Theme } from './theme.js';

/** The last chorus of the song, in seconds, and the seconds between two bursts. */
export const FIREWORKS_FROM = 48;
export const FIREWORKS_TO = 60;
const EVERY = 0.5;
const SPARKS = 96;
/** Seconds that a spark lives. */
const LIFE = 2.6;
const COLORS = [
  [1, 0.75, 0.35],
  [1, 0.4, 0.35],
  [0.45, 0.9, 0.95],
  [0.75, 0.6, 1],
];

/** Fireworks behind the dancer in the last chorus: a function of the time. */
export class Fireworks implements Part {
  readonly root: Points<BufferGeometry, ShaderMaterial> = new Points(createSparks(), createMaterial());
  readonly #isOff = prefersReducedMotion();

  constructor() {
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.fireworks;
  }

  set theme({ glow }: Theme) {
    this.root.material.uniforms['glow'].value = glow;
  }

  update({ camera, currentTime, renderer }: StageView): void {
    this.root.visible = !this.#isOff && currentTime > FIREWORKS_FROM && currentTime < FIREWORKS_TO + LIFE;
    this.root.material.uniforms['time'].value = currentTime;
    const scale = camera.projectionMatrix.elements[5] * renderer.domElement.height;
    this.root.material.uniforms['scale'].value = scale / 2;
  }
}

function createSparks(): BufferGeometry {
  const next = random(11);
  const [origins, directions, colors]: number[][] = [[], [], []];
  const direction = new Vector3();
  for (let begin = FIREWORKS_FROM; begin < FIREWORKS_TO; begin += EVERY) {
    const around = Math.PI + (next() - 0.5) * 1.2;
    const [x, y, z] = [Math.sin(around) * 260, 34 + 44 * next(), Math.cos(around) * 260];
    const color = COLORS[Math.floor(next() * COLORS.length)];
    const size = 0.75 + 0.5 * next();
    for (let i = 0; i < SPARKS; i++) {
      direction.set(next() - 0.5, next() - 0.5, next() - 0.5).setLength(size * (0.88 + 0.12 * next()));
      origins.push(x, y, z, begin);
      directions.push(...direction.toArray());
      colors.push(...color);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(directions, 3));
  geometry.setAttribute('origin', new Float32BufferAttribute(origins, 4));
  geometry.setAttribute('tint', new Float32BufferAttribute(colors, 3));
  return geometry;
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { time: { value: 0 }, scale: { value: 1 }, glow: { value: 1 } },
    vertexShader: /* glsl */ `
      uniform float time, scale;
      attribute vec4 origin;
      attribute vec3 tint;
      varying vec4 color;
      void main() {
        float age = time - origin.w;
        float fade = clamp(1.0 - age / ${LIFE.toFixed(1)}, 0.0, 1.0);
        vec3 at = origin.xyz + position * 34.0 * (1.0 - exp(-2.4 * age)) - vec3(0.0, 2.2 * age * age, 0.0);
        vec4 eye = viewMatrix * vec4(at, 1.0);
        gl_Position = projectionMatrix * eye;
        gl_PointSize = scale * (2.4 + 2.2 * fade) / -eye.z;
        color = vec4(mix(tint, vec3(1.0), 0.6 * fade * fade * fade), 1.0 - (1.0 - fade) * (1.0 - fade));
        if (age < 0.0 || fade == 0.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform float glow;
      varying vec4 color;
      void main() {
        float soft = smoothstep(0.5, 0.1, length(gl_PointCoord - 0.5));
        gl_FragColor = vec4(color.rgb, color.a * soft * (0.55 + 0.45 * glow));
        #include <colorspace_fragment>
      }
    `,
    transparent: true,
    depthWrite: false,
  });
}
