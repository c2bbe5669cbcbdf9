import {
  BackSide,
  CircleGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  SphereGeometry,
} from 'three';
import type { Camera } from 'three';
import type { Theme } from './theme.js';

/** The place of the sun or moon: far behind the dancer. */
const DISC = { distance: 150, height: 16, radius: 44 };
const FIRST = -100;

/** A dome around the camera, and the large disc of sun or moon. */
export class Sky {
  readonly root: Group = new Group();
  readonly #dome = new Mesh(new SphereGeometry(1, 32, 16), createDomeMaterial());
  readonly #disc = new Mesh(new CircleGeometry(DISC.radius, 96), new MeshBasicMaterial());

  constructor() {
    this.#dome.renderOrder = FIRST;
    this.#dome.frustumCulled = false;
    this.#dome.scale.setScalar(900);
    this.#disc.renderOrder = FIRST + 1;
    this.#disc.position.set(0, DISC.height, -DISC.distance);
    this.root.add(this.#dome, this.#disc);
  }

  set theme({ zenith, horizon, disc }: Theme) {
    const { uniforms } = this.#dome.material;
    uniforms['zenith'].value = zenith;
    uniforms['horizon'].value = horizon;
    this.#disc.material.color.copy(disc);
  }

  update(camera: Camera): void {
    this.#dome.position.setFromMatrixPosition(camera.matrixWorld);
  }
}

function createDomeMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { zenith: { value: null }, horizon: { value: null } },
    vertexShader: /* glsl */ `
      varying vec3 direction;
      void main() {
        direction = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 zenith, horizon;
      varying vec3 direction;
      void main() {
        float up = normalize(direction).y;
        gl_FragColor = vec4(mix(horizon, zenith, smoothstep(-0.05, 0.45, up)), 1.0);
        #include <colorspace_fragment>
      }
    `,
    side: BackSide,
    depthWrite: false,
  });
}
