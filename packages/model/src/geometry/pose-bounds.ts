import { Box3, type BufferGeometry, Sphere, Vector3 } from 'three';

/** The vertices that a bone moves lie in this sphere, at rest, in the model's space. */
interface BoneSphere {
  readonly bone: number;
  readonly center: Vector3;
  radius: number;
}

/**
 * Where a model is, as it is posed: what decides whether it is drawn at all.
 *
 * Each vertex lies between the places where its bones would take it. So all lie in the box round the spheres of the
 * bones, each moved as its bone is; `reach` is how far morphs take a vertex at most, `4 * vertices` of `skinIndex`.
 * An SDEF vertex lies no further from between its moved arms than it rests from C: see sdef-attributes.ts.
 */
export class PoseBounds {
  /** In the model's space, as are the sphere's. */
  readonly box: Box3 = new Box3();
  readonly sphere: Sphere = new Sphere();
  readonly #spheres: readonly BoneSphere[];

  constructor(geometry: BufferGeometry, reach: Float32Array) {
    this.#spheres = boneSpheres(geometry, reach);
  }

  /** Takes the bones' matrices, `16 * bones`, from a vertex at rest to where it is. Allocates nothing; O(bones). */
  update(skinMatrices: Float32Array): void {
    this.box.makeEmpty();
    for (let i = 0; i < this.#spheres.length; i++) this.#addSphere(this.#spheres[i], skinMatrices);
    this.box.getBoundingSphere(this.sphere);
  }

  #addSphere({ bone, center, radius }: BoneSphere, m: Float32Array): void {
    const o = 16 * bone;
    if (o >= m.length) place.copy(center);
    else {
      const { x, y, z } = center;
      place.x = m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12];
      place.y = m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13];
      place.z = m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14];
    }
    const { min, max } = this.box;
    min.set(
      Math.min(min.x, place.x - radius),
      Math.min(min.y, place.y - radius),
      Math.min(min.z, place.z - radius),
    );
    max.set(
      Math.max(max.x, place.x + radius),
      Math.max(max.y, place.y + radius),
      Math.max(max.z, place.z + radius),
    );
  }
}

const place = /* @__PURE__ */ new Vector3();
const rest = /* @__PURE__ */ new Vector3();

function boneSpheres(geometry: BufferGeometry, reach: Float32Array): BoneSphere[] {
  const positions = geometry.getAttribute('position');
  const boxes = new Map<number, Box3>();
  const point = new Vector3();
  forEachWeight(geometry, (vertex, bone) => {
    if (!boxes.has(bone)) boxes.set(bone, new Box3());
    boxes.get(bone)!.expandByPoint(point.fromBufferAttribute(positions, vertex));
  });
  const spheres = new Map<number, BoneSphere>();
  boxes.forEach((box, bone) => spheres.set(bone, { bone, center: box.getCenter(new Vector3()), radius: 0 }));
  forEachWeight(geometry, (vertex, bone, slot) => {
    const sphere = spheres.get(bone)!;
    const distance = point.fromBufferAttribute(positions, vertex).distanceTo(sphere.center);
    const round = sdefDistance(geometry, vertex, slot, sphere.center);
    sphere.radius = Math.max(sphere.radius, Math.max(distance, round) + reach[vertex]);
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
