import { Box3, Line3, Quaternion, Ray, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { facesOf, verticesOf } from './read-dancer.js';
import { openSimulatedDance, type SimulatedDance } from './simulated-dance.js';

const FOLLOWS = 0;

/** The places on a bone that are looked at. */
const SHARES = [0.25, 0.5, 0.75, 1];
/** The mean radii of her thighs and her shins. */
const THIGH = 0.56;
const SHIN = 0.41;
/** Cloth may be as deep in a leg, because legs are not round. */
const SKIN = 0.05;
/** Frames in which her left thigh once stood between two panels: 2.05, 6.2 and 10.4 s. */
const SLITS = [61.5, 186, 312];

/**
 * Frames of the close-up in which she points at the viewer, and her right arm comes forwards under her tail:
 * 8.2 to 9.3 s.
 */
const POINTING = [246, 279] as const;

/** What is counted in a whole dance. */
interface Count {
  all: number;
  inside: number;
}

let dance: SimulatedDance;
/** How many places on the bones of these strands lie inside her body or her arms. */
const strands = { tails: { all: 0, inside: 0 }, locks: { all: 0, inside: 0 }, sash: { all: 0, inside: 0 } };
const panels: Count = { all: 0, inside: 0 };
const cloth: Count & { worst: number } = { all: 0, inside: 0, worst: 0 };
/**
 * Vertices of her thighs, and those with cloth of the skirt deeper in the leg than they are: they come out
 * through it.
 */
const thighs: Count = { all: 0, inside: 0 };
/** The same by frame of {@link SLITS}. */
const slits = new Map<number, Count>();
/** By frame of {@link POINTING}: how many edges of her right tail go through the right sleeve. */
const pierced = new Map<number, number>();
/** The highest mean of the hem against the bone of her hips, along her trunk. */
let highestHem = -Infinity;
/** The largest gap of a joint, and the longest time in steps that a joint is torn. */
const gaps = { largest: 0, longest: 0 };

describe('the dancer with physics, over her whole dance', () => {
  beforeAll(async () => {
    dance = await openSimulatedDance();
    dance.reset(0);
    const torn = dance.dancer.joints.map(() => 0);
    const skirt = verticesOf(dance.dancer, 'Skirt').filter(isLow);
    for (let step = 1; step <= 2 * dance.lastFrame; step++) {
      dance.step(step / 2);
      countGaps(torn);
      if (step % 24 === 0) addTo(thighs, countThighs());
      if (step % 6 === 0 && step / 2 >= POINTING[0] && step / 2 <= POINTING[1])
        pierced.set(step / 2, countPierced());
      if (SLITS.includes(step / 2)) slits.set(step / 2, countThighs());
      if (step % 6 > 0) continue;
      countStrands();
      countCloth(skirt);
      highestHem = Math.max(highestHem, hemHeight());
    }
  });

  it('the skirt stays out of the legs', () => {
    // A swing that is too fast for the cloth lasts some steps: of the whole dance, that is little.
    expect(cloth.inside / cloth.all).toBeLessThan(0.0005);
    expect(cloth.worst).toBeLessThan(0.02);
    expect(panels.inside / panels.all).toBeLessThan(0.002);
  });

  it('the skirt covers her hips: its hem never rises to the end of her shorts, not even in a spin', () => {
    // At rest the hem is 4 below the bone of her hips, and the shorts end 2.8 below it.
    expect(highestHem).toBeLessThan(-2.8);
  });

  it('the thighs stay under the skirt', () => {
    expect(thighs.inside / thighs.all).toBeLessThan(0.00015);
  });

  it.each(SLITS)('no thigh stands between two panels of the skirt in frame %d', (frame) => {
    expect(slits.get(frame)!.all).toBeGreaterThan(100);
    expect(slits.get(frame)!.inside).toBeLessThan(3); // at the hem
  });

  it('the tails stay out of head, trunk and arms', () => {
    expect(strands.tails.inside / strands.tails.all).toBeLessThan(0.002);
  });

  it('the right tail does not go through the sleeve as she points at the viewer', () => {
    expect([...pierced.keys()]).toHaveLength(12);
    expect([...pierced].filter(([, edges]) => edges > 0)).toEqual([]);
  });

  it('the locks around her face stay on her head', () => {
    expect(strands.locks.inside / strands.locks.all).toBeLessThan(0.01);
  });

  it('the sash stays out of her hips', () => {
    expect(strands.sash.inside / strands.sash.all).toBeLessThan(0.01);
  });

  it('no joint is torn: its bodies are never far apart, and 0.6 units for less than a quarter of a second', () => {
    expect(gaps.largest).toBeLessThan(1.25);
    expect(gaps.longest).toBeLessThan(15);
  });
});

describe('the dancer with physics, at rest', () => {
  it.each([0, 600, 1350])(
    'nothing jitters after she has held the pose of frame %d for five seconds',
    (frame) => {
      dance.reset(frame);
      for (let step = 0; step < 300; step++) dance.step(frame);
      let fastest = 0;
      let before = tips();
      for (let step = 0; step < 60; step++) {
        dance.step(frame);
        const now = tips();
        now.forEach((tip, i) => (fastest = Math.max(fastest, 60 * tip.distanceTo(before[i]))));
        before = now;
      }
      expect(fastest).toBeLessThan(0.3); // 0.005 units a step, less than half a millimeter
    },
  );
});

/** Below the hips. */
function isLow(vertex: number): boolean {
  return dance.dancer.vertices.positions[3 * vertex + 1] < 11;
}

/** The tips of the bones that physics moves. */
function tips(): Vector3[] {
  return movedBodies().map((body) => dance.boneAt(body, 1));
}

function movedBodies(): number[] {
  return dance.dancer.rigidBodies.flatMap(({ mode }, body) => (mode === FOLLOWS ? [] : [body]));
}

function countGaps(torn: number[]): void {
  dance.dancer.joints.forEach(({ name }, joint) => {
    if (name.endsWith('横')) return; // cloth may be pulled
    const gap = dance.gap(joint);
    torn[joint] = gap > 0.6 ? torn[joint] + 1 : 0;
    gaps.largest = Math.max(gaps.largest, gap);
    gaps.longest = Math.max(gaps.longest, torn[joint]);
  });
}

function countStrands(): void {
  const { rigidBodies } = dance.dancer;
  const still = rigidBodies.flatMap(({ mode, group }, body) => (mode === FOLLOWS ? [{ body, group }] : []));
  for (const body of movedBodies()) {
    const { name, collisionMask } = rigidBodies[body];
    const isLock = /[横前後]髪/.test(name);
    const count = isLock ? strands.locks : strandCount(name);
    const meets = still.filter(({ group }) => (isLock ? group === 0 : (collisionMask & (1 << group)) !== 0));
    for (const place of SHARES.map((share) => dance.boneAt(body, share))) {
      count.all++;
      if (meets.some((other) => dance.distance(other.body, place) < 0)) count.inside++;
    }
  }
}

function strandCount(name: string): Count {
  if (name.includes('テール')) return strands.tails;
  return name.includes('帯') ? strands.sash : panels;
}

/** How high the tips of the skirt's strands are on the average, from the bone of her hips along her trunk. */
function hemHeight(): number {
  const bodies = dance.dancer.rigidBodies.flatMap(({ name }, body) =>
    /スカート\d_3/.test(name) ? [body] : [],
  );
  const hips = dance.rig.boneIndex('下半身');
  const up = new Vector3(0, 1, 0).applyQuaternion(
    new Quaternion().fromArray(dance.rig.worldRotations, 4 * hips),
  );
  const middle = placeOf('下半身');
  return bodies.reduce((sum, body) => sum + dance.boneAt(body, 1).sub(middle).dot(up), 0) / bodies.length;
}

/** Counts the vertices of the skirt in a leg. */
function countCloth(skirt: readonly number[]): void {
  const legs = ['左', '右'].flatMap((side) => {
    const [hip, knee, ankle] = ['足D', 'ひざD', '足首D'].map((bone) => placeOf(side + bone));
    return [
      { line: new Line3(hip, knee), radius: THIGH },
      { line: new Line3(knee, ankle), radius: SHIN },
    ];
  });
  const closest = new Vector3();
  let inside = 0;
  for (const vertex of skirt) {
    const point = dance.vertex(vertex);
    const isInside = legs.some(
      ({ line, radius }) => line.closestPointToPoint(point, true, closest).distanceTo(point) < radius - SKIN,
    );
    if (isInside) inside++;
  }
  cloth.all += skirt.length;
  cloth.inside += inside;
  cloth.worst = Math.max(cloth.worst, inside / skirt.length);
}

/** The faces of the skirt below the hips. */
let lowFaces: number[][] | undefined;

/** Looks from each vertex of a thigh to the axis of the thigh: cloth there is in the leg. */
function countThighs(): Count {
  const faces = (lowFaces ??= facesOf(dance.dancer, 'Skirt').filter((face) => face.every(isLow)));
  const points = new Map([...new Set(faces.flat())].map((vertex) => [vertex, dance.vertex(vertex)]));
  const panelFaces = faces.map((face) => face.map((vertex) => points.get(vertex)!));
  const count = { all: 0, inside: 0 };
  for (const side of ['左', '右']) {
    const axis = new Line3(placeOf(`${side}足D`), placeOf(`${side}ひざD`));
    for (const vertex of thighVertices(side)) {
      const point = dance.vertex(vertex);
      const inwards = axis.closestPointToPoint(point, true, new Vector3()).sub(point);
      const depth = inwards.length();
      const ray = new Ray(point, inwards.normalize());
      const near = panelFaces.filter(([a]) => a.distanceTo(point) < depth + FACE_SIZE);
      count.all++;
      if (near.some((face) => hitDistance(ray, face) < depth)) count.inside++;
    }
  }
  return count;
}

/** Counts the edges of the right tail that go through the cloth of the right sleeve. */
function countPierced(): number {
  const isOn = (bone: string, face: number[]): boolean => face.every((i) => heaviestBone(i).startsWith(bone));
  const placed = (face: number[]): Vector3[] => face.map((i) => dance.vertex(i));
  const jacket = facesOf(dance.dancer, 'Happi').filter((face) => isOn('右腕', face));
  const sleeve = jacket.map(placed);
  const near = new Box3().setFromPoints(sleeve.flat());
  const tail = facesOf(dance.dancer, 'Hair').filter((face) => isOn('右テール', face));
  let count = 0;
  for (const [a, b, c] of tail.map(placed)) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (!near.containsPoint(from) && !near.containsPoint(to)) continue;
      const ray = new Ray(from, to.clone().sub(from).normalize());
      if (sleeve.some((face) => hitDistance(ray, face) < from.distanceTo(to))) count++;
    }
  }
  return count;
}

/** The bone that a vertex follows most. */
function heaviestBone(vertex: number): string {
  const { boneIndices, boneWeights } = dance.dancer.vertices;
  const weights = boneWeights.subarray(4 * vertex, 4 * vertex + 4);
  return dance.dancer.bones[boneIndices[4 * vertex + weights.indexOf(Math.max(...weights))]].name;
}

/** The longest side of a face of the skirt is shorter. */
const FACE_SIZE = 1.2;

function hitDistance(ray: Ray, [a, b, c]: readonly Vector3[]): number {
  return ray.intersectTriangle(a, b, c, false, new Vector3())?.distanceTo(ray.origin) ?? Infinity;
}

/** The skin of a thigh, from the hip down to the hem of the skirt. */
function thighVertices(side: string): number[] {
  const sign = side === '左' ? 1 : -1;
  const { positions } = dance.dancer.vertices;
  return ['Skin', 'Shorts and socks']
    .flatMap((material) => verticesOf(dance.dancer, material))
    .filter((i) => {
      const [x, y] = positions.subarray(3 * i, 3 * i + 2);
      return y > 7 && y < 9.8 && sign * x > 0 && Math.abs(x) < 2;
    });
}

function placeOf(bone: string): Vector3 {
  return new Vector3().fromArray(dance.rig.worldPositions, 3 * dance.rig.boneIndex(bone));
}

function addTo(sum: Count, { all, inside }: Count): void {
  sum.all += all;
  sum.inside += inside;
}
