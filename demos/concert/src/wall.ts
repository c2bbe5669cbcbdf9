import type { StageView } from '@odori/element';
import { type BufferGeometry, Float32BufferAttribute, Mesh, PlaneGeometry, ShaderMaterial } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { ORDER, type Part } from '../../festival/src/part.js';
import { WALL } from './layout.js';
import type { ConcertTheme } from './theme.js';
import { setWallTheme, WALL_COLOR, type WallUniforms } from './wall-color.js';

/** Rows of lights on the wall, which are seen from near. */
const ROWS = 108;
/** Columns of light beside the wall: the places of their middles, and half their width. */
const COLUMNS = [-28.6, -24.9, 24.9, 28.6];
const HALF_COLUMN = 1.45;

/** The wall of light behind the dancer, and columns beside it that rise and fall with the beat. */
export class Wall implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #colors: WallUniforms;

  constructor(colors: WallUniforms) {
    this.#colors = colors;
    this.root = new Mesh(createScreens(), createMaterial(colors));
    this.root.renderOrder = ORDER.far + 2;
  }

  set theme(theme: ConcertTheme) {
    setWallTheme(this.#colors, theme);
    const { uniforms } = this.root.material;
    uniforms['low'].value = theme.led;
    uniforms['high'].value = theme.sun;
    uniforms['off'].value = theme.frame;
  }

  update(_view: StageView, beat: number): void {
    this.#colors['beat'].value = beat;
  }
}

function createScreens(): BufferGeometry {
  const { halfWidth, bottom, top } = WALL;
  const screen = (x: number, half: number, kind: number): BufferGeometry => {
    const plane = new PlaneGeometry(2 * half, top - bottom).translate(x, (top + bottom) / 2, 0);
    const kinds = Array.from({ length: plane.attributes['position'].count }, () => kind);
    return plane.setAttribute('kind', new Float32BufferAttribute(kinds, 1));
  };
  return mergeGeometries([
    screen(0, halfWidth, 0),
    ...COLUMNS.map((x) => screen(x, HALF_COLUMN, Math.abs(x) > 26 ? 2 : 1)),
  ]);
}

function createMaterial(colors: WallUniforms): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...colors, low: { value: null }, high: { value: null }, off: { value: null } },
    vertexShader: /* glsl */ `
      attribute float kind;
      varying vec2 place;
      varying float sort;
      void main() {
        place = uv;
        sort = kind;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 low, high, off;
      varying vec2 place;
      varying float sort;
      ${WALL_COLOR}
      // Dark joints between lights, as far as a pixel can show them.
      float lights(vec2 count) {
        vec2 at = place * count;
        vec2 wide = fwidth(at);
        vec2 off = abs(fract(at) - 0.5);
        float seen = smoothstep(0.25, 0.1, max(wide.x, wide.y));
        return 1.0 - 0.25 * seen * smoothstep(0.3, 0.5, max(off.x, off.y));
      }
      void main() {
        vec3 color;
        if (sort < 0.5) color = wallColor(place, 0.0) * lights(vec2(${ROWS.toFixed(1)} * 1.7778, ${ROWS.toFixed(1)}));
        else {
          float level = 0.3 + 0.12 * sort + 0.4 * pulse(0.12 * sort) * (0.7 + 0.3 * sin(2.1 * floor(beat) + sort));
          float step18 = (floor(place.y * 18.0) + 0.5) / 18.0;
          float block = smoothstep(0.5, 0.42, abs(fract(place.y * 18.0) - 0.5)) * smoothstep(0.5, 0.45, abs(place.x - 0.5));
          vec3 lit = mix(low, high, smoothstep(0.25, 0.95, step18));
          color = mix(mix(off, lit, 0.1), lit, step(step18, level)) * mix(0.3, 1.0, block);
        }
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}
