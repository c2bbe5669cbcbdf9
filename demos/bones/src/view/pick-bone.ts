import type { PmxBone } from '@odori/format';
import type { Rig } from '@odori/runtime';
import { type Camera, Matrix4, Vector3 } from 'three';
import { tailOf } from './bone-shapes.js';

/** Bones whose distances differ by less than this count as equally near, in CSS pixels. */
const TIE = 2;

interface PickPoint {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The largest distance of a bone that is picked, in CSS pixels. */
  reach: number;
}

/**
 * The index of the bone nearest to a point of the picture; −1 if none is within reach. Of several bones in
 * one place, the next one after `selected`, so that repeated clicks go through all of them.
 */
export function pickBone(
  bones: readonly PmxBone[],
  { worldMatrices }: Rig,
  camera: Camera,
  point: PickPoint,
  selected: number,
): number {
  const world = new Matrix4();
  const head = new Vector3();
  const tail = new Vector3();
  const distances = bones.map((_, bone) => {
    world.fromArray(worldMatrices, 16 * bone);
    project(tailOf(bones, bone, tail).applyMatrix4(world), camera, point);
    project(head.setFromMatrixPosition(world), camera, point);
    return distanceToLine(point, head, tail);
  });
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Infinity);
  if (!(nearest <= point.reach)) return -1;
  const tied = [...distances.keys()].filter((bone) => distances[bone] <= nearest + TIE);
  return tied[(tied.indexOf(selected) + 1) % tied.length];
}

/** From world space to pixels of the picture. */
function project(position: Vector3, camera: Camera, { width, height }: PickPoint): void {
  position.project(camera);
  position.set(((position.x + 1) / 2) * width, ((1 - position.y) / 2) * height, position.z);
}

function distanceToLine({ x, y }: PickPoint, from: Vector3, to: Vector3): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / square : 0;
  const fraction = Math.min(Math.max(along, 0), 1);
  return Math.hypot(from.x + fraction * dx - x, from.y + fraction * dy - y);
}
