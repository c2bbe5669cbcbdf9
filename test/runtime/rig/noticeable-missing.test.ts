import { type BoneKey, createVmd, type MorphKey } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { noticeableMissing, type NoticeableNames } from '@odori/runtime/rig';
import { expect, test } from 'vitest';

/** A rotation by 90° about x. */
const TURN = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;

/** The result for a model without any bone or morph. */
function noticeable(bones: readonly BoneKey[], morphs: readonly MorphKey[] = []): NoticeableNames {
  const motion = Motion.from(createVmd({ bones, morphs }));
  const missing = { bones: [...motion.bones.keys()], morphs: [...motion.morphs.keys()], ikBones: [] };
  return noticeableMissing(motion, missing);
}

function moved(names: readonly string[]): readonly string[] {
  return noticeable(names.map((name) => ({ name, frame: 5, ...TURN }))).bones;
}

test('missing bones of the body, arms, legs, IK, fingers and eyes are noticed', () => {
  const names = [
    '全ての親 センター グルーブ 腰 上半身 上半身2 下半身 首 頭 両目 左目',
    '右肩 左肩P 右腕 左腕捩 右ひじ 左手捩 右手首 左親指０ 右人指１ 左小指３',
    '左足 右ひざ 左足首 右つま先 左足D 右足先EX 左足ＩＫ 右つま先ＩＫ 左足IK親',
  ].flatMap((line) => line.split(' '));
  expect(moved(names)).toEqual(names);
});

test('missing leaf tips, ties, hair, skirts and helpers are not noticed', () => {
  const names = ['左つま先先', '頭先', 'ネクタイ２', '前髪1', '左髪５', 'スカート_0_3', '尻尾', '左ダミー'];
  expect(moved([...names, '左腕捩1', '右肩C', '左胸', '目', '腕'])).toEqual([]);
});

test('a missing bone of the body that the motion keeps at rest is not noticed', () => {
  const rest = [
    { name: 'グルーブ', frame: 0 },
    { name: 'グルーブ', frame: 30 },
    { name: '腰', frame: 0, rotation: [0, 0, 0, -1] }, // the same rotation as 0 0 0 1
    { name: '首', frame: 0 },
    { name: '首', frame: 30, ...TURN },
    { name: 'センター', frame: 9, position: [0, -0.5, 0] },
  ] as const;
  expect(noticeable(rest).bones).toEqual(['首', 'センター']);
});

test('a missing morph is noticed if the motion gives it a weight', () => {
  const morphs = [
    { name: 'あ', frame: 0, weight: 0 },
    { name: 'あ', frame: 9, weight: 0.7 },
    { name: '照れ', frame: 0, weight: 0 },
  ];
  expect(noticeable([], morphs).morphs).toEqual(['あ']);
});
