import { flipPosition } from '../mmd-space.js';
import { pushBody } from '../solver/pull.js';
import type { World } from '../solver/world.js';
import type { Guest } from './guests.js';
import type { Member } from './member.js';
import { distanceAlongRay, type Found, surfaceDistance } from './surface-distance.js';

/** A ray, as three's `Ray` or `Raycaster.ray` has it; or arrays of x y z. */
export interface Ray {
  readonly origin: RayVector;
  readonly direction: RayVector;
}

type RayVector = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

/** The body that was found. */
export interface FoundBody {
  /** The physics of its model; undefined for a body of the page. */
  readonly owner: object | undefined;
  readonly body: number;
  readonly mass: number;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  /** Where it is grabbed, in the world. */
  readonly place: Float64Array;
  /** Hits it with an impulse, in the world that has it. */
  push(shared: World, place: ArrayLike<number>, impulse: Float32Array): void;
}

/** Finds the nearest body that forces move: to a point, or along a ray, where no other body hides it. */
export class BodySearch {
  readonly #origin = new Float64Array(3);
  readonly #direction = new Float64Array(3);
  #isRay = false;
  #reach = 0;
  #nearest = Infinity;
  #best: FoundBody | undefined;
  readonly #place = new Float64Array(3);

  /** Begins a search. A target in the scene's units, in three's space. */
  aim(target: ArrayLike<number> | Ray, unit: number, reach: number): void {
    this.#isRay = 'direction' in target;
    const ray = target as Ray;
    const origin = this.#isRay ? ray.origin : (target as ArrayLike<number>);
    writeVector(origin, this.#origin);
    for (let i = 0; i < 3; i++) this.#origin[i] /= unit;
    if (this.#isRay) {
      writeVector(ray.direction, this.#direction);
      const length = Math.sqrt(this.#direction.reduce((sum, value) => sum + value * value, 0));
      for (let i = 0; i < 3; i++) this.#direction[i] /= length;
    }
    this.#reach = reach / unit;
    this.#nearest = Infinity;
    this.#best = undefined;
  }

  lookAtMember(owner: object, member: Member): void {
    const { bodies } = member.soloWorld;
    if (!member.isReady) return;
    for (let body = 0; body < member.count; body++) {
      const found = createFound(bodies.shapes[body + 1], bodies.sizes, body + 1, member.scale);
      member.readWorldPose(body, found.position, found.rotation);
      if (!member.isDynamic(body)) this.#hideBehind(found);
      else
        this.#look(found, () => ({
          owner,
          body,
          mass: 1 / (bodies.inverseMasses[body + 1] * member.scale ** 2),
          push: (shared, place, impulse) => member.push(shared, body, place, impulse),
        }));
    }
  }

  lookAtGuest(guest: Guest, world: World): void {
    const found = createFound(guest.shape, world.bodies.sizes, guest.number, 1);
    guest.readWorldPose(world, found.position, found.rotation);
    if (!guest.isDynamic) return this.#hideBehind(found);
    this.#look(found, () => ({
      owner: undefined,
      body: guest.id,
      mass: guest.mass,
      push: (_, place, impulse) => pushBody(world.bodies, guest.number, place, impulse),
    }));
  }

  find(): FoundBody | undefined {
    return this.#best;
  }

  /** A ray ends at a body that no force moves, unless it begins inside. */
  #hideBehind(body: Found): void {
    if (!this.#isRay || !(surfaceDistance(body, this.#origin) > 0)) return;
    const distance = distanceAlongRay(body, this.#origin, this.#direction, 0, this.#place);
    if (!(distance < this.#nearest)) return;
    this.#nearest = distance;
    this.#best = undefined;
  }

  #look(body: Found, describe: () => Omit<FoundBody, 'position' | 'rotation' | 'place'>): void {
    const reach = this.#reach;
    this.#place.set(this.#origin);
    let distance = this.#isRay
      ? distanceAlongRay(body, this.#origin, this.#direction, reach, this.#place)
      : surfaceDistance(body, this.#origin);
    if (!this.#isRay && !(distance <= reach)) distance = Infinity;
    if (!(distance < this.#nearest)) return;
    this.#nearest = distance;
    const { position, rotation } = body;
    moveToSurface(body, this.#place);
    this.#best = { ...describe(), position, rotation, place: this.#place.slice() };
  }
}

/** A point beside the body comes to its surface, or nearly. */
function moveToSurface(body: Found, point: Float64Array): void {
  const outside = surfaceDistance(body, point);
  if (!(outside > 0)) return;
  const length = Math.hypot(...point.map((value, i) => value - body.position[i]));
  for (let i = 0; i < 3; i++) point[i] += ((body.position[i] - point[i]) * outside) / length;
}

function createFound(shape: number, sizes: Float32Array, body: number, scale: number): Found {
  const size = Array.from(sizes.subarray(3 * body, 3 * body + 3), (value) => value * scale);
  return { shape, size, position: new Float64Array(3), rotation: new Float64Array(4) };
}

function writeVector(vector: RayVector, out: Float64Array): void {
  if ('x' in vector) {
    [out[0], out[1], out[2]] = [vector.x, vector.y, vector.z];
  } else for (let i = 0; i < 3; i++) out[i] = vector[i];
  flipPosition(out);
}
