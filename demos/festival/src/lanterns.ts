import type { StageView } from '@odori/element';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  HalfFloatType,
  LatheGeometry,
  LineSegments,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
} from 'three';
import { instanced, ORDER, type Part } from './part.js';
import type { Theme } from './theme.js';

/** Strings of lanterns in a circle: how many, lanterns on each, and the circle's size. */
interface Circle {
  readonly strings: number;
  readonly lanterns: number;
  readonly radius: number;
  readonly height: number;
  readonly sag: number;
  readonly size: number;
}

const NEAR: Circle = { strings: 10, lanterns: 4, radius: 27, height: 25, sag: 4.5, size: 1 };
const MIDDLE: Circle = { strings: 14, lanterns: 6, radius: 62, height: 33, sag: 7, size: 1.5 };
/** The lanterns that are more than dots: all strings of {@link NEAR} and {@link MIDDLE}. */
const CIRCLES = [NEAR, MIDDLE];
const CORD_STEPS = 16;
/** Above the crowd, where the poles have faded away. */
const POLE_END = 13;

/** Each lantern: its place and its size. */
export function lanternPlaces(): number[] {
  return CIRCLES.flatMap((circle) =>
    Array.from({ length: circle.strings * circle.lanterns }, (_, i) => {
      const fraction = ((i % circle.lanterns) + 0.5) / circle.lanterns;
      const { x, y, z } = onString(circle, Math.floor(i / circle.lanterns), fraction);
      return [x, y - 1.15 * circle.size, z, circle.size];
    }).flat(),
  );
}

/** Strings of paper lanterns in wide circles. */
export class Lanterns implements Part {
  readonly root: Group = new Group();
  readonly #eye = { value: new Vector3() };
  readonly #glow = { value: 0 };
  /** How brightly they glow where effects show that, from 0 to 1. */
  #brightness = 0;
  readonly #paper = createPaper(this.#eye, this.#glow);
  readonly #cord = createCord(this.#eye);

  constructor() {
    const bodies = new Mesh(instanced(createBody(), { lantern: lanternPlaces() }), this.#paper);
    const cords = new LineSegments(createCords(), this.#cord);
    for (const part of [bodies, cords]) {
      part.frustumCulled = false;
      part.renderOrder = ORDER.near;
    }
    bodies.onBeforeRender = (renderer) => {
      const isBright = renderer.getRenderTarget()?.texture.type === HalfFloatType;
      this.#glow.value = isBright ? this.#brightness : 0;
    };
    this.root.add(cords, bodies);
  }

  set theme({ lantern, lanternCore, cap, cord, horizon, stars }: Theme) {
    this.#brightness = stars;
    const { uniforms } = this.#paper;
    uniforms['paper'].value = lantern;
    uniforms['core'].value = lanternCore;
    uniforms['cap'].value = cap;
    uniforms['haze'].value = horizon;
    this.#cord.uniforms['cord'].value = cord;
    this.#cord.uniforms['haze'].value = horizon;
  }

  update({ camera }: StageView): void {
    this.#eye.value.setFromMatrixPosition(camera.matrixWorld);
  }
}

function onString({ strings, radius, height, sag }: Circle, string: number, fraction: number): Vector3 {
  const angle = ((string + fraction + 0.5) / strings) * 2 * Math.PI;
  return new Vector3(
    Math.sin(angle) * radius,
    height - sag * 4 * fraction * (1 - fraction),
    Math.cos(angle) * radius,
  );
}

/** The outline of a lantern: caps below and above, a round belly between. */
function createBody(): LatheGeometry {
  const outline = [new Vector2(0.001, -1.16), new Vector2(0.42, -1.16), new Vector2(0.42, -0.98)];
  for (let i = 0; i <= 7; i++) {
    const angle = (i / 7 - 0.5) * 2.3;
    outline.push(new Vector2(0.96 * Math.cos(angle), 1.04 * Math.sin(angle)));
  }
  outline.push(new Vector2(0.42, 0.98), new Vector2(0.42, 1.16), new Vector2(0.001, 1.16));
  return new LatheGeometry(outline, 14);
}

/** The strings, and the tops of the thin poles from which they hang. */
function createCords(): BufferGeometry {
  const points: number[] = [];
  for (const circle of CIRCLES) {
    for (let s = 0; s < circle.strings; s++) {
      const { x, y, z } = onString(circle, s, 0);
      points.push(x, y, z, x, POLE_END, z);
      for (let i = 0; i < CORD_STEPS; i++) {
        for (const end of [i, i + 1]) points.push(...onString(circle, s, end / CORD_STEPS).toArray());
      }
    }
  }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

/**
 * Moves what hangs between the dancer and a camera outside of its circle out of the picture. `hung` is the
 * middle of the string, so that a string is there or not, as a whole.
 */
export const HIDE = /* glsl */ `
  vec2 middleOfString(vec2 place) {
    float radius = length(place);
    float strings = radius < 45.0 ? ${NEAR.strings.toFixed(1)} : ${MIDDLE.strings.toFixed(1)};
    float part = 6.2831853 / strings;
    float angle = (floor(atan(place.x, place.y) / part - 0.5) + 1.0) * part;
    return vec2(sin(angle), cos(angle));
  }
  bool isInTheWay(vec2 place, vec3 eye) {
    return dot(middleOfString(place), eye.xz) > 0.94 * length(place);
  }
`;

function createPaper(eye: { value: Vector3 }, glow: { value: number }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      eye,
      glow,
      paper: { value: null },
      core: { value: null },
      cap: { value: null },
      haze: { value: null },
    },
    vertexShader: /* glsl */ `
      uniform vec3 eye;
      attribute vec4 lantern;
      varying float up, facing, veil;
      ${HIDE}
      void main() {
        up = position.y;
        veil = lantern.w > 1.2 ? 0.3 : 0.0;
        facing = normalize(normalMatrix * normal).z;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position * lantern.w + lantern.xyz, 1.0);
        if (isInTheWay(lantern.xz, eye)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 paper, core, cap, haze;
      uniform float glow;
      varying float up, facing, veil;
      void main() {
        float belly = 1.0 - up * up;
        vec3 color = mix(paper, core, clamp(belly * facing * facing * 1.15 - 0.05, 0.0, 1.0));
        color *= 0.95 + 0.05 * cos(up * 42.0);
        color *= 1.0 + 2.0 * glow * belly; // brighter than white
        color = mix(color, cap, smoothstep(0.93, 0.95, abs(up)));
        gl_FragColor = vec4(mix(color, haze, veil), 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}

function createCord(eye: { value: Vector3 }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { eye, cord: { value: null }, haze: { value: null } },
    vertexShader: /* glsl */ `
      uniform vec3 eye;
      varying float veil, shown;
      ${HIDE}
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        // poles fade downwards, so that they do not cut the picture
        shown = position.y < ${(POLE_END + 1).toFixed(1)} ? 0.0 : 1.0;
        veil = length(position.xz) < 45.0 ? 0.15 : 0.45;
        if (isInTheWay(position.xz, eye)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 cord, haze;
      varying float veil, shown;
      void main() {
        gl_FragColor = vec4(mix(cord, haze, sqrt(veil)), shown);
        #include <colorspace_fragment>
      }
    `,
    transparent: true,
    depthWrite: false,
  });
}
