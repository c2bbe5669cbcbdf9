import { Box3, type BufferGeometry, Vector3 } from 'three';

/** The vertices that a bone moves lie in this sphere, at rest, in the model's space. */
export interface BoneSphere {
  readonly bone: number;
  readonly center: Vector3;
  radius: number;
  /** How far morphs of weight 1 take a vertex out of it. */
  reach: number;
}

/**
 * What each bone moves, as a sphere: `reach` is how far morphs of weight 1 take each vertex. O(vertices).
 *
 * An SDEF vertex lies no further from between its moved arms than it rests from C: see sdef-attributes.ts.
 */
export function boneSpheres(geometry: BufferGeometry, reach: Float32Array): BoneSphere[] {
  const positions = geometry.getAttribute('position');
  const boxes = new Map<number, Box3>();
  const point = new Vector3();
  forEachWeight(geometry, (vertex, bone) => {
    if (!boxes.has(bone)) boxes.set(bone, new Box3());
    boxes.get(bone)!.expandByPoint(point.fromBufferAttribute(positions, vertex));
  });
  const spheres = new Map<number, BoneSphere>();
  boxes.forEach((box, bone) =>
    spheres.set(bone, { bone, center: box.getCenter(new Vector3()), radius: 0, reach: 0 }),
  );
  forEachWeight(geometry, (vertex, bone, slot) => {
    const sphere = spheres.get(bone)!;
    const distance = point.fromBufferAttribute(positions, vertex).distanceTo(sphere.center);
    const round = sdefDistance(geometry, vertex, slot, sphere.center);
    sphere.radius = Math.max(sphere.radius, distance, round);
    sphere.reach = Math.max(sphere.reach, reach[vertex]);
  });
  return [...spheres.values()];
}

/** How far from a point an SDEF vertex may turn, about the arm of one of its bones; 0: it is none. */
function sdefDistance(geometry: BufferGeometry, vertex: number, slot: number, from: Vector3): number {
  const { position, sdefCenter, sdefArm0, sdefArm1 } = geometry.attributes;
  if (!sdefCenter || sdefCenter.getW(vertex) === 0) return 0;
  place.fromBufferAttribute(slot === 0 ? sdefArm0 : sdefArm1, vertex);
  const toArm = place.distanceTo(from);
  place.fromBufferAttribute(sdefCenter, vertex);
  return toArm + rest.fromBufferAttribute(position, vertex).distanceTo(place);
}

function forEachWeight(
  geometry: BufferGeometry,
  visit: (vertex: number, bone: number, slot: number) => void,
): void {
  const { array: bones } = geometry.getAttribute('skinIndex');
  const { array: weights } = geometry.getAttribute('skinWeight');
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] !== 0) visit(Math.floor(i / 4), bones[i], i % 4);
  }
}

const place = /* @__PURE__ */ new Vector3();
const rest = /* @__PURE__ */ new Vector3();
