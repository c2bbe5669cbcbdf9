import type { StageView } from '@odori/element';
import { BackSide, type BufferGeometry, type Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { ORDER, type Part } from './part.js';
import type { Theme } from './theme.js';

/**
 * For shaders: how far a direction is from the middle of the sun or moon, as a part of its radius. It stands
 * low in the sky behind the dancer, so far away that it never comes nearer: hills and gate stand before it.
 */
export const DISC = /* glsl */ `
float fromDisc(vec3 direction) {
  return length(direction - vec3(0.0, 0.085, -0.9964)) / 0.22;
}
`;

/** A dome around the camera with stars at night, and the large disc of sun or moon. */
export class Sky implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial> = new Mesh(
    new SphereGeometry(900, 32, 24),
    createDomeMaterial(),
  );

  /** `hasDisc`: with sun or moon. */
  constructor(hasDisc = true) {
    this.root.material.uniforms['shown'].value = hasDisc ? 1 : 0;
    this.root.renderOrder = ORDER.dome;
    this.root.frustumCulled = false;
  }

  set theme({ zenith, middle, horizon, disc, discFoot, halo, stars }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['zenith'].value = zenith;
    uniforms['middle'].value = middle;
    uniforms['horizon'].value = horizon;
    uniforms['halo'].value = halo;
    uniforms['disc'].value = disc;
    uniforms['discFoot'].value = discFoot;
    uniforms['stars'].value = stars;
  }

  update({ camera }: StageView): void {
    this.root.position.setFromMatrixPosition(camera.matrixWorld);
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
      disc: uniform(),
      discFoot: uniform(),
      stars: { value: 0 },
      shown: { value: 1 },
    },
    vertexShader: /* glsl */ `
      varying vec3 direction;
      void main() {
        direction = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 zenith, middle, horizon, halo, disc, discFoot;
      uniform float stars, shown;
      varying vec3 direction;
      ${DISC}
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
        float away = fromDisc(d);
        vec3 face = mix(discFoot, disc, smoothstep(-0.02, 0.2, d.y));
        color = mix(color, face, shown * smoothstep(fwidth(away), 0.0, away - 1.0));
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
    side: BackSide,
    depthWrite: false,
  });
}
