import { type Node, NodeMaterial } from 'three/webgpu';
import {
  abs,
  dot,
  exp,
  fract,
  fwidth,
  length,
  max,
  min,
  positionWorld,
  smoothstep,
  sRGBTransferEOTF,
  uniform,
  vec2,
  vec4,
} from 'three/tsl';
import type { GroundValues } from '../graphics.js';

/** The ground, webgl/ground-material.ts as nodes. */
export function createGroundMaterial({ radius, cell, floor, shadow, feet }: GroundValues): NodeMaterial {
  const point = positionWorld.xz;
  const surface = cell === undefined ? uniform(floor.value) : gridAt(point, cell);
  const opacity = surface.a.mul(smoothstep(0.15, 1, length(point).div(radius)).oneMinus()).toVar();
  const [first, ...others] = feet.value.map((foot) => softnessOf(uniform(foot), point));
  const softness = others.reduce((sum, other) => sum.add(other), first);
  const darkness = uniform(0).onObjectUpdate(() => shadow.value);
  const dark = min(softness, 1).mul(darkness).toVar();
  const alpha = dark.add(opacity.mul(dark.oneMinus())).toVar();
  const color = surface.rgb.mul(opacity).mul(dark.oneMinus()).div(max(alpha, 1e-4));
  const material = new NodeMaterial();
  material.colorNode = vec4(sRGBTransferEOTF(color) as Node<'vec3'>, alpha);
  material.fog = false;
  return material;
}

function gridAt(point: Node<'vec2'>, width: number): Node<'vec4'> {
  const cell = point.div(width);
  const line = abs(fract(cell.sub(0.5)).sub(0.5)).div(max(fwidth(cell), vec2(1e-4)));
  return vec4(0.54, 0.58, 0.65, min(min(line.x, line.y), 1).oneMinus().mul(0.8));
}

/** How dark the shadow under a foot is. */
function softnessOf(foot: Node<'vec3'>, point: Node<'vec2'>): Node<'float'> {
  const away = point.sub(foot.xy).toVar();
  const distance = dot(away, away).toVar(); // squared
  const near = exp(distance.div(-1.1)).mul(0.8);
  const far = exp(distance.div(-12)).mul(0.3);
  return foot.z.mul(near.add(far));
}
