import {
  BoxGeometry,
  type BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { GROUND, ORDER, type Part } from '../../festival/src/part.js';
import { TOWER, WALL } from './layout.js';
import type { ConcertTheme } from './theme.js';

/** Half the side of a truss, its bars' thickness, and the length of one of its fields. */
const [HALF, BAR, FIELD] = [1.05, 0.24, 2.75];
/** Loudspeakers hang before the towers in a row that bends. */
const SPEAKERS = 7;
const SPEAKER_X = 40;

/** The frame of the wall, towers with a beam of trusses above it, and loudspeakers. In units of the rig. */
export class Truss implements Part {
  readonly root: Mesh<BufferGeometry, ShaderMaterial> = new Mesh(createShape(), createMaterial());

  constructor() {
    this.root.renderOrder = ORDER.far + 1;
  }

  set theme({ metal, frame, horizon, glow }: ConcertTheme) {
    const { uniforms } = this.root.material;
    uniforms['metal'].value = metal;
    uniforms['frame'].value = frame;
    uniforms['haze'].value = horizon;
    uniforms['night'].value = glow;
  }
}

function createShape(): BufferGeometry {
  const { x, top } = TOWER;
  const floor = GROUND - 14; // below the ground, however large the rig is
  const parts = [
    ...truss(new Vector3(-x, top, 1.5), new Vector3(x, top, 1.5)),
    ...[-x, x].flatMap((at) => truss(new Vector3(at, floor, 1.5), new Vector3(at, top, 1.5))),
    ...[-1, 1].flatMap(speakers),
    wallFrame(),
  ];
  return mergeGeometries(parts);
}

/** Four bars between two points, and between them bars that go to and fro. */
function truss(from: Vector3, to: Vector3): BufferGeometry[] {
  const along = to.clone().sub(from);
  const fields = Math.round(along.length() / FIELD);
  const aside = Math.abs(along.x) > Math.abs(along.y) ? new Vector3(0, HALF, 0) : new Vector3(HALF, 0, 0);
  const ahead = new Vector3(0, 0, HALF);
  const chord = (i: number, j: number, part: number): Vector3 =>
    from.clone().addScaledVector(along, part).addScaledVector(aside, i).addScaledVector(ahead, j);
  const bars = [-1, 1].flatMap((i) => [-1, 1].map((j) => bar(chord(i, j, 0), chord(i, j, 1), BAR)));
  for (let field = 0; field < fields; field++) {
    const [near, far] = [field / fields, (field + 1) / fields];
    const turn = field % 2 === 0 ? 1 : -1;
    bars.push(bar(chord(-turn, 1, near), chord(turn, 1, far), 0.6 * BAR));
    bars.push(bar(chord(turn, -1, near), chord(-turn, -1, far), 0.6 * BAR));
    bars.push(bar(chord(turn, -turn, near), chord(turn, turn, far), 0.6 * BAR));
  }
  return bars;
}

function bar(from: Vector3, to: Vector3, width: number): BufferGeometry {
  const along = to.clone().sub(from);
  const length = along.length();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length));
  const middle = from.clone().lerp(to, 0.5);
  const box = new BoxGeometry(width, length, width).applyQuaternion(turn);
  return withPaint(box.translate(middle.x, middle.y, middle.z), 0);
}

/** `side`: −1 or 1. */
function speakers(side: number): BufferGeometry[] {
  return Array.from({ length: SPEAKERS }, (_, i) => {
    const box = new BoxGeometry(4.6, 1.75, 2.6).rotateX(0.05 * i);
    return withPaint(box.translate(side * SPEAKER_X, 27 - 1.9 * i, 5 - 0.05 * i * i), 1);
  });
}

function wallFrame(): BufferGeometry {
  const { halfWidth, bottom, top } = WALL;
  const box = new BoxGeometry(2 * halfWidth + 1.2, top - bottom + 1.2, 1.2);
  return withPaint(box.translate(0, (top + bottom) / 2, -0.7), 1);
}

function withPaint(shape: BufferGeometry, paint: number): BufferGeometry {
  const paints = Array.from({ length: shape.attributes['position'].count }, () => paint);
  return shape.setAttribute('paint', new Float32BufferAttribute(paints, 1));
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { metal: { value: null }, frame: { value: null }, haze: { value: null }, night: { value: 0 } },
    vertexShader: /* glsl */ `
      attribute float paint;
      varying float light, sort, up;
      void main() {
        sort = paint;
        up = position.y;
        light = 0.62 + 0.26 * normal.y + 0.12 * normal.z + 0.1 * normal.x;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 metal, frame, haze;
      uniform float night;
      varying float light, sort, up;
      void main() {
        vec3 color = mix(metal, frame, sort) * (0.45 + 0.75 * light);
        color = mix(color, haze, mix(0.22, 0.12, sort) * (1.0 - 0.5 * night) + 0.3 * smoothstep(6.0, -16.0, up));
        gl_FragColor = vec4(color, 1.0);
        #include <colorspace_fragment>
      }
    `,
  });
}
