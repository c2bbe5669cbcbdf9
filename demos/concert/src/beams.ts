import type { StageView } from '@odori/element';
import { AdditiveBlending, type InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import { ORDER, type Part, spriteGeometry } from '../../festival/src/part.js';
import { TOWER } from './layout.js';
import type { ConcertTheme } from './theme.js';

/** Lamps on the beam above the wall, on each tower, and on the floor to each side, in units of the rig. */
const [ABOVE, ON_TOWER, ON_FLOOR] = [12, 4, 5];

/** Beams of light that sweep slowly and are brightest on the beat, all drawn at once. */
export class Beams implements Part {
  readonly root: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor() {
    this.root = new Mesh(spriteGeometry(createLamps()), createMaterial());
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.glow;
  }

  set theme({ beams, beamStrength }: ConcertTheme) {
    const { uniforms } = this.root.material;
    uniforms['tints'].value = beams;
    uniforms['strength'].value = beamStrength;
  }

  update(_view: StageView, beat: number): void {
    this.root.material.uniforms['beat'].value = beat;
  }
}

/**
 * Of each lamp: its place and its length; the direction of its beam, and a number whose whole part is its
 * color and whose fraction is when it moves.
 */
function createLamps(): { lamp: number[]; aim: number[] } {
  const [lamp, aim]: number[][] = [[], []];
  const add = (
    place: readonly number[],
    length: number,
    direction: readonly number[],
    sort: number,
  ): void => {
    lamp.push(...place, length);
    aim.push(...direction, sort);
  };
  for (let i = 0; i < ABOVE; i++) {
    const part = (i + 0.5) / ABOVE - 0.5; // from −0.5 to 0.5
    add([2 * TOWER.x * 0.92 * part, TOWER.top - 1.6, 2.6], 40, [1.3 * part, -1, 0.62], (i % 2) + 0.09 * i);
  }
  for (const side of [-1, 1]) {
    for (let i = 0; i < ON_TOWER; i++)
      add([side * TOWER.x, 5 + 7 * i, 3], 46, [-0.8 * side, 0.22 - 0.12 * i, 0.55], 2 + 0.2 * i);
    for (let i = 0; i < ON_FLOOR; i++)
      add([side * (24 + 2.4 * i), 0.4, 1], 60, [side * (0.12 + 0.12 * i), 1, 0.1], 3 + 0.15 * i);
  }
  return { lamp, aim };
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { tints: { value: null }, strength: { value: 0 }, beat: { value: 0 } },
    vertexShader: /* glsl */ `
      uniform float beat;
      attribute vec4 lamp, aim;
      varying vec2 place;
      varying float kind, late, facing;
      void main() {
        kind = floor(aim.w);
        late = fract(aim.w);
        float along = position.y + 0.5;
        place = vec2(2.0 * position.x, along);
        float turn = 0.7853982 * beat + 6.2831853 * late;
        vec3 direction = normalize(aim.xyz + vec3(0.34 * sin(turn), 0.0, 0.16 * cos(0.5 * turn)));
        vec3 at = lamp.xyz + direction * lamp.w * along;
        vec3 toEye = normalize((inverse(modelMatrix) * vec4(cameraPosition, 1.0)).xyz - at);
        vec3 side = cross(direction, toEye);
        facing = length(side); // a beam towards the eye has no sides
        at += normalize(side + 1e-5) * position.x * mix(0.7, 7.5, along);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 tints[4];
      uniform float strength, beat;
      varying vec2 place;
      varying float kind, late, facing;
      void main() {
        float across = max(1.0 - place.x * place.x, 0.0);
        float along = 1.0 - place.y;
        float beats = 0.55 + 0.45 * exp(-2.6 * fract(beat + 0.5 * mod(floor(kind + 0.5), 2.0))) * step(0.001, abs(beat));
        float shine = across * across * along * along * (0.17 + 0.22 * exp(-9.0 * place.y)) * beats;
        shine += 0.8 * across * exp(-1800.0 * place.y * place.y); // the lamp
        gl_FragColor = vec4(strength * smoothstep(0.05, 0.35, facing) * shine * tints[int(kind + 0.5)], 1.0);
        #include <colorspace_fragment>
      }
    `,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
}
