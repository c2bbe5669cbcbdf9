import type { StageView } from '@odori/element';
import { BufferGeometry, Float32BufferAttribute, Points, ShaderMaterial } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import { ORDER, type Part, random } from './part.js';
import type { Theme } from './theme.js';

const COUNT = 80;
/** Half the width of the space they drift in, and its height, in units. */
const REACH = 40;
const HEIGHT = 26;
/** None are so near to the middle that they could pass before the dancer's face. */
const FREE = 9;

/** Fireflies by night, motes in the late sun by day: a function of the time. */
export class Motes implements Part {
  readonly root: Points<BufferGeometry, ShaderMaterial> = new Points(createPlaces(), createMaterial());
  readonly #isStill = prefersReducedMotion();

  constructor() {
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.glow;
  }

  set theme({ glow }: Theme) {
    this.root.material.uniforms['night'].value = glow;
  }

  update({ camera, currentTime, renderer }: StageView): void {
    const { uniforms } = this.root.material;
    uniforms['time'].value = this.#isStill ? 0 : currentTime;
    uniforms['scale'].value = 0.5 * camera.projectionMatrix.elements[5] * renderer.domElement.height;
  }
}

function createPlaces(): BufferGeometry {
  const next = random(90);
  const places = Array.from({ length: COUNT }, () => {
    const [around, away] = [2 * Math.PI * next(), FREE + (REACH - FREE) * next()];
    return [away * Math.sin(around), HEIGHT * next(), away * Math.cos(around)];
  });
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places.flat(), 3));
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { time: { value: 0 }, scale: { value: 1 }, night: { value: 0 } },
    vertexShader: /* glsl */ `
      uniform float time, scale, night;
      varying float shine;
      void main() {
        float k = fract(float(gl_VertexID) * 0.618);
        vec3 drift = vec3(sin(time * 0.3 + 9.0 * k), 0.5 * sin(time * 0.5 + 20.0 * k), cos(time * 0.25 + 31.0 * k));
        vec4 at = viewMatrix * vec4(position + 2.0 * drift, 1.0);
        // those near to the camera would stand between it and the dancer
        shine = (0.35 + 0.65 * pow(0.5 + 0.5 * sin(time * (0.8 + k) + 50.0 * k), 3.0)) * smoothstep(14.0, 24.0, -at.z);
        gl_Position = projectionMatrix * at;
        gl_PointSize = clamp((0.3 + 0.25 * night) * (0.6 + 0.8 * k) * scale / max(-at.z, 1.0), 2.0, 32.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform float night;
      varying float shine;
      void main() {
        float away = 2.0 * length(gl_PointCoord - 0.5);
        float soft = exp(-3.5 * away * away) * smoothstep(1.0, 0.7, away);
        gl_FragColor = vec4(mix(vec3(1.0, 0.98, 0.92), vec3(0.86, 1.0, 0.55), night), shine * soft * 0.75);
      }
    `,
    transparent: true,
    depthWrite: false,
  });
}
