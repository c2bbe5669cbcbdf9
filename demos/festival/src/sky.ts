import type { StageView } from '@odori/element';
import { BackSide, CircleGeometry, type Color, Group, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { ORDER, type Part } from './part.js';
import type { Theme } from './theme.js';

/** The place of the sun or moon: far behind the dancer. */
const DISC = { distance: 190, height: 24, radius: 52 };

/** A dome around the camera with stars at night, and the large disc of sun or moon. */
export class Sky implements Part {
  readonly root: Group = new Group();
  readonly #dome = new Mesh(new SphereGeometry(900, 32, 24), createDomeMaterial());
  readonly #disc = new Mesh(new CircleGeometry(DISC.radius, 96), createDiscMaterial());

  constructor() {
    this.#dome.renderOrder = ORDER.dome;
    this.#dome.frustumCulled = false;
    this.#disc.renderOrder = ORDER.disc;
    this.#disc.position.set(0, DISC.height, -DISC.distance);
    this.root.add(this.#dome, this.#disc);
  }

  set theme({ zenith, middle, horizon, disc, discFoot, halo, stars }: Theme) {
    const dome = this.#dome.material.uniforms;
    dome['zenith'].value = zenith;
    dome['middle'].value = middle;
    dome['horizon'].value = horizon;
    dome['halo'].value = halo;
    dome['stars'].value = stars;
    const face = this.#disc.material.uniforms;
    face['top'].value = disc;
    face['foot'].value = discFoot;
  }

  update({ camera }: StageView): void {
    this.#dome.position.setFromMatrixPosition(camera.matrixWorld);
  }
}

const uniform = (): { value: Color | null } => ({ value: null });

function createDomeMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      zenith: uniform(),
      middle: uniform(),
      horizon: uniform(),
      halo: uniform(),
      stars: { value: 0 },
    },
    vertexShader: /* glsl */ `
      varying vec3 direction;
      void main() {
        direction = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 zenith, middle, horizon, halo;
      uniform float stars;
      varying vec3 direction;
      void main() {
        vec3 d = normalize(direction);
        vec3 color = mix(horizon, middle, smoothstep(-0.02, 0.2, d.y));
        color = mix(color, zenith, smoothstep(0.12, 0.7, d.y));
        float aside = length(d - vec3(0.0, 0.13, -0.99));
        color = mix(color, halo, 0.42 * exp(-3.2 * aside * aside));
        if (stars > 0.0) {
          vec3 cell = floor(d * 90.0);
          vec3 hash = fract(sin(cell * mat3(12.99, 78.23, 37.72, 39.35, 11.14, 83.16, 73.16, 52.24, 9.15)) * 43758.55);
          float spot = length(d * 90.0 - cell - 0.25 - 0.5 * hash);
          float bright = step(0.955, hash.x) * smoothstep(0.16, 0.02, spot) * smoothstep(0.05, 0.3, d.y);
          color += stars * bright * (0.25 + 0.6 * hash.y);
        }
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
    side: BackSide,
    depthWrite: false,
  });
}

function createDiscMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { top: uniform(), foot: uniform() },
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = uv * 2.0 - 1.0;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 top, foot;
      varying vec2 place;
      void main() {
        float edge = smoothstep(1.0, 0.985, length(place));
        gl_FragColor = vec4(mix(foot, top, smoothstep(-0.8, 0.5, place.y)), edge);
        #include <colorspace_fragment>
      }
    `,
    transparent: true,
    depthWrite: false,
  });
}
