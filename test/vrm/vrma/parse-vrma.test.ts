import { parseVrma } from '#src/vrm/vrma/parse-vrma.js';
import { sampleVrmTrack } from '#src/vrm/vrma/sample-vrm-track.js';
import { serializeVrma } from '#src/vrm/vrma/serialize-vrma.js';
import { type VrmAnimation, type VrmTrack } from '#src/vrm/vrma/vrm-animation.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { thrownBy } from '#test/support/thrown-by.js';
import { checkGlb } from '#test/vrm/check-glb.js';
import { loadVrma } from '#test/vrm/load-vrm.js';
import { vrmaBytes } from '#test/vrm/vrma-bytes.js';
import { describe, expect, test } from 'vitest';

const HALF = Math.SQRT1_2;

function valueAt({ times, values }: VrmTrack, time: number): number[] {
  const size = values.length / times.length;
  const key = times.indexOf(time);
  expect(key).toBeGreaterThanOrEqual(0);
  return [...values.subarray(size * key, size * (key + 1))];
}

function expectNear(actual: ArrayLike<number>, expected: readonly number[], digits = 4): void {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, digits));
}

describe.skipIf(!hasCorpus)('files of other authors', () => {
  test('three-vrm-test.vrma: the right arm goes 90° down, the face is happy, the eyes look 90° left', () => {
    const animation = parseVrma(readCorpus('vrma/three-vrm-test.vrma'));
    const arm = animation.rotations.get('rightUpperArm')!;
    const turned = [...arm.times].filter((time) => Math.abs(valueAt(arm, time)[3]) < 0.99);
    expect(turned).toHaveLength(1);
    expectNear(valueAt(arm, turned[0]), [0, 0, HALF, HALF]); // takes −x, where the right arm points, to −y
    const happy = animation.presets.get('happy')!;
    expect(Math.max(...happy.values)).toBe(1);
    expect(happy.values).toHaveLength(happy.times.length);
    const gaze = animation.lookAt!.track!;
    const sideways = [...gaze.times].filter((time) => Math.abs(valueAt(gaze, time)[3]) < 0.99);
    expectNear(valueAt(gaze, sideways[0]), [0, HALF, 0, HALF]); // takes +z to +x, the avatar's left
    expect(animation.rotations.size).toBe(1);
  });

  test('nop.vrma: bones that are turned at rest, but do not move, have no rotation', () => {
    const animation = parseVrma(readCorpus('vrma/nop.vrma'));
    expect(animation.rotations.size).toBeGreaterThan(8);
    for (const { values } of animation.rotations.values())
      expect(Math.abs(values[3])).toBeGreaterThan(1 - 1e-6);
    expectNear(animation.hips!.values, [0, 0.75, 0]);
  });

  test('nop.vrma: eye bones, which the format forbids, are left out', () => {
    const { bones } = parseVrma(readCorpus('vrma/nop.vrma'));
    expect(bones).toContain('head');
    expect(bones).not.toContain('leftEye');
  });

  test.each(['three-vrm-test', 'nop', 'hips_spine_twisting'])(
    '%s.vrma: all values are those of three-vrm-animation',
    async (name) => {
      const bytes = readCorpus(`vrma/${name}.vrma`);
      const animation = parseVrma(bytes);
      const theirs = await loadVrma(bytes);
      expectNear(animation.positions.subarray(0, 3), theirs.restHipsPosition.toArray(), 6);
      for (const [bone, { times, values }] of theirs.humanoidTracks.rotation) {
        if (bone === 'leftEye' || bone === 'rightEye') continue;
        const own = animation.rotations.get(bone)!;
        expect([...own.times]).toEqual([...times]);
        for (let i = 0; i < values.length; i += 4) {
          const length = Math.hypot(...values.subarray(i, i + 4)); // 0.99999 where a file says 0.7071
          const dot = [0, 1, 2, 3].reduce((sum, k) => sum + own.values[i + k] * values[i + k], 0);
          expect(Math.abs(dot / length)).toBeGreaterThan(1 - 1e-6);
        }
      }
      const hips = theirs.humanoidTracks.translation.get('hips');
      expectNear(animation.hips?.values ?? [], [...(hips?.values ?? [])], 6);
      expect([...animation.presets.keys()]).toEqual([...theirs.expressionTracks.preset.keys()]);
    },
  );

  test.each(['three-vrm-test', 'nop', 'hips_spine_twisting'])(
    '%s.vrma comes back from serializeVrma',
    async (name) => {
      const animation = parseVrma(readCorpus(`vrma/${name}.vrma`));
      const bytes = serializeVrma(animation);
      await checkGlb(bytes);
      const again = parseVrma(bytes);
      expect(again.bones).toEqual(animation.bones);
      expectNear(again.positions, [...animation.positions], 6);
      expect([...again.rotations.keys()]).toEqual([...animation.rotations.keys()]);
      for (const [bone, track] of again.rotations) {
        expect(track.times).toEqual(animation.rotations.get(bone)!.times);
        expectNear(track.values, [...animation.rotations.get(bone)!.values], 6);
      }
      expect(again.presets).toEqual(animation.presets);
      expect(again.lookAt).toEqual(animation.lookAt);
    },
  );
});

test('nodes between human bones, and above the hips, count at rest', () => {
  const turned = [0, 0, HALF, HALF]; // 90° about z
  const animation = parseVrma(
    vrmaBytes({
      nodes: [
        { translation: [0, 1, 0], rotation: turned, scale: [2, 2, 2], children: [1] },
        { translation: [0.5, 0, 0], children: [2] }, // hips, in the world at 0, 2, 0
        { rotation: turned, children: [3] }, // no bone
        { translation: [0, 0.25, 0] }, // spine
      ],
      humanBones: { hips: 1, spine: 3 },
      tracks: [
        { node: 1, path: 'translation', times: [0, 1], values: [0.5, 0, 0, 0.5, 1, 0] },
        { node: 3, path: 'rotation', times: [0], values: [HALF, 0, 0, HALF] }, // 90° about x
      ],
    }),
  );
  expectNear(animation.positions, [0, 2, 0, 0, 1.5, 0]); // the spine's offset is turned by 180°
  expectNear(animation.hips!.values, [0, 2, 0, -2, 2, 0]); // y became −x, twice as long
  expectNear(animation.rotations.get('spine')!.values, [-HALF, 0, 0, HALF]); // x became −x
});

/** The formula of glTF 2.0, appendix C.4, for a piece of 2 seconds. */
function curveAt(time: number, [from, leave, arrive, to]: readonly number[]): number {
  const t = time / 2;
  return (
    (2 * t ** 3 - 3 * t ** 2 + 1) * from +
    2 * (t ** 3 - 2 * t ** 2 + t) * leave +
    (-2 * t ** 3 + 3 * t ** 2) * to +
    2 * (t ** 3 - t ** 2) * arrive
  );
}

test('a curve comes as a curve: places, rotations and weights', () => {
  const [from, leave, arrive, to] = [0, 3, -1, 1];
  const curved = [9, 9, 9, 0, from, 0, 0, leave, 0, 0, arrive, 0, 0, to, 0, 9, 9, 9];
  const weights = [0, 0, 0, 0.5, 0, 0, 4, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0];
  // prettier-ignore
  const turned = [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, -1, 0, 0, 0, 0, HALF, 0, HALF, 0, 0, 0, 0];
  const animation = parseVrma(
    vrmaBytes({
      interpolation: 'CUBICSPLINE',
      nodes: [{ translation: [0, 1, 0], children: [1, 2] }, {}, {}],
      expressions: { preset: { aa: { node: 2 } } },
      tracks: [
        { node: 0, path: 'translation', times: [0, 2], values: curved },
        { node: 1, path: 'rotation', times: [0, 2], values: turned },
        { node: 2, path: 'translation', times: [0, 2], values: weights },
      ],
    }),
  );
  const hips = animation.hips!;
  expect(hips.interpolation).toBe('cubic');
  expect([...hips.values]).toEqual(curved);
  expect([...animation.presets.get('aa')!.values]).toEqual([0, 0.5, 4, 0, 0.5, 0]);
  const spine = animation.rotations.get('spine')!;
  for (const time of [0, 0.3, 1, 1.7, 2, 5]) {
    const at = Math.min(time, 2);
    const place = new Float64Array(3);
    sampleVrmTrack(hips, 3, time, place, 0);
    expectNear(place, [0, curveAt(at, [from, leave, arrive, to]), 0]);
    const rotation = new Float64Array(4);
    sampleVrmTrack(spine, 4, time, rotation, 0);
    const [x, y, w] = [
      curveAt(at, [0, 1, -1, 0]),
      curveAt(at, [0, 0, 0, HALF]),
      curveAt(at, [1, 0, 0, HALF]),
    ];
    expectNear(
      rotation,
      [x, y, 0, w].map((value) => value / Math.hypot(x, y, w)),
    );
  }
});

test('where a curve has no direction or leaves all bounds, its keyframe holds', () => {
  // from a rotation to its opposite: the middle is 0
  const through = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0];
  const away = [0, 0, 0, 0, 1, 0, 3e38, 3e38, 3e38, 0, 0, 0, 0, 2, 0, 0, 0, 0];
  const { hips, rotations } = parseVrma(
    vrmaBytes({
      interpolation: 'CUBICSPLINE',
      tracks: [
        { node: 0, path: 'translation', times: [0, 2], values: away },
        { node: 1, path: 'rotation', times: [0, 2], values: through },
      ],
    }),
  );
  const [place, rotation] = [new Float64Array(3), new Float64Array(4)];
  sampleVrmTrack(hips!, 3, 1, place, 0);
  sampleVrmTrack(rotations.get('spine')!, 4, 1, rotation, 0);
  expect([...place]).toEqual([0, 1, 0]);
  expect([...rotation]).toEqual([1, 0, 0, 0]);
});

test.each([NaN, Infinity, -Infinity])(
  'keyframes with %s are left out, in places, turns and times',
  (value) => {
    const { hips, rotations } = parseVrma(
      vrmaBytes({
        tracks: [
          { node: 0, path: 'translation', times: [0, 1, 2], values: [0, 1, 0, value, 2, 0, 0, 3, 0] },
          { node: 1, path: 'rotation', times: [0, value, 2], values: [0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1] },
        ],
      }),
    );
    expect([...hips!.times]).toEqual([0, 2]);
    expect([...hips!.values]).toEqual([0, 1, 0, 0, 3, 0]);
    expect([...rotations.get('spine')!.times]).toEqual([0, 2]);
  },
);

test('steps stay steps', () => {
  const tracks = [{ node: 0, path: 'translation', times: [0, 1], values: [0, 1, 0, 0, 2, 0] }] as const;
  expect(parseVrma(vrmaBytes({ interpolation: 'STEP', tracks })).hips!.interpolation).toBe('step');
});

test('keyframes with NaN, without direction or with times that do not ascend are left out', () => {
  const animation = parseVrma(
    vrmaBytes({
      tracks: [
        // prettier-ignore
        { node: 0, path: 'translation', times: [0, 1, 2, NaN, 3, 3], values: [0, 1, 0, 0, NaN, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0] },
        { node: 1, path: 'rotation', times: [0, 1, 2], values: [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, -3] },
      ],
    }),
  );
  expect([...animation.hips!.times]).toEqual([0, 2, 3]);
  expect([...animation.hips!.values]).toEqual([0, 1, 0, 0, 2, 0, 0, 4, 0]);
  expect([...animation.rotations.get('spine')!.times]).toEqual([1, 2]);
  expect([...animation.rotations.get('spine')!.values].map(Math.abs)).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
});

test('only the first animation counts, and of two channels for one node the first', () => {
  const key = (y: number) => ({ node: 0, path: 'translation', times: [0], values: [0, y, 0] }) as const;
  const animation = parseVrma(vrmaBytes({ tracks: [key(1), key(2)], laterTracks: [key(3)] }));
  expectNear(animation.hips!.values, [0, 1, 0]);
});

test('weights are clamped to 0 and 1, and presets that move the eyes are left out', () => {
  const animation = parseVrma(
    vrmaBytes({
      nodes: [{ translation: [0, 1, 0], children: [1] }, {}, {}, {}, {}],
      expressions: { preset: { aa: { node: 2 }, lookLeft: { node: 3 } }, custom: { cat: { node: 4 } } },
      tracks: [2, 3, 4].map((node) => ({
        node,
        path: 'translation' as const,
        times: [0, 1, 2],
        values: [-1, 0, 0, 0.5, 9, 9, 2, 0, 0],
      })),
    }),
  );
  expect([...animation.presets.keys()]).toEqual(['aa']);
  expect([...animation.presets.get('aa')!.values]).toEqual([0, 0.5, 1]);
  expect([...animation.customs.keys()]).toEqual(['cat']);
});

test.each([
  ['a GLB without the extension', vrmaBytes({ extension: undefined }), 'bad-extension'],
  ['an extension that is no object', vrmaBytes({ extension: 1 }), 'bad-extension'],
  ['no hips', vrmaBytes({ humanBones: { spine: 1 } }), 'bad-extension'],
  ['hips on a node that is missing', vrmaBytes({ humanBones: { hips: 7 } }), 'bad-extension'],
  ['no GLB', new Uint8Array(64), 'bad-signature'],
  [
    'fewer values than times',
    vrmaBytes({ tracks: [{ node: 0, path: 'translation', times: [0, 1], values: [0, 1, 0] }] }),
    'bad-accessor',
  ],
])('throws a GlbError with a code for %s', (_name, bytes, code) => {
  expect(thrownBy(() => parseVrma(bytes))).toMatchObject({ name: 'GlbError', code });
});

test('serializeVrma says which required bones are missing', () => {
  const animation: VrmAnimation = parseVrma(vrmaBytes({}));
  expect(thrownBy(() => serializeVrma(animation)).message).toMatch(
    /^a VRMA needs these bones, too: head, left/,
  );
});
