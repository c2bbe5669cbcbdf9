import type { StageView } from '@odori/element';
import { AdditiveBlending, type InstancedBufferGeometry, Mesh, ShaderMaterial, Vector3 } from 'three';
import { HIDE, lanternPlaces } from './lanterns.js';
import { DISC } from './sky.js';
import { GROUND, ORDER, type Part, random, spriteGeometry } from './part.js';
import type { Theme } from './theme.js';

/**
 * Rows of far lights on strings: radius, height above the ground, how far they hang, strings, lights on each,
 * size.
 */
const ROWS = [
  { radius: 100, height: 44, sag: 9, strings: 18, lights: 7, size: 2.6 },
  { radius: 150, height: 60, sag: 14, strings: 16, lights: 9, size: 3.6 },
  { radius: 118, height: 11, sag: 1, strings: 12, lights: 8, size: 2.6 },
  { radius: 185, height: 15, sag: 3, strings: 14, lights: 10, size: 4 },
] as const;
/** The glow around a lantern is this much wider than the lantern. */
const GLOW = 6;

/**
 * The glow of the lanterns, and rows of far lights: soft discs that look at the camera, all drawn at once.
 */
export class Lights implements Part {
  readonly root: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #eye = { value: new Vector3() };

  constructor() {
    this.root = new Mesh(spriteGeometry(createLights()), createMaterial(this.#eye));
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.glow;
  }

  set theme({ lantern, lanternCore, glow, stars }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['edge'].value = lantern;
    uniforms['core'].value = lanternCore;
    uniforms['glow'].value = glow;
    uniforms['far'].value = stars;
  }

  update({ camera }: StageView): void {
    this.#eye.value.setFromMatrixPosition(camera.matrixWorld);
  }
}

/**
 * Place and size of each light; and its kind: 1 is the glow of a lantern, less is how bright a far light is.
 */
function createLights(): { light: number[]; kind: number[] } {
  const next = random(7);
  const light = lanternPlaces();
  for (let i = 3; i < light.length; i += 4) light[i] *= GLOW;
  const kind: number[] = light.map((_, i) => (i % 4 === 0 ? 1 : 0));
  for (const { radius, height, sag, strings, lights, size } of ROWS) {
    for (let i = 0; i < strings * lights; i++) {
      const angle = ((i + 0.25 * next()) / (strings * lights)) * 2 * Math.PI;
      const fraction = ((i % lights) + 0.5) / lights;
      const away = radius * (0.97 + 0.06 * next());
      const y = GROUND + height - sag * 4 * fraction * (1 - fraction);
      light.push(Math.sin(angle) * away, y, Math.cos(angle) * away, size * (0.75 + 0.5 * next()));
      kind.push(0.2 + 0.4 * next(), next(), 0, 0);
    }
  }
  return { light, kind };
}

function createMaterial(eye: { value: Vector3 }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { eye, edge: { value: null }, core: { value: null }, glow: { value: 0 }, far: { value: 0 } },
    vertexShader: /* glsl */ `
      uniform vec3 eye;
      attribute vec4 light, kind;
      varying vec2 place;
      varying vec2 sort;
      ${HIDE}
      ${DISC}
      void main() {
        place = 2.0 * position.xy;
        sort = kind.xy;
        vec4 center = viewMatrix * vec4(light.xyz, 1.0);
        gl_Position = projectionMatrix * (center + vec4(position.xy * light.w, 0.0, 0.0));
        if (kind.x < 0.99) sort.x *= smoothstep(1.0, 1.25, fromDisc(normalize(light.xyz - eye)));
        if (kind.x > 0.99 && isInTheWay(light.xz, eye)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 edge, core;
      uniform float glow, far;
      varying vec2 place;
      varying vec2 sort;
      void main() {
        float away = length(place);
        vec3 color;
        if (sort.x > 0.99) {
          float soft = max(1.0 - away, 0.0);
          color = glow * edge * 0.36 * soft * soft * soft;
        } else {
          float disc = smoothstep(0.62, 0.5, away);
          float halo = pow(max(1.0 - away, 0.0), 2.0);
          color = mix(edge, core, 0.15 + 0.65 * sort.y) * sort.x * (0.62 * disc + 0.3 * halo) * far;
        }
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
}
