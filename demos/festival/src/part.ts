import type { StageView } from '@odori/element';
import {
  type BufferGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Object3D,
  PlaneGeometry,
} from 'three';
import type { Theme } from './theme.js';

/** A part of the stage. */
export interface Part {
  readonly root: Object3D;
  set theme(theme: Theme);
  /** `beat`: how many beats of the song have passed; 0 if nothing shall move. Allocates nothing. */
  update?(view: StageView, beat: number): void;
  /** By how many units the platform is wider than at first. */
  widen?(units: number): void;
}

/** The order in which parts are drawn. All come before the model, which is transparent to three.js. */
export const ORDER = {
  dome: -100,
  fireworks: -99,
  hills: -98,
  ground: -97,
  far: -90,
  crowd: -80,
  near: -60,
  floor: -50,
  glow: -40,
  mask: -30,
};

/** Where the ground around the platform lies. The floor of the dancer is at 0. */
export const GROUND = -16;

/**
 * The color of the ground at a place, for fragment shaders: warm under the lanterns by night, and dark at the
 * foot of the platform. `widening`: by how many units the platform is wider than at first.
 */
export const GROUND_COLOR = /* glsl */ `
vec3 groundColor(vec3 ground, vec3 lit, vec3 haze, float glow, vec2 place, float widening) {
  float away = length(place) - widening;
  float pool = 0.5 + 0.5 * cos(10.0 * atan(place.x, place.y));
  pool *= exp(-0.012 * (away - 27.0) * (away - 27.0));
  vec3 color = mix(ground, lit, glow * (0.22 * smoothstep(75.0, 15.0, away) + 0.42 * pool));
  color *= 1.0 - 0.3 * smoothstep(22.0, 15.0, away);
  return mix(color, haze, smoothstep(50.0, 250.0, away));
}
`;

/** A vertex shader that gives the fragment shader `place`, two numbers of GLSL. */
export function vertexAt(place: string): string {
  return /* glsl */ `
    varying vec2 place;
    void main() {
      place = ${place};
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }
  `;
}

/** Copies of a square of side 1 that a vertex shader places, from four numbers for each. */
export function spriteGeometry(
  attributes: Readonly<Record<string, readonly number[]>>,
): InstancedBufferGeometry {
  return instanced(new PlaneGeometry(1, 1), attributes);
}

/** Copies of a shape that a vertex shader places, from four numbers for each. */
export function instanced(
  shape: BufferGeometry,
  attributes: Readonly<Record<string, readonly number[]>>,
): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.index = shape.index;
  for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute);
  for (const [name, values] of Object.entries(attributes)) {
    geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(values), 4));
    geometry.instanceCount = values.length / 4;
  }
  return geometry;
}

/** Numbers from 0 to 1 that look random and are always the same. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
