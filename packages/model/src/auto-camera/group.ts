import { TaskQueue } from '@odori/runtime/internal/three';
import { DanceStatistics } from './dance-statistics.js';
import { type Dance, DIRECTIONS, DOWN, TILT, TILTED_DOWN, TILTED_UP, UP } from './watch-dance.js';

/** Where a dancer of a group stands, in the group's space. `turn`: radians about y. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turn: number;
  readonly scale: number;
}

/** How far to either side a body hides of what is behind it, as a part of its height. */
const HALF_BODY = 0.13;

/** A dancer of a group. */
export class Member {
  /** Of her dance, in her own space. */
  readonly statistics: DanceStatistics;
  readonly place: Place;
  readonly #all: readonly Member[];

  /** `all`: the group, which the caller fills. */
  constructor(statistics: DanceStatistics, place: Place, all: readonly Member[]) {
    this.statistics = statistics;
    this.place = place;
    this.#all = all;
  }

  /**
   * The part of a span of time in which a camera does not see her face: another dancer stands before it, or
   * the cosine between its direction and that of the camera is smaller. 1 if it is so at the start: a shot
   * begins with the face. `azimuth` and `distance` are in her own space. O(moments · dancers).
   */
  hiddenPart(azimuth: number, distance: number, cosine: number, start: number, end: number): number {
    const { facing } = this.statistics.dance;
    const [first, last] = this.statistics.momentsOf(start, end);
    const [x, z] = [Math.sin(azimuth), Math.cos(azimuth)];
    let hidden = 0;
    for (let i = first; i <= last; i++) {
      const isTurned = facing[2 * i] * x + facing[2 * i + 1] * z < cosine;
      if (!isTurned && !this.#isCovered(i, azimuth, distance)) continue;
      if (i - first <= 1) return 1;
      hidden++;
    }
    return hidden / (last - first + 1);
  }

  #isCovered(moment: number, azimuth: number, distance: number): boolean {
    const { statistics, place } = this;
    placeIn(statistics.facePath, moment, place, face);
    const direction = azimuth + place.turn;
    const [x, z] = [Math.sin(direction), Math.cos(direction)];
    return this.#all.some((other) => {
      if (other === this) return false;
      placeIn(other.statistics.centerPath, moment, other.place, center);
      const [dx, dz] = [center[0] - face[0], center[2] - face[2]];
      const ahead = dx * x + dz * z;
      const aside = Math.abs(dx * z - dz * x);
      const half = HALF_BODY * other.place.scale * other.statistics.body.height;
      return ahead > 0 && ahead < distance * place.scale + half && aside < half;
    });
  }
}

/** Dancers who are filmed together, at the same moments. */
export class Group {
  readonly members: readonly Member[];
  /** Of all as if they were one body, in the group's space; of a single dancer, in her own. */
  readonly all: DanceStatistics;

  private constructor(members: readonly Member[], all: DanceStatistics) {
    this.members = members;
    this.all = all;
  }

  /** O(dancers · moments), in small portions. Rejects with the reason of `signal`. */
  static async of(
    dances: readonly DanceStatistics[],
    places: readonly Place[],
    signal?: AbortSignal,
  ): Promise<Group> {
    const members: Member[] = [];
    for (const [i, dance] of dances.entries()) members.push(new Member(dance, places[i], members));
    if (members.length === 1) return new Group(members, dances[0]);
    const height = Math.max(...members.map(({ place, statistics }) => place.scale * statistics.body.height));
    const body = { boxes: [], height, headHeight: 0, head: -1, chest: -1, hips: -1, face: NO_FACE };
    return new Group(members, new DanceStatistics(await joinDances(members, signal), body));
  }
}

/** The dance of a body that is all of them: its center is the middle between the outermost ones. */
async function joinDances(members: readonly Member[], signal?: AbortSignal): Promise<Dance> {
  const { count, step } = members[0].statistics.dance;
  const joined: Dance = {
    count,
    step,
    reaches: new Float64Array(DIRECTIONS.length * count).fill(-Infinity),
    center: new Float64Array(3 * count),
    face: new Float64Array(3 * count),
    facing: new Float64Array(2 * count),
  };
  const tasks = new TaskQueue();
  const joinMoment = (i: number): void => {
    for (const member of members) addReaches(member, i, joined);
    joinPoints(members, i, joined);
  };
  for (let i = 0; i < count; i++) await tasks.run(() => joinMoment(i), signal);
  return joined;
}

function addReaches({ statistics, place }: Member, i: number, { reaches }: Dance): void {
  const { turn, scale, y } = place;
  placeIn(statistics.centerPath, i, place, center);
  const extend = (direction: number, reach: number): void => {
    const at = DIRECTIONS.length * i + direction;
    reaches[at] = Math.max(reaches[at], reach);
  };
  for (let eighth = 0; eighth < 8; eighth++) {
    const direction = (eighth * Math.PI) / 4;
    const at = center[0] * Math.sin(direction) + center[2] * Math.cos(direction);
    const own = direction - turn;
    extend(eighth, at + scale * statistics.reach(i, own));
    extend(TILTED_UP + eighth, TILT * at + y + scale * statistics.tiltedReach(i, 1, TILT, own));
    extend(TILTED_DOWN + eighth, TILT * at - y + scale * statistics.tiltedReach(i, -1, TILT, own));
  }
  extend(UP, y + scale * statistics.tiltedReach(i, 1, 0, 0));
  extend(DOWN, scale * statistics.tiltedReach(i, -1, 0, 0) - y);
}

function joinPoints(members: readonly Member[], i: number, joined: Dance): void {
  least.fill(Infinity);
  most.fill(-Infinity);
  for (const { statistics, place } of members) {
    placeIn(statistics.centerPath, i, place, center);
    placeIn(statistics.facePath, i, place, face);
    for (let axis = 0; axis < 3; axis++) {
      least[axis] = Math.min(least[axis], center[axis]);
      most[axis] = Math.max(most[axis], center[axis]);
      joined.face[3 * i + axis] += face[axis] / members.length;
    }
    const [sin, cos] = [Math.sin(place.turn), Math.cos(place.turn)];
    const { facing } = statistics.dance;
    const [x, z] = [facing[2 * i], facing[2 * i + 1]];
    joined.facing[2 * i] += (cos * x + sin * z) / members.length;
    joined.facing[2 * i + 1] += (cos * z - sin * x) / members.length;
  }
  for (let axis = 0; axis < 3; axis++) joined.center[3 * i + axis] = (least[axis] + most[axis]) / 2;
}

/** Writes a point of a path, in the group's space. */
function placeIn(path: Float64Array, i: number, place: Place, out: Float64Array): void {
  const [x, y, z] = [path[3 * i], path[3 * i + 1], path[3 * i + 2]];
  const [sin, cos] = [Math.sin(place.turn), Math.cos(place.turn)];
  out[0] = place.x + place.scale * (cos * x + sin * z);
  out[1] = place.y + place.scale * y;
  out[2] = place.z + place.scale * (cos * z - sin * x);
}

const NO_FACE = [0, 0, 0] as const;
const center = /* @__PURE__ */ new Float64Array(3);
const face = /* @__PURE__ */ new Float64Array(3);
const least = /* @__PURE__ */ new Float64Array(3);
const most = /* @__PURE__ */ new Float64Array(3);
