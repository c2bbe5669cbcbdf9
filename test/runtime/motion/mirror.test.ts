import { createVmd, type VmdContent } from '@odori/format';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';

/** One keyframe at frame 0 per morph. */
function face(values: Record<string, number>): Motion {
  const morphs: VmdContent['morphs'] = Object.entries(values).map(([name, weight]) => ({
    name,
    frame: 0,
    weight,
  }));
  return Motion.from(createVmd({ morphs }));
}

function weights({ morphs }: Motion): Record<string, number> {
  return Object.fromEntries([...morphs].map(([name, track]) => [name, sampleMorph(track, 0)]));
}

describe('names of winks', () => {
  test.each([
    ['MMD’s own: the left one has no side', { ウィンク: 0.25, ウィンク右: 0.5 }],
    ['the second pair, whose right one is written in half width', { ウィンク２: 0.25, ｳｨﾝｸ２右: 0.5 }],
    ['both with a side', { ウィンク左: 0.25, ウィンク右: 0.5 }],
    ['with a large イ', { ウインク: 0.25, ウインク右: 0.5 }],
    ['with a large イ, both with a side', { ウインク左: 0.25, ウインク右: 0.5 }],
  ])('a pair is exchanged: %s', (_, pair) => {
    const [left, right] = Object.keys(pair);
    const image = face(pair).mirror();
    expect(weights(image)).toEqual({ [left]: 0.5, [right]: 0.25 });
    expect(image.report).toEqual([]);
  });

  test('a left wink alone becomes the right one', () => {
    expect(weights(face({ ウィンク: 1 }).mirror())).toEqual({ ウィンク右: 1 });
    expect(weights(face({ ウィンク左: 1 }).mirror())).toEqual({ ウィンク右: 1 });
    expect(weights(face({ ウィンク２: 1 }).mirror())).toEqual({ ｳｨﾝｸ２右: 1 });
    expect(weights(face({ ウインク: 1 }).mirror())).toEqual({ ウインク右: 1 });
  });

  test('a right wink alone becomes the left one, which has no side in MMD’s own models', () => {
    expect(weights(face({ ウィンク右: 1 }).mirror())).toEqual({ ウィンク: 1 });
    expect(weights(face({ ｳｨﾝｸ２右: 1 }).mirror())).toEqual({ ウィンク２: 1 });
    expect(weights(face({ ウインク右: 1 }).mirror())).toEqual({ ウインク: 1 });
  });

  test('two left winks are joined as the right one, and the report has a note', () => {
    const motion = Motion.from(
      createVmd({
        morphs: [
          { name: 'ウィンク', frame: 0, weight: 0.25 },
          { name: 'ウィンク', frame: 10, weight: 0.5 },
          { name: 'ウィンク左', frame: 10, weight: 1 },
          { name: 'ウィンク左', frame: 20, weight: 0.75 },
        ],
      }),
    );
    const { morphs, report } = motion.mirror();
    expect([...morphs.keys()]).toEqual(['ウィンク右']);
    expect([...morphs.get('ウィンク右')!.frames]).toEqual([0, 10, 20]);
    expect([...morphs.get('ウィンク右')!.weights]).toEqual([0.25, 1, 0.75]);
    expect(report).toEqual([
      { code: 'names-joined', track: 'morph ウィンク右', count: 1 },
      { code: 'clash', track: 'morph ウィンク右', count: 1 },
    ]);
  });

  test('a right wink becomes each of two left ones', () => {
    const image = face({ ウィンク: 0.25, ウィンク左: 0.25, ウィンク右: 0.5 }).mirror();
    expect(weights(image)).toEqual({ ウィンク: 0.5, ウィンク左: 0.5, ウィンク右: 0.25 });
  });
});

describe('mirroring twice', () => {
  test.each([
    ['two left winks, which the mirror joins', { ウィンク: 0.25, ウィンク左: 0.5, ウィンク右: 0.75 }],
    ['a left wink with a side', { ウィンク左: 0.5 }],
    ['names with and without a side', { 右目: 0.5, 左目: 0.25, あ: 1 }],
  ])('gives the motion back: %s', (_, morphs) => {
    const motion = face(morphs);
    const twice = motion.mirror().mirror();
    expect(weights(twice)).toEqual(morphs);
    expect(twice.report).toEqual([]);
  });

  test('after an edit gives back the edited motion', () => {
    const motion = face({ ウィンク: 0.25, ウィンク右: 0.5 });
    const later = motion.mirror().offset(30).mirror();
    expect(weights(later)).toEqual({ ウィンク: 0.25, ウィンク右: 0.5 });
    expect(later.lastFrame).toBe(30);
  });
});
