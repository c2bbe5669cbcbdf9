import {
  BufferGeometry,
  type Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  ShaderMaterial,
} from 'three';
import { GROUND, ORDER, type Part } from './part.js';
import type { Theme } from './theme.js';

/** Rings of hills: distance, height, how many waves around, and how much of the haze lies over them. */
const RINGS = [
  { distance: 420, height: 62, waves: 5, seed: 1.7, haze: 0.8 },
  { distance: 300, height: 36, waves: 8, seed: 4.1, haze: 0.6 },
  { distance: 215, height: 21, waves: 13, seed: 2.3, haze: 0.38 },
] as const;
const STEPS = 180;

/** Silhouettes of hills all around, paler with distance. */
export class Hills implements Part {
  readonly root: Group = new Group();
  readonly #material = createMaterial();

  constructor() {
    const mesh = new Mesh(createRings(), this.#material);
    mesh.renderOrder = ORDER.hills;
    mesh.frustumCulled = false;
    this.root.add(mesh);
  }

  set theme({ hills, horizon }: Theme) {
    this.#material.uniforms['near'].value = hills;
    this.#material.uniforms['far'].value = horizon;
  }
}

/** The height of a ridge at a part of the circle, from 0 to 1. */
function ridge(turn: number, waves: number, seed: number): number {
  const angle = turn * 2 * Math.PI;
  const sum =
    Math.sin(waves * angle + seed) +
    0.5 * Math.sin((2 * waves + 1) * angle + 2 * seed) +
    0.25 * Math.sin((5 * waves + 2) * angle + 3 * seed);
  return 0.5 + sum / 3.5;
}

/** The rings from far to near, so that near ones cover far ones. The third number of `shade` is the haze. */
function createRings(): BufferGeometry {
  const positions: number[] = [];
  const haze: number[] = [];
  const index: number[] = [];
  for (const ring of RINGS) {
    for (let step = 0; step <= STEPS; step++) {
      const turn = step / STEPS;
      const [x, z] = [
        Math.sin(turn * 2 * Math.PI) * ring.distance,
        Math.cos(turn * 2 * Math.PI) * ring.distance,
      ];
      const top = GROUND + ring.height * (0.35 + 0.65 * ridge(turn, ring.waves, ring.seed));
      const first = positions.length / 3;
      positions.push(x, GROUND - 4, z, x, top, z);
      haze.push(1, ring.haze);
      if (step < STEPS) index.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('haze', new Float32BufferAttribute(haze, 1));
  geometry.setIndex(index);
  return geometry;
}

const uniform = (): { value: Color | null } => ({ value: null });

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { near: uniform(), far: uniform() },
    vertexShader: /* glsl */ `
      attribute float haze;
      varying float veil;
      void main() {
        veil = haze;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 near, far;
      varying float veil;
      void main() {
        gl_FragColor = vec4(mix(near, far, veil), 1.0);
        #include <colorspace_fragment>
      }
    `,
    side: DoubleSide,
    depthWrite: false,
  });
}
