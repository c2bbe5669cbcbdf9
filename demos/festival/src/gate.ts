import { BoxGeometry, type BufferGeometry, CylinderGeometry, Mesh, ShaderMaterial } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { GROUND, ORDER, type Part } from './part.js';
import type { Theme } from './theme.js';

/**
 * Half the distance between the pillars, the height of the upper beam above the ground, and the place behind
 * the dancer.
 */
const HALF = 30;
const HEIGHT = 54;
const BEHIND = -88;
/** How far a pillar leans towards the other one, in radians. */
const LEAN = 0.035;
/** Where a pillar stands on the ground, on the right. */
export const GATE_FOOT = { x: HALF + (HEIGHT / 2) * Math.sin(LEAN), z: BEHIND };

/** The stones under a pillar: radius and height of each above the ground. */
const STONES = [
  [6, 1.4],
  [4.4, 4],
] as const;

/** A torii, the gate of a shrine, far behind the dancer. */
export class Gate implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial> = new Mesh(createShape(), createMaterial());

  constructor() {
    this.root.renderOrder = ORDER.far;
    this.root.position.set(0, GROUND, BEHIND);
  }

  set theme({ gate, horizon, cap, stone }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['paint'].value = gate;
    uniforms['haze'].value = horizon;
    uniforms['roof'].value = cap;
    uniforms['stone'].value = stone;
  }
}

function createShape(): BufferGeometry {
  const parts: BufferGeometry[] = [];
  for (const side of [-1, 1]) {
    const pillar = new CylinderGeometry(2, 2.5, HEIGHT, 20, 1, true);
    pillar.rotateZ(side * LEAN).translate(side * HALF, HEIGHT / 2, 0);
    parts.push(pillar);
    for (const [radius, height] of STONES)
      parts.push(
        new CylinderGeometry(radius - 0.5, radius, height, 20).translate(side * GATE_FOOT.x, height / 2, 0),
      );
  }
  parts.push(beam(2 * HALF + 8, 3, 2.4, HEIGHT - 12, 0)); // nuki, the lower beam
  parts.push(beam(3.4, 8, 2, HEIGHT - 7, 0)); // gakuzuka, the post in the middle
  parts.push(beam(2 * HALF + 16, 3.4, 4, HEIGHT - 1.5, 0.0035)); // shimaki
  parts.push(beam(2 * HALF + 22, 2.6, 5.4, HEIGHT + 1.4, 0.0035)); // kasagi, the roof
  return mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));
}

/** A beam whose ends rise. */
function beam(width: number, height: number, depth: number, y: number, rise: number): BufferGeometry {
  const box = new BoxGeometry(width, height, depth, 24, 1, 1);
  const { position } = box.attributes;
  for (let i = 0; i < position.count; i++) {
    const x = position.getX(i);
    position.setY(i, position.getY(i) + y + rise * x * x);
  }
  return box;
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      paint: { value: null },
      haze: { value: null },
      roof: { value: null },
      stone: { value: null },
    },
    vertexShader: /* glsl */ `
      varying vec3 place;
      varying float facing;
      void main() {
        place = position;
        facing = normalize(normalMatrix * normal).x;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 paint, haze, roof, stone;
      varying vec3 place;
      varying float facing;
      void main() {
        float top = ${HEIGHT.toFixed(1)} + 0.2 + 0.0035 * place.x * place.x;
        vec3 color = place.y < 4.05 ? stone : place.y > top || place.y < 7.0 ? roof : paint;
        color = mix(color, haze, 0.34 + 0.22 * smoothstep(30.0, 0.0, place.y) - 0.08 * facing);
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}
