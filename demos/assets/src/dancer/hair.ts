import { loft, steps } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part, type Pull } from '../mesh/part.js';
import { facingOutwards } from '../mesh/poly.js';
import { random } from '../mesh/random.js';
import { curve, spline } from '../mesh/spline.js';
import { add, clamp, cross, lerp, scale, smoothstep, sub, turned, unit, type V3 } from '../mesh/vector.js';
import { TAIL_PATH } from './bone-table.js';
import { createLock, hairHeight } from './hair-lock.js';
import { atHeight, HEAD_CENTER, onHead, softNormal } from './head-shape.js';
import { chainPull } from './weights.js';

/* Short hair about the head, and two high tails. */

export function createHair(): Part[] {
  const left = [...sideLocks(), ...tail()];
  return [cap(), crest(), ...backLocks(), ...fringe(), ...left, ...left.map(mirroredPart)];
}

const outwards = (place: V3): V3 => unit(sub(place, HEAD_CENTER));

/** Where the hair begins, as an elevation, by azimuth. */
const hairline = spline([0, 30, 48, 60, 72, 92, 120, 180], [40, 36, 26, 6, -12, -26, -36, -40]);

/** The layer under the locks, over the whole head. */
function cap(): Part {
  const columns = 40;
  const rows = 8;
  const rings = steps(rows).map((share) =>
    Array.from({ length: columns }, (_, i): V3 => {
      const azimuth = (360 * i) / columns;
      const around = Math.abs(((azimuth + 180) % 360) - 180);
      const elevation = lerp(hairline(around), 88, share);
      return onHead(azimuth, elevation, -0.03 + 0.21 * Math.sin((Math.PI / 2) * clamp(share * 3)));
    }),
  );
  const poly = facingOutwards(loft(rings, { capEnd: true }));
  return makePart(poly, {
    material: 'hair',
    pull: () => ({ 頭: 1 }),
    uv: ([x, y, z]) => {
      const around = Math.abs(Math.atan2(x, 0.1 - z)) / Math.PI;
      return [0.03 + 0.44 * Math.abs(((around * 6) % 2) - 1), hairHeight(y)];
    },
    edge: (_place, i) => (i < columns ? 0.3 : 1),
    normal: (normal, place) => softNormal(normal, place, 0.4),
  });
}

/** By azimuths and heights: how it comes from the crown and where it ends. */
// prettier-ignore
const FRINGE: readonly { from: number; over: number; to: number; tip: number; width: number; off?: number }[] = [
  { from: -62, over: -58, to: -61, tip: 17.05, width: 0.27 },
  { from: -40, over: -42, to: -46, tip: 17.5, width: 0.25 },
  { from: -22, over: -27, to: -32, tip: 17.76, width: 0.23, off: 0.03 },
  { from: -6, over: -13, to: -17, tip: 17.72, width: 0.21 },
  { from: 2, over: 0, to: -4, tip: 17.43, width: 0.18, off: 0.05 },
  { from: 10, over: 15, to: 15, tip: 17.7, width: 0.21, off: 0.02 },
  { from: 24, over: 29, to: 31, tip: 17.77, width: 0.23 },
  { from: 42, over: 43, to: 47, tip: 17.48, width: 0.25, off: 0.03 },
  { from: 62, over: 58, to: 61, tip: 17.05, width: 0.27 },
];

function fringe(): Part[] {
  return FRINGE.map(({ from, over, to, tip, width, off = 0 }) =>
    createLock({
      path: [
        onHead(from * 0.6, 74, 0.1),
        onHead(lerp(from, over, 0.3), 56, 0.2 + off),
        atHeight(over, 18.25, 0.22 + off),
        atHeight(lerp(over, to, 0.5), lerp(18.25, tip, 0.55), 0.2 + off),
        atHeight(to, tip, 0.12 + off),
      ],
      width,
      thickness: 0.09,
      above: outwards,
      pull: fringePull(to),
      tone: 0,
      softness: 0.55,
    }),
  );
}

function fringePull(azimuth: number): (share: number) => Pull {
  const side = azimuth > 22 ? '左' : azimuth < -22 ? '右' : '';
  const names = [1, 2].map((joint) => `${side}前髪${joint}`);
  return (share) => chainPull(names, (share - 0.3) / 0.35, '頭');
}

/** The lock that stands up on the crown. */
function crest(): Part {
  return createLock({
    path: [[0.05, 18.95, 0.25], [0.1, 19.3, 0.12], [0.02, 19.72, -0.12], [-0.2, 19.85, -0.5], [-0.42, 19.6, -0.72]],
    width: 0.11,
    thickness: 0.06,
    above: () => unit([0.2, 0.5, -1]),
    pull: () => ({ 頭: 1 }),
    rings: 12,
    tone: 0,
    v: [0.25, 0.95],
  });
} // prettier-ignore

/** Before and behind her left ear. */
function sideLocks(): Part[] {
  // prettier-ignore
  const front: V3[] = [onHead(62, 62, 0.12), onHead(72, 38, 0.24), atHeight(76, 17.75, 0.17), [1.17, 16.9, -0.38], [1.17, 16.2, -0.45], [1.1, 15.6, -0.48], [0.93, 15.0, -0.5]];
  // prettier-ignore
  const behind: V3[] = [onHead(82, 60, 0.12), onHead(88, 34, 0.26), atHeight(90, 17.6, 0.22), [1.3, 16.9, -0.02], [1.27, 16.35, -0.02], [1.12, 15.75, 0.0]];
  const names = [1, 2, 3].map((joint) => `左横髪${joint}`);
  return [
    createLock({
      path: front,
      width: 0.24,
      thickness: 0.13,
      above: (place) => unit([place[0], 0.15 * (place[1] - 17.6), place[2] * 0.8]),
      pull: (share) => chainPull(names, (share - 0.34) / 0.22, '頭'),
      profile: (share) => clamp(share * 4 + 0.4) * (1 - clamp((share - 0.55) / 0.45) ** 1.8),
      rings: 11,
      tone: 0,
    }),
    createLock({
      path: behind,
      width: 0.36,
      thickness: 0.13,
      above: (place) => unit([place[0], 0, place[2]]),
      pull: (share) => chainPull(names.slice(0, 2), (share - 0.4) / 0.35, '頭'),
      tone: 0,
    }),
  ];
}

/** Behind, down to the nape. */
function backLocks(): Part[] {
  const chance = random(7);
  const parts: Part[] = [];
  const azimuths = [104, 122, 140, 158, 176, -166, -148, -130, -113, -101];
  azimuths.forEach((azimuth, i) => {
    const lower = 15.75 + 0.3 * chance() + (Math.abs(azimuth) < 115 ? 0.15 : 0);
    const swing = (chance() - 0.5) * 10;
    const out = atHeight(azimuth + swing, 17.1, 0.3);
    const flat = ([x, , z]: V3, size: number, y: number): V3 => [x * size, y, (z - 0.1) * size + 0.1];
    parts.push(
      createLock({
        path: [
          onHead(azimuth, 72, 0.1),
          onHead(azimuth, 45, 0.22 + (i % 2) * 0.04),
          onHead(azimuth, 12, 0.27 + (i % 2) * 0.05),
          out,
          flat(out, 0.97, lerp(17.1, lower, 0.45)),
          flat(out, 0.82, lerp(17.1, lower, 0.8)),
          flat(out, 0.72, lower),
        ],
        width: 0.42,
        thickness: 0.15,
        above: (place) => unit([place[0], Math.max(place[1] - 17.6, 0) * 1.1, place[2] - 0.1]),
        pull: backPull(azimuth),
        rings: 10,
        tone: 0,
      }),
    );
  });
  return parts;
}

function backPull(azimuth: number): (share: number) => Pull {
  const side = Math.abs(azimuth) > 165 ? '' : azimuth > 0 ? '左' : '右';
  const names = [1, 2].map((joint) => `${side}後髪${joint}`);
  return (share) => chainPull(names, (share - 0.52) / 0.28, '頭');
}

/** The left tail: a core, and locks about it that part from it downwards. */
function tail(): Part[] {
  const chance = random(23);
  const core = curve(TAIL_PATH);
  const names = [1, 2, 3, 4, 5].map((joint) => `左テール${joint}`);
  const pull = (share: number): Pull => chainPull(names, share * 5, '頭');
  const above = (place: V3): V3 => unit([place[0] * 0.6, 0.2, place[2] - 0.2]);
  const swell = (share: number): number => Math.sin(Math.PI * clamp(0.06 + share * 0.92)) ** 0.9;
  const parts = [
    createLock({
      path: steps(8).map((share) => core(share * 0.97)),
      width: 0.46,
      thickness: 0.42,
      above,
      pull,
      profile: swell,
      v: [0, 1],
      rings: 16,
      tone: 0.5,
      softness: 0.2,
    }),
  ];
  const around = 7;
  for (let i = 0; i < around; i++) {
    const angle = (i / around) * 2 * Math.PI;
    const end = 0.8 + 0.28 * chance();
    const spread = 0.36 + 0.14 * chance();
    const curl = (chance() - 0.5) * 2;
    const offset = (share: number): V3 => {
      const ahead = unit(sub(core(Math.min(share + 0.02, 1)), core(Math.max(share - 0.02, 0))));
      const side = unit(cross(ahead, above(core(share))));
      const out = turned(side, ahead, angle);
      const far =
        0.02 +
        spread * smoothstep(0.02, 0.22, share) * Math.sin(Math.PI * clamp(share / end) ** 0.8) +
        0.16 * clamp((share - 0.7) / 0.3) ** 2;
      const wave =
        0.13 * Math.sin(share * 8 + i * 2.1) * share + 0.3 * curl * clamp((share - 0.55) / 0.45) ** 2;
      return add(scale(out, far), scale(cross(out, ahead), wave));
    };
    const path = steps(7).map((step) => {
      const share = step * Math.min(end, 1);
      return add(add(core(share), offset(share)), [0, step === 1 ? -0.25 * Math.max(end - 0.85, 0) : 0, 0]);
    });
    parts.push(
      createLock({
        path,
        width: 0.35,
        thickness: 0.26,
        above: (place, share) =>
          unit(add(sub(place, core(share * Math.min(end, 1))), scale(above(place), 0.05))),
        pull: (share) => pull(share * Math.min(end, 1)),
        profile: (share) => clamp(share * 3.2 + 0.12) * (1 - clamp((share - 0.4) / 0.6) ** 1.8),
        rings: 16,
        tone: 0.5,
        v: [0, Math.min(end, 1)],
        softness: 0.1,
      }),
    );
  }
  return parts;
}
