import { CircleGeometry, Mesh, ShaderMaterial } from 'three';
import { GROUND, GROUND_COLOR, ORDER, type Part, vertexAt } from '../../festival/src/part.js';
import type { ConcertTheme } from './theme.js';

/** The ground fades into the haze at this distance. */
const REACH = 260;

/** The field on which people stand. */
export class Field implements Part {
  readonly root: Mesh<CircleGeometry, ShaderMaterial> = new Mesh(
    new CircleGeometry(REACH, 64),
    createMaterial(),
  );

  constructor() {
    this.root.rotation.x = -Math.PI / 2;
    this.root.position.y = GROUND;
    this.root.renderOrder = ORDER.ground;
  }

  set theme({ ground, lit, horizon, glow }: ConcertTheme) {
    const { uniforms } = this.root.material;
    uniforms['ground'].value = ground;
    uniforms['lit'].value = lit;
    uniforms['haze'].value = horizon;
    uniforms['glow'].value = glow;
  }

  widen(units: number): void {
    this.root.material.uniforms['widening'].value = units;
  }
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      ground: { value: null },
      lit: { value: null },
      haze: { value: null },
      glow: { value: 0 },
      widening: { value: 0 },
    },
    vertexShader: vertexAt('vec2(position.x, -position.y)'),
    fragmentShader: /* glsl */ `
      uniform vec3 ground, lit, haze;
      uniform float glow, widening;
      varying vec2 place;
      ${GROUND_COLOR}
      void main() {
        gl_FragColor = vec4(groundColor(ground, lit, haze, glow, place, widening), 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}
